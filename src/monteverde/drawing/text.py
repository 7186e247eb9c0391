"""A picture as lines of text: readable in one colour, with what a terminal can shade told apart.

Cells stand so many characters apart that their contents fit. If the board is then wider than the terminal, contents
get shorter: heat in one digit, no numbers; then cells touch; and at last lines end where the terminal does.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from monteverde.drawing.notes import LEAST_SHARE, Notes
from monteverde.drawing.picture import Picture

WIDTH = 80
EMPTY = "."
SHOWN_BESIDE = 10  # moves on no cell that are listed
BAR = 20  # characters of a bar for all the visits
LONGEST_NAME = 40  # characters of a name beside a bar
FULL, SHORT, TIGHT = range(3)


class Span(NamedTuple):
    """A piece of a line that looks the same all through."""

    text: str
    heat: float = 0.0
    """Where in the heat map it is: 0 is nothing, 1 the hottest cell."""
    is_last: bool = False
    """Whether the last move was here."""
    colour: str = ""
    """The colour of the piece, if it is one."""


Line = list[Span]


def plain(lines: Iterable[Line]) -> str:
    """Return the lines as text alone."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def picture_as_lines(picture: Picture, notes: Notes, width: int = WIDTH) -> list[Line]:
    """Return `picture` and `notes` as lines of at most `width` characters."""
    boards = [_Board(picture, notes, mode, width) for mode in (FULL, SHORT, TIGHT)]
    board = next((board for board in boards if board.width <= width), boards[-1])
    below = [*picture.captions, *board.remarks()]
    wrapped = [
        part for line in below for part in textwrap.wrap(line, width, subsequent_indent="  ", drop_whitespace=True)
    ]
    return [*board.lines(), *([Span(line)] for line in wrapped), *bars(notes.beside, width)]


def bars(shares: Sequence[tuple[str, float]], width: int = WIDTH) -> list[Line]:
    """Return a line with a bar for each action and its share, largest first; the small ones together in one."""
    shown = [(name[:LONGEST_NAME], share) for name, share in shares[:SHOWN_BESIDE]]
    names = max((len(name) for name, _ in shown), default=0)
    room = max(min(BAR, width - names - 8), 0)
    lines = [
        [Span(f"{name:{names}} {_percent(share):>3} % "), Span("█" * round(room * share))] for name, share in shown
    ]
    rest = shares[SHOWN_BESIDE:]
    if rest:
        lines.append([Span(f"and {len(rest)} more: {_percent(sum(share for _, share in rest))} %"[:width])])
    return lines


class _Board:
    """The characters of one way to draw a picture, by (row, column)."""

    def __init__(self, picture: Picture, notes: Notes, mode: int, limit: int) -> None:
        self.picture, self.notes, self.mode, self.limit = picture, notes, mode, limit
        self.layout = picture.layout
        self.hottest = max((notes.heat or {}).values(), default=0.0) or 1.0
        contents = [self._content(cell) for cell in range(len(picture.pieces))]
        self.longest = max(map(len, contents), default=1)
        self.spacing = self._spacing()
        self.rows: dict[int, dict[int, Span]] = {}
        self._put_labels()
        self._put_bars()
        for cell, content in enumerate(contents):
            self._put_cell(cell, content)
        for cell in notes.last if mode != TIGHT else ():
            self._put_brackets(cell, contents[cell])
        used = [column for row in self.rows.values() for column in row]
        self.first = min(used, default=0)
        self.width = max(used, default=0) - self.first + 1

    def lines(self) -> Iterator[Line]:
        for r in range(min(self.rows), max(self.rows) + 1):
            row = self.rows.get(r, {})
            last = min(max(row, default=self.first - 1), self.first + self.limit - 1)
            yield _joined([row.get(column, Span(" ")) for column in range(self.first, last + 1)])

    def remarks(self) -> Iterator[str]:
        """Yield what must be said about the drawing."""
        notes = self.notes
        if notes.last_name and (not notes.last or self.mode == TIGHT):
            yield f"last move: {notes.last_name}"
        if notes.heat is not None:
            where = " whose move ends there" if not self.layout.covers else " whose move covers it"
            what = "per cent" if self.mode == FULL else "tenths (+ is less than one)"
            yield f"numbers: {what} of the visits{where}"
        if notes.numbers and self.mode != FULL:
            yield "no room here for the numbers of the moves"
        if self.width > self.limit:
            yield f"the board needs {self.width} columns and is cut off at {self.limit}"

    def _spacing(self) -> int:
        """Return the characters from one cell to the next: an even number where rows are half a cell apart."""
        if self.mode == FULL:
            least = max(self.layout.spacing, self.longest + 1)
        else:
            least = self.layout.spacing
        if any(x != int(x) for x, _ in self.layout.places):
            return least + least % 2
        if self.mode == TIGHT:
            return 1 if self.longest == 1 and least == 2 else self.longest + 1
        return least

    def _content(self, cell: int) -> str:
        piece, share = self.picture.pieces[cell], (self.notes.heat or {}).get(cell, 0.0)
        is_line = self.layout.shape == "lines"
        if piece is None:
            if share < LEAST_SHARE:
                return "" if is_line else EMPTY
            return _percent(share) if self.mode == FULL else _tenths(share)
        if self.mode != FULL:
            return piece.mark
        if share >= LEAST_SHARE:
            return f"{piece.mark}{':' if piece.kind == 'count' else ''}{_percent(share)}%"
        if cell not in self.notes.numbers or (is_line and self.notes.heat is not None):
            return piece.mark
        return f"{'' if is_line else piece.mark}{self.notes.numbers[cell]}"

    def _at(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of the middle of a cell."""
        x, y = self.layout.places[cell]
        gaps = [sum(bar <= along for bar in self.layout.bars) for along in (x, y)]
        return int(y) + gaps[1], round(self.spacing * x) + 2 * gaps[0]

    def _put(self, row: int, column: int, text: str, span: Span | None = None) -> None:
        for offset, letter in enumerate(text):
            self.rows.setdefault(row, {})[column + offset] = (span or Span(""))._replace(text=letter)

    def _put_cell(self, cell: int, content: str) -> None:
        row, middle = self._at(cell)
        share = (self.notes.heat or {}).get(cell, 0.0)
        piece = self.picture.pieces[cell]
        heat = share / self.hottest if share >= LEAST_SHARE else 0.0
        look = Span("", heat, cell in self.notes.last, piece.colour if piece is not None else "")
        self._put(row, middle - len(content) // 2, content, look)

    def _put_brackets(self, cell: int, content: str) -> None:
        """Put brackets around a cell of the last move; those of a domino stand around both its halves."""
        row, middle = self._at(cell)
        start = middle - len(content) // 2
        x, y = self.layout.places[cell]
        others = {self.layout.places[last] for last in self.notes.last} if self.layout.covers else set()
        if (x - 1, y) not in others:
            self._put(row, start - 1, "(", Span("", is_last=True))
        if (x + 1, y) not in others:
            self._put(row, start + len(content), ")", Span("", is_last=True))

    def _put_labels(self) -> None:
        gap = 1 if self.mode == TIGHT else 2
        longest = self.longest if self.layout.shape != "lines" else 1  # labels are beside the dots there
        for text, cell, side in self.layout.labels:
            row, middle = self._at(cell)
            if side == "left":
                self._put(row, middle - longest // 2 - gap - len(text) + 1, text)
            elif side == "right":
                self._put(row, middle + (longest - 1) // 2 + gap, text)
            else:
                self._put(row + (1 if side == "below" else -1), middle, text)

    def _put_bars(self) -> None:
        """Draw heavy lines before the rows and the columns that `bars` has."""
        if not self.layout.bars:
            return
        corners = [self._at(0), self._at(len(self.layout.places) - 1)]
        columns = [round(self.spacing * bar) + 2 * i for i, bar in enumerate(self.layout.bars)]
        for i, bar in enumerate(self.layout.bars):
            for column in range(corners[0][1] - 1, corners[1][1] + 2):
                self._put(bar + i, column, "+" if column in columns else "-")
        for row in range(corners[0][0], corners[1][0] + 1):
            for column in columns:
                if self.rows.get(row, {}).get(column) is None:
                    self._put(row, column, "|")


def _joined(cells: Iterable[Span]) -> Line:
    """Return the line in which neighbours that look alike are one span."""
    line: Line = []
    for cell in cells:
        if line and line[-1][1:] == cell[1:]:
            line[-1] = line[-1]._replace(text=line[-1].text + cell.text)
        else:
            line.append(cell)
    return line


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _tenths(share: float) -> str:
    return "+" if share < 0.1 else str(min(int(10 * share + 1e-9), 9))
