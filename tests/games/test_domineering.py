"""Domineering: counts by brute force, solved boards, the slow twin, the keys, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest
from tests.reference.domineering import DomineeringTwin
from tests.reference.exhaustive import plies, values
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

import monteverde as mv
from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Position
from monteverde.games.domineering import domineering

BOARDS = [(8, 8), (5, 5), (1, 6), (6, 1), (2, 26), (7, 9)]
FIRST_WINS = 1.0  # what Vertical, who begins, gets


def test_the_first_player_wins_on_4x4() -> None:
    """With best play in every position that can be reached, as published."""
    assert values(plies(domineering(4, 4)))[0].tolist() == [FIRST_WINS]


@pytest.mark.compiled
def test_the_second_player_wins_on_5x5() -> None:
    """Exact search proves the published exception among the small squares."""
    result = mv.solve(domineering(5, 5).initial())
    assert result.is_proven
    assert result.value == (0.0, 1.0)


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_agrees_with_the_slow_twin(rows: int, columns: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a set of free cells, step by step."""
    assert_agrees(domineering(rows, columns), lambda: DomineeringTwin(rows, columns), budget(10, least=2))


def test_compiled_plays_as_interpreted() -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(domineering(), 10) == playthroughs(domineering(), 10, binder=interpret)


@pytest.mark.parametrize("moves", ["", "a1-a2", "d4-d5 e4-f4 d6-d7 a1-b1"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every place for a domino of either player is drawn equally often, and no other."""
    assert_uniform(domineering().initial().play_all(moves), budget(50_000))


def test_one_row_is_lost_at_once() -> None:
    """Vertical cannot place anything on a single row: the game is over before it begins."""
    position = domineering(1, 4).initial()
    assert position.is_terminal
    assert position.rewards.tolist() == [0.0, 1.0]


def test_dominoes_neither_overlap_nor_leave_the_board() -> None:
    """A lying domino does not go on in the next row, and none lies on another."""
    position = domineering(3, 3).initial().play("a1-a2")
    for name in ("c1-a2", "a1-b1", "c1-d1"):
        with pytest.raises(IllegalActionError):
            position.play(name)


def test_key_ignores_the_order_of_moves() -> None:
    """After four moves on 4x4 there are as many keys as different states, and fewer than move sequences."""
    layer = {b"": domineering(4, 4).initial()}
    for _ in range(4):
        layer = following(layer)
    assert len({key_of(position) for position in layer.values()}) == len(layer) < 3628


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 4)])
def test_canonical_key_is_that_of_the_least_image(rows: int, columns: int) -> None:
    """States share it exactly if one is the other reflected at an axis of the board, or at both."""

    def images(position: Position) -> frozenset[bytes]:
        free = int(position.state.free)
        cells = np.array([free >> cell & 1 for cell in range(rows * columns)], np.uint8).reshape(rows, columns)
        turns = (cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1])
        return frozenset(image.tobytes() for image in turns)

    layer, classes = {b"": domineering(rows, columns).initial()}, {}
    for _ in range(3):
        layer = following(layer)
        for position in layer.values():
            canonical = int(position.game.rules["canonical_key"](position.state))
            assert classes.setdefault(canonical, images(position)) == images(position)
    assert len(set(classes.values())) == len(classes) > 10


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = domineering(5, 4).initial().play_all("b2-b3 c1-d1")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.history == position.history


def test_render() -> None:
    """Covered cells are marked, with letters above and numbers at the left."""
    position = domineering(3, 4).initial().play_all("b2-b3 c1-d1")
    assert str(position) == "  a b c d\n1 . .(# #)\n2 . # . .\n3 . # . ."


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (9, 8), (1, 27), (3, 0)])
def test_boards_that_do_not_fit_are_refused(rows: int, columns: int) -> None:
    """A board without cells, with more than 64, or with more columns than letters, is an error with both numbers."""
    with pytest.raises(UsageError, match=f"rows={rows}, columns={columns}"):
        domineering(rows, columns)
