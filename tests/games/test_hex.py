"""Hex: counts by brute force, the slow twin at every ply, solved sizes, the swap, and what people see."""

from __future__ import annotations

import functools
import itertools
import math
import pickle
from collections.abc import Callable

import pytest
from tests.reference.exhaustive import Ply, num_ends, num_games, num_positions, plies, values
from tests.reference.hex import HexTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, key_of, playthroughs

from monteverde.compile import bind, kernel, new_stream
from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import load_game
from monteverde.game.rules import is_terminal, play, sample_action
from monteverde.games.hex import hex  # noqa: A004  (the game's name)


@functools.cache
def every_ply(size: int, swap: bool = False) -> list[Ply]:
    """All positions of a small board, found once."""
    return plies(hex(size, swap))


@pytest.mark.parametrize(("size", "counts"), [(1, (1, 1)), (2, (24, 12)), (3, (257760, 165600))])
def test_number_of_complete_games(size: int, counts: tuple[int, int]) -> None:
    """The number of games that end at the first connection, and of those that Black wins, is the right one."""
    assert (num_games(every_ply(size)), num_games(every_ply(size), player=0)) == counts


@pytest.mark.parametrize(("size", "counts"), [(1, (2, 1)), (2, (32, 9)), (3, (5514, 994))])
def test_number_of_positions_by_key(size: int, counts: tuple[int, int]) -> None:
    """The number of different positions, told apart by key, and of those where the game has ended, is the right one."""
    assert (num_positions(every_ply(size)), num_ends(every_ply(size))) == counts


@pytest.mark.parametrize(("size", "winning"), [(1, "1"), (2, "01/10"), (3, "001/111/100")])
def test_winning_first_moves(size: int, winning: str) -> None:
    """Solving the board finds exactly the first moves that are known to win."""
    found = every_ply(size)
    wins = values(found)[1][found[0].children]
    assert wins.tolist() == [float(win) for win in winning.replace("/", "")]


@pytest.mark.parametrize("size", [2, pytest.param(3, marks=pytest.mark.compiled)])
def test_second_player_wins_with_swap(size: int) -> None:
    """Whatever the first move, keeping it or swapping wins."""
    assert values(every_ply(size, swap=True))[0].tolist() == [0.0]


@pytest.mark.parametrize(("size", "num_wins"), [(2, 3), (3, 84)])
def test_a_full_board_has_one_winner(size: int, num_wins: int) -> None:
    """Of all ways to fill the board, the right number is won by Black, and every one by somebody, in any order."""
    cells = range(size * size)
    black_wins = 0
    for black in itertools.combinations(cells, math.ceil(len(cells) / 2)):
        position = hex(size).initial()
        sides = [list(black), [cell for cell in cells if cell not in black]]
        while not position.is_terminal:
            position = position.play(sides[position.to_move].pop())
        black_wins += position.rewards[0]
    assert black_wins == num_wins


@kernel
def count_wins(root, states, rng, num_games):
    """Return how many of `num_games` random games from `root[0]` Black wins."""
    wins = 0
    for _ in range(num_games):
        states[0] = root[0]
        while not is_terminal(states[0]):
            play(states[0], sample_action(states[0], rng))
        wins += states[0].winner == 0
    return wins


@pytest.mark.parametrize(("size", "rate"), [(3, 2 / 3), (4, 1 / 2), (6, 1 / 2)])
def test_random_games_are_won_at_the_rate_of_random_fillings(
    size: int, rate: float, budget: Callable[..., int]
) -> None:
    """Games of random moves end as if the board were filled at random: two thirds on 3x3, one half on even sizes."""
    num_games = budget(10_000)
    root = hex(size).initial().states()
    wins = bind(count_wins, hex(size).bindings)(root, root.copy(), new_stream(1), num_games)
    assert abs(wins - rate * num_games) < 5 * math.sqrt(rate * (1 - rate) * num_games)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 11, 14, 15])
@pytest.mark.parametrize("swap", [False, True])
def test_agrees_with_the_slow_twin(size: int, swap: bool, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a search for a path, step by step."""
    assert_agrees(hex(size, swap), lambda: HexTwin(size, swap), budget(max(1, 40 // size), least=1))


def test_agrees_with_the_slow_twin_after_a_swap() -> None:
    """After a swap, games go on as in the twin."""
    start = hex(4, swap=True).initial()
    for first in range(16):
        position, twin = start, HexTwin(4, swap=True)
        for action in (first, 16):
            position = position.play(action)
            twin.play(action)
        while not twin.is_terminal():
            assert not position.is_terminal
            assert (position.to_move, position.legal_actions()) == (twin.to_move, twin.legal_actions())
            action = position.legal_actions()[5 * first % len(twin.legal_actions())]
            position = position.play(action)
            twin.play(action)
        assert position.rewards.tolist() == twin.rewards()


@pytest.mark.parametrize(("size", "swap"), [(1, False), (5, True), (11, False), (16, True)])
def test_compiled_plays_as_interpreted(size: int, swap: bool) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = hex(size, swap)
    assert playthroughs(game, 4) == playthroughs(game, 4, binder=interpret)


@pytest.mark.parametrize(
    ("spec", "moves"),
    [("hex:3", ""), ("hex:4", "a1 b2 c3 d4 a4"), ("hex:size=3,swap=true", "b2"), ("hex:size=3,swap=true", "b2 swap")],
)
def test_sample_action_is_uniform(spec: str, moves: str, budget: Callable[..., int]) -> None:
    """Every empty cell is drawn equally often, and the swap as often as any, when and only when it is legal."""
    assert_uniform(load_game(spec).initial().play_all(moves), budget(100_000))


def test_black_joins_top_and_bottom() -> None:
    """A straight column of Black's wins for Black at its last stone, and not before."""
    position = hex(3).initial().play_all("b1 a1 b2 a2")
    assert not position.is_terminal
    assert position.play("b3").rewards.tolist() == [1.0, 0.0]


def test_white_joins_left_and_right() -> None:
    """A straight row of White's wins for White at its last stone, and not before."""
    position = hex(3).initial().play_all("a1 a2 b1 b2 c3")
    assert not position.is_terminal
    assert position.play("c2").rewards.tolist() == [0.0, 1.0]


def test_the_short_diagonal_connects_and_the_long_one_does_not() -> None:
    """Cells that share a side are neighbours: up to the right, but not up to the left."""
    assert hex(2).initial().play_all("b1 a1 a2").is_terminal
    assert not hex(2).initial().play_all("a1 b1 b2").is_terminal


def test_swap_takes_over_the_reflected_stone() -> None:
    """The stone of Black becomes White's on the other side of the long diagonal, and it is Black's turn."""
    position = hex(5, swap=True).initial().play_all("d2 swap")
    assert position.to_move == 0
    assert str(position).splitlines()[4].split() == ["4", ".", "W", ".", ".", "."]
    assert str(position).count("B") == 0


def test_swap_is_legal_only_as_the_second_move() -> None:
    """Nobody can swap on the first move, nor after the second."""
    start = hex(3, swap=True).initial()
    for moves in ("", "a1 b2", "a1 swap", "a1 b2 c3"):
        with pytest.raises(IllegalActionError):
            start.play_all(moves).play("swap")


def test_key_ignores_the_order_of_moves() -> None:
    """The same stones give equal positions however they came, and other stones unequal ones."""
    for size in (5, 11):
        start = hex(size).initial()
        assert start.play_all("a1 b2 c3") == start.play_all("c3 b2 a1")
        assert start.play_all("a1 b2 c3") != start.play_all("a1 c3 b2")
        assert start.play_all("a1 b2 c3") != start.play_all("a1 b2")


def test_key_tells_whose_turn_it_is() -> None:
    """One stone of each, but another player to move, as a swap makes possible, gives unequal positions."""
    start = hex(3, swap=True).initial()
    assert start.play_all("a1 b2") != start.play_all("b2 swap a1")
    pieces = [start.play_all(moves).picture().pieces for moves in ("a1 b2", "b2 swap a1")]
    assert pieces[0] == pieces[1]


def test_key_is_exact_with_swap() -> None:
    """On 2x2 with swap there are as many keys as different drawings and turns."""
    layer, keys = {"": hex(2, swap=True).initial()}, {}
    while layer:
        keys |= {look: key_of(position) for look, position in layer.items()}
        after = [position.play(action) for position in layer.values() for action in position.legal_actions()]
        layer = {f"{position.picture().pieces} {position.to_move}": position for position in after}
    assert len(set(keys.values())) == len(keys) > 32


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = hex(5, swap=True).initial().play_all("c3 swap a1")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game
    assert copy.play("b1") == position.play("b1")


def test_render() -> None:
    """The board is drawn as a rhombus, with letters above and numbers at the left."""
    position = hex(3).initial().play_all("c1 b2")
    assert str(position) == "  a b c\n1 . . B\n 2 .(W).\n  3 . . ."


def test_render_fits_80_columns() -> None:
    """Boards of up to 24 rows are drawn on lines of 80 columns at most."""
    assert max(map(len, str(hex(24).initial()).splitlines())) <= 80


@pytest.mark.parametrize("size", [0, -1, 27])
def test_bad_sizes_are_refused(size: int) -> None:
    """A board without cells, or with more columns than letters, is an error that says so."""
    with pytest.raises(UsageError, match=f"size=.*{size}"):
        hex(size)
