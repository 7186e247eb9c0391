"""The best action known, but for exploration. The slot `worth` says how good a code is.

With `draws` = 0 all legal actions are compared, as published. With k the best of k is played that the problem's own
`sample_action` draws: cheaper where there are many actions, and what that rule leaves out is left out here.
"""

import math

from monteverde.compile import below, kernel, slot, uniform
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import legal_actions
from monteverde.search.policy.base import draw_by_rules
from monteverde.search.sharing.notes import code_of
from monteverde.search.status import NO_LEGAL_ACTION, OK


@slot
def worth(work, ply, code, parameters):
    """Return how good it is to play `code`, as a unit value, `ply` plies below the root of this simulation."""


@kernel
def pick_greedily(state, ply, work, parameters):
    """Return (OK, the best action known, or with probability epsilon any), or (a failure, anything)."""
    if parameters.epsilon > 0.0 and uniform(work.rng) < parameters.epsilon:
        return draw_by_rules(state, work)
    if parameters.draws > 0.0:
        return best_of_draws(state, ply, work, parameters)
    return best_of_all(state, ply, work, parameters)


@kernel
def best_of_all(state, ply, work, parameters):
    """Compare all legal actions; the first of equals is taken, from a random one on."""
    count = legal_actions(state, work.actions)
    if count <= 0:
        return NO_LEGAL_ACTION, 0
    index = below(work.rng, count)
    best, best_worth = work.actions[index], -math.inf
    for _ in range(count):
        action = work.actions[unsigned(index)]
        code = code_of(state, action)
        if code < 0:
            return code, 0
        action_worth = worth(work, ply, code, parameters)
        if action_worth > best_worth:
            best, best_worth = action, action_worth
        index += 1
        if index == count:
            index = 0
    return OK, best


@kernel
def best_of_draws(state, ply, work, parameters):
    """Compare so many actions that the rules draw; the first of equals is taken."""
    status, best = draw_by_rules(state, work)
    if status != OK:
        return status, 0
    best_worth = -math.inf
    for drawn in range(int(parameters.draws)):
        action = best
        if drawn > 0:
            status, action = draw_by_rules(state, work)
            if status != OK:
                return status, 0
        code = code_of(state, action)
        if code < 0:
            return code, 0
        action_worth = worth(work, ply, code, parameters)
        if action_worth > best_worth:
            best, best_worth = action, action_worth
    return OK, best
