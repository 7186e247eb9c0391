"""Kalah: solved boards, the slow twin, moving again, captures, the end, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from tests.reference.exhaustive import plies, values
from tests.reference.kalah import KalahTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

import monteverde as mv
from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import Position, load_game
from monteverde.game.perft import perft
from monteverde.games.kalah import kalah

# What the first player gets with 1, 2, ... seeds in each of one, two, ... houses (Irving, Donkers, Uiterwijk).
SOLVED = {1: "DLWLWD", 2: "WLLLWW", 5: "DDWWWW"}
OUTCOMES = {"W": 1.0, "D": 0.5, "L": 0.0}
BOARDS = [(6, 4, False), (6, 4, True), (1, 6, False), (2, 3, True), (7, 18, False), (4, 20, True)]


@pytest.mark.parametrize(("houses", "seeds"), [(1, 5), (2, 4)])
def test_solved_boards(houses: int, seeds: int) -> None:
    """With best play in every position, small boards end as published."""
    assert values(plies(kalah(houses, seeds, empty_capture=True)))[0].tolist() == [OUTCOMES[SOLVED[houses][seeds - 1]]]


@pytest.mark.compiled
def test_solve_five_houses() -> None:
    """Exact search proves the published draw of five houses of two, though players move several times in a row."""
    result = mv.solve(kalah(5, 2, empty_capture=True).initial())
    assert result.is_proven
    assert result.value[0] == OUTCOMES[SOLVED[5][2 - 1]]


def count_slowly(moves: list[int], depth: int) -> int:
    """Count move sequences with the twin alone, the last ply without playing it."""
    twin = KalahTwin()
    for move in moves:
        twin.play(move)
    legal = [] if twin.is_terminal() else twin.legal_actions()
    return len(legal) if depth == 1 else sum(count_slowly([*moves, move], depth - 1) for move in legal)


def test_perft_is_that_of_the_slow_twin() -> None:
    """The number of move sequences of each length is what a hand that drops seeds finds."""
    assert [perft(kalah().initial(), depth) for depth in (1, 2, 3, 4)] == [count_slowly([], d) for d in (1, 2, 3, 4)]


@pytest.mark.parametrize(("houses", "seeds", "empty_capture"), BOARDS)
def test_agrees_with_the_slow_twin(houses: int, seeds: int, empty_capture: bool, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a hand that drops seeds, step by step."""
    board = (houses, seeds, empty_capture)
    assert_agrees(kalah(*board), lambda: KalahTwin(*board), budget(30, least=4))


def test_compiled_plays_as_interpreted() -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(kalah(), 20) == playthroughs(kalah(), 20, binder=interpret)


@pytest.mark.parametrize("moves", ["", "c", "c f", "c f a e"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every house with seeds is drawn equally often, and no other."""
    assert_uniform(kalah().initial().play_all(moves), budget(50_000))


def rows(position: Position) -> list[list[int]]:
    """The seeds in the houses and the store of South and of North."""
    width = position.game.num_actions + 1
    return [[int(row) >> 8 * place & 255 for place in range(width)] for row in position.state.rows]


def set_up(south: list[int], north: list[int], *, empty_capture: bool = False) -> Position:
    """A position of three houses with these seeds in houses and stores, South to move."""
    game = kalah(3, 6, empty_capture)
    states = game.initial().states()
    for player, row in enumerate((south, north)):
        states[0].rows[player] = np.uint64(sum(count << 8 * place for place, count in enumerate(row)))
    return Position(game, states)


def test_last_seed_in_the_store_moves_again() -> None:
    """The third of six houses with four seeds ends in the store."""
    position = kalah().initial().play("c")
    assert position.to_move == 0
    assert rows(position) == [[4, 4, 0, 5, 5, 5, 1], [4, 4, 4, 4, 4, 4, 0]]
    assert position.play("a").to_move == 1


def test_sowing_passes_over_the_store_of_the_other() -> None:
    """Eight seeds of the last of three houses: own store, three houses of the other, then the own houses again."""
    position = set_up([1, 1, 8, 0], [2, 2, 2, 2]).play("c")
    assert rows(position) == [[2, 2, 1, 2], [3, 3, 3, 2]]  # the eighth falls in the own store again
    assert position.to_move == 0


def test_capture() -> None:
    """The last seed in an empty own house takes the seeds opposite and goes to the store with them."""
    position = set_up([1, 0, 3, 0], [2, 5, 2, 0]).play("a")
    assert rows(position) == [[0, 0, 3, 6], [2, 0, 2, 0]]
    assert position.to_move == 1


def test_nothing_opposite_is_not_captured() -> None:
    """The seed stays, unless captures of nothing are allowed: then it alone goes to the store."""
    for empty_capture, expected in ((False, [0, 1, 3, 0]), (True, [0, 0, 3, 1])):
        position = set_up([1, 0, 3, 0], [2, 0, 2, 0], empty_capture=empty_capture).play("a")
        assert rows(position) == [expected, [2, 0, 2, 0]]


def test_a_house_filled_before_captures_nothing() -> None:
    """The last seed falls on others."""
    assert rows(set_up([1, 1, 3, 0], [2, 5, 2, 0]).play("a")) == [[0, 2, 3, 0], [2, 5, 2, 0]]


@pytest.mark.parametrize(("north", "expected"), [([1, 0, 0, 3], 0.5), ([1, 0, 0, 2], 1.0), ([1, 0, 0, 4], 0.0)])
def test_seeds_that_are_left_belong_to_their_row(north: list[int], expected: float) -> None:
    """South plays the last seed to the store, four in all there: North has its own store and the seed left."""
    position = set_up([0, 0, 1, 3], north).play("c")
    assert position.is_terminal
    assert position.rewards.tolist() == [expected, 1 - expected]


def test_the_game_ends_when_the_other_has_no_seeds() -> None:
    """South captures North's last seeds: nobody plays on, though South could."""
    position = set_up([1, 0, 3, 0], [0, 5, 0, 0]).play("a")
    assert position.is_terminal
    assert position.rewards.tolist() == [1.0, 0.0]


def test_key_tells_apart_what_differs() -> None:
    """There are as many keys as different seeds and turns among the first hundreds of positions."""
    layer, keys = {b"": kalah(4, 3).initial()}, {}
    while layer and len(keys) < 500:
        layer = following(layer)
        keys |= {state: key_of(position) for state, position in layer.items()}
    assert len(set(keys.values())) == len(keys) > 500


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = kalah(4, 3).initial().play_all("b a")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.history == position.history


def test_render() -> None:
    """North's houses are above, named from right to left; the stores are beside the players' names."""
    assert str(kalah(3, 10).initial().play("b")) == (
        "           c   b   a\n"
        "          11  11  12\n"
        "North  0               2 South\n"
        "          11   1  12\n"
        "           a   b   c\n"
        "last move: b"
    )


def test_parameters_on_the_command_line() -> None:
    """The text that names a board gives that board."""
    assert load_game("kalah:houses=3,seeds=2") is kalah(3, 2)


@pytest.mark.parametrize(("houses", "seeds"), [(0, 4), (8, 4), (6, 0), (7, 19)])
def test_what_is_no_game_is_refused(houses: int, seeds: int) -> None:
    """No houses or seeds, or more than there is room for, is an error with both numbers."""
    with pytest.raises(UsageError, match=f"houses={houses}, seeds={seeds}"):
        kalah(houses, seeds)
