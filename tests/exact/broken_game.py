"""A problem that breaks its contract in the way that its state says; one compiled kernel serves all ways."""

from __future__ import annotations

import numpy as np

from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position

FINE, NO_ACTIONS, ENDLESS, AT_ONCE, BAD_SUM, TOO_MUCH, NOT_OPPOSITE, DRAWS, BAD_GUESS = range(9)


class Broken(Game):
    """Two actions a ply, four plies: fine, unless the state says otherwise."""

    state = [("fault", np.int64), ("ply", np.int64), ("last", np.int64)]
    num_players, num_actions, max_length = 2, 2, 4

    def start(state):
        state.ply = 0

    def to_move(state):
        if state.ply == 2 and state.fault == AT_ONCE:
            return SIMULTANEOUS
        if state.ply == 2 and (state.fault == BAD_SUM or state.fault == DRAWS):
            return CHANCE
        return state.ply % 2

    def legal_actions(state, out):
        out[0] = 0
        out[1] = 1
        return 0 if state.ply == 2 and state.fault == NO_ACTIONS else 2

    def play(state, action):
        state.ply += 1
        state.last = action

    def is_terminal(state):
        return state.ply == 4 and state.fault != ENDLESS

    def rewards(state, out):
        out[0] = 2.0 if state.fault == TOO_MUCH else state.last
        out[1] = 1.0 - out[0]
        if state.fault == NOT_OPPOSITE and state.last == 1:
            out[1] = 0.5

    def chance_outcomes(state, outcomes, probabilities):
        for i in range(2):
            outcomes[i] = i
            probabilities[i] = 0.5 if state.fault == DRAWS else 0.4
        return 2

    def heuristic(state, out):
        out[0] = 7.0 if state.fault == BAD_GUESS else 0.5
        out[1] = 1.0 - out[0]


class BrokenWithoutChance(Broken):
    """The same without a rule for what nature draws."""

    chance_outcomes = None  # type: ignore[assignment]


def broken(fault: int, game: type[Game] = Broken, ply: int = 0) -> Position:
    """A position of a game with that fault, which most faults are two plies away from, after `ply` plies."""
    made = game()
    states = made.new_states(1)
    states[0].fault, states[0].ply = fault, ply
    return Position(made, states)
