"""Round robin: the child visited least."""

from __future__ import annotations

from tests.reference.search_bandits import bandit, chosen

from monteverde.search.selection.round_robin import RoundRobin


def test_the_least_visited_child_is_next() -> None:
    """Whatever its value."""
    assert chosen(RoundRobin(), bandit([(5, 5), (3, 0), (4, 4)]), 12) == 1


def test_the_first_of_equals_is_next() -> None:
    """So a round visits each child once."""
    assert chosen(RoundRobin(), bandit([(3, 0), (2, 0), (2, 2)]), 7) == 1
