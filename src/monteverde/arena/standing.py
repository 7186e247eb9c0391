"""How one player stands in a match, and what it spent there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from monteverde.arena.record import Effort, GameRecord
from monteverde.arena.wilson import wilson_interval


@dataclass(frozen=True)
class Standing:
    """How one player stands in a match."""

    player: str
    """Its name."""
    games: int
    """Games finished."""
    wins: int
    """Games in which it alone had the best return."""
    draws: int
    """Games in which it shared the best return."""
    losses: int
    """The others, forfeited ones among them."""
    points: float
    """One for a win, a share of one for a shared win: a half for a draw of two."""
    forfeits: int
    """Losses by an illegal action, an exception, or being late."""
    late: int
    """Those of them by being late."""
    efforts: tuple[Effort, ...]
    """What it spent in each game."""

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; 0 before the first."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval, at 95 %, of the score in the long run."""
        return wilson_interval(self.points, self.games)

    @property
    def moves(self) -> int:
        """How often it chose."""
        return sum(effort.moves for effort in self.efforts)

    @property
    def simulations(self) -> float:
        """Simulations a move; 0 if it does not search."""
        return sum(effort.simulations for effort in self.efforts) / max(self.moves, 1)

    @property
    def seconds(self) -> float:
        """Wall time a move."""
        return sum(effort.seconds for effort in self.efforts) / max(self.moves, 1)

    @property
    def slowest(self) -> float:
        """Seconds that its longest choice took."""
        return max((effort.slowest for effort in self.efforts), default=0.0)

    @property
    def depth(self) -> float:
        """How deep its trees went, in plies, a mean over its games; 0 if it does not search."""
        return fmean([effort.depth for effort in self.efforts if effort.simulations] or [0.0])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text and lists."""
        counts = ("player", "games", "wins", "draws", "losses", "points", "forfeits", "late", "score")
        spent = ("moves", "simulations", "depth", "seconds", "slowest")
        return {name: getattr(self, name) for name in (*counts, *spent)} | {"interval": list(self.interval)}


def standing_of(player: str, records: Iterable[GameRecord]) -> Standing:
    """Return how `player` did in those of `records` in which it took part."""
    own = [(record, record.players.index(player)) for record in records if player in record.players]
    shares = [record.scores[seat] for record, seat in own]
    faults = [record.forfeit for record, seat in own if record.forfeit is not None and record.forfeit.seat == seat]
    return Standing(
        player=player,
        games=len(own),
        wins=sum(share == 1.0 for share in shares),
        draws=sum(0.0 < share < 1.0 for share in shares),
        losses=sum(share == 0.0 for share in shares),
        points=sum(shares),
        forfeits=len(faults),
        late=sum(fault.is_late for fault in faults),
        efforts=tuple(record.efforts[seat] for record, seat in own if record.efforts),
    )
