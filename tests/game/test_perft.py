"""Perft: counts on problems small enough to count by hand, and on all kinds of plies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, Position
from monteverde.game.perft import perft, perft_divide
from monteverde.games.nim import nim
from monteverde.games.tic_tac_toe import TicTacToe


class CoinThenChoice(Game):
    """A coin that never lands on its edge; after heads (1) two choices, after tails (2) one; then the end."""

    state = [("ply", np.int64), ("coin", np.int64)]
    num_players, num_actions, max_length = 1, 3, 2

    def start(state: Any) -> None:  # type: ignore[misc]
        state.coin = 0

    def to_move(state: Any) -> int:  # type: ignore[misc]
        return CHANCE if state.ply == 0 else 0

    def chance_outcomes(state: Any, outcomes: Any, probabilities: Any) -> int:  # type: ignore[misc]
        for outcome in range(3):
            outcomes[outcome] = outcome
        probabilities[0], probabilities[1], probabilities[2] = 0.0, 0.5, 0.5
        return 3

    def legal_actions(state: Any, out: Any) -> int:  # type: ignore[misc]
        out[0] = 0
        out[1] = 1
        return 3 - state.coin

    def play(state: Any, action: int) -> None:  # type: ignore[misc]
        if state.ply == 0:
            state.coin = action
        state.ply += 1

    def is_terminal(state: Any) -> bool:  # type: ignore[misc]
        return state.ply == 2

    def rewards(state: Any, out: Any) -> None:  # type: ignore[misc]
        out[0] = 1.0


def count_slowly(position: Position, depth: int) -> int:
    """Return the number of sequences by recursion over positions."""
    if depth == 0:
        return 1
    return sum(count_slowly(position.play(action), depth - 1) for action in position.legal_actions())


@pytest.mark.parametrize("depth", range(8))
def test_agrees_with_recursion(depth: int) -> None:
    """On a small game the kernel counts what plain recursion counts, to the end of the game and beyond."""
    position = nim(heaps="6", take=3).initial()
    assert perft(position, depth) == count_slowly(position, depth)


def test_depth_zero_is_one() -> None:
    """There is one sequence without actions, even at the end of a game."""
    ended = nim(heaps="1").initial().play("1")
    assert perft(ended, 0) == perft(nim().initial(), 0) == 1


def test_nothing_follows_the_end() -> None:
    """From a terminal position no sequence has an action."""
    ended = nim(heaps="1").initial().play("1")
    assert perft(ended, 1) == perft(ended, 3) == 0


def test_sequences_that_ended_before_do_not_count() -> None:
    """A heap of two, take one or two: two sequences of one action, one of two, none of three."""
    position = nim(heaps="2", take=2).initial()
    assert [perft(position, depth) for depth in (1, 2, 3)] == [2, 1, 0]


def test_counts_from_any_position() -> None:
    """The count starts where the position is, and leaves the position as it was."""
    position = TicTacToe().initial().play_all("a1 b2")
    before = position.states().tobytes()
    assert [perft(position, depth) for depth in (1, 2, 3)] == [7, 42, 210]
    assert position.states().tobytes() == before


def test_chance_outcomes_count_as_actions() -> None:
    """Two outcomes of positive probability, then two choices or one; the outcome of probability zero is no action."""
    position = CoinThenChoice().initial()
    assert [perft(position, depth) for depth in (1, 2, 3)] == [2, 3, 0]


def test_divide_splits_the_count_by_first_action() -> None:
    """The parts belong to the first actions and add up to the whole."""
    position = CoinThenChoice().initial()
    assert perft_divide(position, 2) == {1: 2, 2: 1}
    board = TicTacToe().initial()
    assert perft_divide(board, 3) == dict.fromkeys(range(9), 56)


def test_divide_at_the_end_is_empty() -> None:
    """A terminal position has no first actions."""
    assert perft_divide(nim(heaps="1").initial().play("1"), 2) == {}


def test_negative_depths_are_refused() -> None:
    """A depth that makes no sense is an error with the value in it."""
    with pytest.raises(UsageError, match="got -1"):
        perft(nim().initial(), -1)
    with pytest.raises(UsageError, match="got 0"):
        perft_divide(nim().initial(), 0)
