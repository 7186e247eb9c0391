"""A picture, or lines of text, as an SVG: valid XML with a title for those who hear pages, on a card of its own."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from monteverde.drawing import svg_shapes as shapes
from monteverde.drawing.notes import LEAST_SHARE, Notes
from monteverde.drawing.picture import Picture
from monteverde.drawing.svg_shapes import Point
from monteverde.drawing.svg_shapes import number as pixels
from monteverde.drawing.svg_style import (
    CARD,
    CARD_EDGE,
    CELLS,
    FAINT_TEXT,
    INKS,
    LABELS,
    LINE,
    PADDING,
    SCALES,
    TEXT,
    UNIT,
)

LEAST_WIDTH = 240  # pixels, for the text below
LETTER = 7.0  # pixels, about, of a letter below the board
MONO, MONO_LETTER = 14, 8.6  # pixels of text with columns, and of one of its letters
SHOWN_BESIDE = 6
CONTRAST = 0.7  # the exponent that lets cells with few visits be seen beside the hottest one
GAP = re.compile(" {2,}")  # parts things in a caption; a page would show it as one space
SIDE_SHIFT = 0.2  # cells by which the coloured side of a board looks out below its cells
LABEL_SHIFT = 0.82  # cells from the centre of a cell to its coordinate
POINT = 4  # pixels that the point of a hexagon is higher than half a cell


def picture_as_svg(picture: Picture, notes: Notes, title: str, lines: Sequence[str] = ()) -> str:
    """Return an SVG of `picture` and `notes`; `lines` are said below the board."""
    canvas = _Canvas(picture, notes)
    beside = [f"{name} {_percent(share)} %" for name, share in notes.beside[:SHOWN_BESIDE]]
    captions = [GAP.sub(" · ", caption) for caption in picture.captions]
    spoken = [*lines, *captions, *([" · ".join(beside)] if beside else [])]
    width = max(canvas.width, LEAST_WIDTH)
    below = [part for spoken_line in spoken for part in textwrap.wrap(spoken_line, int(width / LETTER))]
    height = canvas.height + LINE * len(below) + (6 if below else 0)
    shift = (width - canvas.width) / 2
    words = [
        shapes.text((width / 2, canvas.height + LINE * (i + 0.5)), part, 13.5, fill=TEXT if i == 0 else FAINT_TEXT)
        for i, part in enumerate(below)
    ]
    board = f"<g transform='translate({pixels(shift)} 0)'>{''.join(canvas.parts())}</g>"
    return _document(width, height, title, [board, *words])


def lines_as_svg(lines: Sequence[str], title: str) -> str:
    """Return an SVG of lines of text whose columns belong together."""
    width = max(MONO_LETTER * max(map(len, lines), default=0), LEAST_WIDTH)
    words = [
        shapes.text((0, LINE * (i + 0.5)), text_line, MONO, anchor="start", style="mono")
        for i, text_line in enumerate(lines)
    ]
    return _document(width, LINE * len(lines), title, words)


def _document(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """Return the SVG of parts on a card; they begin at (0, 0)."""
    outer = width + 2 * PADDING, height + 2 * PADDING
    middle = (outer[0] / 2, outer[1] / 2)
    card = shapes.rectangle(middle, outer[0] - 1, outer[1] - 1, f"fill='{CARD}' stroke='{CARD_EDGE}'", 10)
    name = shapes.written(title)
    size = " ".join(map(pixels, outer))
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size}' width='{pixels(outer[0])}' "
        f"height='{pixels(outer[1])}' role='img' aria-label='{name}'>"
    )
    group = f"<g transform='translate({PADDING} {PADDING})'>"
    return "\n".join([head, f"<title>{name}</title>", card, group, *parts, "</g>", "</svg>"]) + "\n"


class _Canvas:
    """The board alone: where its cells are in pixels, and the parts it is made of."""

    def __init__(self, picture: Picture, notes: Notes) -> None:
        self.picture, self.notes, self.layout = picture, notes, picture.layout
        self.scales = SCALES.get(self.layout.shape, (1.0, 1.0))
        xs = [x * self.scales[0] for x, _ in self.layout.places]
        ys = [y * self.scales[1] for _, y in self.layout.places]
        room = self._room()
        self.origin = (room["left"] + UNIT * (0.5 - min(xs)), room["above"] + UNIT * (0.5 - min(ys)))
        self.width = room["left"] + room["right"] + UNIT * (max(xs) - min(xs) + 1)
        self.height = room["above"] + room["below"] + UNIT * (max(ys) - min(ys) + 1)
        self.points = [self._pixels(x, y) for x, y in self.layout.places]

    def _room(self) -> dict[str, float]:
        """Return the pixels that are needed around the cells, on each side."""
        layout, used = self.layout, {label.side for label in self.layout.labels}
        wide = max((len(label.text) for label in layout.labels), default=0)
        words = 7 + 8 * wide if wide > 2 else LABELS  # beside the board; numbers, or a word
        room = {side: (words if side in used else 4.0) for side in ("left", "right")}
        room |= {side: (LABELS if side in used else 4.0) for side in ("above", "below")}
        edge = SIDE_SHIFT * UNIT if layout.sides else 0.0
        if layout.shape == "hexagons":
            room["above"] += POINT + edge
            room["below"] += POINT + edge
        return {side: size + (edge if side in ("left", "right") else 0.0) for side, size in room.items()}

    def parts(self) -> Iterator[str]:
        """Yield what is drawn, from the bottom up."""
        yield from self._sides()
        yield from self._cells()
        yield from self._labels()
        yield from self._heat()
        yield from self._pieces()
        yield from self._marks()

    def _pixels(self, x: float, y: float) -> Point:
        return (self.origin[0] + UNIT * x * self.scales[0], self.origin[1] + UNIT * y * self.scales[1])

    def _sides(self) -> Iterator[str]:
        for colour, cells, (right, down) in self.layout.sides:
            look = f"fill='{INKS[colour]}' stroke='{CELLS[self.layout.shape][2]}'"
            for cell in cells:
                x, y = self.points[cell]
                yield shapes.hexagon((x + SIDE_SHIFT * UNIT * right, y + SIDE_SHIFT * UNIT * down), look)

    def _cells(self) -> Iterator[str]:
        shape = self.layout.shape
        for at, (x, y) in zip(self.points, self.layout.places, strict=True):
            yield shapes.cell(shape, at, is_odd=bool(int(x + y) % 2))
        if shape == "points":
            yield from self._lines()
        bounds = self._bounds()
        for bar in self.layout.bars:
            x, y = self._pixels(bar - 0.5, bar - 0.5)
            look = f"stroke='{FAINT_TEXT}' stroke-width='3.5' stroke-linecap='round'"
            yield shapes.line((x, bounds[1]), (x, bounds[3]), look)
            yield shapes.line((bounds[0], y), (bounds[2], y), look)

    def _bounds(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*self.points, strict=True)
        half = UNIT / 2
        return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)

    def _lines(self) -> Iterator[str]:
        """Yield the wood and the lines of a board whose stones stand on crossings."""
        left, top, right, bottom = self._bounds()
        wood, _, ink = CELLS["points"]
        middle = ((left + right) / 2, (top + bottom) / 2)
        yield shapes.rectangle(middle, right - left, bottom - top, f"fill='{wood}'", 4)
        half, look = UNIT / 2, f"stroke='{ink}'"
        for x in sorted({x for x, _ in self.points}):
            yield shapes.line((x, top + half), (x, bottom - half), look)
        for y in sorted({y for _, y in self.points}):
            yield shapes.line((left + half, y), (right - half, y), look)
        for star in self.layout.stars:
            yield shapes.circle(self.points[star], 3.5, f"fill='{ink}'")

    def _labels(self) -> Iterator[str]:
        edge = SIDE_SHIFT if self.layout.sides else 0.0
        upright = UNIT * (LABEL_SHIFT + edge) - (0.3 * UNIT if self.layout.shape == "lines" else 0.0)
        for words, cell, side in self.layout.labels:
            x, y = self.points[cell]
            far = UNIT * (LABEL_SHIFT + edge + (0.06 if len(words) <= 2 else 0.1) * len(words))
            shifts = {"left": (-far, 0.0), "right": (far, 0.0), "above": (0.0, -upright), "below": (0.0, upright)}
            yield shapes.label((x + shifts[side][0], y + shifts[side][1]), words)

    def _heat(self) -> Iterator[str]:
        heat = self.notes.heat or {}
        hottest = max(heat.values(), default=0.0) or 1.0
        for cell, share in sorted(heat.items()):
            if share >= LEAST_SHARE:
                yield shapes.heat(self.layout.shape, self.points[cell], (share / hottest) ** CONTRAST)

    def _pieces(self) -> Iterator[str]:
        notes = self.notes
        for cell, piece in enumerate(self.picture.pieces):
            if piece is not None:
                is_numbered = piece.kind == "disc" and cell in notes.numbers
                yield shapes.piece(piece._replace(mark="") if is_numbered else piece, self.points[cell])
        for pair in notes.pairs:
            words = str(notes.numbers.get(pair[0], ""))
            yield shapes.domino((self.points[pair[0]], self.points[pair[1]]), words, is_last=pair == notes.last)

    def _marks(self) -> Iterator[str]:
        notes, pieces, shape = self.notes, self.picture.pieces, self.layout.shape
        covered = {cell for pair in notes.pairs for cell in pair}
        for cell in notes.last:
            piece = pieces[cell]
            if piece is not None and piece.kind == "disc" and cell in notes.numbers:
                yield shapes.frame(shape, self.points[cell])
            elif cell not in covered:
                yield shapes.last_mark(shape, piece, self.points[cell])
        for cell, number in notes.numbers.items():
            piece = pieces[cell]
            if piece is not None and cell not in covered:
                yield shapes.move_number(piece, self.points[cell], str(number), is_last=cell in notes.last)
        for cell, share in (notes.heat or {}).items():
            if share >= LEAST_SHARE:
                yield shapes.share(pieces[cell], self.points[cell], _percent(share))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
