"""A board at the terminal: in colours where there are any, and as an SVG in a file."""

from __future__ import annotations

import math
from pathlib import Path

from rich.style import Style
from rich.text import Text

from monteverde.cli.output import Output
from monteverde.drawing import Span
from monteverde.errors import UsageError
from monteverde.game import Position
from monteverde.game.drawings import Heat, lines_of

COLD, HOT = (255, 236, 217), (232, 89, 12)  # the shades of a heat map, of red, green and blue up to 255
COLOURS = {"red": "red", "yellow": "yellow", "green": "green", "blue": "bright_blue"}


def show_board(output: Output, position: Position, heat: Heat | None = None) -> None:
    """Print the board in the width that there is: the last move in brackets, and where a search has looked."""
    output.print(board_text(position, min(output.width, 80), heat), soft_wrap=True)


def board_text(position: Position, width: int, heat: Heat | None = None) -> Text:
    """Return the board in at most `width` columns."""
    lines = [
        Text.assemble(*((span.text, style_of(span)) for span in line)) for line in lines_of(position, heat, width=width)
    ]
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def style_of(span: Span) -> Style:
    """Return how a part of a board looks: what says most comes first, and nothing is said by colour alone."""
    if span.heat > 0.0:
        strength = math.sqrt(span.heat)
        shade = (round(cold + (hot - cold) * strength) for cold, hot in zip(COLD, HOT, strict=True))
        red, green, blue = shade
        return Style(color="black", bgcolor=f"rgb({red},{green},{blue})", bold=span.is_last)
    return Style(color=COLOURS.get(span.colour), bold=span.is_last or None)


def write_svg(file: Path, position: Position, heat: Heat | None = None) -> None:
    """Write the board to `file`.

    Raises:
        UsageError: if it cannot be written.
    """
    try:
        file.write_text(position.svg(heat=heat), "utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}; give a file that can be written") from None
