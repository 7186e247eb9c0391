"""The interval of a score."""

from __future__ import annotations

import pytest

from monteverde.arena import wilson_interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    """Newcombe, *Two-sided confidence intervals for the single proportion*, 1998, table I, method 3."""
    assert wilson_interval(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_nothing_is_known_before_the_first_trial() -> None:
    """Any rate is possible."""
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_successes_and_failures_mirror_each_other() -> None:
    """What holds for the one player holds, turned round, for the other."""
    low, high = wilson_interval(7.5, 20)
    assert wilson_interval(12.5, 20) == pytest.approx((1 - high, 1 - low))


def test_a_perfect_score_stays_within_one() -> None:
    """Rounding must not carry it past the end."""
    low, high = wilson_interval(7, 7)
    assert 0.6 < low < high == 1.0


@pytest.mark.parametrize("trials", [3, 20, 100, 1000])
def test_without_a_success_the_interval_begins_at_zero(trials: int) -> None:
    """Exactly: the Elo of what rounding leaves would be thousands of points."""
    assert wilson_interval(0, trials)[0] == 0.0
    assert wilson_interval(trials, trials)[1] == 1.0
