"""One small decision problem in three forms: with chance nodes, as a simulator, and as both.

A walker at cell 1 of 0 .. 3 goes left or right; one time in five the step does not happen. To enter cell 0 pays 0.2, to
enter cell 3 pays 1, and either ends it; every other step pays -0.1. Discount .9. By hand, with v(c) the value at cell c
under "always right": v(2) = .8 * 1 + .2 * (-.1 + .9 v(2)), so v(2) = .78 / .82, and v(1) = .8 * (-.1 + .9 v(2)) +
.2 * (-.1 + .9 v(1)), so v(1) = (.72 v(2) - .1) / .82.
"""

from __future__ import annotations

import numpy as np

import monteverde as mv
from monteverde.compile import uniform

LEFT, RIGHT = 0, 1
AT_2 = 0.78 / 0.82
AT_1 = (0.72 * AT_2 - 0.1) / 0.82
LEFT_AT_1 = 0.8 * 0.2 + 0.2 * (-0.1 + 0.9 * AT_1)


class _Walk(mv.Game):
    """What the forms share."""

    state = [("cell", np.int64), ("heading", np.int64)]
    num_players, num_actions, max_length = 1, 2, 60
    reward_range = (-1.0, 1.0)
    discount = 0.9
    step_rewards = True

    def start(state):
        state.cell = 1

    def legal_actions(state, out):
        out[0], out[1] = LEFT, RIGHT
        return 2

    def is_terminal(state):
        return state.heading == 0 and (state.cell == 0 or state.cell == 3)

    def rewards(state, out):
        if state.heading == 0:
            out[0] = 0.2 if state.cell == 0 else 1.0 if state.cell == 3 else -0.1

    def action_name(action):
        return ("left", "right")[action]


class WalkByChance(_Walk):
    """With a chance node after each action: outcome 0 is to stay, outcome 1 to go."""

    def to_move(state):
        return 0 if state.heading == 0 else -1

    def play(state, action):
        if state.heading == 0:
            state.heading = 2 * action - 1
        else:
            state.cell += state.heading * action
            state.heading = 0

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], outcomes[1] = 0, 1
        probabilities[0], probabilities[1] = 0.2, 0.8
        return 2

    def key(state):
        return np.uint64(3 * state.cell + state.heading + 1)


class WalkBySteps(_Walk):
    """A simulator alone."""

    def to_move(state):
        return 0

    def step(state, action, rng):
        if uniform(rng) < 0.8:
            state.cell += 2 * action - 1

    def prior(state, actions, n, out):
        out[0], out[1] = 0.0, 1.0

    def heuristic(state, out):
        out[0] = state.cell / 3


class WalkBothWays(WalkByChance):
    """A simulator beside the rules that it simulates."""

    def step(state, action, rng):
        if uniform(rng) < 0.8:
            state.cell += 2 * action - 1
