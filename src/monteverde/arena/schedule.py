"""Who sits where in which game of a match, from which opening, and with which seed: all of it follows from a number.

Games come in *rounds* of as many as there are players, in which each player has every seat once. The games of a round
begin with the same opening: a few random plies. So neither a seat nor an opening favours anybody.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from monteverde.arena.seeds import seeds_from
from monteverde.errors import UsageError
from monteverde.game import CHANCE, Position

MOST_TRIES = 1000  # drawings of an opening that does not end the game
GAMES, OPENINGS = 1, 2  # what seeds are drawn for


@dataclass(frozen=True)
class Schedule:
    """The plan of a match without end."""

    start: Position
    """What each game starts from, before its opening."""
    num_players: int
    seed: int = 0
    """What the seeds of games and openings are made from."""
    opening_plies: int = 0
    """How many random plies each game begins with."""
    rotate: bool = True
    """Whether the players change seats."""

    def __post_init__(self) -> None:
        plies = self.opening_plies
        if isinstance(plies, bool) or not isinstance(plies, int) or plies < 0:
            raise UsageError(f"the number of random opening plies is {plies!r}; it must be a whole number from 0")

    def seats(self, number: int) -> list[int]:
        """Return which player sits in each seat of game `number`."""
        turn = number % self.num_players if self.rotate else 0
        return [(seat + turn) % self.num_players for seat in range(self.num_players)]

    def round_of(self, number: int) -> int:
        """Return which round game `number` belongs to."""
        return number // self.num_players if self.rotate else number

    def game_seed(self, number: int) -> int:
        """Return what everything random in game `number` is drawn from."""
        return seeds_from(self.seed, 1, GAMES, number)[0]

    def opening(self, number: int) -> Position:
        """Return the position in which the players of game `number` begin.

        Raises:
            UsageError: if so many random plies end the game, however they are drawn.
        """
        draw = random.Random(seeds_from(self.seed, 1, OPENINGS, self.round_of(number))[0])
        for _ in range(MOST_TRIES):
            position = self._drawn(draw)
            if not position.is_terminal:
                return position
        raise UsageError(
            f"{self.opening_plies} random plies always end {self.start.game.spec}; begin with fewer of them"
        )

    def _drawn(self, draw: random.Random) -> Position:
        position = self.start
        for _ in range(self.opening_plies):
            if position.is_terminal:
                break
            if position.to_move == CHANCE:
                outcomes, weights = zip(*position.chance_outcomes(), strict=True)
                position = position.play(draw.choices(outcomes, weights)[0])
            else:
                position = position.play(draw.choice(position.legal_actions()))
        return position
