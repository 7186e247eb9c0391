"""The scan that is saved where the leader still leads: the tree is the one that whole scans make, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

import monteverde as mv
import monteverde.search.loops as loops
from monteverde.compile.atomics import ALONE
from monteverde.compile.binding import interpret
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.loop import simulate
from monteverde.search.selection.leader import OFTEN
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.session import Search
from monteverde.search.workspace import NOBODY, NUM_LEADERS


@dataclass(frozen=True)
class WholeScans(UCB1):
    """UCB1 without what is saved."""

    alone = {}


@dataclass(frozen=True)
class SavedScans(UCB1):
    """UCB1 under another name, so that its loops are bound anew."""


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bind loops as plain Python, which takes no time to compile."""
    monkeypatch.setattr(loops, "bind", lambda kernel, bindings, compiled: interpret(kernel, bindings))


def start(mcts: mv.MCTS, moves: str = "") -> Search:
    """Return a search of tic-tac-toe that has not run."""
    return mcts.start(TicTacToe().initial().play_all(moves), seed=1, expected=20_000)


def have_equal_trees(one: Search, other: Search) -> bool:
    """Return whether all arrays of two trees are equal, but for what is shared: nothing is."""
    pairs = zip(one.tree._replace(shared=0), other.tree._replace(shared=0), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


@pytest.mark.parametrize("c", [0.0, 0.4, 2.0])
def test_the_tree_is_that_of_whole_scans(c: float, budget: Callable[..., int]) -> None:
    """Interpreted; many nodes have been visited often, and share their places with others."""
    searches = [start(mv.MCTS(UCB1(c)), "b2 a1") for _ in range(2)]
    for search, alone in zip(searches, ({}, UCB1.alone), strict=True):
        bindings = {**search.problem.bindings(search.capacity), **search.mcts.bindings(), **ALONE, **alone}
        loop = interpret(simulate, bindings)
        assert loop(search.tree, search.workspaces[0], search.parameters, budget(4 * OFTEN, least=2 * OFTEN), 1) == 0
    assert have_equal_trees(*searches)
    assert (searches[0].workspaces[0].leaders.node == NOBODY).all()
    assert (searches[1].workspaces[0].leaders.node != NOBODY).any()


@pytest.mark.usefixtures("_interpreted")
def test_nothing_is_remembered_across_batches() -> None:
    """A batch changes many children at once: what was noted before it does not hold after it."""
    searches = [start(mv.MCTS(rule(0.3), virtual_visits=30)) for rule in (SavedScans, WholeScans)]
    for search in searches:
        for _ in range(4):
            search.simulate(search.workspaces[0], OFTEN + 44)
            search.step(16)
            search.step(16)
    assert have_equal_trees(*searches)
    assert (searches[0].workspaces[0].leaders.node != NOBODY).any()
    assert (searches[1].workspaces[0].leaders.node == NOBODY).all()


@pytest.mark.usefixtures("_interpreted")
def test_threads_remember_nothing() -> None:
    """Others change the children of a node between two visits."""
    search = start(mv.MCTS(SavedScans(), threads=2))
    search.simulate(search.workspaces[0], 2 * OFTEN)
    assert all((work.leaders.node == NOBODY).all() for work in search.workspaces)


def test_there_are_places_for_nodes_of_every_number() -> None:
    """A node's place is its number modulo a power of two."""
    assert NUM_LEADERS & (NUM_LEADERS - 1) == 0
    assert len(start(mv.MCTS()).workspaces[0].leaders.child) == NUM_LEADERS
