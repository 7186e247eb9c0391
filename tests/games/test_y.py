"""Y: counts by hand, full boards, solved sizes, the slow twin at every ply, the swap, and what people see."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable

import pytest
from tests.reference.exhaustive import plies, values
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs
from tests.reference.y import YTwin

from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import load_game
from monteverde.games.y import y

FIRST_WINS, SECOND_WINS = 1.0, 0.0


def test_every_full_board_has_one_winner() -> None:
    """Of all 1,024 ways to fill the triangle of four rows, each joins the sides for exactly one player."""
    twin = YTwin(4)
    wins = 0
    for owners in itertools.product((0, 1), repeat=10):
        twin.stones = dict(zip(twin.cells, owners, strict=True))
        assert twin.has_won(0) != twin.has_won(1)
        wins += twin.has_won(0)
    assert wins == 512  # exchanging the colours exchanges the winners


@pytest.mark.parametrize(("size", "swap"), [(3, False), (3, True)])
def test_the_first_player_wins_and_with_the_swap_the_second(size: int, swap: bool) -> None:
    """By strategy stealing; and where some first move wins and every one can be taken over, the second player."""
    assert values(plies(y(size, swap)))[0].tolist() == [SECOND_WINS if swap else FIRST_WINS]


@pytest.mark.parametrize(("size", "swap"), [(1, False), (2, True), (4, False), (5, True), (11, True)])
def test_agrees_with_the_slow_twin(size: int, swap: bool, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of all groups looked at, step by step."""
    assert_agrees(y(size, swap), lambda: YTwin(size, swap), 1 if size > 5 else budget(20, least=4))


def test_agrees_with_the_slow_twin_on_a_large_board() -> None:
    """A random game with more cells than a byte counts is over at the stone that joins the sides."""
    ((actions, rewards, _),) = playthroughs(y(23), 1)
    twin = YTwin(23)
    for action in actions[:-1]:
        twin.play(action)
    assert not twin.is_terminal()
    twin.play(actions[-1])
    assert twin.rewards() == rewards


@pytest.mark.parametrize(("size", "swap"), [(11, True), (3, False)])
def test_compiled_plays_as_interpreted(size: int, swap: bool) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(y(size, swap), 5) == playthroughs(y(size, swap), 5, binder=interpret)


@pytest.mark.parametrize("moves", ["", "c5", "c5 swap", "c5 d6"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every empty cell is drawn equally often, and the swap as often as any, when and only when it is legal."""
    assert_uniform(y(11, True).initial().play_all(moves), budget(50_000))


def test_one_side_touches_the_other_two() -> None:
    """A full row at the bottom joins all three sides, for White as well, and not before the last stone."""
    position = y(3).initial().play_all("a3 b2 b3 a2")
    assert not position.is_terminal
    assert position.play("c3").rewards.tolist() == [1.0, 0.0]
    assert y(3).initial().play_all("b2 a3 a2 b3 a1 c3").rewards.tolist() == [0.0, 1.0]


def test_groups_are_joined_by_the_stone_between_them() -> None:
    """The stone in the middle connects three arms."""
    position = y(4).initial().play_all("a3 a1 c3 d4 b4 a4")
    assert not position.is_terminal
    assert position.play("b3").rewards.tolist() == [1.0, 0.0]


def test_swap_takes_the_stone_over() -> None:
    """Black's stone is White's, and it is Black's turn; nobody can swap otherwise."""
    start = y(3, swap=True).initial()
    position = start.play_all("b2 swap")
    assert position.to_move == 0
    assert str(position).count("W") == 1
    for moves in ("", "a1 b2", "a1 swap"):
        with pytest.raises(IllegalActionError):
            start.play_all(moves).play("swap")


def test_key_tells_apart_what_differs() -> None:
    """On small boards and on large ones there are as many keys as different stones and turns."""
    for size, depth in ((3, 4), (11, 2)):
        layer = {b"": y(size, True).initial()}
        for _ in range(depth):
            layer = following(layer)
        states = {(position.state.cells.tobytes(), position.to_move) for position in layer.values()}
        assert len({key_of(position) for position in layer.values()}) == len(states) > 50
    start = y().initial()
    assert start.play_all("a1 b2 c3") == start.play_all("c3 b2 a1") != start.play_all("a1 c3 b2")


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = load_game("y:5").initial().play_all("b3 c4")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_render() -> None:
    """A triangle: rows are numbered, columns rise to the right from the letters below, the last stone is marked."""
    assert str(y(3).initial().play_all("a1 b3")) == "  1 B\n 2 . .\n3 .(W).\n  a b c"


def test_render_fits_80_columns() -> None:
    """The largest board does."""
    assert max(map(len, str(y(26).initial()).splitlines())) <= 80


@pytest.mark.parametrize("size", [0, 27])
def test_bad_sizes_are_refused(size: int) -> None:
    """A board without cells, or with more columns than letters, is an error that says so."""
    with pytest.raises(UsageError, match=f"size of 1 to 26, got size={size}"):
        y(size)
