"""The sequential test: its ratio by hand, and how often it errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

import monteverde as mv
from monteverde.arena import Sprt, elo_of, score_of

EVEN_OR_57 = Sprt(0.0, elo_of(0.57))


def test_a_win_and_a_loss_without_draws() -> None:
    """Then the likeliest distribution of mean m is (1 - m, m): a win counts log(.57/.5), a loss log(.43/.5)."""
    ratio = EVEN_OR_57.log_likelihood_ratio([[0, 0, 1000], [1000, 0, 0], [400, 0, 600]])
    assert ratio[0] == pytest.approx(1000 * 0.1310, rel=1e-3)
    assert ratio[1] == pytest.approx(-1000 * 0.1508, rel=1e-3)
    assert ratio[2] == pytest.approx(600 * math.log(0.57 / 0.5) + 400 * math.log(0.43 / 0.5), rel=1e-4)


def test_draws_against_a_search_for_the_likeliest() -> None:
    """With draws: the ratio is that of the best of all distributions of each mean, found here by looking."""
    counts = np.array([20, 50, 30])

    def best(mean: float) -> float:
        draws = np.linspace(1e-6, 1.0, 200_001)
        win = mean - draws / 2
        loss = 1.0 - win - draws
        possible = (win > 0) & (loss > 0)
        logs = counts[0] * np.log(loss[possible]) + counts[1] * np.log(draws[possible])
        return float((logs + counts[2] * np.log(win[possible])).max())

    assert EVEN_OR_57.log_likelihood_ratio(counts) == pytest.approx(best(0.57) - best(0.5), abs=1e-3)


def test_the_bounds_are_wald_s() -> None:
    """log(beta / (1 - alpha)) and log((1 - beta) / alpha): 2.944 at 5 %, 4.595 at 1 %."""
    assert Sprt().bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Sprt(alpha=0.01, beta=0.01).bounds == pytest.approx((-4.595, 4.595), abs=1e-3)


def test_nothing_is_decided_at_once() -> None:
    """Before the first pair, and after one."""
    assert [EVEN_OR_57.decision(counts) for counts in ([0] * 5, [0, 0, 0, 0, 1], [1, 0, 0, 0, 0])] == ["", "", ""]


def sequential(test: Sprt, shares: list[float], matches: int, most: int) -> tuple[float, float, float]:
    """Run so many matches of at most `most` results; return the rates of H1 and H0, and the mean number of results."""
    draws = np.random.default_rng(1).choice(len(shares), size=(matches, most), p=shares)
    counts = np.zeros((matches, len(shares)))
    lengths, decided = np.full(matches, most), np.zeros(matches)
    playing = np.arange(matches)
    low, high = test.bounds
    for step in range(most):
        counts[playing, draws[playing, step]] += 1
        if step % 4 == 3:  # looking after every fourth is enough to see the rates
            ratio = test.log_likelihood_ratio(counts[playing])
            ends = (ratio <= low) | (ratio >= high)
            decided[playing[ends]] = np.where(ratio[ends] >= high, 1, -1)
            lengths[playing[ends]] = step + 1
            playing = playing[~ends]
    return float((decided == 1).mean()), float((decided == -1).mean()), float(lengths.mean())


def test_error_rates_over_ten_thousand_matches() -> None:
    """Each of the two errors comes up in at most 5 % of 10,000 matches; they are as long as in theory."""
    wrong, right, length = sequential(EVEN_OR_57, [0.5, 0.0, 0.5], 10_000, 3000)
    assert wrong < 0.05
    assert wrong + right > 0.999
    assert length == pytest.approx(268, rel=0.1)  # Wald's approximation leaves out the overshoot
    right, wrong, length = sequential(EVEN_OR_57, [0.43, 0.0, 0.57], 10_000, 3000)
    assert wrong < 0.05
    assert length == pytest.approx(270, rel=0.1)


def test_pairs_need_fewer_games_where_openings_decide() -> None:
    """If whoever has the better side wins most games, pairs come out 1:1, and the test sees how little is in them."""
    pairs = [0.05, 0.05, 0.7, 0.1, 0.1]  # mean 0.5375
    mean = float(np.dot(pairs, np.linspace(0, 1, 5)))
    test = Sprt(0.0, elo_of(mean))
    right, wrong, length = sequential(test, pairs, 2000, 1500)
    assert right > 0.95
    assert wrong < 0.05
    _, _, single_games = sequential(test, [1 - mean, 0.0, mean], 2000, 3000)
    assert 2 * length < 0.7 * single_games


def test_bounds_as_text() -> None:
    """Two numbers, parted by a comma."""
    assert Sprt.from_text("-5, 20") == Sprt(-5.0, 20.0)
    assert score_of(Sprt().elo1) == pytest.approx(0.5288, abs=1e-4)


@pytest.mark.parametrize("text", ["", "5", "a,b", "1,2,3", "10,10", "20,0", "nan,3", "0,inf"])
def test_bounds_that_are_none(text: str) -> None:
    """One sentence."""
    with pytest.raises(mv.UsageError, match="bounds of the test"):
        Sprt.from_text(text)


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0, -1.0])
def test_error_rates_that_are_none(rate: float) -> None:
    """They lie between 0 and a half."""
    with pytest.raises(mv.UsageError, match="error rates"):
        Sprt(alpha=rate)
