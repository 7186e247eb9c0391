"""The moves that lead to a position, so that a program can be told those that it has not seen."""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.errors import IllegalActionError, UnsuitableError
from monteverde.game import Game, Position


@dataclass(frozen=True)
class Move:
    """One move of a game."""

    player: int
    """Whose it was; CHANCE for what nature did."""
    action: int
    name: str
    """What people call it."""
    is_forced: bool
    """Whether nothing else was legal."""


class Line:
    """The positions of a game so far, remembered so that each move is replayed once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._positions = [game.initial()]
        self._moves: list[Move] = []

    def moves_to(self, position: Position) -> list[Move]:
        """Return the moves from the beginning of the game to `position`.

        Raises:
            UnsuitableError: if it was not reached from the beginning, so that there is no telling how.
        """
        history = position.history
        known = [move.action for move in self._moves]
        same = 0
        while same < min(len(known), len(history)) and known[same] == history[same]:
            same += 1
        del self._moves[same:], self._positions[same + 1 :]
        try:
            for action in history[same:]:
                self._play(action)
        except IllegalActionError:
            raise self._unreachable() from None
        if self._positions[-1] != position:
            raise self._unreachable()
        return list(self._moves)

    def _play(self, action: int) -> None:
        before = self._positions[-1]
        self._positions.append(before.play(action))
        is_forced = len(before.legal_actions()) == 1
        self._moves.append(Move(before.to_move, action, before.action_name(action), is_forced))

    def _unreachable(self) -> UnsuitableError:
        return UnsuitableError(
            f"another program can only be shown positions of {self.game.name} that are reached from its beginning; "
            "play there from game.initial()"
        )
