"""Elo differences and the likelihood of superiority."""

from __future__ import annotations

import math

import pytest

from monteverde.arena import elo_of, likelihood_of_superiority, score_of


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.52, 14), (0.55, 35), (0.57, 49), (0.6, 70), (0.65, 108), (0.7, 147), (0.25, -191)]
)
def test_scores_as_elo(score: float, elo: int) -> None:
    """The usual table, to the nearest point."""
    assert round(elo_of(score)) == elo


def test_elo_and_score_are_inverse() -> None:
    """Whichever way one goes."""
    assert [score_of(elo_of(score)) for score in (0.1, 0.5, 0.93)] == pytest.approx([0.1, 0.5, 0.93])


def test_who_wins_everything_is_infinitely_stronger() -> None:
    """And who loses everything infinitely weaker."""
    assert (elo_of(1.0), elo_of(0.0)) == (math.inf, -math.inf)
    assert (score_of(math.inf), score_of(-math.inf)) == (1.0, 0.0)


def test_superiority() -> None:
    """Ten wins and five losses: Phi(5 / sqrt(15)) = Phi(1.29099) = 0.90165; even scores say nothing."""
    assert likelihood_of_superiority(10, 5) == pytest.approx(0.90165, abs=1e-5)
    assert likelihood_of_superiority(5, 10) == pytest.approx(1 - 0.90165, abs=1e-5)
    assert likelihood_of_superiority(7, 7) == likelihood_of_superiority(0, 0) == 0.5
