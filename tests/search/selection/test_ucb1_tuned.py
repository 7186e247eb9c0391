"""UCB1-Tuned against its formula worked by hand."""

from __future__ import annotations

import math

import pytest
from tests.reference.search_bandits import bandit, chosen, scores

from monteverde.errors import UsageError
from monteverde.search.selection.ucb1_tuned import UCB1Tuned


def test_the_variance_is_cut_at_a_quarter() -> None:
    """N = 100, n = 10, 5 wins: V = .25 + .9597 is cut to .25, so the score is .5 + sqrt(.460517 * .25) = .839307."""
    assert scores(UCB1Tuned(), bandit([(10, 5)], square_sums=[5]), 100) == pytest.approx([0.839307], abs=5e-7)


def test_a_child_of_no_variance_is_explored_less() -> None:
    """A thousand values of .5 at N = 10,000: V = sqrt(2 * .00921034) = .135722, score .5 + .035356 = .535356."""
    tree = bandit([(1000, 500)], square_sums=[250])
    assert scores(UCB1Tuned(), tree, 10_000) == pytest.approx([0.535356], abs=5e-7)


def test_of_equal_means_the_uncertain_one_is_next() -> None:
    """Wins and losses vary, draws do not: with 1,000 visits each, the varied child has the larger bonus."""
    tree = bandit([(1000, 500), (1000, 500)], square_sums=[250, 500])
    assert chosen(UCB1Tuned(), tree, 2000) == 1


def test_rounding_does_not_make_a_variance_negative() -> None:
    """A sum of squares a hair below n * Q^2 counts as no variance, not as NaN."""
    tree = bandit([(10**9, 0.1 * 10**9)], square_sums=[0.01 * 10**9 - 1e5])
    assert scores(UCB1Tuned(), tree, 1)[0] == pytest.approx(0.1)


def test_an_unvisited_child_comes_first() -> None:
    """An arm that was never tried has no upper bound."""
    assert scores(UCB1Tuned(), bandit([(0, 0)]), 5) == [math.inf]


def test_the_constant_scales_the_bonus() -> None:
    """With c = 2 the bonus of the first example doubles."""
    assert scores(UCB1Tuned(2.0), bandit([(10, 5)], square_sums=[5]), 100) == pytest.approx([1.178614], abs=1e-6)


def test_senseless_constants_are_refused() -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match=r"UCB1Tuned: c is -1\.0; it must be a number of at least 0"):
        UCB1Tuned(-1.0)
