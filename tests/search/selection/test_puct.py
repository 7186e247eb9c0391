"""PUCT: priors, first-play urgency, and the traps that libraries have fallen into."""

from __future__ import annotations

import math

import pytest
from tests.reference.search_bandits import bandit, chosen, scores

from monteverde.errors import UsageError
from monteverde.search.selection.puct import PUCT


def test_the_formula() -> None:
    """Q + c P sqrt(N) / (1 + n): .6 + 1.25 * .5 * 4 / 11 and .25 + 1.25 * .2 * 4 / 5."""
    tree = bandit([(10, 6), (4, 1)], priors=[0.5, 0.2])
    assert scores(PUCT(1.25), tree, 16) == pytest.approx([0.8272727, 0.45], abs=5e-7)


def test_a_prior_of_zero_is_not_read_as_one() -> None:
    """Of two unvisited children of a parent with 100 visits, the one with the prior of .4 scores higher."""
    tree = bandit([(100, 50), (0, 0), (0, 0)], priors=[0.6, 0.0, 0.4])
    _, without, with_prior = scores(PUCT(), tree, 100)
    assert without < with_prior


def test_the_prior_decides_the_first_simulation() -> None:
    """Before any child has a visit the square root is of one, not of zero, so the prior is seen."""
    assert chosen(PUCT(), bandit([(0, 0)] * 3, priors=[0.01, 0.98, 0.01]), 0) == 1


def test_the_prior_decides_right_after_expansion() -> None:
    """The parent's own evaluation is its only visit: still the likeliest child."""
    assert chosen(PUCT(), bandit([(0, 0)] * 3, priors=[0.01, 0.98, 0.01]), 1) == 1


def test_an_unvisited_child_is_urgent_by_what_its_siblings_are_worth() -> None:
    """Siblings of mean .55 holding .64 of the prior: .55 - .25 * .8 = .35 stands in for the unvisited child's mean."""
    tree = bandit([(6, 4.5), (4, 1), (0, 0)], priors=[0.4, 0.24, 0.36])
    assert scores(PUCT(c=0.0, fpu_reduction=0.25), tree, 10)[2] == pytest.approx(0.35, abs=1e-6)


def test_without_visited_siblings_half_stands_in() -> None:
    """Nothing is known yet, so the middle of the range is assumed."""
    assert scores(PUCT(c=0.0), bandit([(0, 0)] * 2, priors=[0.5, 0.5]), 1) == pytest.approx([0.5, 0.5])


def test_virtual_visits_lower_the_stand_in_too() -> None:
    """A child in flight for the first time counts as a visited sibling of value 0."""
    tree = bandit([(1, 0), (0, 0)], priors=[0.5, 0.5])
    assert scores(PUCT(c=0.0, fpu_reduction=0.0), tree, 1)[1] == 0.0


@pytest.mark.parametrize(("field", "value"), [("c", -1.0), ("c", math.nan), ("fpu_reduction", -0.5)])
def test_senseless_numbers_are_refused(field: str, value: float) -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match=f"PUCT: {field} is {value}; it must be a number of at least 0"):
        PUCT(**{field: value})
