"""Progressive bias and progressive history: the formulas, and what goes first."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.reference.search_bandits import bandit, scores
from tests.reference.search_trees import TreeObject, p1, p2

import monteverde as mv
from monteverde.errors import UsageError


def test_the_bias_vanishes_with_visits() -> None:
    """Q + c sqrt(ln N / n) + w H / (n + 1), with H = .2/.4: .6 + sqrt(ln 16 / 9) + 2 * .5 / 10."""
    tree = bandit([(9, 5.4), (7, 0.7)], priors=[0.2, 0.4])
    first, second = scores(mv.ProgressiveBias(c=1.0, weight=2.0), tree, 16)
    assert first == pytest.approx(0.6 + math.sqrt(math.log(16) / 9) + 0.1)
    assert second == pytest.approx(0.1 + math.sqrt(math.log(16) / 7) + 0.25)


def test_unvisited_children_go_first_in_the_order_of_their_priors() -> None:
    """Before any visited one; without any prior they are alike."""
    visited, low, high = scores(mv.ProgressiveBias(), bandit([(9, 9), (0, 0), (0, 0)], priors=[0.9, 0.02, 0.08]), 9)
    assert visited < low < high
    assert len(set(scores(mv.ProgressiveBias(), bandit([(0, 0), (0, 0)]), 0))) == 1


def test_the_history_vanishes_with_losses() -> None:
    """Q + c sqrt(ln N / n) + w H / (n - w + 1), with H = 6/8: .75 + sqrt(ln 8 / 4) + 5 * .75 / 2."""
    tree = bandit([(4, 3.0), (0, 0.0), (0, 0.0)])
    counts, sums = np.array([8, 4, 0], np.int32), np.array([6.0, 1.0, 0.0])
    tree = tree._replace(code=np.array([0, 0, 1, 2], np.int32), shared=tree.shared._replace(counts=counts, sums=sums))
    visited, known, unknown = scores(mv.ProgressiveHistory(c=1.0), tree, 8)
    assert visited == pytest.approx(0.75 + math.sqrt(math.log(8) / 4) + 1.875)
    assert visited < known < unknown
    assert known % 1 == pytest.approx(0.25)


@pytest.mark.parametrize("name", ["progressive_bias", "progressive_history"])
def test_they_find_the_best_action(name: str) -> None:
    """Of a small tree, with and without priors to go by."""
    tree = p1(a=p2(x=-1, y=-0.5), b=p2(x=1, y=0.5), c=-1)
    assert mv.search(TreeObject(tree), algorithm=name, iterations=300, seed=1).action == "b"


@pytest.mark.parametrize("rule", [mv.ProgressiveBias, mv.ProgressiveHistory])
@pytest.mark.parametrize("field", ["c", "weight"])
def test_senseless_numbers_are_refused(rule: type, field: str) -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match=f"{rule.__name__}: {field} is -1.0; it must be a number of at least 0"):
        rule(**{field: -1.0})
