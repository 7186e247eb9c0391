"""Decay: whole counts, a share of them, and means as they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_subtree import Nested, nested
from tests.reference.search_trees import Node, TreeObject, p1, tree_object
from tests.search.test_compact import by_hand

import monteverde as mv
from monteverde.search.decay import decay_counts
from monteverde.search.tree import ROOT


@pytest.mark.parametrize("in_arrays", [True, False])
def test_half_of_a_tree_worked_by_hand(in_arrays: bool) -> None:
    """Own visits are 1, 1, 1, 1, 2, 2, 4, 1, 7 in the order of the nodes; of n so far, floor(n / 2) are kept."""
    tree = by_hand(in_arrays)
    decay_counts(tree, 0.5)
    # Sums of own visits: 1 2 3 4 6 8 12 13 20; halves 0 1 1 2 3 4 6 6 10; so own 0 1 0 1 1 1 2 0 4.
    assert list(tree.visits[:9]) == [10, 3, 7, 1, 5, 1, 2, 0, 4]
    assert list(tree.value_sum[:9]) == [100.0, 30.0, 70.0, 10.0, 50.0, 10.0, 20.0, 0.0, 40.0]


def own(node: Nested) -> int:
    """Return the visits of a node less those of its children."""
    visits: int = node.values["visits"]
    return visits - sum(child.values["visits"] for child in node.children)


@pytest.mark.parametrize("rule", ["uct", "puct", "ucb1_tuned"])
@given(
    tree=trees(max_leaves=20),
    seed=st.integers(0, 99),
    share=st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]),
)
def test_counts_stay_whole_and_sum_up(rule: str, tree: Node, seed: int, share: float) -> None:
    """Of all simulations the share is left, to the nearest below; nobody has less than none or more than before."""
    search = mv.load_search(rule).start(tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1)), seed=seed)
    search.run(iterations=70)
    before = nested(search.tree)
    decay_counts(search.tree, share)
    after = nested(search.tree)
    assert after.values["visits"] == int(70 * share)
    pairs = [(before, after)]
    while pairs:
        old, new = pairs.pop()
        assert type(new.values["visits"]) is int
        assert 0 <= own(new) <= own(old)
        assert (new.values["value_sum"] == 0.0) or new.values["visits"]
        if new.values["visits"]:
            for name in {"value_sum", "square_sum"} & new.values.keys():
                mean = old.values[name] / old.values["visits"]
                assert new.values[name] / new.values["visits"] == pytest.approx(mean)
        pairs += zip(old.children, new.children, strict=True)


@pytest.mark.parametrize("rule", ["uct", "puct", "uct:on_full=prune"])
def test_a_search_goes_on_with_smaller_counts(rule: str) -> None:
    """Every action of the new root is tried, and its values come from both."""
    search = mv.load_search(rule).start(TreeObject(p1(a=p1(x=p1(q=1), y=-1, z=0), b=0)), seed=1)
    search.run(iterations=200)
    whole = nested(search.tree).below("a").values["visits"]
    kept = search.advance("a", decay=0.25)
    assert kept == int(0.25 * whole) == search.tree.visits[ROOT]
    search.run(iterations=100)
    assert search.tree.visits[ROOT] == kept + 100
    assert search.result().action == "x"


def test_a_problem_that_drifted_is_learned_anew_the_sooner_the_less_is_kept() -> None:
    """What was worth 0 is worth 1 now, behind the same actions."""
    needed = []
    for decay in (1.0, 0.05):
        search = mv.MCTS().start(TreeObject(p1(a=p1(x=1.0, y=0.0), b=0)), seed=1)
        search.run(iterations=2000)
        search.advance("a", position=TreeObject(p1(x=0.0, y=1.0)), decay=decay)
        while search.num_simulations < 20_000:
            search.run(iterations=20)
            if search.result().action == "y":
                break
        needed.append(search.num_simulations)
    assert needed[1] < needed[0] / 4


@pytest.mark.parametrize("decay", [-0.1, 1.1, float("nan"), "half", None])
def test_what_is_no_share_is_refused(decay: Any) -> None:
    """The sentence says what it must be."""
    search = mv.MCTS().start(TreeObject(p1(a=p1(x=1), b=0)), seed=1)
    with pytest.raises(mv.UsageError, match=r"decay is .*; it must be the share of the counts to keep, from 0 to 1"):
        search.advance("a", decay=decay)


def test_counts_that_moves_share_do_not_decay() -> None:
    """The sentence names both."""
    search = mv.load_search("grave").start(TreeObject(p1(a=p1(x=1), b=0)), seed=1)
    with pytest.raises(mv.UnsuitableError, match=r"decay makes .* and GRAVE counts actions in tables"):
        search.advance("a", decay=0.5)
