"""The steps of the loop that stand alone: nature's draw, and taking a descent back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from monteverde.compile import bind, uniform
from monteverde.compile.atomics import ALONE
from monteverde.game.rules import chance_outcomes
from monteverde.search.loop import draw_outcome, withdraw
from monteverde.search.tree import new_tree


def drawn(probabilities: list[float], number: float) -> int:
    """Return the index that is drawn when the random number is `number`."""

    def outcomes(state: Any, out: Any, weights: Any) -> int:
        out[: len(probabilities)] = range(len(probabilities))
        weights[: len(probabilities)] = probabilities
        return len(probabilities)

    work = SimpleNamespace(actions=np.zeros(16, np.int64), weights=np.zeros(16), rng=None)
    return int(bind(draw_outcome, {chance_outcomes: outcomes, uniform: lambda rng: number}, compiled=False)(None, work))


@pytest.mark.parametrize(("number", "index"), [(0.0, 0), (0.099, 0), (0.101, 1), (0.399, 1), (0.401, 2), (0.999, 2)])
def test_outcomes_are_drawn_by_their_probability(number: float, index: int) -> None:
    """Outcomes of .1, .3 and .6 divide the unit interval in that order."""
    assert drawn([0.1, 0.3, 0.6], number) == index


def test_an_outcome_of_probability_zero_is_never_drawn() -> None:
    """Neither at the beginning, nor at the end where rounding would let it in."""
    assert drawn([0.0, 1.0, 0.0], 0.0) == 1
    assert drawn([0.0, 1.0, 0.0], np.nextafter(1.0, 0.0)) == 1
    assert drawn([0.1, 0.2, 0.7, 0.0, 0.0], np.nextafter(1.0, 0.0)) == 2  # .1 + .2 + .7 leaves a rest of exactly 0


@pytest.mark.parametrize("probabilities", [[0.5, 0.4], [0.9, 0.2], [], [float("nan"), 0.5]])
def test_probabilities_that_do_not_sum_to_one_are_noticed(probabilities: list[float]) -> None:
    """The failure is a negative index; what is not a number sums to nothing."""
    assert drawn(probabilities, 0.5) < 0


def test_a_withdrawn_descent_leaves_no_visit() -> None:
    """Each node of the path loses the virtual visits that it was given, others keep theirs."""
    tree = new_tree(5, ())
    tree.visits[:] = [10, 5, 4, 3, 1]
    bind(withdraw, ALONE, compiled=False)(tree, np.array([0, 2, 3, 99]), 2, 3)
    assert tree.visits.tolist() == [7, 5, 1, 0, 1]
