"""Breakthrough: counts by brute force, the slow twin on many boards, solved sizes, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from tests.reference.breakthrough import BreakthroughTwin
from tests.reference.exhaustive import plies, values
from tests.reference.playthrough import assert_uniform, key_of, playthroughs

from monteverde.compile import is_jit_enabled
from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Position, load_game
from monteverde.games.breakthrough import breakthrough

BOARDS = [(8, 8), (6, 6), (5, 5), (6, 5), (4, 2), (4, 16), (32, 2), (9, 7), (12, 3)]
LOST, WON = 0.0, 1.0  # what White gets
SOLVED = {(4, 2): LOST, (4, 3): LOST, (4, 4): LOST, (5, 2): LOST, (5, 3): LOST, (6, 2): WON}
SMALL = [(4, 2), (5, 2)]  # what plain Python can solve


@pytest.mark.parametrize(
    "size", [size if size in SMALL else pytest.param(size, marks=pytest.mark.compiled) for size in SOLVED]
)
def test_solved_boards(size: tuple[int, int]) -> None:
    """With best play the second player wins on boards of 4 and 5 rows, the first on narrow ones of 6."""
    assert values(plies(breakthrough(*size)))[0].tolist() == [SOLVED[size]]


@pytest.mark.parametrize("size", BOARDS)
def test_agrees_with_the_slow_twin(size: tuple[int, int], budget: Callable[..., int]) -> None:
    """Whose turn, legal moves by name and in order, the end and the rewards are those of the twin, step by step."""
    draw = np.random.default_rng(1)
    for _ in range(budget(10)):
        position, twin = breakthrough(*size).initial(), BreakthroughTwin(*size)
        while not twin.is_terminal():
            moves = twin.moves()
            assert not position.is_terminal
            assert position.to_move == twin.to_move
            assert [position.action_name(a) for a in position.legal_actions()] == [twin.name(move) for move in moves]
            number = draw.integers(len(moves))
            position = position.play(position.legal_actions()[number])
            twin.play_move(*moves[number])
        assert position.is_terminal
        assert position.rewards.tolist() == twin.rewards()
        assert len(position.history) <= position.game.max_length


@pytest.mark.parametrize("size", [(8, 8), (5, 5), (32, 2)])
def test_compiled_plays_as_interpreted(size: tuple[int, int]) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = breakthrough(*size)
    assert playthroughs(game, 5) == playthroughs(game, 5, binder=interpret)


@pytest.mark.parametrize(
    "moves", ["", "a2-a3", "e2-e3 d7-d6 e3-e4 d6-d5 e4-d5 c7-c6 d5-c6", "h2-h3 a7-a6 h3-h4 a6-a5 h4-h5 a5-a4"]
)
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every legal move of either player is drawn equally often, and no other."""
    assert_uniform(breakthrough().initial().play_all(moves), budget(100_000))


def after(moves: str, rows: int = 5, columns: int = 3) -> Position:
    """The position after `moves` on a small board."""
    return breakthrough(rows, columns).initial().play_all(moves)


def test_reaching_the_last_rank_wins() -> None:
    """The first to step on the far rank has won, whoever it is, and not a move before."""
    position = after("b2-b3 a4-b3 c2-b3 c4-b3 a2-b3 b4-a3 b3-b4 a3-b2")
    assert not position.is_terminal
    assert position.play("b4-a5").rewards.tolist() == [1.0, 0.0]
    assert position.play("a1-b2").play("a5-b4").is_terminal is False


def test_capturing_everything_wins() -> None:
    """A player without pieces has lost, wherever those of the other stand."""
    states = breakthrough(6, 3).initial().states()
    states[0].pieces[0] = 1 << 6 | 1 << 1  # a3 and b1
    states[0].pieces[1] = 1 << 10  # b4
    position = Position(breakthrough(6, 3), states).play("a3-b4")
    assert position.is_terminal
    assert position.rewards.tolist() == [1.0, 0.0]


def test_straight_ahead_captures_nothing() -> None:
    """A piece that stands before another cannot go on, but diagonally it captures."""
    position = after("b2-b3")
    with pytest.raises(IllegalActionError):
        position.play("b4-b3")
    assert str(position.play("a4-b3")).splitlines()[2] == "3 .(B)."


def test_pieces_do_not_leave_the_board_at_the_side() -> None:
    """Nothing steps from the last file to the first, or back."""
    names = {move for moves in ("", "a2-a3") for move in map(after(moves).action_name, after(moves).legal_actions())}
    assert all(abs(ord(name[0]) - ord(name[3])) <= 1 for name in names)


def test_key_ignores_the_order_of_moves() -> None:
    """The same pieces give equal positions however they came there, and other pieces or turns unequal ones."""
    for size in ((5, 5), (8, 8)):
        start = breakthrough(*size).initial()
        one, other = ("a7-a6", "b7-b6") if size == (8, 8) else ("a4-a3", "b4-b3")
        assert start.play_all(f"c2-c3 {one} d2-d3 {other}") == start.play_all(f"d2-d3 {other} c2-c3 {one}")
        assert start.play_all(f"c2-c3 {one}") != start.play_all(f"c2-c3 {other}")
        assert start.play_all("c2-c3") != start


def test_key_is_exact_on_small_boards() -> None:
    """On 4x2 there are as many keys as different states."""
    layer, states = [breakthrough(4, 2).initial()], {}
    while layer:
        states |= {position.states().tobytes(): key_of(position) for position in layer}
        after_one = [position.play(action) for position in layer for action in position.legal_actions()]
        layer = list({position.states().tobytes(): position for position in after_one}.values())
    assert len(set(states.values())) == len(states) > 600


def test_keys_of_large_boards_differ() -> None:
    """Among thousands of positions of 8x8, no two have the same key."""
    layer = [breakthrough().initial()]
    states = {}
    for _ in range(3 if is_jit_enabled() else 2):
        layer = [position.play(action) for position in layer for action in position.legal_actions()]
        states |= {position.states().tobytes(): key_of(position) for position in layer}
    assert len(set(states.values())) == len(states) > 200


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = after("b2-b3 a4-b3")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game
    assert copy.history == position.history


def test_render() -> None:
    """Files and ranks are on the edges, rank 1 at the bottom, and both ends of the move are marked."""
    assert str(after("b2-b3")) == "5 B B B\n4 B B B\n3 .(W).\n2 W(.)W\n1 W W W\n  a b c"


def test_parameters_on_the_command_line() -> None:
    """The text that names a board gives that board."""
    assert load_game("breakthrough:rows=6,columns=5") is breakthrough(6, 5)


@pytest.mark.parametrize(("rows", "columns"), [(3, 8), (8, 1), (9, 8), (0, 0), (4, 17)])
def test_boards_that_do_not_fit_are_refused(rows: int, columns: int) -> None:
    """A board without room for four ranks or two files, or with more than 64 squares, is an error with both numbers."""
    with pytest.raises(UsageError, match=f"rows={rows}, columns={columns}"):
        breakthrough(rows, columns)
