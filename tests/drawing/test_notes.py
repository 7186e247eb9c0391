"""The last move, the numbers of the moves, and where a search has looked."""

from __future__ import annotations

import pytest

from monteverde.drawing import Picture, grid, notes_of
from monteverde.drawing.pieces import BLACK, WHITE


def test_stones_have_the_numbers_of_their_moves() -> None:
    """And the last one is marked."""
    notes = notes_of(Picture(grid(1, 3), [BLACK, WHITE, BLACK]), ["c1", "b1", "a1"], numbers=True)
    assert (dict(notes.numbers), notes.last, notes.last_name) == ({2: 1, 1: 2, 0: 3}, (0,), "a1")


def test_numbers_are_given_only_if_asked_for() -> None:
    """The last move always is."""
    assert notes_of(Picture(grid(1, 1), [BLACK]), ["a1"]).numbers == {}


def test_a_stone_that_was_taken_has_no_number() -> None:
    """And one played there again has that of its own move."""
    notes = notes_of(Picture(grid(1, 3), [None, WHITE, BLACK]), ["a1", "b1", "c1", "b1"], numbers=True)
    assert notes.numbers == {2: 3, 1: 4}


def test_a_piece_that_moved_has_the_number_of_its_last_move() -> None:
    """Where it went; where it came from is marked as well."""
    notes = notes_of(Picture(grid(1, 3), [None, None, BLACK]), ["a1-b1", "b1-c1"], numbers=True)
    assert (notes.numbers, notes.last) == ({2: 2}, (1, 2))


def test_a_pass_is_on_no_cell() -> None:
    """Its name remains."""
    notes = notes_of(Picture(grid(1, 1), [BLACK]), ["a1", "pass"], numbers=True)
    assert (notes.numbers, notes.last, notes.last_name) == ({0: 1}, (), "pass")


def test_dropped_pieces_are_numbered_from_the_top_down() -> None:
    """The last one in a column is its highest; a history that begins later leaves the lowest without."""
    layout = grid(3, 2, "holes", upwards=True, drops=True)
    notes = notes_of(Picture(layout, [None, None, BLACK, None, WHITE, BLACK]), ["b", "a"], numbers=True)
    assert (notes.numbers, notes.last) == ({5: 1, 2: 2}, (2,))


def test_more_drops_than_pieces_are_no_error() -> None:
    """A history that does not fit the board is shown as far as it does."""
    layout = grid(1, 1, "holes", upwards=True, drops=True)
    assert notes_of(Picture(layout, [BLACK]), ["a", "a"], numbers=True).numbers == {0: 2}


def test_heat_is_summed_over_where_moves_end() -> None:
    """However they begin; what is on no cell is listed beside, largest first."""
    shares = {"a1-b1": 0.25, "c1-b1": 0.5, "swap": 0.05, "pass": 0.2}
    notes = notes_of(Picture(grid(1, 3), [None] * 3), [], shares)
    assert notes.heat == pytest.approx({1: 0.75})
    assert notes.beside == [("pass", 0.2), ("swap", 0.05)]


def test_no_search_is_not_a_cold_one() -> None:
    """Without shares there is no heat map."""
    assert notes_of(Picture(grid(1, 1), [None]), []).heat is None
    assert notes_of(Picture(grid(1, 1), [None]), [], {}).heat == {}


def test_a_domino_is_hot_and_numbered_on_both_cells() -> None:
    """And known as a pair."""
    picture = Picture(grid(1, 4, covers=True), [BLACK, BLACK, None, None])
    notes = notes_of(picture, ["a1-b1"], {"c1-d1": 1.0}, numbers=True)
    assert (notes.heat, notes.numbers, notes.pairs) == ({2: 1.0, 3: 1.0}, {0: 1, 1: 1}, [(0, 1)])
