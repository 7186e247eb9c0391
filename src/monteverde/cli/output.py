"""Where text goes: a terminal, in its width and with its colours, or a file or pipe, plain and never wrapped."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

UNWRAPPED = 10_000  # columns; wider than any line of ours
NARROW = 60  # columns; below this a table's columns stand closer together


class Output(Console):
    """Standard output. Text is shown as it is: brackets and numbers mean nothing to it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **options)
        if not self.is_terminal and not os.environ.get("COLUMNS"):
            self.width = UNWRAPPED

    def on_broken_pipe(self) -> None:
        """Let the command line decide what to do when nobody reads any more."""
        raise BrokenPipeError

    @property
    def is_live(self) -> bool:
        """Whether lines on it can be drawn over."""
        return self.is_terminal and not self.is_dumb_terminal and not self.quiet

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line, broken between words if it is too long."""
        self.print(Text(text, style=style))

    def picture(self, text: str) -> None:
        """Print lines whose columns belong together: they are never broken between words."""
        self.print(Text(text), soft_wrap=True)

    def table(self, rows: Iterable[tuple[str, ...]], *, text_columns: int = 1, bold_row: int | None = None) -> None:
        """Print `rows`, the first of which is the head; see `table_of`."""
        self.print(table_of(rows, self.width, text_columns=text_columns, bold_row=bold_row))


def table_of(
    rows: Iterable[tuple[str, ...]], width: int, *, text_columns: int = 1, bold_row: int | None = None
) -> Table:
    """Return `rows` as a table: the first `text_columns` are text, the others numbers, to the right."""
    head, *body = rows
    gap = 1 if width < NARROW else 2
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for index, title in enumerate(head):
        is_text = index < text_columns
        table.add_column(title, justify="left" if is_text else "right", overflow="fold")
    for index, row in enumerate(body):
        table.add_row(*map(Text, row), style="bold" if index == bold_row else "")
    return table


def print_json(content: Mapping[str, Any]) -> None:
    """Print one JSON object on one line."""
    sys.stdout.write(json.dumps(content, allow_nan=False) + "\n")


def complain(sentence: str) -> None:
    """Write one sentence to standard error."""
    sys.stderr.write(f"error: {' '.join(sentence.split())}\n")


def escape_what_cannot_be_encoded() -> None:
    """Let characters that a stream's encoding lacks be written as escapes, and read as replacement characters."""
    for stream, errors in ((sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace"), (sys.stdin, "replace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def discard_output() -> None:
    """Send what is still in the buffers of standard output nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
