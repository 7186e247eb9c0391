"""A problem as a simulator: one call plays an action and whatever nature does next, and adds up what that paid.

This is the generative model of the planning literature (Kearns, Mansour and Ng, *A sparse sampling algorithm for
near-optimal planning in large Markov decision processes*, 2002, section 2.1): given a state and an action, a next state
and a reward drawn by their probabilities. With the rule `step` it is that rule; else it is `play`, and then outcomes
drawn from `chance_outcomes` until a player is to move or the problem has ended.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel, uniform
from monteverde.game.game import Game
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    HAS_STEP,
    HAS_STEP_REWARDS,
    MAX_LENGTH,
    NUM_PLAYERS,
    chance_outcomes,
    is_terminal,
    play,
    rewards,
    step,
    to_move,
)

PROBABILITY_TOLERANCE = 1e-6  # how far the probabilities of a chance node may sum from one

DONE = 0
BAD_PROBABILITIES = -1
ENDLESS_CHANCE = -2
SENTENCES = {
    BAD_PROBABILITIES: "{game} has a chance node whose probabilities do not sum to one; "
    "`monteverde check` shows the moves that lead there",
    ENDLESS_CHANCE: "in {game} nature still moved after {max_length} of its moves in a row, the longest game that is "
    "declared; a player must come to move, or the game must end",
}
"""What the failures mean."""


class Scratch(NamedTuple):
    """Memory that a simulator uses up."""

    outcomes: Any
    """int64[num_actions]"""
    probabilities: Any
    """float64[num_actions]"""
    paid: Any
    """float64[num_players]"""


def new_scratch(game: Game) -> Scratch:
    """Return memory for a simulator of `game`."""
    return Scratch(np.zeros(game.num_actions, np.int64), np.zeros(game.num_actions), np.zeros(game.num_players))


@kernel
def simulate_action(state, action, totals, scratch, rng):
    """Play `action` and what nature does next, until a player is to move or the problem has ended.

    What each player is paid on the way is added to `totals`, undiscounted, since nature takes no time.

    Returns:
        DONE, or a failure: BAD_PROBABILITIES or ENDLESS_CHANCE.
    """
    if HAS_STEP:
        step(state, action, rng)
        add_rewards(state, totals, scratch)
        return DONE
    play(state, action)
    add_rewards(state, totals, scratch)
    return resolve_chance(state, totals, scratch, rng)


@kernel
def resolve_chance(state, totals, scratch, rng):
    """Draw nature's moves until a player is to move or the problem has ended; answers as `simulate_action` does."""
    if not HAS_CHANCE:
        return DONE
    for _ in range(MAX_LENGTH):
        if is_terminal(state) or to_move(state) != CHANCE:
            return DONE
        index = draw_outcome(state, scratch.outcomes, scratch.probabilities, rng)
        if index < 0:
            return BAD_PROBABILITIES
        play(state, scratch.outcomes[index])
        add_rewards(state, totals, scratch)
    return ENDLESS_CHANCE


@kernel
def add_rewards(state, totals, scratch):
    """Add to `totals` what each player is paid on entering `state`."""
    if HAS_STEP_REWARDS or is_terminal(state):
        for player in range(NUM_PLAYERS):
            scratch.paid[player] = 0.0
        rewards(state, scratch.paid)
        for player in range(NUM_PLAYERS):
            totals[player] += scratch.paid[player]


@kernel
def draw_outcome(state, outcomes, probabilities, rng):
    """Return the index of a chance outcome, drawn by its probability, or BAD_PROBABILITIES."""
    count = chance_outcomes(state, outcomes, probabilities)
    total = 0.0
    for i in range(count):
        total += probabilities[i]
    if not abs(total - 1.0) <= PROBABILITY_TOLERANCE:  # so that NaN is noticed too
        return BAD_PROBABILITIES
    rest = uniform(rng) * total
    for i in range(count):
        rest -= probabilities[i]
        if rest < 0.0:
            return i
    return last_possible(probabilities, count)


@kernel
def last_possible(weights, count):
    """Return the last index of positive weight: where rounding at the end of a draw must land."""
    index = count - 1
    while index > 0 and weights[index] <= 0.0:
        index -= 1
    return index
