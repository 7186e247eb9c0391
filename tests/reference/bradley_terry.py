"""Ratings by a method that needs no derivatives: the strengths of wins and losses, one player after another.

p(i beats j) = s_i / (s_i + s_j); in turn, s_i = wins_i / sum over games of 1 / (s_i + s_j), until nothing moves.
Source: D. R. Hunter, *MM algorithms for generalized Bradley-Terry models*, Annals of Statistics 32, 2004.
"""

from __future__ import annotations

import math


def strengths(wins: dict[tuple[str, str], float], rounds: int = 20_000) -> dict[str, float]:
    """Return Elo above the mean, given how often the first of each two beat the second."""
    names = sorted({name for pair in wins for name in pair})
    strength = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        for name in names:
            won = sum(count for (winner, _), count in wins.items() if winner == name)
            met = sum(
                count / (strength[winner] + strength[loser])
                for (winner, loser), count in wins.items()
                if name in (winner, loser)
            )
            strength[name] = won / met
    logs = {name: 400.0 * math.log10(value) for name, value in strength.items()}
    mean = sum(logs.values()) / len(logs)
    return {name: value - mean for name, value in logs.items()}
