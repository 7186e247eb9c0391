"""How a match went: the standings, and what they say about strength."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

from monteverde.arena.elo import elo_of, likelihood_of_superiority
from monteverde.arena.record import GameRecord
from monteverde.arena.sprt import Sprt
from monteverde.arena.standing import Standing, standing_of
from monteverde.tabular import json_number

NOTE = "Wilson interval"
NOTE_ON_DRAWS = "Wilson interval, a draw counted as half a win, which makes it wider than need be"


@dataclass(frozen=True)
class MatchResult:
    """A match, finished or not. `str(result)` is for people, `result.to_dict()` is JSON-safe.

    `wins`, `draws`, `losses`, `score`, `interval`, `elo` and `superiority` are those of the first player.
    """

    game: str
    """The game, with its parameters."""
    players: tuple[str, ...]
    """The players, in the order in which they were given; names given twice are numbered."""
    games: int
    """How many games were wanted."""
    seed: int
    """What the games' seeds were made from."""
    records: tuple[GameRecord, ...]
    """The games that were finished, by their numbers."""
    stopped_by: str
    """Why it ended: "games", "sprt", "interrupted" (Ctrl-C) or "left" (a person went); "" while it goes on."""
    sprt: Sprt | None = None
    """The test that may end it."""

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """One for each player, in their order."""
        return tuple(standing_of(player, self.records) for player in self.players)

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return self.standings[0].wins

    @property
    def draws(self) -> int:
        """Games whose win the first player shared."""
        return self.standings[0].draws

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return self.standings[0].losses

    @property
    def score(self) -> float:
        """Points a game of the first player."""
        return self.standings[0].score

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of that score."""
        return self.standings[0].interval

    @property
    def elo(self) -> float:
        """The Elo difference between the first player and the other that makes this score likely; for two players.

        Infinite if it won or lost everything, NaN before the first game.
        """
        return elo_of(self.score) if self.records else float("nan")

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of that difference: the ends of `interval` as Elo."""
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def superiority(self) -> float:
        """How likely it is that the first of two players is the stronger one."""
        return likelihood_of_superiority(self.wins, self.losses)

    @property
    def first_seat(self) -> float:
        """Points a game of whoever moves first."""
        return fmean([record.scores[0] for record in self.records] or [0.0])

    @property
    def length(self) -> float:
        """Plies a game, openings counted."""
        return fmean([len(record.opening) + len(record.actions) for record in self.records] or [0.0])

    @cached_property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """How many finished pairs of games gave the first of two players 0, 1/2, 1, 3/2 and 2 points.

        A pair are two games from one opening, with the colours changed.
        """
        rounds: dict[int, list[float]] = defaultdict(list)
        for record in self.records:
            rounds[record.number // 2].append(record.scores[record.players.index(self.players[0])])
        points = [sum(scores) for scores in rounds.values() if len(scores) == 2]
        return tuple(sum(2 * p == half_points for p in points) for half_points in range(5))  # type: ignore[return-value]

    @property
    def verdict(self) -> str:
        """What the first player's interval allows to say."""
        low, high = self.interval
        even = 1.0 / len(self.players)
        first = self.players[0]
        rest = self.players[1] if len(self.players) == 2 else "an equal share"
        if low > even:
            return f"{first} scores more than {rest}"
        if high < even:
            return f"{first} scores less than {rest}"
        return "too few games to tell who is stronger"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts; None stands for what is not finite."""
        for_two = {
            "elo": json_number(self.elo),
            "elo_interval": [json_number(end) for end in self.elo_interval],
            "superiority": self.superiority,
            "pairs": list(self.pairs),
        }
        return {
            "game": self.game,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "stopped_by": self.stopped_by,
            "score": self.score,
            "interval": list(self.interval),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            **(for_two if len(self.players) == 2 else {}),
            "sprt": None if self.sprt is None else self.sprt.to_dict(self.pairs),
            "first_seat": self.first_seat,
            "length": self.length,
            "standings": [standing.to_dict() for standing in self.standings],
            "verdict": self.verdict,
            "records": [record.to_dict() for record in self.records],
        }

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the standings as text: the heads, then a row for each player."""
        yield ("player", "wins", "draws", "losses", "score", "95% interval")
        for s in self.standings:
            low, high = s.interval
            yield (s.player, f"{s.wins}", f"{s.draws}", f"{s.losses}", f"{s.score:.1%}", f"{low:.1%} to {high:.1%}")

    def effort_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield what the players spent as text: the heads, then a row for each player."""
        yield ("player", "moves", "seconds/move", "slowest", "simulations/move", "depth")
        for s in self.standings:
            searched = (f"{s.simulations:,.0f}", f"{s.depth:.1f}") if s.simulations else ("", "")
            yield (s.player, f"{s.moves}", f"{s.seconds:.3f}", f"{s.slowest:.3f}", *searched)

    def summary(self) -> Iterator[str]:
        """Yield the lines below the standings: what they say, and what else happened."""
        played = len(self.records)
        games = f"{played} {'game' if played == 1 else 'games'} of {self.game}"
        yield games if played == self.games else f"{games}, of {self.games} wanted ({self.stopped_by})"
        if not self.records:
            return
        has_draws = any(standing.draws for standing in self.standings)
        yield f"{self.verdict} ({NOTE_ON_DRAWS if has_draws else NOTE})"
        if len(self.players) == 2:
            yield f"Elo difference {self._elo_text()}, likelihood of superiority {self.superiority:.1%}"
        yield f"whoever moves first scores {self.first_seat:.1%}; {self.length:.1f} plies a game"
        if self.sprt is not None:
            yield self.sprt.summary(self.pairs)
        for record in self.records:
            if record.forfeit is not None:
                yield f"{sum(s.forfeits for s in self.standings)} forfeited, the first: {record}"
                break
        late = [f"{standing.player} {standing.late}" for standing in self.standings if standing.late]
        if late:
            yield f"lost on time: {', '.join(late)}"
        yield from self._remarks()

    def _remarks(self) -> Iterator[str]:
        """Yield how many of the players' own results have the same winner, and the first that has not."""
        remarks = [(record.number, remark) for record in self.records for remark in record.remarks if remark]
        if not remarks:
            return
        others = [(number, remark) for number, remark in remarks if not remark.agrees]
        yield f"results checked by the players: {len(remarks) - len(others)} of {len(remarks)} agree"
        if others:
            yield f"the first that does not, in game {others[0][0] + 1}: {others[0][1].text}"

    def _elo_text(self) -> str:
        low, high = self.elo_interval
        return f"{self.elo:+.0f} ({low:+.0f} to {high:+.0f})"

    def __str__(self) -> str:
        rows = list(self.rows())
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([*(line.rstrip() for line in lines), *self.summary()])

    __repr__ = __str__
