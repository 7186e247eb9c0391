"""Where the cells of a board are, what they are called, and what they look like: for each kind of board one function.

The centre of a cell is at (x, y): one unit is the distance to the next cell in the row, y counts rows downwards, and
rows of hexagons are half a cell apart. Functions remember what they made, since a board does not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from string import ascii_lowercase
from types import MappingProxyType
from typing import NamedTuple

from monteverde.drawing.pieces import Piece

GO_LETTERS = "abcdefghjklmnopqrstuvwxyz"  # players of Go leave out i
STAR_LINES = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}  # where printed Go boards have dots
LYING, UPRIGHT = Piece("---", "line", "black"), Piece("|", "line", "black")
DOT = Piece("+", "dot", "black")


class Label(NamedTuple):
    """Text beside a cell."""

    text: str
    cell: int
    side: str
    """"left", "right", "above" or "below" the cell."""


class Side(NamedTuple):
    """A side of the board that a player has to reach."""

    colour: str
    cells: tuple[int, ...]
    outwards: tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board without pieces."""

    shape: str
    """What a cell looks like: "squares", "checkers", "felt", "points", "hexagons", "holes", "pits" or "lines"."""
    names: tuple[str, ...]
    """What players call each cell; "" for one that no move is on."""
    places: tuple[tuple[float, float], ...]
    """(x, y) of the centre of each cell."""
    labels: tuple[Label, ...] = ()
    sides: tuple[Side, ...] = ()
    bars: tuple[int, ...] = ()
    """Heavy lines run before the rows and the columns of these numbers."""
    stars: tuple[int, ...] = ()
    """Cells with a dot."""
    columns: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The cells of each column from the bottom up, if pieces are dropped into columns."""
    spacing: int = 2
    """The least characters from one cell to the next in text."""
    covers: bool = False
    """Whether a move takes all the cells that its name has, as a domino does, and not only the last one."""
    shows_moves: bool = True
    """Whether a name means the same cell for all players, so that the moves made can be shown."""

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each cell by its name in small letters."""
        return {name.lower(): cell for cell, name in enumerate(self.names) if name}


@cache
def grid(
    rows: int,
    columns: int,
    shape: str = "squares",
    *,
    upwards: bool = False,
    all_sides: bool = False,
    letters: str = ascii_lowercase,
    bars: tuple[int, ...] = (),
    drops: bool = False,
    covers: bool = False,
) -> Layout:
    """Return a board of rows and columns; cell r * columns + c is in row r from the top.

    Args:
        rows: how many rows.
        columns: how many columns.
        shape: what a cell looks like.
        upwards: whether row 1 is at the bottom, as in chess, and not at the top, as in Othello.
        all_sides: whether the coordinates stand on all four sides, as in Go.
        letters: what the columns are called, one character each.
        bars: the rows and columns before which heavy lines run.
        drops: whether a move names a column, and the piece falls down in it.
        covers: whether a move takes all cells that its name has.
    """
    row_names = [str(rows - r if upwards else r + 1) for r in range(rows)]
    labels = [Label(name, r * columns, "left") for r, name in enumerate(row_names)]
    bottom = (rows - 1) * columns
    if all_sides:
        labels += [Label(name, r * columns + columns - 1, "right") for r, name in enumerate(row_names)]
    if all_sides or not upwards:
        labels += [Label(letters[c], c, "above") for c in range(columns)]
    if all_sides or upwards:
        labels += [Label(letters[c], bottom + c, "below") for c in range(columns)]
    stars = STAR_LINES.get(rows, ()) if shape == "points" and rows == columns else ()
    stacks = {letters[c]: tuple(range(bottom + c, -1, -columns)) for c in range(columns)} if drops else {}
    return Layout(
        shape,
        names=tuple(f"{letters[c]}{name}" for name in row_names for c in range(columns)),
        places=tuple((c, r) for r in range(rows) for c in range(columns)),
        labels=tuple(labels),
        bars=bars,
        stars=tuple(r * columns + c for r in stars for c in stars),
        columns=stacks,
        covers=covers,
    )


@cache
def rhombus(size: int) -> Layout:
    """Return a board of Hex: a1 at the top left, each row half a cell further to the right.

    The first player joins the top with the bottom, the second left with right.
    """
    top = tuple(range(size))
    left = tuple(range(0, size * size, size))
    bottom, right = tuple(c + size * (size - 1) for c in top), tuple(c + size - 1 for c in left)
    return Layout(
        "hexagons",
        names=tuple(f"{ascii_lowercase[c]}{r + 1}" for r in range(size) for c in range(size)),
        places=tuple((c + r / 2, r) for r in range(size) for c in range(size)),
        labels=(
            *(Label(ascii_lowercase[c], c, "above") for c in top),
            *(Label(str(r + 1), cell, "left") for r, cell in enumerate(left)),
        ),
        sides=(
            Side("black", top, (0.0, -1.0)),
            Side("black", bottom, (0.0, 1.0)),
            Side("white", left, (-1.0, 0.0)),
            Side("white", right, (1.0, 0.0)),
        ),
    )


@cache
def triangle(size: int) -> Layout:
    """Return a board of Y: row r has r cells, columns rise to the right from the letters below."""
    places = [(r, c) for r in range(size) for c in range(r + 1)]
    first = [r * (r + 1) // 2 for r in range(size)]
    return Layout(
        "hexagons",
        names=tuple(f"{ascii_lowercase[c]}{r + 1}" for r, c in places),
        places=tuple((c + (size - 1 - r) / 2, r) for r, c in places),
        labels=(
            *(Label(str(r + 1), cell, "left") for r, cell in enumerate(first)),
            *(Label(ascii_lowercase[c], first[-1] + c, "below") for c in range(size)),
        ),
    )


@cache
def hexagon(size: int) -> Layout:
    """Return a board of Havannah with `size` cells on a side; each row begins with the name of its first cell."""
    rows = range(2 * size - 1)
    places = [(r, i) for r in rows for i in range(2 * size - 1 - abs(size - 1 - r))]
    names = tuple(f"{ascii_lowercase[max(size - 1 - r, 0) + i]}{r + 1}" for r, i in places)
    return Layout(
        "hexagons",
        names=names,
        places=tuple((i + abs(size - 1 - r) / 2, r) for r, i in places),
        labels=tuple(Label(names[cell], cell, "left") for cell, (_, i) in enumerate(places) if i == 0),
    )


@cache
def pits(houses: int, player: int, names: tuple[str, str] = ("South", "North")) -> Layout:
    """Return a board of Kalah: the houses of South and its store, then those of North, which run from right to left.

    A move names a house of `player`, whose turn it is.
    """
    letters = tuple(ascii_lowercase[:houses])
    row = range(houses)
    south = [*((float(h), 2.0) for h in row), (float(houses), 1.0)]
    north = [*((float(houses - 1 - h), 0.0) for h in row), (-1.0, 1.0)]
    unnamed = ("",) * houses
    return Layout(
        "pits",
        names=(*(unnamed if player else letters), "", *(letters if player else unnamed), ""),
        places=(*south, *north),
        labels=(
            *(Label(letters[h], h, "below") for h in row),
            *(Label(letters[h], houses + 1 + h, "above") for h in row),
            Label(names[0], houses, "right"),
            Label(names[1], 2 * houses + 1, "left"),
        ),
        spacing=4,
        shows_moves=False,
    )


@cache
def dots(rows: int, columns: int) -> Layout:
    """Return a board of dots and boxes: its lying lines row by row, its upright lines, its boxes, its dots.

    A line is called after the dots at its ends: "a1-b1".
    """

    def dot(r: int, c: int) -> str:
        return f"{ascii_lowercase[c]}{r + 1}"

    lying = [(r, c) for r in range(rows + 1) for c in range(columns)]
    upright = [(r, c) for r in range(rows) for c in range(columns + 1)]
    boxes = [(r, c) for r in range(rows) for c in range(columns)]
    points = [(r, c) for r in range(rows + 1) for c in range(columns + 1)]
    first = len(lying) + len(upright) + len(boxes)
    return Layout(
        "lines",
        names=(
            *(f"{dot(r, c)}-{dot(r, c + 1)}" for r, c in lying),
            *(f"{dot(r, c)}-{dot(r + 1, c)}" for r, c in upright),
            *("" for _ in (*boxes, *points)),
        ),
        places=(
            *((c + 0.5, 2.0 * r) for r, c in lying),
            *((float(c), 2.0 * r + 1) for r, c in upright),
            *((c + 0.5, 2.0 * r + 1) for r, c in boxes),
            *((float(c), 2.0 * r) for r, c in points),
        ),
        labels=(
            *(Label(ascii_lowercase[c], first + c, "above") for c in range(columns + 1)),
            *(Label(str(r + 1), first + r * (columns + 1), "left") for r in range(rows + 1)),
        ),
        spacing=4,
    )
