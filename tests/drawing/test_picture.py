"""A picture: what it refuses, and which cells a move is on."""

from __future__ import annotations

import pytest

from monteverde.drawing import Picture, Piece, grid
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import GameError


def test_a_piece_for_each_cell() -> None:
    """Too few are an error with both numbers."""
    with pytest.raises(GameError, match="3 pieces for 4 cells"):
        Picture(grid(2, 2), [None] * 3)


@pytest.mark.parametrize("piece", [Piece("X", "horse", "black"), Piece("X", "disc", "pink")])
def test_pieces_that_cannot_be_drawn_are_refused(piece: Piece) -> None:
    """The error has the piece and what there is."""
    with pytest.raises(GameError, match=r"kind must be one of disc.*colour one of black"):
        Picture(grid(1, 1), [piece])


@pytest.mark.parametrize(
    ("name", "cells"),
    [("b1", (1,)), ("B1", (1,)), ("a2-b1", (2, 1)), ("pass", ()), ("a1-z9", ()), ("-", ()), ("", ())],
)
def test_a_move_is_on_the_cells_that_its_name_has(name: str, cells: tuple[int, ...]) -> None:
    """Capitals aside; a name with a part that is no cell is on none."""
    assert Picture(grid(2, 2), [None] * 4).cells_of(name) == cells


def test_what_is_dropped_falls_on_what_is_there() -> None:
    """The lowest empty cell of the column, or none in a full one."""
    layout = grid(2, 3, "holes", upwards=True, drops=True)
    picture = Picture(layout, [None, BLACK, None, None, WHITE, BLACK])
    assert [picture.cells_of(column) for column in "abcd"] == [(3,), (), (2,), ()]
