"""One game, written down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Game, Position


def played(position: Position, action: int) -> Position:
    """Return the position after `action`.

    Raises:
        IllegalActionError: if the rules do not allow it; the sentence has the move by its name.
    """
    try:
        return position.play(action)
    except IllegalActionError:
        name = position.action_name(action) if 0 <= action < position.game.num_actions else f"action {action}"
        if position.is_terminal:
            raise IllegalActionError(f"{name} comes after the end of the game") from None
        mover = position.game.player_name(position.to_move)
        raise IllegalActionError(f"{name} is not legal for {mover}") from None


@dataclass(frozen=True)
class Record:
    """A game with its moves, chance included. Whether they are legal is found out when they are played."""

    game: Game
    """What is played."""
    actions: tuple[int, ...] = ()
    """The moves, from the beginning or from what was set up."""
    players: tuple[str, ...] = ()
    """Who sits in each seat; empty if that is not known."""
    result: str = ""
    """How it ended, in the words of the file; empty if it has not, or nobody said."""
    date: str = ""
    """When it was played, such as 2026-11-30."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """What is said about the position after so many plies."""
    seed: int | None = None
    """What everything random in it was drawn from."""
    stones: tuple[tuple[int, int], ...] = ()
    """What stood on the board before the first move, each (cell, player)."""
    to_move: int | None = None
    """Who begins, where that is not who begins the game."""

    @property
    def moves(self) -> tuple[str, ...]:
        """What people call the actions."""
        return tuple(str(type(self.game).action_name(action)) for action in self.actions)

    def start(self) -> Position:
        """Return the position before the first move.

        Raises:
            UsageError: if what is set up is no position of the game.
        """
        return self.game.position(self.stones, self.to_move)

    def positions(self) -> Iterator[Position]:
        """Yield the position before the first move and after each.

        Raises:
            IllegalActionError: at a move that the rules do not allow.
        """
        position = self.start()
        yield position
        for ply, action in enumerate(self.actions, start=1):
            try:
                position = played(position, action)
            except IllegalActionError as error:
                raise IllegalActionError(f"move {ply}: {error}") from None
            yield position

    def position(self, ply: int | None = None) -> Position:
        """Return the position after `ply` moves, the last one if not given.

        Raises:
            UsageError: if there are not so many moves.
            IllegalActionError: if one of them is not legal.
        """
        last = len(self.actions) if ply is None else ply
        if not 0 <= last <= len(self.actions):
            raise UsageError(f"there is no move {last}: the record has {len(self.actions)} moves; give 0 to that")
        return next(position for number, position in enumerate(self.positions()) if number == last)

    def until(self, ply: int) -> Record:
        """Return this record without the moves, the comments and the result that came after `ply` moves."""
        if ply >= len(self.actions):
            return self
        kept = {number: text for number, text in self.comments.items() if number <= ply}
        return replace(self, actions=self.actions[:ply], comments=kept, result="")
