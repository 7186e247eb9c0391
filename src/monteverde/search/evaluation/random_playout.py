"""Random playouts: play on at random to the end, and take what the players then receive.

Actions are drawn by the problem's `sample_action` rule where it has one, and uniformly otherwise.
Source: Abramson, *Expected-outcome: a general model of static evaluation*, 1990.
"""

from dataclasses import dataclass

from monteverde.compile import below, kernel
from monteverde.game.rules import (
    CHANCE,
    DISCOUNT,
    HAS_CHANCE,
    HAS_SAMPLE_ACTION,
    HAS_STEP_REWARDS,
    MAX_LENGTH,
    NUM_PLAYERS,
    is_terminal,
    legal_actions,
    play,
    sample_action,
    to_move,
)
from monteverde.search import phases
from monteverde.search.evaluation.base import Evaluation
from monteverde.search.loop import collect_rewards, draw_outcome, mover_at
from monteverde.search.phases import copy_for_playout, note
from monteverde.search.status import BAD_PROBABILITIES, NO_LEGAL_ACTION, OK, TOO_LONG

UNLIMITED = 2**62


@kernel
def evaluate(state, depth, values, work, parameters):
    """Write the mean return of `parameters.playouts` playouts from `state`."""
    count = int(parameters.playouts)
    if count == 1:
        return playout(state, depth, UNLIMITED, values, work)
    for _ in range(count):
        copy = copy_for_playout(state, work)
        status = playout(copy, depth, UNLIMITED, values, work)
        if status != OK:
            return status
    for player in range(NUM_PLAYERS):
        values[player] /= count
    return OK


@kernel
def playout(state, depth, limit, values, work):
    """Play `state` to its end, or for `limit` plies; add each player's discounted return to `values`.

    With a discount, what a return from the last state on is worth at the first one is left in `work.later`.
    """
    weight = 1.0
    plies = 0
    room = MAX_LENGTH - depth
    while plies < limit and not is_terminal(state):
        if plies >= room:
            if HAS_STEP_REWARDS:  # the horizon of an endless problem
                break
            return TOO_LONG
        status = play_at_random(state, depth + plies, work)
        if status != OK:
            return status
        plies += 1
        if HAS_STEP_REWARDS:
            collect_rewards(state, work.paid)
            for player in range(NUM_PLAYERS):
                values[player] += weight * work.paid[player]
        if DISCOUNT != 1.0 and mover_at(state) != CHANCE:
            weight *= DISCOUNT
    work.counters.plies[0] += plies
    if not HAS_STEP_REWARDS and is_terminal(state):
        collect_rewards(state, work.paid)
        for player in range(NUM_PLAYERS):
            values[player] += weight * work.paid[player]
    if DISCOUNT != 1.0:
        work.later[0] = weight
    return OK


@kernel
def play_at_random(state, ply, work):
    """Play one random action, or chance outcome, `ply` plies below the root; return OK or a failure."""
    if HAS_CHANCE and to_move(state) == CHANCE:
        index = draw_outcome(state, work)
        if index < 0:
            return BAD_PROBABILITIES
        action = work.actions[index]
    elif HAS_SAMPLE_ACTION:
        action = sample_action(state, work.rng)
    else:
        count = legal_actions(state, work.actions)
        if count <= 0:
            return NO_LEGAL_ACTION
        action = work.actions[below(work.rng, count)]
    status = note(state, action, ply, work)
    if status == OK:
        play(state, action)
    return status


@dataclass(frozen=True)
class RandomPlayout(Evaluation):
    """The mean result of random play from the leaf."""

    playouts: int = 1
    """How many playouts a leaf gets, at least 1."""

    kernels = {phases.evaluate: evaluate}

    def __post_init__(self) -> None:
        self.require("playouts", self.playouts >= 1, "at least 1")
