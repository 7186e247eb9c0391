"""A picture of one state: where the cells are, what stands in them, and what is to be said below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monteverde.drawing.layouts import Layout
from monteverde.drawing.pieces import COLOURS, KINDS, Piece
from monteverde.errors import GameError

MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)[a-z]?")  # as chess writes it: from, to, and what a pawn becomes


@dataclass(frozen=True)
class Picture:
    """What a game's `picture(state)` returns."""

    layout: Layout
    """The board: the same for all states of a game, or nearly."""
    pieces: Sequence[Piece | None]
    """What stands in each cell, in the order of the layout; None where nothing does."""
    captions: Sequence[str] = ()
    """Lines below the board: captures, a score."""

    def __post_init__(self) -> None:
        """Raise GameError for pieces that no renderer could draw."""
        if len(self.pieces) != len(self.layout.names):
            raise GameError(
                f"the picture has {len(self.pieces)} pieces for {len(self.layout.names)} cells; "
                "give one for each cell, None where it is empty"
            )
        for piece in {piece for piece in self.pieces if piece is not None}:
            if piece.kind not in KINDS or piece.colour not in COLOURS:
                raise GameError(
                    f"the picture has {piece}; its kind must be one of {', '.join(KINDS)} "
                    f"and its colour one of {', '.join(COLOURS)}"
                )

    def cells_of(self, action: str) -> tuple[int, ...]:
        """Return the cells that the name of an action speaks of.

        That is one for "d4", two for "a2-a3" and "e7e8q", none for "pass". Where pieces are dropped, a column is the
        cell that the next one falls to.
        """
        if self.layout.columns:
            free = [cell for cell in self.layout.columns.get(action.lower(), ()) if self.pieces[cell] is None]
            return tuple(free[:1])
        numbers = self.layout.numbers
        if action.lower() in numbers:
            return (numbers[action.lower()],)
        move = MOVE.fullmatch(action.lower())
        named = [numbers.get(part) for part in (move.groups() if move else action.lower().split("-"))]
        return tuple(cell for cell in named if cell is not None) if None not in named else ()
