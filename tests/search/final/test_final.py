"""The final choices, on root tables made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from monteverde.errors import UsageError
from monteverde.search.final import Final, HighestValue, MaxRobust, MostVisited, RootStatistics, Sampled, Secure

NAN = float("nan")
RULES = [HighestValue(), MaxRobust(), MostVisited(), Sampled(), Secure()]


def table(*lines: tuple[int, float]) -> RootStatistics:
    """Return a root table of (visits, mean unit value)."""
    return RootStatistics(np.array([n for n, _ in lines]), np.array([q for _, q in lines]))


def choice(rule: Final, *lines: tuple[int, float], seed: int = 1) -> int:
    """Return the index that `rule` chooses."""
    return rule.choose(table(*lines), np.random.default_rng(seed))


def test_most_visited_ignores_values() -> None:
    """The count is what the search trusted."""
    assert choice(MostVisited(), (10, 0.9), (30, 0.5), (20, 0.8)) == 1


def test_most_visited_breaks_ties_by_value() -> None:
    """Of two counts alike the better mean wins, wherever it stands."""
    assert choice(MostVisited(), (30, 0.5), (30, 0.6), (10, 0.9)) == 1
    assert choice(MostVisited(), (30, 0.6), (30, 0.5), (10, 0.9)) == 0


def test_highest_value_ignores_visits() -> None:
    """The best mean, however little it was tried."""
    assert choice(HighestValue(), (10, 0.9), (30, 0.5), (20, 0.8)) == 0


def test_highest_value_breaks_ties_by_visits() -> None:
    """Of two means alike the better known one wins, wherever it stands."""
    assert choice(HighestValue(), (10, 0.5), (30, 0.5)) == 1
    assert choice(HighestValue(), (30, 0.5), (10, 0.5)) == 0


def test_max_robust_takes_the_most_visited_in_the_end() -> None:
    """When the extension is used up, the count decides."""
    assert choice(MaxRobust(), (10, 0.9), (30, 0.5)) == 1


def test_max_robust_is_undecided_while_count_and_value_disagree() -> None:
    """And decided as soon as one action is first in both."""
    assert MaxRobust().is_undecided(table((10, 0.9), (30, 0.5)))
    assert not MaxRobust().is_undecided(table((10, 0.4), (30, 0.5)))


def test_other_rules_are_never_undecided() -> None:
    """They choose from whatever there is."""
    assert not any(rule.is_undecided(table((10, 0.9), (30, 0.5))) for rule in RULES if not isinstance(rule, MaxRobust))


def test_secure_takes_the_highest_lower_bound() -> None:
    """With a = 1: .9 - 1/2 = .4 and .8 - 1/10 = .7, so the better known action wins."""
    assert choice(Secure(), (4, 0.9), (100, 0.8)) == 1


def test_secure_without_doubt_is_the_highest_value() -> None:
    """With a = 0 counts do not matter."""
    assert choice(Secure(a=0.0), (4, 0.9), (100, 0.8)) == 0


@pytest.mark.parametrize(("temperature", "shares"), [(1.0, [0.1, 0.3, 0.6]), (0.5, [1 / 46, 9 / 46, 36 / 46])])
def test_sampled_draws_by_visits_to_the_inverse_temperature(
    temperature: float, shares: list[float], budget: Callable[..., int]
) -> None:
    """Of 10, 30 and 60 visits: in proportion at 1, in proportion to the squares at 1/2, within four errors."""
    rng, draws, root = np.random.default_rng(1), budget(4000, least=1000), table((10, 0), (30, 0), (60, 0))
    counts = Counter(Sampled(temperature=temperature).choose(root, rng) for _ in range(draws))
    assert [counts[index] / draws for index in range(3)] == pytest.approx(shares, abs=4 * 0.5 / draws**0.5)


def test_sampled_at_a_low_temperature_is_the_most_visited() -> None:
    """A temperature near zero, with counts whose power overflows, still gives probabilities."""
    assert {choice(Sampled(temperature=1e-3), (10**6, 0.1), (2 * 10**6, 0.1), seed=seed) for seed in range(20)} == {1}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_an_unvisited_action_is_never_chosen_while_another_has_visits(rule: Final) -> None:
    """Nothing is known of it, so nothing speaks for it, even if the visited one always lost."""
    for seed in range(20):
        assert choice(rule, (0, NAN), (1, 0.0), (0, NAN), seed=seed) == 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_without_any_visit_some_action_is_chosen(rule: Final) -> None:
    """One simulation of a search that expands all children visits none of them; an answer is still owed."""
    assert choice(rule, (0, NAN), (0, NAN), (0, NAN)) in (0, 1, 2)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_single_action_is_chosen(rule: Final) -> None:
    """Whatever it is worth."""
    assert choice(rule, (5, 0.0)) == 0


def test_the_base_class_chooses_nothing() -> None:
    """A rule has to say how."""
    with pytest.raises(NotImplementedError):
        choice(Final(), (1, 0.5))


@pytest.mark.parametrize(
    ("rule", "arguments", "sentence"),
    [
        (Sampled, {"temperature": 0.0}, r"Sampled: temperature is 0\.0; it must be a number above 0"),
        (Secure, {"a": -1.0}, r"Secure: a is -1\.0; it must be at least 0"),
        (MaxRobust, {"extension": -0.5}, r"MaxRobust: extension is -0\.5; it must be at least 0"),
    ],
)
def test_senseless_numbers_are_refused(rule: Any, arguments: dict[str, float], sentence: str) -> None:
    """The sentence names the parameter, its value and what is expected."""
    with pytest.raises(UsageError, match=sentence):
        rule(**arguments)


def test_the_first_parameter_is_the_rules_own() -> None:
    """What all rules share, the extension, is given by name."""
    assert (Sampled(0.5).temperature, Secure(2.0).a, MaxRobust(0.1).extension) == (0.5, 2.0, 0.1)
    assert Sampled(0.5, extension=0.2).extension == 0.2
