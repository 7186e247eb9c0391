"""Gomoku: tic-tac-toe's counts, solved small boards, the slow twin, long rows, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from tests.reference.exhaustive import num_ends, num_games, num_positions, plies, values
from tests.reference.gomoku import GomokuTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import load_game
from monteverde.games.gomoku import gomoku

SIX_IN_A_ROW = "a1 a9 b1 b9 d1 d9 e1 e9 f1 f9 c1"  # Black fills the gap in the first row
VARIANTS = [(3, 3, False), (15, 5, False), (6, 3, True), (7, 4, True), (5, 6, False), (26, 5, True), (2, 1, False)]


@pytest.mark.compiled
def test_tic_tac_toe_in_full() -> None:
    """Positions, ends, games and who wins them, and the value, are the known ones."""
    found = plies(gomoku(size=3, row=3))
    assert (num_positions(found), num_ends(found)) == (5478, 958)
    assert (num_games(found), num_games(found, 0), num_games(found, 1)) == (255168, 131184, 77904)
    assert values(found)[0].tolist() == [0.5]


@pytest.mark.parametrize(("size", "row", "exact"), VARIANTS)
def test_agrees_with_the_slow_twin(size: int, row: int, exact: bool, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of runs measured one by one, step by step."""
    num_games = 1 if size > 15 else 2 if size > 7 else budget(20, least=5)
    assert_agrees(gomoku(size, row, exact), lambda: GomokuTwin(size, row, exact), num_games)


def test_compiled_plays_as_interpreted() -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(gomoku(), 3) == playthroughs(gomoku(), 3, binder=interpret)
    exact = gomoku(7, 4, exact=True)
    assert playthroughs(exact, 5) == playthroughs(exact, 5, binder=interpret)


@pytest.mark.parametrize("moves", ["", "h8 g7 a1 o15 h7"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every empty cell is drawn equally often, and no other."""
    assert_uniform(gomoku().initial().play_all(moves), budget(100_000))


@pytest.mark.parametrize(
    "moves",
    [
        "e1 e2 f1 f2 g1 g2 h1 h2 i1",
        "a5 b5 a6 b6 a7 b7 a8 b8 a9",
        "a1 a2 b2 b3 c3 c4 d4 d5 e5",
        "e1 a1 d2 b2 c3 d5 b4 e7 a5",
    ],
)
def test_five_in_a_row_win_in_every_direction(moves: str) -> None:
    """Along rows, columns and both diagonals, into the corner too; four do not."""
    position = gomoku(9).initial().play_all(moves[:-3])
    assert not position.is_terminal
    assert position.play(moves[-2:]).rewards.tolist() == [1.0, 0.0]


def test_six_in_a_row() -> None:
    """A longer line wins, but not where exactly five are asked for."""
    assert gomoku(9).initial().play_all(SIX_IN_A_ROW).is_terminal
    assert not gomoku(9, exact=True).initial().play_all(SIX_IN_A_ROW).is_terminal


def test_lines_do_not_go_on_across_the_edge() -> None:
    """Stones at the end of one row and the beginning of the next are no line."""
    position = gomoku(5, 3).initial().play_all("d3 a5 e3 b5 a2 e5 b2")
    assert not position.is_terminal


def test_a_full_board_without_a_row_is_a_draw() -> None:
    """Six in a row do not fit on 3x3, so nobody wins."""
    position = gomoku(3, 6).initial().play_all("a1 a2 a3 b1 b2 b3 c1 c2 c3")
    assert position.rewards.tolist() == [0.5, 0.5]


def test_an_occupied_cell_is_illegal() -> None:
    """A stone cannot be put on another."""
    with pytest.raises(IllegalActionError):
        gomoku().initial().play("h8").play("h8")


@pytest.mark.parametrize("size", [6, 15])
def test_key_ignores_the_order_of_moves(size: int) -> None:
    """The same stones give equal keys however they came, and other stones unequal ones."""
    start = gomoku(size).initial()
    assert start.play_all("a1 b2 c3") == start.play_all("c3 b2 a1")
    layer = [start.play(first).play(second) for first in range(size) for second in range(size) if first != second]
    assert len({key_of(position) for position in layer}) == len(layer)


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = gomoku(9, 4).initial().play_all("e5 d5 e4")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.play("e6") == position.play("e6")


def test_render() -> None:
    """Row 1 is at the bottom, the last stone in brackets."""
    assert str(gomoku(3, 3).initial()) == "3 . . .\n2 . . .\n1 . . .\n  a b c"
    assert str(gomoku(3, 3).initial().play_all("a1 b2")) == "3 . . .\n2 .(W).\n1 B . .\n  a b c"
    assert str(gomoku(3, 3).initial().play("c1")) == "3 . . .\n2 . . .\n1 . .(B)\n  a b c"


def test_render_fits_80_columns() -> None:
    """The largest board does."""
    assert max(map(len, str(gomoku(26).initial()).splitlines())) <= 80


def test_parameters_on_the_command_line() -> None:
    """The text that names a board gives that board."""
    assert load_game("gomoku:size=3,row=3") is gomoku(3, 3)


@pytest.mark.parametrize(("size", "row"), [(0, 5), (27, 5), (15, 0)])
def test_what_is_no_game_is_refused(size: int, row: int) -> None:
    """A board without cells, with more columns than letters, or rows of nothing, is an error with both numbers."""
    with pytest.raises(UsageError, match=f"size={size}, row={row}"):
        gomoku(size, row)
