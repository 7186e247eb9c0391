"""Drawings into files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from monteverde.errors import UsageError

Plot = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Draw it there: .png, .svg or .pdf.", show_default=False)
]


def save_plot(draw: Callable[[], Any], file: Path | None) -> None:
    """Write what `draw` returns, matplotlib axes, into `file`, if there is one.

    Raises:
        UsageError: if it cannot be written, or is of no kind that can be drawn.
        MissingExtraError: without matplotlib.
    """
    if file is None:
        return
    try:
        draw().figure.savefig(file)
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be drawn: {error}") from None
