"""Colours and sizes of the SVG. Everything stands on a card of its own, so it looks the same on any page."""

from __future__ import annotations

import math

UNIT = 40  # pixels from one cell to the next
PADDING = 14  # pixels around everything
LABELS = 24  # pixels for the coordinates on a side
LINE = 20  # pixels from one line of text to the next
FONT = "font-family='system-ui, sans-serif'"
MONOSPACE = "font-family='DejaVu Sans Mono, Menlo, Consolas, monospace'"

CARD, CARD_EDGE = "#fbf8f1", "#d8d0bf"
TEXT, FAINT_TEXT = "#2a2723", "#6b6458"
HEAT = "#e8590c"
LAST = "#d6336c"

INKS = {
    "black": "#26252a",
    "white": "#ffffff",
    "red": "#d9433c",
    "yellow": "#f2c230",
    "green": "#3f9b54",
    "blue": "#2f6fc4",
    "grey": "#8d8577",
    "last": LAST,
    "pale red": "#f0c4c0",
    "pale blue": "#bdd3ee",
}
"""What fills a piece, by the name of its colour."""

CELLS = {
    "squares": ("#f4eddd", "#f4eddd", "#b9ad95"),
    "checkers": ("#f2e6cf", "#d9c19a", "#b9a27a"),
    "felt": ("#5fa777", "#5fa777", "#3f7d55"),
    "points": ("#e9c27d", "#e9c27d", "#6f5525"),
    "hexagons": ("#f1e8d4", "#f1e8d4", "#a89877"),
    "holes": ("#3d6db5", "#3d6db5", "#2c5591"),
    "pits": ("#d9b98a", "#d9b98a", "#a3804e"),
    "lines": ("none", "none", "none"),
}
"""By the shape of a board: the colours of cells whose row and column are odd or even together, of others, of lines."""


BOX = 1.5  # units from one dot to the next, where moves are lines between dots
SCALES = {"hexagons": (1.0, math.sqrt(3.0) / 2), "lines": (BOX, BOX / 2)}
"""By the shape of a board, how many units it is from one column, and one row, to the next; 1 elsewhere."""


def text_on(ink: str) -> str:
    """Return the colour of text on a piece."""
    return TEXT if ink in ("white", "yellow", "pale red", "pale blue") else "#ffffff"
