"""How sequences of two and three action codes have done that were played one right after the other.

A table of 2^bits entries of a key, a count and a sum, after the numbers of the single codes. The key says exactly which
sequence it is. Sequences that differ in the last code alone lie side by side. A sequence has PROBES places where it may
be; if all are taken, the one that has been counted least gives way and is forgotten.

With several threads, two that claim a place at once may mix a few counts of two sequences.
"""

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.search.experience.codes import NUMBERS
from monteverde.search.sharing.notes import NO_CODE, credit_of

KEY, COUNT, SUM, ENTRY_NUMBERS = 0, 1, 2, 3
PROBES = 4
NOWHERE = -1
NO_CONTEXT = -1
MOST_CODES = 200_000  # a key of three codes is exact as a float64
ODD, LOW_BITS, KEPT_BITS = 0x1E3779B97F4A7C15, 2**62 - 1, 62  # 2^61 / golden ratio, odd: multiplying by it mixes


@kernel
def context_of(notes, ply, length):
    """Return a number for the `length` - 1 codes before `ply`, NO_CONTEXT if nature or nobody played one of them."""
    if ply < length - 1:
        return NO_CONTEXT
    context = np.int64(notes.codes[ply - 1])
    if context == NO_CODE:
        return NO_CONTEXT
    if length == 3:
        before = np.int64(notes.codes[ply - 2])
        if before == NO_CODE:
            return NO_CONTEXT
        context += (before + 1) * NUM_ACTION_CODES
    return context


@kernel
def key_of(context, code):
    """Return the key of a sequence, never 0."""
    return context * NUM_ACTION_CODES + code + 1


@kernel
def home_of(context, code, bits):
    """Return the first place of a sequence, in 0 .. 2^bits - 1."""
    mixed = ((context + 1) * ODD & LOW_BITS) >> (KEPT_BITS - bits)
    return (mixed + code) & ((1 << bits) - 1)


@kernel
def place(home, probe, bits):
    """Return where in `learned` the entry begins that is so many places after `home`."""
    return NUMBERS * NUM_ACTION_CODES + ENTRY_NUMBERS * ((home + probe) & ((1 << bits) - 1))


@kernel
def find(learned, context, code, bits):
    """Return where the entry of a sequence begins, or NOWHERE."""
    key, home = key_of(context, code), home_of(context, code, bits)
    for probe in range(PROBES):
        entry = place(home, probe, bits)
        if learned[unsigned(entry + KEY)] == key:
            return entry
    return NOWHERE


@kernel
def claim(learned, context, code, bits):
    """Return where the entry of a sequence begins; if it has none it takes the place of the least counted."""
    found = find(learned, context, code, bits)
    if found != NOWHERE:
        return found
    home = home_of(context, code, bits)
    least = place(home, 0, bits)
    for probe in range(1, PROBES):
        entry = place(home, probe, bits)
        if learned[unsigned(entry + COUNT)] < learned[unsigned(least + COUNT)]:
            least = entry
    learned[unsigned(least + COUNT)] = 0.0
    learned[unsigned(least + SUM)] = 0.0
    learned[unsigned(least + KEY)] = key_of(context, code)
    return least


@kernel
def credit_sequences(work, longest, bits):
    """Count every sequence of 2 .. `longest` codes of the simulation that has ended, for who played the last one."""
    notes, learned = work.notes, work.learned
    for ply in range(1, notes.length[0]):
        code = np.int64(notes.codes[unsigned(ply)])
        if code == NO_CODE:
            continue
        credit = credit_of(notes, code, work.values)
        for length in range(2, longest + 1):
            context = context_of(notes, ply, length)
            if context != NO_CONTEXT:
                entry = claim(learned, context, code, bits)
                add(learned, entry + COUNT, 1.0)
                add(learned, entry + SUM, credit)


@kernel
def fade_sequences(learned, bits, decay):
    """Multiply all counts and sums by `decay`."""
    for index in range(1 << bits):
        entry = place(0, index, bits)
        if learned[unsigned(entry + KEY)] != 0.0:
            learned[unsigned(entry + COUNT)] *= decay
            learned[unsigned(entry + SUM)] *= decay
