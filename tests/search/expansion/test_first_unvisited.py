"""Finding the first untried child."""

from __future__ import annotations

import pytest
from tests.reference.search_bandits import CHILD_1, bandit

from monteverde.compile import bind
from monteverde.search.expansion.base import first_unvisited
from monteverde.search.tree import NO_NODE, ROOT


@pytest.mark.parametrize("count", [1, 2, 3, 7, 8])
def test_bisection_finds_the_first_without_a_visit(count: int) -> None:
    """For every number of tried children, from none to all, as a scan would."""
    find = bind(first_unvisited, {}, compiled=False)
    for tried in range(count):
        tree = bandit([(1, 0)] * tried + [(0, 0)] * (count - tried))
        assert find(tree, ROOT, None, None) == CHILD_1 + tried
    assert find(bandit([(1, 0)] * count), ROOT, None, None) == NO_NODE
