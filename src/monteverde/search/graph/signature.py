"""A second look at a state: who is to move and what is legal, or what is paid at the end, mixed to 32 bits.

Two states of one key and different signatures are different: their keys collide. The search then keeps them apart and
counts it. The bytes of the state would not do, since they may tell how a position came about (a linked list of stones,
say), which the key rightly leaves out.
"""

from typing import Any

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.game.rules import LOWEST_RETURN, NUM_PLAYERS, RETURN_SCALE, is_terminal, rewards, to_move
from monteverde.search.tree import moves_at

LOW_HALF = np.uint64(2**32 - 1)
FINE = 2**20  # in how many steps a reward counts
BASE = 8  # more than any code of who moves, so that mover and number of moves are told apart


@kernel
def signature_of(state, work):
    """Return the signature of `state`. `work.actions`, `work.weights` and `work.paid` are used up."""
    total = np.uint64(0)
    if is_terminal(state):
        for player in range(NUM_PLAYERS):
            work.paid[player] = 0.0
        rewards(state, work.paid)
        for player in range(NUM_PLAYERS):
            paid = np.int64((work.paid[player] - LOWEST_RETURN) * RETURN_SCALE * FINE)
            total = mix_bits(total ^ mix_bits(np.uint64(abs(paid))))
        return np.uint32(total & LOW_HALF)
    count = moves_at(state, work)
    for i in range(count):  # a sum, so that their order does not count
        total += mix_bits(np.uint64(work.actions[i] + 1))
    total = mix_bits(total ^ np.uint64(np.int64(to_move(state)) + BASE))
    return np.uint32(total & LOW_HALF)


def signature_of_object(state: Any, work: Any) -> int:
    """Return the signature of a Python object."""
    if state.is_terminal():
        return hash(tuple(map(float, state.rewards()))) & 2**32 - 1
    outcomes = getattr(state, "chance_outcomes", None)
    mover = state.to_move()
    actions = [outcome for outcome, _ in outcomes()] if mover < 0 and outcomes else state.legal_actions()
    return hash((mover, frozenset(actions))) & 2**32 - 1
