"""How a result looks as text, as HTML and as JSON: what every kind of result shares."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable

WIDTH = 80  # columns of the text

Rows = list[tuple[str, ...]]


def as_text(rows: Iterable[tuple[str, ...]], below: Iterable[str]) -> str:
    """Return `rows`, the first of which is the head, as a table, and the lines `below` it wrapped.

    The first column is text, the others are numbers, to the right.
    """
    listed = list(rows)
    widths = [max(len(row[column]) for row in listed) for column in range(len(listed[0]))]
    table = ["  ".join(map(_aligned, row, widths, range(len(row)))) for row in listed]
    wrapped = [part for line in below for part in textwrap.wrap(line, WIDTH, subsequent_indent="    ")]
    return "\n".join([*table, *wrapped])


def as_html(rows: Iterable[tuple[str, ...]], below: Iterable[str]) -> str:
    """Return the same for notebooks."""
    head, *body = rows
    cells = "".join(f"<th>{_escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{_escape(cell)}</td>' for cell in row)}</tr>" for row in body)
    after = "".join(f"<div>{_escape(line)}</div>" for line in below)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>{after}"


def number_text(number: float) -> str:
    """Return `number` with four decimals; nothing for NaN."""
    return "" if math.isnan(number) else "inf" if math.isinf(number) else f"{number:.4f}"


def json_number(number: float) -> float | None:
    """Return `number` as JSON has it: None if it is not finite."""
    return float(number) if math.isfinite(number) else None


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if column else cell.ljust(width)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
