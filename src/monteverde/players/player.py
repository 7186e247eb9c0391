"""What a player is, and the two things that it may ask for instead of choosing an action."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from monteverde.game import Game, Position
from monteverde.game_clock import GameClock


@dataclass(frozen=True)
class Thought:
    """What a choice rested on."""

    simulations: int = 0
    """Simulations of the search; 0 if there was none."""
    depth: int = 0
    """The longest path in its tree, in plies."""


@dataclass(frozen=True)
class Remark:
    """What a player says of a game that is over."""

    text: str
    """In words."""
    agrees: bool | None
    """Whether it sees the same winner as the rules do; None if that cannot be told."""


class Player(ABC):
    """Answers "which action?" wherever it is its turn. Where chance moves, whoever runs the game draws."""

    name: str
    """What people call it: the text that `load_player` reads, unless it was given another."""
    clock: GameClock | None = None
    """What its clock shows when it is asked, set by whoever runs a game with clocks; None: it may take its time."""

    def start_game(self, game: Game, seed: int) -> None:  # noqa: B027  (most players have nothing to prepare)
        """Get ready for one game, with all randomness drawn from `seed`."""

    @property
    def thought(self) -> Thought:
        """What the last choice rested on."""
        return Thought()

    @abstractmethod
    def choose(self, position: Position) -> int:
        """Return a legal action of `position`, in which it is this player's turn.

        Raises:
            Leave, TakeBack: what a person may wish instead.
            MonteverdeError: if it cannot play this game at all. Any other exception, and EngineError, loses the game.
        """

    def end_game(self, position: Position) -> Remark | None:
        """Hear that a game has ended in `position`; return what there is to say of it, or None."""
        return None

    def close(self) -> None:  # noqa: B027  (most players hold nothing)
        """Give back what the player holds, such as another program. It may be asked to play again."""

    def __repr__(self) -> str:
        return f"<player {self.name}>"


class Leave(Exception):
    """A player's wish to end the game, and whatever it is part of, unfinished."""


class TakeBack(Exception):
    """A player's wish to go back to `position`, an earlier one of the same game."""

    def __init__(self, position: Position) -> None:
        super().__init__("a move is taken back")
        self.position = position
