"""Positions that are set up on the board: handicap stones, problems, the diagrams of books."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from monteverde.errors import UnsuitableError, UsageError
from monteverde.game.game import Game
from monteverde.game.position import Position


def set_up(game: Game, stones: Sequence[tuple[int, int]], to_move: int | None) -> Position:
    """Return the position with exactly `stones`, each (cell, player), on the board, and `to_move` to move.

    Without stones, and with whoever begins, that is the initial position.

    Raises:
        UnsuitableError: if the game cannot be set up.
        UsageError: if a stone is beside the board, a cell is named twice, or the rules know no such position.
    """
    initial = game.initial()
    player = initial.to_move if to_move is None else to_move
    if not stones and player == initial.to_move:
        return initial
    put = type(game).set_up
    if put is None or game.board is None:
        raise UnsuitableError(f"the board of {game.name} cannot be set up: it lacks set_up(state, stones, player)")
    rows, columns = game.board
    _check(game, stones, player, rows * columns)
    states = initial.states()
    with np.errstate(over="ignore"):
        put(states[0], list(stones), player)
    return Position(game, states)


def _check(game: Game, stones: Sequence[tuple[int, int]], player: int, num_cells: int) -> None:
    if not 0 <= player < game.num_players:
        raise UsageError(
            f"player {player} cannot be to move in {game.name}; its players are 0 to {game.num_players - 1}"
        )
    for cell, owner in stones:
        if not (0 <= cell < num_cells and 0 <= owner < game.num_players):
            raise UsageError(
                f"a stone of player {owner} on cell {cell} cannot be in {game.name}; it has cells 0 to {num_cells - 1} "
                f"and players 0 to {game.num_players - 1}"
            )
    if len({cell for cell, _ in stones}) != len(stones):
        raise UsageError("a cell is set up with two stones; give it one")
