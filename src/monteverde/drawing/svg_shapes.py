"""The parts of an SVG of a board: cells, pieces, marks on them. A point is (x, y) in pixels, y downwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from html import escape

from monteverde.drawing.pieces import Piece
from monteverde.drawing.svg_style import (
    BOX,
    CARD,
    CELLS,
    FAINT_TEXT,
    FONT,
    HEAT,
    INKS,
    LAST,
    MONOSPACE,
    TEXT,
    UNIT,
    text_on,
)

Point = tuple[float, float]

DISC, HOLE, HEXAGON = 0.42 * UNIT, 0.43 * UNIT, UNIT / math.sqrt(3.0)
PIECE_EDGE = "#3a352d"
PLAIN = ("black", "white")  # discs that need no letter to be told apart
SQUARES = ("squares", "checkers", "felt")


def number(value: float) -> str:
    """Return a coordinate without digits that nobody sees."""
    return f"{value:.1f}".removesuffix(".0")


def text(at: Point, words: str, size: float, *, fill: str = TEXT, anchor: str = "middle", style: str = "") -> str:
    """Return text whose middle line is at the height of `at`."""
    x, y = number(at[0]), number(at[1] + 0.36 * size)
    fixed = " xml:space='preserve'" if style == "mono" else ""
    family = MONOSPACE if style == "mono" else FONT
    weight = " font-weight='600'" if style == "bold" else ""
    return (
        f"<text x='{x}' y='{y}' {family} font-size='{number(size)}' fill='{fill}' text-anchor='{anchor}'"
        f"{weight}{fixed}>{written(words)}</text>"
    )


def circle(at: Point, radius: float, look: str) -> str:
    """Return a circle; `look` is its attributes."""
    return f"<circle cx='{number(at[0])}' cy='{number(at[1])}' r='{number(radius)}' {look}/>"


def rectangle(at: Point, width: float, height: float, look: str, corner: float = 0.0) -> str:
    """Return a rectangle whose centre is `at`."""
    x, y = number(at[0] - width / 2), number(at[1] - height / 2)
    rounded = f" rx='{number(corner)}'" if corner else ""
    return f"<rect x='{x}' y='{y}' width='{number(width)}' height='{number(height)}'{rounded} {look}/>"


def line(start: Point, end: Point, look: str) -> str:
    """Return a straight line."""
    x1, y1, x2, y2 = map(number, (*start, *end))
    return f"<line x1='{x1}' y1='{y1}' x2='{x2}' y2='{y2}' {look}/>"


def polygon(points: list[Point], look: str) -> str:
    """Return a closed shape."""
    return f"<polygon points='{' '.join(f'{number(x)},{number(y)}' for x, y in points)}' {look}/>"


def hexagon(at: Point, look: str, radius: float = HEXAGON) -> str:
    """Return a hexagon that stands on a corner."""
    turns = [math.pi * (1 + 2 * i) / 6 for i in range(6)]
    return polygon([(at[0] + radius * math.cos(turn), at[1] + radius * math.sin(turn)) for turn in turns], look)


def cell(shape: str, at: Point, is_odd: bool) -> str:
    """Return an empty cell of a board of that shape."""
    even, odd, edge = CELLS[shape]
    look = f"fill='{odd if is_odd else even}' stroke='{edge}'"
    if shape == "hexagons":
        return hexagon(at, look)
    if shape == "holes":
        return rectangle(at, UNIT + 0.5, UNIT + 0.5, f"fill='{even}'") + circle(
            at, HOLE, f"fill='#f4eddd' stroke='{edge}'"
        )
    if shape == "pits":
        return rectangle(at, 0.9 * UNIT, 0.9 * UNIT, look, 0.4 * UNIT)
    return rectangle(at, UNIT, UNIT, look) if shape in SQUARES else ""


def heat(shape: str, at: Point, strength: float) -> str:
    """Return the shade of a cell that a search looked at; `strength` is in [0, 1]."""
    look = f"fill='{HEAT}' fill-opacity='{0.06 + 0.84 * strength:.2f}'"
    if shape == "hexagons":
        return hexagon(at, look)
    if shape in SQUARES:
        return rectangle(at, UNIT - 1, UNIT - 1, look)
    return circle(at, HOLE if shape != "lines" else 0.3 * UNIT, look)


def label(at: Point, words: str) -> str:
    """Return a coordinate."""
    return text(at, words, 13, fill=FAINT_TEXT)


def piece(what: Piece, at: Point) -> str:
    """Return a piece."""
    return _DRAWN[what.kind](what, at)


def move_number(what: Piece, at: Point, words: str, *, is_last: bool) -> str:
    """Return the number of a move: on a disc in the place of its letter, on a line in its middle, else in a corner."""
    if what.kind == "disc":
        return text(at, words, 15 if len(words) < 3 else 12, fill=text_on(what.colour), style="bold")
    return _tag(at if what.kind == "line" else _corner(at), words, LAST if is_last else TEXT)


def share(what: Piece | None, at: Point, words: str) -> str:
    """Return the share of a cell in a heat map; in the corner if something stands there."""
    if what is None:
        return text(at, words, 15 if len(words) < 3 else 12, style="bold")
    return _tag(_corner(at), f"{words}%", TEXT)


def last_mark(shape: str, what: Piece | None, at: Point) -> str:
    """Return the mark of the last move: a spot on a plain disc, a line in its colour, else a frame."""
    if what is not None and what.kind == "line":
        return _line(what._replace(colour="last"), at)
    if what is not None and what.kind == "disc" and what.colour in PLAIN:
        return circle(at, 0.13 * UNIT, f"fill='{LAST}'")
    return frame(shape, at)


def frame(shape: str, at: Point) -> str:
    """Return a frame around a cell."""
    look = f"fill='none' stroke='{LAST}' stroke-width='2.5'"
    return rectangle(at, 0.94 * UNIT, 0.94 * UNIT, look, 5) if shape in SQUARES else circle(at, 0.46 * UNIT, look)


def domino(ends: tuple[Point, Point], words: str, *, is_last: bool) -> str:
    """Return a domino that lies on two cells, with words on it."""
    middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    width, height = (abs(ends[0][i] - ends[1][i]) + 0.8 * UNIT for i in range(2))
    ink = INKS["blue"] if height > width else INKS["red"]
    edge = f"stroke='{LAST}' stroke-width='4'" if is_last else f"stroke='{PIECE_EDGE}'"
    stone = rectangle(middle, width, height, f"fill='{ink}' {edge}", 6)
    return stone + (text(middle, words, 15, fill="#ffffff", style="bold") if words else "")


def _corner(at: Point) -> Point:
    return (at[0] + 0.3 * UNIT, at[1] - 0.34 * UNIT)


def _tag(at: Point, words: str, fill: str) -> str:
    """Return small words on a ground of their own."""
    ground = rectangle(at, 6.2 * len(words) + 5, 12, f"fill='{CARD}' fill-opacity='0.88'", 4)
    return ground + text(at, words, 10, fill=fill, style="bold")


def _disc(what: Piece, at: Point) -> str:
    is_plain = what.colour in PLAIN or not what.mark
    mark = "" if is_plain else text(at, what.mark, 16, fill=text_on(what.colour), style="bold")
    return circle(at, DISC, f"fill='{INKS[what.colour]}' stroke='{PIECE_EDGE}' stroke-width='1.2'") + mark


def _cross(what: Piece, at: Point) -> str:
    arm = 0.26 * UNIT
    look = f"stroke='{INKS[what.colour]}' stroke-width='5' stroke-linecap='round'"
    (x, y) = at
    return line((x - arm, y - arm), (x + arm, y + arm), look) + line((x - arm, y + arm), (x + arm, y - arm), look)


def _ring(what: Piece, at: Point) -> str:
    return circle(at, 0.27 * UNIT, f"fill='none' stroke='{INKS[what.colour]}' stroke-width='5'")


def _look(what: Piece) -> str:
    edge = PIECE_EDGE if what.colour == "white" else INKS["black"]
    return f"fill='{INKS[what.colour]}' stroke='{edge}' stroke-width='1.4' stroke-linejoin='round'"


def _pawn(what: Piece, at: Point) -> str:
    (x, y), u, look = at, UNIT, _look(what)
    body = [(x - 0.12 * u, y - 0.06 * u), (x + 0.12 * u, y - 0.06 * u), (x + 0.27 * u, y + 0.34 * u)]
    return polygon([*body, (x - 0.27 * u, y + 0.34 * u)], look) + circle((x, y - 0.16 * u), 0.16 * u, look)


def _queen(what: Piece, at: Point) -> str:
    (x, y), u = at, UNIT
    crown = [(-0.26, 0.32), (-0.36, -0.2), (-0.17, 0.04), (0.0, -0.3), (0.17, 0.04), (0.36, -0.2), (0.26, 0.32)]
    return polygon([(x + u * right, y + u * down) for right, down in crown], _look(what))


def _arrow(what: Piece, at: Point) -> str:
    return rectangle(at, 0.62 * UNIT, 0.62 * UNIT, f"fill='{INKS['grey']}'", 4) + _cross(
        Piece("x", "cross", "white"), at
    ).replace("stroke-width='5'", "stroke-width='2.5'")


def _block(what: Piece, at: Point) -> str:
    return rectangle(at, 0.8 * UNIT, 0.8 * UNIT, f"fill='{INKS[what.colour]}'", 6)


def _line(what: Piece, at: Point) -> str:
    right, down = (0.5 * BOX * UNIT, 0.0) if what.mark != "|" else (0.0, 0.5 * BOX * UNIT)
    (x, y) = at
    look = f"stroke='{INKS[what.colour]}' stroke-width='5' stroke-linecap='round'"
    return line((x - right, y - down), (x + right, y + down), look)


def _mark(what: Piece, at: Point) -> str:
    return text(at, what.mark.strip(), 17, fill=INKS[what.colour], style="bold")


def _owner(what: Piece, at: Point) -> str:
    box = rectangle(at, 0.8 * BOX * UNIT, 0.8 * BOX * UNIT, f"fill='{INKS[what.colour]}' fill-opacity='0.25'", 4)
    return box + text(at, what.mark, 17, style="bold")


def _dot(what: Piece, at: Point) -> str:
    return circle(at, 0.09 * UNIT, f"fill='{INKS[what.colour]}'")


_DRAWN: Mapping[str, Callable[[Piece, Point], str]] = {
    "disc": _disc,
    "cross": _cross,
    "ring": _ring,
    "pawn": _pawn,
    "queen": _queen,
    "arrow": _arrow,
    "block": _block,
    "line": _line,
    "count": _mark,
    "owner": _owner,
    "dot": _dot,
}


def written(words: str) -> str:
    """Return text as XML has it: escaped, without the control characters that it cannot hold."""
    return escape("".join(letter for letter in words if letter.isprintable()))
