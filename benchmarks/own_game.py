"""The README's own-game example against the built-in form of the same game: what a user's first file costs in speed."""

from __future__ import annotations

import numpy as np
from measure import Run, compare, interleave, median_rate
from table import Row, print_table, rate, ratio_row

import monteverde as mv

SIMULATIONS = 300_000
TARGET = 0.8


class Nim(mv.Game):
    """One heap of 15; take 1 to 3; whoever takes the last object wins."""

    state = [("heap", np.int64), ("player", np.int64)]
    num_players, num_actions, max_length = 2, 3, 15

    def start(state):
        state.heap = 15

    def to_move(state):
        return state.player

    def legal_actions(state, out):
        count = min(3, state.heap)
        for i in range(count):
            out[i] = i
        return count

    def play(state, action):
        state.heap -= action + 1
        state.player = 1 - state.player

    def is_terminal(state):
        return state.heap == 0

    def rewards(state, out):
        out[state.player] = 0.0  # the heap is empty: the other one took the last object
        out[1 - state.player] = 1.0

    def action_name(action):
        return f"take {action + 1}"


def search(game: mv.Game) -> Run:
    position = game.initial()

    def run() -> int:
        return int(mv.search(position, iterations=SIMULATIONS, seed=1).simulations)

    return run


def rows() -> list[Row]:
    """Return the one row."""
    samples = interleave({"own": search(Nim()), "built in": search(mv.load_game("nim:heap=15,take=3"))})
    ratio = compare(samples["own"], samples["built in"])
    own, built_in = (rate(median_rate(samples[side])) for side in ("own", "built in"))
    case = f"nim, {SIMULATIONS:,}"
    return [ratio_row("own game over the built-in one", case, ratio, own, f"built in {built_in}", at_least=TARGET)]


if __name__ == "__main__":
    print_table(rows())
