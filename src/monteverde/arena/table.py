"""Where the games of a match are played, and the card from which another process sets the same table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from monteverde.arena.play import play_game, start_of
from monteverde.arena.record import GameRecord
from monteverde.arena.schedule import Schedule
from monteverde.game_clock import GameClock
from monteverde.players import Player, load_player


@dataclass(frozen=True)
class Table:
    """Who plays, by which names, and from which schedule the games of a match come."""

    players: Sequence[Player]
    names: tuple[str, ...]
    schedule: Schedule
    time_limit: float | None = None
    """Seconds that a choice may take; None: any."""
    clock: GameClock | None = None
    """What the clock of each player shows when a game begins; None: there are no clocks."""

    def play(self, number: int) -> GameRecord:
        """Play game `number`."""
        opening = self.schedule.opening(number)
        seats = self.schedule.seats(number)
        seated = [self.players[player] for player in seats]
        game_seed = self.schedule.game_seed(number)
        record = play_game(seated, opening, game_seed, time_limit=self.time_limit, clock=self.clock)
        begun = opening.history[len(self.schedule.start.history) :]
        return replace(
            record,
            number=number,
            players=tuple(self.names[player] for player in seats),
            opening=tuple(opening.action_name(action) for action in begun),
        )


@dataclass(frozen=True)
class TableCard:
    """The same as text and numbers, from which another process sets its own table."""

    game: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    seed: int
    opening_plies: int
    rotate: bool
    iterations: int | None
    seconds: float | None
    time_limit: float | None
    clock: GameClock | None

    def table(self) -> Table:
        """Set the table."""
        start = start_of(self.game)
        players = [load_player(player, self.iterations, self.seconds) for player in self.players]
        schedule = Schedule(start, len(players), self.seed, self.opening_plies, self.rotate)
        return Table(players, self.names, schedule, self.time_limit, self.clock)
