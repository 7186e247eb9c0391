"""A match: many games between the same players, who change seats from game to game.

Game k is seated by turning the list of players k places, so that of two players each begins every other game. Each
game has a seed of its own, made from the match's seed and k: `play_game` with the seed of a record repeats that game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from monteverde.arena.play import check_seats, play_game, start_of
from monteverde.arena.record import GameRecord
from monteverde.arena.seeds import seeds_from
from monteverde.arena.wilson import wilson_interval
from monteverde.errors import UsageError
from monteverde.game import Game, Position
from monteverde.players import Leave, Player, load_player

Progress = Callable[["MatchResult"], object]

NOTE = "Wilson interval"
NOTE_ON_DRAWS = "Wilson interval, a draw counted as half a win, which makes it wider than need be"


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
    """Losses by an illegal action or an exception."""

    @property
    def score(self) -> float:
        """Points a game, 0 to 1; 0 before the first."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson interval, at 95 %, of the score in the long run."""
        return wilson_interval(self.points, self.games)


@dataclass(frozen=True)
class MatchResult:
    """A match, finished or not. `str(result)` is for people, `result.to_dict()` is JSON-safe.

    `wins`, `draws`, `losses`, `score` and `interval` are those of the first player.
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
    """The games that were finished."""
    stopped_by: str
    """Why it ended: "games", "interrupted" (Ctrl-C) or "left" (a person went); "" while it goes on."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """One for each player, in their order."""
        return tuple(self._standing(player) for player in self.players)

    def _standing(self, player: str) -> Standing:
        seats = [record.players.index(player) for record in self.records]
        shares = [record.scores[seat] for record, seat in zip(self.records, seats, strict=True)]
        faults = [record.forfeit.seat if record.forfeit else None for record in self.records]
        return Standing(
            player=player,
            games=len(shares),
            wins=sum(share == 1.0 for share in shares),
            draws=sum(0.0 < share < 1.0 for share in shares),
            losses=sum(share == 0.0 for share in shares),
            points=sum(shares),
            forfeits=sum(fault == seat for fault, seat in zip(faults, seats, strict=True)),
        )

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
        """Return everything as plain numbers, text, lists and dicts."""
        return {
            "game": self.game,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "stopped_by": self.stopped_by,
            "standings": [
                {**vars(standing), "score": standing.score, "interval": list(standing.interval)}
                for standing in self.standings
            ],
            "verdict": self.verdict,
            "records": [record.to_dict() for record in self.records],
        }

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the standings as text: the heads, then a row for each player."""
        yield ("player", "wins", "draws", "losses", "score", "95% interval")
        for s in self.standings:
            low, high = s.interval
            yield (s.player, f"{s.wins}", f"{s.draws}", f"{s.losses}", f"{s.score:.1%}", f"{low:.1%} to {high:.1%}")

    def summary(self) -> Iterator[str]:
        """Yield the lines below the standings: what they say, and what else happened."""
        played = len(self.records)
        games = f"{played} {'game' if played == 1 else 'games'} of {self.game}"
        yield games if played == self.games else f"{games}, of {self.games} wanted ({self.stopped_by})"
        if not self.records:
            return
        has_draws = any(standing.draws for standing in self.standings)
        yield f"{self.verdict} ({NOTE_ON_DRAWS if has_draws else NOTE})"
        for record in self.records:
            if record.forfeit is not None:
                yield f"{sum(s.forfeits for s in self.standings)} forfeited, the first: {record}"
                return

    def __str__(self) -> str:
        rows = list(self.rows())
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([*(line.rstrip() for line in lines), *self.summary()])

    __repr__ = __str__


def match(
    players: Sequence[Player | str],
    game: Game | Position | str,
    games: int = 100,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    rotate: bool = True,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match and return how it went. Ctrl-C ends it after the games finished so far.

    Args:
        players: as many as the game has seats: players, or their names.
        game: what to play, or a position from which each game starts.
        games: how many games; an even number gives two players each colour equally often.
        iterations: simulations for a move of each player given by name, unless its name says otherwise.
        seconds: wall time for a move, likewise.
        seed: what the seeds of the games are made from.
        rotate: whether the players change seats; if not, they keep the order in which they were given.
        progress: called with the result so far after each game.

    Raises:
        UsageError: for arguments that cannot be used.
        GameError: if the game breaks its contract.
    """
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise UsageError(f"games is {games!r}; it must be a whole number of at least 1")
    start = start_of(game)
    loaded = [load_player(p, iterations, seconds) if isinstance(p, str) else p for p in players]
    if start.game.num_players < 2:
        raise UsageError(f"{start.game.name} is for 1 player; a match needs a game for two or more")
    check_seats(start, len(loaded))
    names = _distinct([player.name for player in loaded])
    records: list[GameRecord] = []

    def result(stopped_by: str = "") -> MatchResult:
        return MatchResult(start.game.spec, names, games, seed, tuple(records), stopped_by)

    try:
        for number in range(games):
            turn = number % len(loaded) if rotate else 0
            seated = [*loaded[turn:], *loaded[:turn]]
            record = play_game(seated, start, seeds_from(seed, 1, number)[0])
            records.append(replace(record, players=(*names[turn:], *names[:turn])))
            if progress is not None:
                progress(result())
    except KeyboardInterrupt:
        return result("interrupted")
    except Leave:
        return result("left")
    return result("games")


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return `names`, those that occur more than once with a number behind them."""
    counts = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return tuple(
        f"{name} #{count}" if names.count(name) > 1 else name for name, count in zip(names, counts, strict=True)
    )
