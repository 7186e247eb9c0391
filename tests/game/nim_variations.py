"""Nim by one heap of seven, whole or with parts exchanged: what the tests of the game layer check and play."""

from __future__ import annotations

from typing import Any

import numpy as np

from monteverde.compile import below
from monteverde.game import CHANCE, Game

MISSING = object()  # stands for a rule or a fact that is left out


class Nim(Game):
    """One heap of 7; take 1 to 3; whoever takes the last object wins."""

    state = [("heap", np.int64), ("player", np.int64)]
    num_players, num_actions, max_length = 2, 3, 7

    def start(state):
        state.heap = 7

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
        out[1 - state.player] = 1.0

    def action_name(action):
        return f"take{action + 1}"


class FullNim(Nim):
    """The same, with the optional rules that the library knows."""

    def sample_action(state, rng):
        return below(rng, min(3, state.heap))

    def key(state):
        return np.uint64(2 * state.heap + state.player)

    def heuristic(state, out):
        out[state.player] = 0.75 if state.heap % 4 else 0.25
        out[1 - state.player] = 1.0 - out[state.player]

    def prior(state, actions, n, out):
        for i in range(n):
            out[i] = 2.0 if (state.heap - actions[i] - 1) % 4 == 0 else 1.0

    def action_code(state, action):
        return 3 * state.player + action


class DiceNim(Nim):
    """A die with two sides says how many objects the player must take; the outcome is what it shows."""

    state = [("heap", np.int64), ("player", np.int64), ("rolled", np.int64)]
    num_actions, max_length = 3, 14

    def to_move(state):
        return state.player if state.rolled else CHANCE

    def legal_actions(state, out):
        out[0] = min(state.rolled, state.heap) - 1
        return 1

    def chance_outcomes(state, outcomes, probabilities):
        for i in range(2):
            outcomes[i] = i + 1
            probabilities[i] = 0.5
        return 2

    def play(state, action):
        if state.rolled == 0:
            state.rolled = action
        else:
            state.rolled = 0
            state.heap -= action + 1
            state.player = 1 - state.player


class PaidNim(Nim):
    """Nim that pays every object when it is taken, less the later, for no end of plies but the horizon."""

    state = [("heap", np.int64), ("player", np.int64), ("taken", np.int64)]
    step_rewards, discount, reward_range = True, 0.5, (0.0, 6.0)

    def play(state, action):
        state.heap -= action + 1
        state.taken = action + 1
        state.player = 1 - state.player

    def rewards(state, out):
        out[1 - state.player] = state.taken


def varied(base: type[Game] = Nim, **changes: Any) -> Game:
    """Return `base` with other facts and rules in place, or left out where a change is MISSING."""
    body = {name: value for cls in reversed(base.__mro__[:-2]) for name, value in vars(cls).items()}
    kept = {name: value for name, value in {**body, **changes}.items() if value is not MISSING}
    made: type[Game] = type("Nim", (Game,), kept)
    return made()
