"""UCB1 against values worked by hand in the literature."""

from __future__ import annotations

import math

import pytest
from tests.reference.search_bandits import bandit, chosen, scores

from monteverde.errors import UsageError
from monteverde.search.selection.ucb1 import UCB1

SQRT_2 = math.sqrt(2.0)


def test_three_arms_of_a_hundred_visits() -> None:
    """The rarely tried third arm has the largest bound although its mean is the lowest."""
    tree = bandit([(70, 70 * 0.62), (20, 20 * 0.68), (10, 10 * 0.55)])
    assert scores(UCB1(SQRT_2), tree, 100) == pytest.approx([0.9827, 1.3586, 1.5097], abs=5e-5)
    assert chosen(UCB1(SQRT_2), tree, 100) == 2


def test_sixteen_visits() -> None:
    """With c = 1.4 the arm tried once is next."""
    tree = bandit([(10, 6), (5, 2), (1, 1)])
    assert scores(UCB1(1.4), tree, 16) == pytest.approx([1.34, 1.44, 3.33], abs=5e-3)
    assert chosen(UCB1(1.4), tree, 16) == 2


def test_a_loss_lowers_the_arm_but_not_enough() -> None:
    """After one loss the third arm is at 2.17 and still next."""
    tree = bandit([(10, 6), (5, 2), (2, 1)])
    assert scores(UCB1(1.4), tree, 17)[2] == pytest.approx(2.17, abs=5e-3)
    assert chosen(UCB1(1.4), tree, 17) == 2


def test_a_virtual_loss_of_three_sends_the_next_descent_elsewhere() -> None:
    """Three virtual visits of value 0 push the third arm below the second."""
    tree = bandit([(10, 6), (5, 2), (1 + 3, 1)])
    first, second, third = scores(UCB1(1.4), tree, 16 + 3)
    assert (second, third, first) == pytest.approx((1.47, 1.45, 1.36), abs=1e-2)
    assert chosen(UCB1(1.4), tree, 19) == 1


def test_equal_visits_leave_the_choice_to_the_mean() -> None:
    """Of two arms tried equally often the better one is next, ahead of a well-tried one."""
    tree = bandit([(10, 10 * 0.6), (5, 5 * 0.7), (5, 5 * 0.8)])
    assert scores(UCB1(SQRT_2), tree, 20)[2] == pytest.approx(1.8947, abs=5e-5)
    assert chosen(UCB1(SQRT_2), tree, 20) == 2


def test_a_bad_result_is_averaged_in() -> None:
    """-0.20 on top of five visits of mean 0.8 makes a mean of .63333 and a score of 1.6407."""
    tree = bandit([(10, 10 * 0.6), (5, 5 * 0.7), (6, 5 * 0.8 - 0.2)])
    assert tree.value_sum[3] / tree.visits[3] == pytest.approx(0.63333, abs=5e-6)
    assert scores(UCB1(SQRT_2), tree, 21)[2] == pytest.approx(1.6407, abs=5e-5)


def test_the_logarithm_is_of_the_parents_count_and_the_mean_over_the_childs() -> None:
    """N = 100, n = 10, w = 5, c = sqrt 2 gives 1.459705."""
    assert scores(UCB1(SQRT_2), bandit([(10, 5)]), 100) == pytest.approx([1.459705], abs=5e-7)


def test_the_default_constant_is_sqrt_2() -> None:
    """The published rule is what one gets without asking."""
    assert UCB1().c == SQRT_2


def test_an_unvisited_child_comes_first() -> None:
    """Whatever the others' means, an arm that was never tried has no upper bound."""
    tree = bandit([(3, 3), (0, 0), (3, 3)])
    assert scores(UCB1(), tree, 6)[1] == math.inf
    assert chosen(UCB1(), tree, 6) == 1


def test_the_first_of_equals_is_taken() -> None:
    """Children lie in random order, so taking the first of equals favours no action."""
    assert chosen(UCB1(), bandit([(2, 1), (4, 2), (2, 1), (2, 1)]), 10) == 0


def test_no_exploration_is_greedy() -> None:
    """With c = 0 the highest mean is taken, however little the others were tried."""
    assert chosen(UCB1(0.0), bandit([(1, 0.4), (1000, 500)]), 1001) == 1


@pytest.mark.parametrize("c", [-0.1, math.inf, math.nan])
def test_senseless_constants_are_refused(c: float) -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match=f"UCB1: c is {c}; it must be a number of at least 0"):
        UCB1(c)
