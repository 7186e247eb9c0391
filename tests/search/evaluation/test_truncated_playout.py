"""A playout cut short, valued by the heuristic where it stops."""

from __future__ import annotations

import pytest
from tests.reference.search_trees import Node, TreeObject, p1
from tests.search.conftest import Solver

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.search.evaluation import TruncatedPlayout


def chain() -> Node:
    """Return four plies of one action each, estimated at 1, 2, 3 and ending with 8."""
    return p1(a=p1(a=p1(a=p1(a=8).estimated(3)).estimated(2)).estimated(1))


def first_value(solve: Solver, tree: Node, plies: int) -> float:
    """Return the value of the root's only action after one simulation; a ply halves it."""
    evaluation = TruncatedPlayout(plies)
    return solve(tree, 1, mcts=mv.MCTS(evaluation=evaluation), reward_range=(-10.0, 10.0), pays=True).values["a"]


@pytest.mark.parametrize(("plies", "value"), [(0, 0.5 * 1), (1, 0.5**2 * 2), (2, 0.5**3 * 3), (3, 0.5**3 * 8)])
def test_the_heuristic_is_asked_where_the_playout_stops(solve: Solver, plies: int, value: float) -> None:
    """Discounted for the plies on the way; a playout that reaches the end takes what is paid there."""
    assert first_value(solve, chain(), plies) == pytest.approx(value)


def test_a_playout_that_ends_early_asks_no_heuristic(solve: Solver) -> None:
    """The default of 8 plies is more than this tree has."""
    assert first_value(solve, chain(), TruncatedPlayout().plies) == pytest.approx(0.5**3 * 8)


def test_without_a_discount_an_estimate_is_taken_as_it_is() -> None:
    """However many plies below the leaf."""
    mcts = mv.MCTS(evaluation=TruncatedPlayout(1))
    assert mcts.search(TreeObject(chain(), reward_range=(-9, 9)), iterations=1, seed=1).value == (2.0, -2.0)


def test_rewards_on_the_way_are_kept(solve: Solver) -> None:
    """4 on entering, 2 a ply later, then an estimate of 8 from there on: 4 + .5 * 2 + .25 * 8 = 7."""
    tree = p1(a=p1(a=p1(a=0).paying(2).estimated(8)).paying(4))
    assert first_value(solve, tree, 1) == pytest.approx(7.0)


def test_fewer_than_no_plies_are_refused() -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match="TruncatedPlayout: plies is -1; it must be at least 0"):
        TruncatedPlayout(-1)
