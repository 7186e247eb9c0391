"""How each action code has done, in all simulations: a count and a sum of unit values, of the code's own player.

An action counts each time it is played, in the tree or below, with what the whole simulation was worth.
"""

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.search.sharing.notes import NO_CODE, credit_of

UNKNOWN = 1.0 - 2.0**-20  # of a code that nothing is known of: just under the best (Finnsson and Bjornsson 2008)
COUNT, SUM, NUMBERS = 0, 1, 2  # what is remembered of a code, side by side


@kernel
def mean_of_code(learned, code):
    """Return the mean value of a code for its own player, UNKNOWN if nothing is known of it."""
    count = learned[unsigned(NUMBERS * code + COUNT)]
    if count <= 0.0:
        return UNKNOWN
    return learned[unsigned(NUMBERS * code + SUM)] / count


@kernel
def credit_codes(work):
    """Count every action of the simulation that has ended."""
    notes, learned = work.notes, work.learned
    for ply in range(notes.length[0]):
        code = np.int64(notes.codes[unsigned(ply)])
        if code != NO_CODE:
            add(learned, NUMBERS * code + COUNT, 1.0)
            add(learned, NUMBERS * code + SUM, credit_of(notes, code, work.values))


@kernel
def fade_codes(work, decay):
    """Multiply all counts and sums by `decay`; with several threads that is not exact."""
    for index in range(NUMBERS * work.notes.known[0]):
        if work.learned[unsigned(index)] != 0.0:
            work.learned[unsigned(index)] *= decay


@kernel
def is_time_to_fade(work, parameters):
    """Return whether this simulation completes a batch of this thread's, after which what is known fades."""
    if parameters.decay == 1.0:
        return False
    return (work.counters.simulations[0] + 1) % int(parameters.batch) == 0
