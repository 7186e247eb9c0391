"""Pictures as lines of text."""

from __future__ import annotations

import pytest

import monteverde as mv
from monteverde.drawing import (
    Notes,
    Picture,
    Piece,
    Span,
    bars,
    dots,
    grid,
    picture_as_lines,
    pits,
    plain,
    rhombus,
    triangle,
)
from monteverde.drawing.layouts import DOT, LYING
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError

ROW = Picture(grid(1, 3), [BLACK, None, WHITE], ["one caption"])
SIZES = (
    "hex:26",
    "y:26",
    "havannah:13",
    "go:19",
    "gomoku:26",
    "amazons:12",
    "front:16",
    "kalah",
    "ultimate_tic_tac_toe",
)


def drawn(picture: Picture, notes: Notes | None = None, width: int = 80) -> list[str]:
    """Return the drawing as lines of text."""
    return plain(picture_as_lines(picture, notes or Notes(), width)).splitlines()


def test_a_row() -> None:
    """Coordinates at the edges, a dot where nothing is, captions below."""
    assert drawn(ROW) == ["  a b c", "1 B . W", "one caption"]


def test_brackets_are_around_the_last_move() -> None:
    """Around both cells of a move from one to another."""
    assert drawn(ROW, Notes(last=(2,)))[1] == "1 B .(W)"
    assert drawn(ROW, Notes(last=(1, 2)))[1] == "1 B(.(W)"


def test_one_pair_of_brackets_is_around_a_domino() -> None:
    """Where its halves are side by side."""
    picture = Picture(grid(2, 2, covers=True), [BLACK, BLACK, BLACK, None])
    assert drawn(picture, Notes(last=(0, 1)))[1:] == ["1(B B)", "2 B ."]
    assert drawn(picture, Notes(last=(0, 2)))[1:] == ["1(B)B", "2(B)."]


def test_a_pass_is_told() -> None:
    """There is no cell to put brackets around."""
    assert drawn(ROW, Notes(last_name="pass"))[-1] == "last move: pass"


def test_numbers_are_behind_the_pieces() -> None:
    """Cells stand further apart, so that they have room."""
    assert drawn(ROW, Notes(numbers={0: 7, 2: 123}))[:2] == ["    a    b    c", "1  B7    .  W123"]


def test_heat_is_in_per_cent() -> None:
    """On empty cells the number alone, behind a piece with its sign; what would round to nothing is left out."""
    lines = drawn(ROW, Notes(heat={1: 0.5, 2: 0.25, 0: 0.004}))
    assert lines[1].split() == ["1", "B", "50", "W25%"]
    assert lines[-1] == "numbers: per cent of the visits whose move ends there"


def test_moves_on_no_cell_have_bars() -> None:
    """A full bar is all the visits."""
    notes = Notes(heat={}, beside=[("pass", 0.5), ("swap", 0.05)])
    assert drawn(ROW, notes)[-2:] == ["pass  50 % " + 10 * "█", "swap   5 % █"]


def test_bars_end_after_ten() -> None:
    """The rest is one line with their sum; long names are cut."""
    lines = plain(bars([("n" * 99, 0.5), *(("x", 0.04) for _ in range(12))], 60)).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "and 3 more: 12 %"
    assert max(map(len, lines)) <= 60


def test_hexagons_are_half_a_cell_apart() -> None:
    """Rows of a rhombus lean to the right, those of a triangle open downwards."""
    assert drawn(Picture(rhombus(2), [None] * 4)) == ["  a b", "1 . .", " 2 . ."]
    assert drawn(Picture(triangle(2), [None] * 3)) == [" 1 .", "2 . .", "  a b"]


def test_heavy_lines() -> None:
    """They run between rows and columns, and cross."""
    lines = drawn(Picture(grid(2, 2, bars=(1,)), [BLACK, None, None, WHITE]))
    assert lines == ["  a   b", "1 B | .", " ---+---", "2 . | W"]


def test_lines_between_dots() -> None:
    """A line has three characters, its number or its share stands in its middle."""
    picture = Picture(dots(1, 1), [LYING, None, None, None, Piece("A", "owner", "red"), *[DOT] * 4])
    assert drawn(picture) == ["  a   b", "1 +---+", "    A", "2 +   +"]
    assert drawn(picture, Notes(numbers={0: 3}))[1] == "1 + 3 +"
    assert drawn(picture, Notes(numbers={0: 3}, heat={1: 0.25}))[1:4] == ["1 +---+", "    A", "2 +25 +"]


def test_counts_and_their_heat_are_told_apart() -> None:
    """Seeds, a colon, and per cent."""
    seeds = [Piece(str(count), "count", "black") for count in (4, 0, 3, 1)]
    lines = drawn(Picture(pits(1, 0), seeds), Notes(heat={0: 0.5}))
    assert [line.split() for line in lines[:5]] == [["a"], ["3"], ["North", "1", "0", "South"], ["4:50%"], ["a"]]


def test_a_narrow_terminal_gets_a_short_drawing() -> None:
    """Heat in tenths, no numbers, and it says so."""
    picture = Picture(grid(1, 12), [BLACK, *[None] * 11])
    notes = Notes(heat={1: 0.55, 2: 0.05, 3: 1.0}, numbers={0: 1})
    lines = drawn(picture, notes, 30)
    assert lines[1] == "1 B 5 + 9 . . . . . . . ."
    assert (
        " ".join(lines[2:]).split()
        == (
            "numbers: tenths (+ is less than one) of the visits whose move ends there "
            "no room here for the numbers of the moves"
        ).split()
    )


def test_a_narrower_one_gets_cells_that_touch() -> None:
    """The last move has no room for brackets and is told below."""
    lines = drawn(Picture(grid(1, 12), [BLACK, *[None] * 11]), Notes(last=(0,), last_name="a1"), 20)
    assert lines[:2] == [" abcdefghijkl", "1B..........."]
    assert lines[2] == "last move: a1"


def test_what_cannot_fit_is_cut_off_and_says_so() -> None:
    """No line is longer than the terminal."""
    lines = drawn(Picture(rhombus(9), [None] * 81), width=15)
    assert max(map(len, lines)) <= 15
    assert " ".join(" ".join(lines[10:]).split()) == "the board needs 26 columns and is cut off at 15"


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("width", [80, 40, 20])
def test_no_line_is_longer_than_the_terminal(name: str, width: int) -> None:
    """The largest board of each shape, with everything on it; at 80 columns nothing has to be cut off."""
    position = mv.load_game(name).initial()
    position = position.play(position.legal_actions()[0])
    heat = dict.fromkeys(position.legal_actions(), 1.0)
    lines = position.draw(heat=heat, numbers=True, width=width).splitlines()
    assert max(map(len, lines)) <= width
    assert ("cut off" in " ".join(lines)) <= (width < 80)


def test_spans_say_what_a_terminal_can_shade() -> None:
    """The hottest cell is 1, the last move is told, a piece has its colour; equal neighbours are one span."""
    lines = picture_as_lines(ROW, Notes(last=(0,), heat={1: 0.2, 2: 0.1}))
    spans = {span.text.strip(): span for span in lines[1]}
    assert (spans["20"].heat, spans["W10%"].heat) == (1.0, 0.5)
    assert (spans["B"].is_last, spans["B"].colour) == (True, "black")
    assert Span("one caption") in lines[2]


@pytest.mark.parametrize("heat", [{0: -1.0}, {0: float("nan")}, {0: float("inf")}])
def test_heat_that_is_no_share_is_refused(heat: dict[int, float]) -> None:
    """A negative or senseless number is an error that shows it."""
    with pytest.raises(UsageError, match="numbers from 0"):
        mv.load_game("tic_tac_toe").initial().draw(heat=heat)
