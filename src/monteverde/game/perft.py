"""Perft: count the action sequences of a given length. A wrong rule changes the count, so right counts prove rules.

A sequence stops at the end of the game: one that ends with its last action counts, one that ended before does not.
Chance outcomes count as actions; those of probability zero do not. The last ply is counted without being played.

The name and the use are those of chess programs (*performance test*: https://www.chessprogramming.org/Perft).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from monteverde.anytime import FINISHED, Clock, interruptible, run_in_slices
from monteverde.compile import bind, kernel
from monteverde.errors import UsageError
from monteverde.game.game import Game
from monteverde.game.position import Position
from monteverde.game.rules import CHANCE, HAS_CHANCE, chance_outcomes, is_terminal, legal_actions, play, to_move

PLY, TOTAL = 0, 1  # what the progress array holds


def perft(position: Position, depth: int) -> int:
    """Return how many legal action sequences of exactly `depth` actions start at `position`.

    Raises:
        UsageError: if `depth` is negative, or the problem has no rule `play`.
        KeyboardInterrupt: after Ctrl-C, within a few milliseconds.
    """
    position.game.require("play", "perft")
    if depth < 0:
        raise UsageError(f"perft needs a depth of 0 or more, got {depth}")
    if depth == 0:
        return 1
    num_actions = position.game.num_actions
    states = position.states(depth)
    actions, num_left = np.zeros((depth, num_actions), np.int64), np.zeros(depth, np.int64)
    progress, probabilities = np.array([-1, 0], np.int64), np.zeros(num_actions)
    count, clock = _counter(position.game), Clock()
    with interruptible(clock.interrupt):
        ending = run_in_slices(
            lambda plays: bool(count(states, actions, num_left, probabilities, progress, plays)), clock
        )
    if ending != FINISHED:
        raise KeyboardInterrupt
    return int(progress[TOTAL])


def perft_divide(position: Position, depth: int) -> dict[int, int]:
    """Return the number of sequences of `depth` actions by their first action; it finds where two programs differ.

    Raises:
        UsageError: if `depth` is less than 1.
    """
    if depth < 1:
        raise UsageError(f"perft_divide needs a depth of 1 or more, got {depth}")
    return {action: perft(position.play(action), depth - 1) for action in position.legal_actions()}


@functools.cache
def _counter(game: Game) -> Callable[..., bool]:
    return bind(count_sequences, game.bindings)


@kernel
def count_sequences(states, actions, num_left, probabilities, progress, limit):
    """Count sequences of as many actions as there are `states`, from `states[0]` on; return whether all are counted.

    Args:
        states: one a ply, the first of them given; the others are overwritten.
        actions: scratch, (plies, num_actions) int64: what can be played at each ply.
        num_left: scratch, one int64 a ply: how many of these have not been tried.
        probabilities: scratch, (num_actions,) float64.
        progress: int64, [ply, total]: where it is, -1 before it begins, and how many have been counted.
        limit: return after so many actions have been played.
    """
    last = len(states) - 1
    total, ply = progress[TOTAL], progress[PLY]
    if ply < 0:
        ply = 0
        num_left[0] = write_actions(states[0], actions[0], probabilities)
    while ply >= 0 and limit > 0:
        if ply == last:
            total += num_left[ply]
            num_left[ply] = 0
        if num_left[ply] == 0:
            ply -= 1
            continue
        num_left[ply] -= 1
        limit -= 1
        states[ply + 1] = states[ply]
        play(states[ply + 1], actions[ply, num_left[ply]])
        ply += 1
        num_left[ply] = write_actions(states[ply], actions[ply], probabilities)
    progress[TOTAL] = total
    progress[PLY] = max(ply, 0)
    return ply < 0


@kernel
def write_actions(state, out, probabilities):
    """Write what can be played at `state`, or what chance can do, to `out`; return how many."""
    if is_terminal(state):
        return 0
    if HAS_CHANCE and to_move(state) == CHANCE:
        return write_possible_outcomes(state, out, probabilities)
    return legal_actions(state, out)


@kernel
def write_possible_outcomes(state, out, probabilities):
    num_possible = 0
    for i in range(chance_outcomes(state, out, probabilities)):
        if probabilities[i] > 0.0:
            out[num_possible] = out[i]
            num_possible += 1
    return num_possible
