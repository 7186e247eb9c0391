"""A match: many games between the same players, who change seats from game to game.

All that is drawn follows from the match's seed and the game's number (`schedule.py`), so games can be played in any
order and in any process: `play_game` from the opening of a record and with its seed repeats that game.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack

from monteverde.arena.at_once import played_at_once
from monteverde.arena.journal import Journal
from monteverde.arena.match_result import MatchResult
from monteverde.arena.play import check_seats, start_of
from monteverde.arena.record import GameRecord
from monteverde.arena.schedule import Schedule
from monteverde.arena.sprt import Sprt
from monteverde.arena.table import Table, TableCard
from monteverde.errors import UsageError
from monteverde.game import Game, Position
from monteverde.game_clock import read_clock
from monteverde.players import Leave, Player, load_player

Progress = Callable[[MatchResult, GameRecord], object]


def match(
    players: Sequence[Player | str],
    game: Game | Position | str,
    games: int = 100,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    opening_plies: int = 0,
    rotate: bool = True,
    sprt: Sprt | None = None,
    jobs: int = 1,
    time_limit: float | None = None,
    clock: str | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match and return how it went. Ctrl-C ends it after the games finished so far; the players are closed.

    Args:
        players: as many as the game has seats: players, or their names.
        game: what to play, or a position from which each game starts.
        games: how many games; an even number gives two players each colour equally often.
        iterations: simulations for a move of each player given by name, unless its name says otherwise.
        seconds: wall time for a move, likewise.
        seed: what the seeds of the games are made from.
        opening_plies: how many random plies each game begins with. Games that differ in the seats alone begin alike.
        rotate: whether the players change seats; if not, they keep the order in which they were given.
        sprt: a test that ends the match as soon as it is decided, for two players who change seats.
        jobs: how many games are played at once, each in a process with a core of its own. Players and the game must
            then be given by name.
        time_limit: seconds that a choice may take; a player that takes longer loses the game. None: any.
        clock: seconds that each player has for a game, such as "60+0.5"; who runs out of them loses it. None: any.
        out: a file to which each game is appended; a match whose file has games already goes on after them.
        progress: called after each game, with the result so far and the game.

    Raises:
        UsageError: for arguments that cannot be used, or a file that cannot be written.
        GameError: if the game breaks its contract.
    """
    _check_count("games", games)
    _check_count("jobs", jobs)
    start = start_of(game)
    if start.game.num_players < 2:
        raise UsageError(f"{start.game.name} is for 1 player; a match needs a game for two or more")
    if sprt is not None and (start.game.num_players != 2 or not rotate):
        raise UsageError("a sequential test is for two players who change seats")
    if time_limit is not None and not 0.0 < time_limit < math.inf:
        raise UsageError(f"time_limit is {time_limit}; it must be a finite number of seconds above 0")
    game_clock = None if clock is None else read_clock(clock)
    loaded = [load_player(p, iterations, seconds) if isinstance(p, str) else p for p in players]
    check_seats(start, len(loaded))
    names = _distinct([player.name for player in loaded])
    table = Table(loaded, names, Schedule(start, len(loaded), seed, opening_plies, rotate), time_limit, game_clock)
    card = None
    if jobs > 1:
        texts = tuple(player for player in players if isinstance(player, str))
        if not isinstance(game, str) or len(texts) < len(loaded):
            raise UsageError("several games at once need the game and the players by name, not as objects")
        card = TableCard(game, texts, names, seed, opening_plies, rotate, iterations, seconds, time_limit, game_clock)

    def played(numbers: list[int]) -> Iterator[GameRecord]:
        return map(table.play, numbers) if card is None else played_at_once(card, numbers, jobs)

    course = _Course(start.game.spec, names, games, seed, sprt, progress)
    identity = {
        "game": start.game.spec,
        "start": list(start.history),
        "players": list(names),
        "iterations": iterations,
        "seconds": seconds,
        "seed": seed,
        "opening_plies": opening_plies,
        "rotate": rotate,
        "time_limit": time_limit,
        "clock": clock,
    }
    with ExitStack() as stack:
        for player in loaded:
            stack.callback(player.close)
        journal = None if out is None else stack.enter_context(Journal(out, identity))
        return course.run(played, journal)


class _Course:
    """How far a match has come."""

    def __init__(
        self,
        game: str,
        names: tuple[str, ...],
        games: int,
        seed: int,
        sprt: Sprt | None,
        progress: Progress | None,
    ) -> None:
        self.game, self.names, self.games, self.seed = game, names, games, seed
        self.sprt, self.progress = sprt, progress
        self.records: dict[int, GameRecord] = {}

    def run(self, played: Callable[[list[int]], Iterator[GameRecord]], journal: Journal | None) -> MatchResult:
        """Play what is missing, and return how the match went."""
        if journal is not None:
            self.records = {number: r for number, r in journal.records.items() if number < self.games}
        coming = played([number for number in range(self.games) if number not in self.records])
        try:
            while not self._is_decided():
                record = next(coming, None)
                if record is None:
                    return self._result("games")
                if journal is not None:
                    journal.append(record)
                self.records[record.number] = record
                if self.progress is not None:
                    self.progress(self._result(), record)
            return self._result("sprt")
        except KeyboardInterrupt:
            return self._result("interrupted")
        except Leave:
            return self._result("left")
        finally:
            if isinstance(coming, Generator):
                coming.close()

    def _is_decided(self) -> bool:
        return self.sprt is not None and bool(self.sprt.decision(self._result().pairs))

    def _result(self, stopped_by: str = "") -> MatchResult:
        records = tuple(self.records[number] for number in sorted(self.records))
        return MatchResult(self.game, self.names, self.games, self.seed, records, stopped_by, self.sprt)


def _check_count(name: str, count: int) -> None:
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise UsageError(f"{name} is {count!r}; it must be a whole number of at least 1")


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return `names`, those that occur more than once with a number behind them."""
    counts = [names[: index + 1].count(name) for index, name in enumerate(names)]
    return tuple(
        f"{name} #{count}" if names.count(name) > 1 else name for name, count in zip(names, counts, strict=True)
    )
