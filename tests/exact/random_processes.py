"""Random small decision processes: a table in the state, so that one compiled game serves them all.

Five cells, of which cell 0 is the end; in each other cell there are one to three actions, each with a random
distribution over the cells; entering a cell pays a random amount. Cells lead anywhere, so there are circles.
"""

from __future__ import annotations

import numpy as np

import monteverde as mv

CELLS, ACTIONS = 5, 3
CHOOSING = -1


class Solo(mv.Game):
    """One player, discount .9."""

    state = [
        ("cell", np.int64),
        ("action", np.int8),
        ("num_actions", np.int64, (CELLS,)),
        ("mover", np.int64, (CELLS,)),
        ("weight", np.float64, (CELLS, ACTIONS, CELLS)),
        ("gain", np.float64, (CELLS,)),
    ]
    num_players, num_actions, max_length = 1, CELLS, 1000
    reward_range = (-20.0, 20.0)
    discount = 0.9
    step_rewards = True

    def start(state):
        state.cell = 1
        state.action = CHOOSING

    def to_move(state):
        return 0 if state.action == CHOOSING else -1

    def legal_actions(state, out):
        for i in range(state.num_actions[state.cell]):
            out[i] = i
        return state.num_actions[state.cell]

    def play(state, action):
        if state.action == CHOOSING:
            state.action = action
        else:
            state.cell = action
            state.action = CHOOSING

    def chance_outcomes(state, outcomes, probabilities):
        for cell in range(CELLS):
            outcomes[cell] = cell
            probabilities[cell] = state.weight[state.cell, state.action, cell]
        return CELLS

    def is_terminal(state):
        return state.cell == 0

    def rewards(state, out):
        if state.action == CHOOSING:
            out[0] = state.gain[state.cell]

    def key(state):
        return np.uint64(4 * state.cell + state.action + 1)


class Patient(Solo):
    """Without a discount; every action may lead to the end."""

    discount = 1.0


class Keyless(Solo):
    """Told apart by its bytes, among which there is padding behind `action`."""

    key = None


class Duel(Solo):
    """What one wins the other loses; whose turn it is depends on the cell."""

    num_players = 2

    def to_move(state):
        return state.mover[state.cell] if state.action == CHOOSING else -1

    def rewards(state, out):
        if state.action == CHOOSING:
            out[0] = state.gain[state.cell]
            out[1] = -state.gain[state.cell]


def process_of(game: mv.Game, seed: int) -> mv.Position:
    """Return the initial position of a random process."""
    rng = np.random.default_rng(seed)
    states = game.new_states(1)
    game.rules["start"](states[0])
    table = states[0]
    table.num_actions[:] = rng.integers(1, ACTIONS + 1, CELLS)
    table.mover[:] = rng.integers(0, 2, CELLS)
    table.gain[:] = rng.integers(-8, 9, CELLS) / 8
    weights = rng.integers(0, 4, (CELLS, ACTIONS, CELLS)).astype(float)
    weights[:, :, 0] += 1.0  # the end
    table.weight[:] = weights / weights.sum(axis=2, keepdims=True)
    return mv.Position(game, states)
