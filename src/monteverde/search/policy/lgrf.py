"""LGRF, last good replies with forgetting: answer a move as it was last answered by who then won.

After every simulation each action of a player who did better than even becomes the reply to the action before it, and
to the pair of actions before it; the reply of one who did not is forgotten if it is the one remembered. In a playout
the reply to the last pair is played, else that to the last action, else what the problem's own rules draw.
Source: Drake, *The last-good-reply policy for Monte-Carlo Go*, 2009; forgetting: Baier and Drake, *The power of
forgetting: improving the last-good-reply policy in Monte Carlo Go*, 2010.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import NUM_ACTION_CODES, legal_actions
from monteverde.search import phases
from monteverde.search.experience.ngrams import (
    KEPT_BITS,
    LOW_BITS,
    MOST_CODES,
    NO_CONTEXT,
    ODD,
    context_of,
)
from monteverde.search.experience.rule import LearningPolicy
from monteverde.search.policy.base import draw_by_rules
from monteverde.search.sharing.notes import NO_CODE, code_of, credit_of
from monteverde.search.status import NO_LEGAL_ACTION, OK

EVEN = 0.5
PAIR_BITS = 16  # 2^16 pairs of actions have room for their reply, in 512 KB; a later pair takes the place of an earlier
NOT_LEGAL = 1


@kernel
def place(context, length):
    """Return where the reply to a context of `length` - 1 actions is kept."""
    if length == 2:
        return context
    return NUM_ACTION_CODES + (((context + 1) * ODD & LOW_BITS) >> (KEPT_BITS - PAIR_BITS))


@kernel
def reply_to(learned, context, length):
    """Return the code remembered as the reply, or NO_CODE."""
    number = np.int64(learned[unsigned(place(context, length))]) - 1
    if number < 0 or number // NUM_ACTION_CODES != context:
        return np.int64(NO_CODE)
    return number % NUM_ACTION_CODES


@kernel
def pick(state, ply, work, parameters):
    for length in range(1 + int(parameters.before), 1, -1):
        context = context_of(work.notes, ply, length)
        if context == NO_CONTEXT:
            continue
        code = reply_to(work.learned, context, length)
        if code != NO_CODE:
            status, action = action_of(state, code, work)
            if status != NOT_LEGAL:
                return status, action
    return draw_by_rules(state, work)


@kernel
def action_of(state, code, work):
    """Return (OK, the legal action of that code), or (NOT_LEGAL or a failure, anything)."""
    count = legal_actions(state, work.actions)
    if count <= 0:
        return NO_LEGAL_ACTION, 0
    for index in range(count):
        action = work.actions[unsigned(index)]
        action_code = code_of(state, action)
        if action_code < 0:
            return action_code, 0
        if action_code == code:
            return OK, action
    return NOT_LEGAL, 0


@kernel
def study(work, parameters):
    notes, learned = work.notes, work.learned
    for ply in range(1, notes.length[0]):
        code = np.int64(notes.codes[unsigned(ply)])
        if code == NO_CODE:
            continue
        is_good = credit_of(notes, code, work.values) > EVEN
        for length in range(2, int(parameters.before) + 2):
            context = context_of(notes, ply, length)
            if context == NO_CONTEXT:
                break
            if is_good:
                learned[unsigned(place(context, length))] = context * NUM_ACTION_CODES + code + 1
            elif reply_to(learned, context, length) == code:
                learned[unsigned(place(context, length))] = 0.0


@dataclass(frozen=True)
class LGRF(LearningPolicy):
    """The last reply that won, until it loses."""

    before: int = 2
    """How many actions before it a reply answers at most: 1 (LGRF-1) or 2 (LGRF-2)."""

    kernels = {**LearningPolicy.kernels, phases.pick: pick, phases.study: study}
    most_codes = MOST_CODES

    def __post_init__(self) -> None:
        self.require("before", self.before in (1, 2), "1 or 2")

    def cells(self, num_codes: int) -> int:
        return num_codes + (1 << PAIR_BITS)
