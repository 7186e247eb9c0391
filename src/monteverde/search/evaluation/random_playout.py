"""Random playouts: play on at random to the end, and take what the players then receive.

Actions are chosen by a policy (`search/policy`): without another, by the problem's `sample_action` rule, and uniformly
if it has none.
Source: Abramson, *Expected-outcome: a general model of static evaluation*, 1990.
"""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.game.rules import (
    CHANCE,
    DISCOUNT,
    HAS_CHANCE,
    HAS_STEP_REWARDS,
    MAX_LENGTH,
    NUM_PLAYERS,
    is_terminal,
    play,
    to_move,
)
from monteverde.search import phases
from monteverde.search.evaluation.base import PlayoutEvaluation
from monteverde.search.loop import collect_rewards, draw_outcome, mover_at
from monteverde.search.phases import copy_for_playout, note, pick
from monteverde.search.status import BAD_PROBABILITIES, OK, TOO_LONG

UNLIMITED = 2**62


@kernel
def evaluate(state, depth, values, work, parameters):
    """Write the mean return of `parameters.playouts` playouts from `state`."""
    count = int(parameters.playouts)
    if count == 1:
        return playout(state, depth, UNLIMITED, values, work, parameters)
    for _ in range(count):
        copy = copy_for_playout(state, work)
        status = playout(copy, depth, UNLIMITED, values, work, parameters)
        if status != OK:
            return status
    for player in range(NUM_PLAYERS):
        values[player] /= count
    return OK


@kernel
def playout(state, depth, limit, values, work, parameters):
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
        status = play_one(state, depth + plies, work, parameters)
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
def play_one(state, ply, work, parameters):
    """Play one action as the policy says, or a chance outcome, `ply` plies below the root; return OK or a failure."""
    if HAS_CHANCE and to_move(state) == CHANCE:
        index = draw_outcome(state, work)
        if index < 0:
            return BAD_PROBABILITIES
        action = work.actions[index]
    else:
        status, action = pick(state, ply, work, parameters)
        if status != OK:
            return status
    status = note(state, action, ply, work)
    if status == OK:
        play(state, action)
    return status


@dataclass(frozen=True)
class RandomPlayout(PlayoutEvaluation):
    """The mean result of playing on from the leaf, at random or as its policy says."""

    playouts: int = 1
    """How many playouts a leaf gets, at least 1."""

    kernels = {phases.evaluate: evaluate}

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("playouts", self.playouts >= 1, "at least 1")
