"""What can happen at a position: the legal actions of a player, or the outcomes that nature may draw."""

from __future__ import annotations

from monteverde.compile import kernel
from monteverde.exact.status import (
    BAD_PROBABILITIES,
    CHANCE_WITHOUT_OUTCOMES,
    NO_LEGAL_ACTION,
    SIMULTANEOUS_MOVE,
)
from monteverde.game.rules import CHANCE, HAS_CHANCE, SIMULTANEOUS, chance_outcomes, legal_actions

PROBABILITY_TOLERANCE = 1e-6  # how far the probabilities of a chance node may sum from one


@kernel
def list_branches(state, mover, actions, probabilities):
    """Write what can be played at `state` where `mover` moves, and with what probabilities; return how many.

    Outcomes of probability zero are left out. A failure is returned instead if the problem breaks its contract.
    """
    if mover == SIMULTANEOUS:
        return SIMULTANEOUS_MOVE
    if mover == CHANCE:
        return list_outcomes(state, actions, probabilities) if HAS_CHANCE else CHANCE_WITHOUT_OUTCOMES
    count = legal_actions(state, actions)
    return count if count > 0 else NO_LEGAL_ACTION


@kernel
def list_outcomes(state, outcomes, probabilities):
    count, total = 0, 0.0
    for i in range(chance_outcomes(state, outcomes, probabilities)):
        total += probabilities[i]
        if probabilities[i] > 0.0:
            outcomes[count] = outcomes[i]
            probabilities[count] = probabilities[i]
            count += 1
    return count if abs(total - 1.0) <= PROBABILITY_TOLERANCE else BAD_PROBABILITIES
