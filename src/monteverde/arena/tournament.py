"""A tournament: a match between each two of many players, or between the first and each other, and a rating of all.

Every match has the same openings and seeds, so that luck is the same for all pairings as far as it can be.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from monteverde.arena.folder import file_of, made
from monteverde.arena.match import match
from monteverde.arena.match_result import MatchResult
from monteverde.arena.play import start_of
from monteverde.arena.ratings import Ratings, rate
from monteverde.arena.record import GameRecord
from monteverde.errors import UsageError
from monteverde.game import Game, Position
from monteverde.players import Player
from monteverde.tabular import as_html, as_text

Progress = Callable[[MatchResult, GameRecord], object]


@dataclass(frozen=True)
class TournamentResult:
    """A tournament, finished or not. `str(result)` is for people, `result.to_dict()` is JSON-safe."""

    game: str
    """The game, with its parameters."""
    players: tuple[str, ...]
    """The players, in the order in which they were given."""
    matches: tuple[MatchResult, ...]
    """A match for each pairing that was begun."""
    stopped_by: str
    """Why it ended: "games", "interrupted" or "left"."""

    @cached_property
    def ratings(self) -> Ratings | None:
        """Everybody's strength, as far as all games tell; None before the first."""
        records = [record for one in self.matches for record in one.records]
        return rate(records) if records else None

    def score(self, player: str, other: str) -> float | None:
        """Return the points a game that `player` got from `other`; None if they never met."""
        for one in self.matches:
            if one.records and set(one.players) == {player, other}:
                return next(standing.score for standing in one.standings if standing.player == player)
        return None

    def cross_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the cross table, the strongest first: what each scored against each, in percent."""
        ratings = self.ratings
        order = [rating.player for rating in ratings.players] if ratings else list(self.players)
        yield ("", *(f"{number}" for number in range(1, len(order) + 1)))
        for number, player in enumerate(order, start=1):
            scores = (self.score(player, other) for other in order)
            yield (f"{number} {player}", *("" if score is None else f"{100 * score:.1f}" for score in scores))

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table."""
        games = sum(len(one.records) for one in self.matches)
        unfinished = "" if self.stopped_by == "games" else f" ({self.stopped_by})"
        pairings = "1 pairing" if len(self.matches) == 1 else f"{len(self.matches)} pairings"
        yield f"{games} games of {self.game}, {pairings}{unfinished}"
        if self.ratings is not None:
            yield from self.ratings.summary()
        forfeits = sum(standing.forfeits for one in self.matches for standing in one.standings)
        if forfeits:
            yield f"{forfeits} forfeited"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts."""
        return {
            "game": self.game,
            "players": list(self.players),
            "stopped_by": self.stopped_by,
            "ratings": None if self.ratings is None else self.ratings.to_dict(),
            "matches": [one.to_dict() for one in self.matches],
        }

    def __str__(self) -> str:
        rows = list(self.cross_rows() if self.ratings is None else self.ratings.rows())
        return as_text(rows, self.summary())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(self.cross_rows() if self.ratings is None else self.ratings.rows(), self.summary())


def tournament(
    players: Sequence[Player | str],
    game: Game | Position | str,
    games: int = 20,
    *,
    gauntlet: bool = False,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    opening_plies: int = 0,
    jobs: int = 1,
    time_limit: float | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> TournamentResult:
    """Play a tournament and return how it went. Ctrl-C ends it after the games finished so far.

    Args:
        players: two or more players or their names, no name twice.
        game: what to play, for two players, or a position from which each game starts.
        games: how many games for each pairing.
        gauntlet: whether only the first player meets each other; else everybody meets everybody.
        iterations: simulations for a move, as for `match`.
        seconds: wall time for a move, likewise.
        seed: what each match draws from.
        opening_plies: random plies that each game begins with.
        jobs: how many games are played at once.
        time_limit: seconds after which a choice loses the game.
        out: a folder in which each match is kept as a file; a tournament whose folder has games already goes on.
        progress: called after each game, with the result of its match so far and the game.

    Raises:
        UsageError: for arguments that cannot be used, or files that cannot be written.
        GameError: if the game breaks its contract.
    """
    start = start_of(game)
    names = [player if isinstance(player, str) else player.name for player in players]
    if len(set(names)) < len(names) or len(names) < 2:
        raise UsageError(f"a tournament needs two players or more, none twice, got {', '.join(names) or 'nobody'}")
    if start.game.num_players != 2:
        raise UsageError(f"a tournament needs a game for 2 players; {start.game.spec} is for {start.game.num_players}")
    pairings = [pair for pair in combinations(range(len(names)), 2) if pair[0] == 0 or not gauntlet]
    matches: list[MatchResult] = []
    for first, second in pairings:
        result = match(
            [players[first], players[second]],
            game,
            games,
            iterations=iterations,
            seconds=seconds,
            seed=seed,
            opening_plies=opening_plies,
            jobs=jobs,
            time_limit=time_limit,
            out=None if out is None else made(Path(out)) / file_of(names[first], names[second]),
            progress=progress,
        )
        matches.append(result)
        if result.stopped_by != "games":
            break
    return TournamentResult(start.game.spec, tuple(names), tuple(matches), matches[-1].stopped_by)
