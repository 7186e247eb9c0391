"""Rows of the one table that the benchmarks print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from measure import Ratio

COLUMNS = ("what", "case", "ours", "theirs", "figure", "spread", "by wall time", "target", "met")


@dataclass(frozen=True)
class Row:
    """One line: what was measured, the figure, and the target if there is one."""

    what: str
    case: str
    figure: float
    unit: str = ""
    """What the figure is in: "x" for a ratio, else "s", "B" or "/s"."""
    ours: str = ""
    theirs: str = ""
    spread: tuple[float, float] | None = None
    """The lowest and the highest of the measurements of which `figure` is the median."""
    wall: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether the figure meets its target; None without one."""
        if self.at_least is not None:
            return self.figure >= self.at_least
        return None if self.at_most is None else self.figure <= self.at_most

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the line, in the order of COLUMNS."""
        target = ""
        if self.at_least is not None:
            target = f"≥ {self.at_least:g}"
        elif self.at_most is not None:
            target = f"≤ {self.at_most:g}"
        met = {True: "yes", False: "**no**", None: ""}[self.is_met]
        spread = "" if self.spread is None else f"{short(self.spread[0])}–{short(self.spread[1])}"
        wall = "" if self.wall is None else short(self.wall)
        unit = "×" if self.unit == "x" else f" {self.unit}"
        return (self.what, self.case, self.ours, self.theirs, f"{short(self.figure)}{unit}", spread, wall, target, met)


def ratio_row(
    what: str, case: str, ratio: Ratio, ours: str = "", theirs: str = "", at_least: float | None = None
) -> Row:
    """Return the line for a ratio."""
    spread = (ratio.lowest, ratio.highest)
    return Row(what, case, ratio.median, "x", ours, theirs, spread, ratio.wall, at_least=at_least)


def short(value: float) -> str:
    """Return `value` with three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def rate(value: float, name: str = "") -> str:
    """Return a rate as people read it: `1.52M/s`, with the name of who made it."""
    text = f"{value / 1e6:.2f}M/s" if value >= 1e6 else f"{value / 1e3:.3g}k/s"
    return f"{name} {text}".strip()


def markdown(rows: Iterable[Row]) -> str:
    """Return the table in Markdown."""
    lines = [COLUMNS, ("---",) * len(COLUMNS), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def print_table(rows: Iterable[Row]) -> None:
    print(markdown(rows))
