"""A playout that the heuristic ends once somebody leads clearly."""

from __future__ import annotations

import pytest
from tests.reference.search_trees import Node, p1
from tests.search.conftest import Solver

import monteverde as mv


def chain() -> Node:
    """Return five plies of one action each, estimated at 1/8, 1/2, 7/8 and 1/4, ending with 1."""
    return p1(a=p1(a=p1(a=p1(a=p1(a=1).estimated(0.25)).estimated(0.875)).estimated(0.5)).estimated(0.125))


@pytest.mark.parametrize(
    ("lead", "every", "value"),
    [(0.25, 1, 0.5), (0.4, 1, 0.875), (0.5, 1, 1.0), (0.4, 2, 0.875), (0.1, 3, 0.25), (0.4, 3, 1.0), (0.4, 9, 1.0)],
)
def test_a_clear_lead_ends_it(solve: Solver, lead: float, every: int, value: float) -> None:
    """After a ply in the tree: 1/2 is a quarter of the range off the middle, 7/8 is 7/16 off; else the end decides."""
    found = solve(chain(), 1, mcts=mv.MCTS(evaluation=mv.LeadPlayout(lead, every)))
    assert found.values == {"a": value}
    assert found.value[:2] == (value, -value)
