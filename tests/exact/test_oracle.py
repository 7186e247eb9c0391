"""The oracle: every action of every position of tic-tac-toe, and what it does not answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from tests.exact.seeded_trees import GAME, endless_tree

import monteverde as mv
from monteverde.exact import Oracle
from monteverde.game import Position

NUM_STATES, NUM_TERMINAL = 5_478, 958


@cache
def best_for_x(position: Position) -> float:
    """What X gets under best play: the definition, remembered by position."""
    if position.is_terminal:
        return float(position.rewards[0])
    values = [best_for_x(position.play(action)) for action in position.legal_actions()]
    return max(values) if position.to_move == 0 else min(values)


def all_positions(root: Position) -> list[Position]:
    """Return every position that can come up, the first one included."""
    found, waiting = {root}, [root]
    while waiting:
        position = waiting.pop()
        after = {position.play(action) for action in position.legal_actions()} - found
        found |= after
        waiting += after
    return sorted(found, key=lambda position: (len(position.history), position.history))


def test_every_action_of_every_position_of_tic_tac_toe(is_compiled: bool) -> None:
    """5,478 positions, 958 of them ends; in each of the others every action's value is that of brute force."""
    positions = all_positions(mv.load_game("tic_tac_toe").initial())
    assert len(positions) == NUM_STATES
    assert sum(position.is_terminal for position in positions) == NUM_TERMINAL
    oracle = Oracle("tic_tac_toe")
    for position in positions if is_compiled else positions[-NUM_STATES::-37]:
        if position.is_terminal:
            assert oracle.value(position)[0] == best_for_x(position)
            continue
        player = position.to_move
        for action, value in oracle.action_values(position).items():
            of_x = best_for_x(position.play(action))
            assert value == (of_x if player == 0 else 1.0 - of_x)


def test_perfect_moves() -> None:
    """A move is perfect if no other is better: here the fork alone."""
    position = mv.load_game("tic_tac_toe").initial().play_all("b1 a1 a2 c1")
    oracle = Oracle(position.game)
    names = {position.action_name(action): action for action in position.legal_actions()}
    assert oracle.best_actions(position) == (names["b2"],)
    assert oracle.is_perfect(position, names["b2"])
    assert not oracle.is_perfect(position, names["c3"])
    assert oracle.value(position) == (1.0, 0.0)


def test_distinct_up_to_symmetry() -> None:
    """765 positions up to rotation and reflection."""
    turned = [(0, 1, 2, 3, 4, 5, 6, 7, 8)]
    for _ in range(3):
        turned.append(tuple(turned[-1][i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2)))
    symmetries = turned + [tuple(s[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6)) for s in turned]
    boards = {_board(position) for position in all_positions(mv.load_game("tic_tac_toe").initial())}
    assert len({min(tuple(board[i] for i in s) for s in symmetries) for board in boards}) == 765


def _board(position: Position) -> tuple[str, ...]:
    return tuple(mark for mark in str(position) if mark in "XO.")


def test_an_estimate_is_no_oracle() -> None:
    """A method that believes a heuristic proves nothing."""
    with pytest.raises(mv.UnsuitableError, match="pvs:depth=2 proves nothing about this position"):
        Oracle(GAME, "pvs:depth=2").result(endless_tree(5))


def test_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second question about a position is not solved again."""
    position = mv.load_game("tic_tac_toe").initial()
    oracle = Oracle(position.game)
    first = oracle.result(position)
    monkeypatch.setattr(oracle, "_solve", _fail)
    assert oracle.result(position) is first


def _fail(position: Position) -> Callable[..., None]:
    raise AssertionError("it was asked again")


def test_ctrl_c_is_not_mistaken_for_a_method_that_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks is interrupted, and nothing is kept of the position."""
    oracle = Oracle("tic_tac_toe")
    position = oracle.game.initial()
    found = oracle.result(position)
    cut = replace(found, is_proven=False, statistics=replace(found.statistics, stopped_by="interrupted"))
    other = position.play("a1")
    monkeypatch.setattr(oracle, "_solve", lambda asked: cut)
    with pytest.raises(KeyboardInterrupt):
        oracle.result(other)
    monkeypatch.undo()
    assert oracle.result(other).is_proven
