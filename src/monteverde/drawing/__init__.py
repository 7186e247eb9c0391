"""How boards look: one description of a board, and one renderer each for the terminal and for SVG.

A game says what its board looks like (`Picture`: a layout of named cells, and a piece in each); `Notes` add what the
state does not know: the last move, the numbers of the moves, where a search has looked. Nothing here knows a game.

    game ──► Picture ──┐
                       ├──► text.py ──► lines of text, svg.py ──► an SVG
    history, heat ──► Notes
"""

from monteverde.drawing.layouts import Layout, dots, grid, hexagon, pits, rhombus, triangle
from monteverde.drawing.notes import Notes, notes_of
from monteverde.drawing.picture import Picture
from monteverde.drawing.pieces import Piece
from monteverde.drawing.svg import lines_as_svg, picture_as_svg
from monteverde.drawing.text import Line, Span, bars, picture_as_lines, plain

__all__ = [
    "Layout",
    "Line",
    "Notes",
    "Picture",
    "Piece",
    "Span",
    "bars",
    "dots",
    "grid",
    "hexagon",
    "lines_as_svg",
    "notes_of",
    "picture_as_lines",
    "picture_as_svg",
    "pits",
    "plain",
    "rhombus",
    "triangle",
]
