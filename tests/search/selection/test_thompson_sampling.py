"""Thompson sampling: how often each child is drawn, against the posterior worked by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.reference.search_bandits import bandit, chosen

from monteverde.compile import new_stream
from monteverde.search.selection.thompson_sampling import ThompsonSampling
from monteverde.search.tree import Tree


def share_of_first(tree: Tree, draws: int) -> float:
    """Return how often the first child is selected, over `draws` selections."""
    rng = new_stream(7)
    counts = Counter(chosen(ThompsonSampling(), tree, int(tree.visits[0]), rng) for _ in range(draws))
    return counts[0] / draws


def test_children_of_equal_record_are_drawn_equally(budget: Callable[..., int]) -> None:
    """Two of the same posterior: one half each, within four standard errors."""
    draws = budget(2000, least=400)
    assert share_of_first(bandit([(4, 2), (4, 2)]), draws) == pytest.approx(0.5, abs=4 * 0.5 / draws**0.5)


def test_one_win_against_an_untried_child(budget: Callable[..., int]) -> None:
    """P(Beta(2, 1) > Beta(1, 1)) is the mean of Beta(2, 1), two thirds, within four standard errors."""
    draws = budget(2000, least=400)
    assert share_of_first(bandit([(1, 1), (0, 0)]), draws) == pytest.approx(2 / 3, abs=4 * 0.48 / draws**0.5)


def test_a_clear_record_is_believed(budget: Callable[..., int]) -> None:
    """900 wins of 1,000 are never overtaken by 100 of 1,000."""
    assert share_of_first(bandit([(1000, 900), (1000, 100)]), budget(500, least=100)) == 1.0


def test_value_sums_outside_the_range_do_not_break_the_draw() -> None:
    """Rewards beyond what the problem declared are cut to the range that the posterior knows."""
    assert chosen(ThompsonSampling(), bandit([(10, 30), (10, -20)]), 20) == 0
