"""Epsilon-greedy: how often the best child and any other is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.reference.search_bandits import bandit, chosen

from monteverde.compile import new_stream
from monteverde.errors import UsageError
from monteverde.search.selection.epsilon_greedy import EpsilonGreedy


def test_the_best_child_and_its_share_of_the_rest(budget: Callable[..., int]) -> None:
    """With epsilon .3 and three children the best is taken .7 + .1 of the time, the others .1, within 4 errors."""
    rng, draws = new_stream(3), budget(4000, least=1000)
    tree = bandit([(10, 2), (10, 8), (10, 5)])
    counts = Counter(chosen(EpsilonGreedy(0.3), tree, 30, rng) for _ in range(draws))
    shares = [counts[index] / draws for index in range(3)]
    assert shares == pytest.approx([0.1, 0.8, 0.1], abs=4 * 0.4 / draws**0.5)


def test_without_epsilon_it_is_greedy() -> None:
    """The highest mean, however little it was tried."""
    assert {chosen(EpsilonGreedy(0.0), bandit([(100, 60), (2, 1.5)]), 102, new_stream(i)) for i in range(20)} == {1}


def test_an_unvisited_child_is_tried_before_the_best() -> None:
    """A child without a mean cannot be compared, so it gets one."""
    assert chosen(EpsilonGreedy(0.0), bandit([(3, 3), (0, 0)]), 3) == 1


def test_a_child_of_the_worst_value_can_be_the_best() -> None:
    """All means zero: the first is taken, and none is outside the block."""
    assert chosen(EpsilonGreedy(0.0), bandit([(3, 0), (2, 0)]), 5) == 0


@pytest.mark.parametrize("epsilon", [-0.1, 1.1])
def test_what_is_no_probability_is_refused(epsilon: float) -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match=f"epsilon is {epsilon}; it must be a probability"):
        EpsilonGreedy(epsilon)
