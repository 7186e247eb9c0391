"""Ratings of many players from their games with each other: the likeliest strengths, in Elo.

With strengths r, an advantage a of whoever moves first and a margin d for draws, all in Elo over 400 / ln 10,

    P(first wins) = s(r1 - r2 + a - d)        s(x) = 1 / (1 + e^-x)
    P(first loses) = s(r2 - r1 - a - d)       P(draw) = the rest

which gives the log-likelihood

    (W + D) log s(r1 - r2 + a - d) + (L + D) log s(r2 - r1 - a - d) + D log(e^2d - 1)

concave in all parameters, so Newton's method finds its one maximum. Everybody is also given `prior` drawn-out games
with a player of strength 0 (half of them won, half lost, in both seats); else whoever won all games would be infinitely
strong.

Sources: P. V. Rao and L. L. Kupper, *Ties in paired-comparison experiments*, JASA 62, 1967; R. R. Davidson and
R. J. Beaver, *On extending the Bradley-Terry model to incorporate within-pair order effects*, Biometrics 33, 1977.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.arena.elo import ELO_SCALE
from monteverde.arena.record import GameRecord
from monteverde.arena.standing import Standing, standing_of
from monteverde.arena.wilson import Z_95
from monteverde.errors import UsageError
from monteverde.tabular import as_html, as_text

PRIOR_GAMES = 1.0
MOST_STEPS = 100  # of Newton's method; ten are usual
CLOSE = 1e-12
FIRST_MARGIN = 0.5  # where the search for the margin of draws begins

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """One player's strength."""

    player: str
    elo: float
    """Above or below the mean of all players."""
    error: float
    """Half of the 95 % interval of that, in Elo."""
    standing: Standing
    """Its results."""


@dataclass(frozen=True)
class Ratings:
    """The strengths of all players, the strongest first. `str(ratings)` is a table, `to_dict()` is JSON-safe."""

    players: tuple[Rating, ...]
    advantage: float
    """What moving first is worth, in Elo."""
    advantage_error: float
    """Half of the 95 % interval of that."""
    draw_rate: float
    """How often two equal players would draw, neither having the advantage."""

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the table as text: the heads, then a row for each player."""
        yield ("player", "Elo", "+-", "games", "wins", "draws", "losses", "score")
        for r in self.players:
            s = r.standing
            counts = (f"{s.games}", f"{s.wins}", f"{s.draws}", f"{s.losses}", f"{s.score:.1%}")
            yield (r.player, f"{r.elo:+.0f}", f"{r.error:.0f}", *counts)

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table."""
        yield f"moving first is worth {self.advantage:+.0f} +- {self.advantage_error:.0f} Elo"
        yield f"equal players draw {self.draw_rate:.1%} of their games"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts."""
        return {
            "players": [{"elo": r.elo, "error": r.error, **r.standing.to_dict()} for r in self.players],
            "advantage": self.advantage,
            "advantage_error": self.advantage_error,
            "draw_rate": self.draw_rate,
        }

    def __str__(self) -> str:
        return as_text(self.rows(), self.summary())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self.rows(), self.summary())


def rate(records: Iterable[GameRecord], prior: float = PRIOR_GAMES) -> Ratings:
    """Return the likeliest strengths of all who played in `records`, games of two.

    Args:
        records: games; who sits first moves first.
        prior: how many drawn-out games with a player of mean strength each is given, above 0.

    Raises:
        UsageError: if there are no games, or one that is not of two, or `prior` is not above 0.
    """
    listed = list(records)
    if not listed or any(len(record.players) != 2 for record in listed):
        raise UsageError("ratings need games, all of two players")
    if not prior > 0.0:
        raise UsageError(f"prior is {prior}; it must be above 0")
    names = sorted({player for record in listed for player in record.players})
    fit = _Fit(names, listed, prior)
    strengths, errors = fit.centred()
    ordered = sorted(range(len(names)), key=lambda index: -strengths[index])
    return Ratings(
        players=tuple(
            Rating(names[i], float(strengths[i]), float(errors[i]), standing_of(names[i], listed)) for i in ordered
        ),
        advantage=float(fit.point[-2]) * ELO_SCALE,
        advantage_error=Z_95 * float(np.sqrt(fit.covariance[-2, -2])) * ELO_SCALE,
        draw_rate=float(np.tanh(fit.point[-1] / 2.0)) if fit.has_draws else 0.0,
    )


class _Fit:
    """The maximum of the likelihood. `point` holds the strengths, the advantage, and the margin of draws."""

    def __init__(self, names: list[str], records: list[GameRecord], prior: float) -> None:
        self.num_players = len(names)
        wins, self.draws = self._counted({name: index for index, name in enumerate(names)}, records, prior)
        self.has_draws = self.draws > 0.0
        self.rows = np.array(list(wins))
        """One row for each kind of result: what of the parameters is inside s(), in the order of `point`."""
        self.weights = np.array(list(wins.values()))
        self.point = np.zeros(self.num_players + 2)
        self.point[-1] = FIRST_MARGIN if self.has_draws else 0.0
        self.covariance = self._maximise()

    def _counted(
        self, index: dict[str, int], records: list[GameRecord], prior: float
    ) -> tuple[dict[tuple[float, ...], float], float]:
        """Return how often each row counts, and the number of draws."""
        counts: dict[tuple[float, ...], float] = defaultdict(float)
        draws = 0.0
        for record in records:
            first, second = (index[player] for player in record.players)
            is_draw = record.winner is None
            draws += is_draw
            if record.winner == 0 or is_draw:
                counts[self._row(first, second, 1.0)] += 1.0
            if record.winner == 1 or is_draw:
                counts[self._row(first, second, -1.0)] += 1.0
        for player in index.values():
            for sign in (1.0, -1.0):
                counts[self._row(player, None, sign)] += prior / 4.0
                counts[self._row(None, player, sign)] += prior / 4.0
        return counts, draws

    def _row(self, first: int | None, second: int | None, sign: float) -> tuple[float, ...]:
        """Return the row of a win (sign 1) or a loss (-1) of `first`; None is the player of strength 0."""
        row = np.zeros(self.num_players + 2)
        if first is not None:
            row[first] += sign
        if second is not None:
            row[second] -= sign
        row[-2] = sign
        row[-1] = -1.0
        return tuple(row)

    def _maximise(self) -> Vector:
        """Move `point` to the maximum, and return the covariance of the parameters."""
        free = slice(None) if self.has_draws else slice(0, -1)
        here = self._value(self.point)
        for _ in range(MOST_STEPS):
            gradient, information = self._slope(self.point)
            step = np.zeros_like(self.point)
            step[free] = np.linalg.solve(information[free, free], gradient[free])
            length = 1.0
            while not self._value(self.point + length * step) >= here and length > CLOSE:
                length /= 2.0
            self.point = self.point + length * step
            here = self._value(self.point)
            if float(np.abs(step).max()) < CLOSE:
                break
        covariance = np.zeros((len(self.point),) * 2)
        covariance[free, free] = np.linalg.inv(self._slope(self.point)[1][free, free])
        return covariance

    def _value(self, point: Vector) -> float:
        """Return the log-likelihood, minus infinity where there is no such point."""
        value = -float(self.weights @ np.logaddexp(0.0, -self.rows @ point))
        if not self.has_draws:
            return value
        return value + self.draws * float(np.log(np.expm1(2.0 * point[-1]))) if point[-1] > 0.0 else -np.inf

    def _slope(self, point: Vector) -> tuple[Vector, Vector]:
        """Return the gradient of the log-likelihood, and its second derivatives with the sign changed."""
        likely = 1.0 / (1.0 + np.exp(-self.rows @ point))
        gradient = self.rows.T @ (self.weights * (1.0 - likely))
        information = (self.rows.T * (self.weights * likely * (1.0 - likely))) @ self.rows
        if self.has_draws:
            odds = -np.expm1(-2.0 * point[-1])  # 1 - e^-2d
            gradient[-1] += 2.0 * self.draws / odds
            information[-1, -1] += 4.0 * self.draws * np.exp(-2.0 * point[-1]) / odds**2
        return gradient, information

    def centred(self) -> tuple[Vector, Vector]:
        """Return the strengths above their mean, and half of their 95 % intervals, in Elo."""
        count = self.num_players
        centring = np.eye(count) - 1.0 / count
        spread = centring @ self.covariance[:count, :count] @ centring.T
        return centring @ self.point[:count] * ELO_SCALE, Z_95 * np.sqrt(np.diag(spread)) * ELO_SCALE
