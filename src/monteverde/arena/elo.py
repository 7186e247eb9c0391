"""Scores as Elo differences, and how sure it is that one player is the better one.

    score = 1 / (1 + 10^(-difference / 400))

Source: A. Elo, *The rating of chessplayers, past and present*, 1978. The likelihood of superiority is the normal
approximation to the chance, after the match and without knowledge before it, that the first wins more than it loses;
draws say nothing about it.
"""

from __future__ import annotations

import math

ELO_SCALE = 400.0 / math.log(10.0)


def elo_of(score: float) -> float:
    """Return the Elo difference that makes `score` (0 to 1) likely; infinite at 0 and at 1."""
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    return ELO_SCALE * math.log(score / (1.0 - score))


def score_of(elo: float) -> float:
    """Return the score (0 to 1) that a player expects who is `elo` points stronger."""
    return 1.0 / (1.0 + math.exp(-elo / ELO_SCALE)) if elo > -16_000 else 0.0


def likelihood_of_superiority(wins: int, losses: int) -> float:
    """Return how likely it is, given so many wins and losses, that the winner of most of them is not just lucky."""
    if wins + losses == 0:
        return 0.5
    return 0.5 * (1.0 + math.erf((wins - losses) / math.sqrt(2.0 * (wins + losses))))
