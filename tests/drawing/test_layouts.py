"""Where the cells of a board are, and what they are called."""

from __future__ import annotations

import pytest

import monteverde as mv
from monteverde.drawing import Layout, Picture, dots, grid, hexagon, pits, rhombus, triangle
from monteverde.drawing.notes import notes_of

# Each board game with the corner at which players begin to count, and how many cells a move names. Connect four is
# played by columns, and in Kalah both players call their houses a to f.
BOARDS = {
    "amazons": "bottom",
    "atari_go:5": "bottom",
    "breakthrough": "bottom",
    "domineering": "top",
    "front": "top",
    "go": "bottom",
    "gomoku": "bottom",
    "hex": "top",
    "nogo:5": "bottom",
    "othello": "top",
    "rolit": "top",
    "tic_tac_toe": "top",
    "ultimate_tic_tac_toe": "top",
}
OTHERS = ["connect_four", "dots_and_boxes", "havannah:4", "kalah", "y:5"]


def picture(name: str) -> Picture:
    """Return the picture of the first position."""
    found = mv.load_game(name).initial().picture()
    assert found is not None
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_a1_is_where_players_of_the_game_begin_to_count(name: str) -> None:
    """At the left, at the bottom as in chess or at the top as in Othello."""
    layout = picture(name).layout
    x, y = layout.places[layout.numbers["a1"]]
    rows = [place[1] for place in layout.places]
    assert (x, y) == (0, max(rows) if BOARDS[name] == "bottom" else 0)


@pytest.mark.parametrize("name", [*BOARDS, *OTHERS])
def test_every_move_is_on_the_board(name: str) -> None:
    """All moves of the first position are on cells, but for a pass."""
    position = mv.load_game(name).initial()
    names = [position.action_name(action) for action in position.legal_actions()]
    cells_of = picture(name).cells_of
    assert [move for move in names if move != "pass" and not cells_of(move)] == []


@pytest.mark.parametrize("name", [*BOARDS, *OTHERS])
def test_labels_are_the_parts_of_the_names(name: str) -> None:
    """A cell's row and column stand beside its row and its column."""
    layout = picture(name).layout
    for text, cell, side in layout.labels:
        if layout.shape not in ("pits", "lines"):
            first, rest = layout.names[cell][0], layout.names[cell][1:]
            assert text in ((first,) if side in ("above", "below") else (rest, first + rest))
    assert len({(label.cell, label.side) for label in layout.labels}) == len(layout.labels)


def test_letters_of_go_leave_out_i() -> None:
    """The ninth column is J."""
    assert picture("go").layout.names[8] == "J9"
    assert picture("go:19").layout.names[-1] == "T1"


def test_gomoku_has_the_letter_i() -> None:
    """Its players use all letters."""
    assert picture("gomoku").layout.names[8] == "i15"


def test_the_cells_of_a_grid() -> None:
    """Row by row from the top; the names count from where the letters stand."""
    assert grid(2, 3).names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert grid(2, 2, upwards=True).names == ("a2", "b2", "a1", "b1")
    assert grid(2, 2).places == ((0, 0), (1, 0), (0, 1), (1, 1))
    assert {label.side for label in grid(2, 2, all_sides=True).labels} == {"left", "right", "above", "below"}


def neighbours(layout: Layout, cell: int) -> int:
    """Return how many cells are as near as cells get, on a board of hexagons."""
    x, y = layout.places[cell]
    near = [(abs(x - a), abs(y - b)) for a, b in layout.places]
    return sum(distance in ((1.0, 0.0), (0.5, 1.0)) for distance in near)


@pytest.mark.parametrize("layout", [rhombus(3), triangle(4), hexagon(2)])
def test_a_cell_in_the_middle_of_hexagons_has_six_neighbours(layout: Layout) -> None:
    """Rows are half a cell apart; no cell has more than six."""
    assert max(neighbours(layout, cell) for cell in range(len(layout.names))) == 6


def test_corners_of_hexagons() -> None:
    """The acute corners of a rhombus have two neighbours, the obtuse ones three, as those of a hexagon do."""
    assert [neighbours(rhombus(3), cell) for cell in (0, 2, 6, 8)] == [2, 3, 3, 2]
    assert sorted(neighbours(hexagon(2), cell) for cell in range(7)) == [3, 3, 3, 3, 3, 3, 6]


def test_the_sides_of_hex_belong_to_the_players() -> None:
    """Black has the first and the last row, White the first and the last column."""
    cells = {(side.colour, side.outwards): [rhombus(3).names[c] for c in side.cells] for side in rhombus(3).sides}
    assert cells["black", (0.0, -1.0)] == ["a1", "b1", "c1"]
    assert cells["white", (1.0, 0.0)] == ["c1", "c2", "c3"]


def test_houses_are_those_of_whoever_moves() -> None:
    """Both players call theirs a to f, so a name is on the row of the player to move."""
    assert pits(3, 0).places[pits(3, 0).numbers["a"]] == (0.0, 2.0)
    assert pits(3, 1).places[pits(3, 1).numbers["a"]] == (2.0, 0.0)


def test_a_line_is_between_its_dots() -> None:
    """In the middle, whichever way it runs."""
    layout = dots(1, 2)
    assert layout.places[layout.numbers["a1-b1"]] == (0.5, 0.0)
    assert layout.places[layout.numbers["c1-c2"]] == (2.0, 1.0)


def test_the_last_move_of_kalah_is_named_only() -> None:
    """It may be the other player's house of that name."""
    position = mv.load_game("kalah").initial().play("a")
    notes = notes_of(picture("kalah"), ["a"])
    assert (notes.last, notes.last_name) == ((), "a")
    assert str(position).endswith("last move: a")
