"""Havannah: each of the three ways to win, the slow twin at every ply, a solved board, the swap, what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from tests.reference.exhaustive import plies, values
from tests.reference.havannah import HavannahTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Position, load_game
from monteverde.games.havannah import havannah


def white_plays(moves: str, size: int = 5) -> Position:
    """The position after White's stones on `moves`, and as many of Black's far apart from each other."""
    position = havannah(size).initial()
    names = moves.split()
    apart = [name for name in "a9 c9 e9 a6 e7 g6 a5 i5 g1 c5 g3 c3 b7".split() if name not in names]
    for number, name in enumerate(names):
        assert not position.is_terminal
        position = position.play(name)
        if number < len(names) - 1:
            position = position.play(apart[number])
    return position


def test_the_first_player_wins_on_the_smallest_board() -> None:
    """With best play White wins on size 2: the centre, then one of two pairs of corners."""
    assert values(plies(havannah(2)))[0].tolist() == [1.0]


@pytest.mark.parametrize(("size", "swap"), [(2, True), (3, False), (4, True), (5, False)])
def test_agrees_with_the_slow_twin(size: int, swap: bool, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of groups and rings searched for, step by step."""
    assert_agrees(havannah(size, swap), lambda: HavannahTwin(size, swap), 2 if size > 4 else budget(40, least=8))


def test_agrees_with_the_slow_twin_on_a_large_board() -> None:
    """Random games with more cells than a byte counts are over exactly at the stone that wins."""
    for actions, rewards, _ in playthroughs(havannah(10), 2):
        twin = HavannahTwin(10)
        for action in actions[:-1]:
            twin.play(action)
        assert not twin.is_terminal()
        twin.play(actions[-1])
        assert twin.rewards() == rewards


@pytest.mark.parametrize(("size", "swap"), [(8, True), (3, False)])
def test_compiled_plays_as_interpreted(size: int, swap: bool) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(havannah(size, swap), 5) == playthroughs(havannah(size, swap), 5, binder=interpret)


@pytest.mark.parametrize("moves", ["", "h8", "h8 swap", "h8 a8"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every empty cell is drawn equally often, and the swap as often as any, when and only when it is legal."""
    assert_uniform(havannah(8, True).initial().play_all(moves), budget(50_000))


def test_number_of_cells() -> None:
    """A hexagon of side n has 3n(n - 1) + 1 cells."""
    for size in (2, 5, 8, 10):
        assert len(havannah(size).initial().legal_actions()) == 3 * size * (size - 1) + 1


def test_bridge() -> None:
    """A line from one corner of the upper side to the other."""
    position = white_plays("e1 f1 h1 g1 i1")
    assert position.rewards.tolist() == [1.0, 0.0]


def test_fork() -> None:
    """Three arms from the centre to three sides, none of them at a corner."""
    assert white_plays("e5 e4 e3 e2 f1 f5 g5 h5 i4 d6 c7 b8 a8").rewards.tolist() == [1.0, 0.0]


def test_corners_are_on_no_side() -> None:
    """Two sides and the corner between them, which touches both, and a third side joined by a corner: no fork."""
    assert not white_plays("h1 i1 i2").is_terminal
    assert not white_plays("i2 i3 i4 i5 h5").is_terminal


def test_ring() -> None:
    """Six stones around an empty cell, and not five."""
    assert white_plays("f4 f5 e6 d6 d5 e4").rewards.tolist() == [1.0, 0.0]


def test_ring_around_an_own_stone() -> None:
    """What is inside does not matter."""
    assert white_plays("e5 f4 f5 e6 d6 d5 e4").rewards.tolist() == [1.0, 0.0]


def test_a_filled_triangle_is_no_ring() -> None:
    """Stones that lie close together go around nothing."""
    assert not white_plays("e5 f5 e6 f4 d6 d5").is_terminal


def test_a_full_board_may_be_a_draw() -> None:
    """Among random games on a small board there are wins of both and draws."""
    ends = {tuple(rewards) for _, rewards, _ in playthroughs(havannah(3), 400)}
    assert {(1.0, 0.0), (0.0, 1.0)} <= ends <= {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}


def test_swap_takes_the_stone_over() -> None:
    """White's stone is Black's, and it is White's turn; nobody can swap otherwise."""
    start = havannah(4, swap=True).initial()
    position = start.play_all("d4 swap")
    assert position.to_move == 0
    assert str(position).count("B") == 1
    for moves in ("", "d4 d3", "d4 swap"):
        with pytest.raises(IllegalActionError):
            start.play_all(moves).play("swap")


def test_key_tells_apart_what_differs() -> None:
    """The order of moves does not matter, but whose stone is where does."""
    for size in (3, 8):
        start = havannah(size).initial()
        layer = [start.play(a).play(b) for a in start.legal_actions() for b in range(5) if a != b]
        assert len({key_of(position) for position in layer}) == len(layer)
    assert start.play_all("h1 h2 h3") == start.play_all("h3 h2 h1") != start.play_all("h1 h3 h2")


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = load_game("havannah:5").initial().play_all("e5 e4")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_render() -> None:
    """A hexagon; each row begins with the name of its first cell, the last stone is in brackets."""
    assert str(havannah(2).initial().play_all("b2 a3")) == " b1 . .\na2 . W .\n a3(B)."


def test_render_fits_80_columns() -> None:
    """The largest board does."""
    assert max(map(len, str(havannah(13).initial()).splitlines())) <= 80


@pytest.mark.parametrize("size", [1, 14])
def test_bad_sizes_are_refused(size: int) -> None:
    """A board without six corners, or with more columns than letters, is an error that says so."""
    with pytest.raises(UsageError, match=f"size of 2 to 13, got size={size}"):
        havannah(size)
