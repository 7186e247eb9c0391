"""Parts of a search that do not go together: the sentence names both."""

from __future__ import annotations

from pathlib import Path

import pytest

import monteverde as mv


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("uct:transpositions=true,solver=true", r"a search with transpositions .* solver=True carries proofs up one"),
        ("uct:transpositions=true,implicit_minimax=0.2", r"transpositions .* ImplicitMinimax carries a minimax value"),
        ("uct:transpositions=true,on_full=prune", r"transpositions .* on_full='prune' cuts one off"),
        ("uct:transpositions=true,threads=2", r"transpositions runs on one thread, got threads=2"),
        ("grave:transpositions=true", r"transpositions keeps nothing of the path, which GRAVE learns from"),
        ("uct:solver=true,threads=2,parallel=root", r"solver=True looks after one tree .* parallel='root'"),
        ("uct:on_full=prune,threads=2,parallel=leaf", r"on_full='prune' looks after one tree .* parallel='leaf'"),
        ("uct:playout=mast,threads=2,parallel=leaf", r"MAST learns from whole simulations, and with parallel='leaf'"),
    ],
)
def test_a_pair_is_refused(name: str, said: str):
    """When the search is named, before anything runs."""
    with pytest.raises(mv.UnsuitableError, match=said):
        mv.load_search(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("uct:transpositions=true", "a search with transpositions"),
        ("uct:threads=2,parallel=root", "one tree moves on to a new root, and parallel='root' has 2"),
    ],
)
def test_what_has_no_tree_to_move_does_not_move_on(name: str, said: str):
    """Nor can it be written to a file."""
    search = mv.load_search(name).start("tic_tac_toe", seed=1)
    with pytest.raises(mv.UnsuitableError, match=said):
        search.advance("b2")
    with pytest.raises(mv.UnsuitableError, match="a file holds one tree"):
        search.save(Path("never.search"))


def test_decay_and_proofs():
    """What is proven is not proven less."""
    search = mv.load_search("uct:solver=true").start("tic_tac_toe", seed=1)
    with pytest.raises(mv.UnsuitableError, match="solver=True keeps what is proven; leave decay at 1"):
        search.advance("b2", decay=0.5)
