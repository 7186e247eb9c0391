"""What can stand in a cell: a mark in text, and a shape and a colour in an SVG."""

from __future__ import annotations

from typing import NamedTuple

KINDS = ("disc", "cross", "ring", "pawn", "queen", "arrow", "block", "line", "count", "owner", "dot")
"""The shapes that a piece can have; a `count` is drawn as its mark, an `owner` as its mark in a box."""
COLOURS = ("black", "white", "red", "yellow", "green", "blue", "grey", "pale red", "pale blue")
"""What a piece can be filled with."""


class Piece(NamedTuple):
    """A piece, or the number of those in a pit. Pieces that are equal look alike."""

    mark: str
    """What it is in text; one character, except for counts and lines."""
    kind: str
    """One of `KINDS`."""
    colour: str
    """One of `COLOURS`."""


BLACK_STONE, WHITE_STONE = Piece("●", "disc", "black"), Piece("○", "disc", "white")
BLACK, WHITE = Piece("B", "disc", "black"), Piece("W", "disc", "white")
CROSS, RING = Piece("X", "cross", "blue"), Piece("O", "ring", "red")
