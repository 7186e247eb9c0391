"""The transposition table: what is known of positions that can be reached in several ways, in a fixed memory.

Each entry holds the full 64-bit key, a score that counts plies from the node, whether that is exact or a bound, the
depth searched below, whether a heuristic had a part in it, the best action, and the age of the search that wrote it.
Two entries share a bucket: the first keeps the deeper one of the present search, the second the latest.

Source: Slate and Atkin, *Chess 4.5*, 1977; two-tier replacement: Breuker, Uiterwijk and van den Herik, *Replacement
schemes for transposition tables*, 1994. Positions are told apart by `key` alone; where a problem's key is a hash of
64 bits, two positions of n share one with a probability of about n^2 / 2^65.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.exact.zero_sum.score import from_node
from monteverde.game.rules import HAS_CANONICAL_KEY, canonical_key, key
from monteverde.memory import zeros

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("score", np.float64),
        ("action", np.int32),
        ("depth", np.int16),
        ("bound", np.int8),
        ("age", np.int8),
    ]
)
"""24 bytes."""
NOTHING, EXACT, LOWER, UPPER = 0, 1, 2, 3
ESTIMATED = 4  # added to the bound if a heuristic had a part in the score
BUCKET = 2
DEEPEST = 32_000  # depths are kept in 16 bits; deeper ones count as this
AGES = 100  # ages run in a circle of so many
HALF = np.uint64(32)
NO_ENTRY = -1
MOST_BUCKETS = 2**31  # buckets are addressed by the upper half of a product of 32-bit numbers


def new_table(memory: int) -> Any:
    """Return an empty table of at most `memory` bytes: a record array, of length zero if not even a bucket fits."""
    buckets = min(memory // (ENTRY.itemsize * BUCKET), MOST_BUCKETS)
    return zeros(buckets * BUCKET, ENTRY).view(np.recarray)


@kernel
def copy_table(old, new):
    """Put what the table `old` holds into the larger, empty table `new`."""
    for index in range(len(old)):
        entry = old[index]
        if entry.bound != NOTHING:
            keep(new, entry.key, entry.score, entry.bound, entry.depth, entry.action, 0.0, entry.age)


@kernel
def table_key(state):
    if HAS_CANONICAL_KEY:
        return canonical_key(state)
    return key(state)


@kernel
def first_of_bucket(table, code):
    """Return the index of the first entry of the bucket of the uint64 `code`."""
    buckets = np.uint64(len(table) // BUCKET)
    return np.int64(((mix_bits(code) >> HALF) * buckets) >> HALF) * BUCKET


@kernel
def find(table, code):
    """Return the index of the entry of `code`, or NO_ENTRY."""
    first = first_of_bucket(table, code)
    for index in range(first, first + BUCKET):
        if table[index].key == code and table[index].bound != NOTHING:
            return index
    return NO_ENTRY


@kernel
def find_state(table, state):
    """Return the index of the entry of `state`, or NO_ENTRY."""
    return find(table, table_key(state))


@kernel
def keep(table, code, score, bound, depth, action, plies, age):
    """Write what is known of a position, `plies` (weighted) below the root, in place of what is worth less.

    Returns whether the entry is a new one in a place that was empty.
    """
    index = first_of_bucket(table, code)
    depth = min(depth, DEEPEST)
    first = table[index]
    if first.bound != NOTHING and first.key != code and first.age == age and first.depth > depth:
        index += 1
    elif first.bound != NOTHING and first.key != code:  # what stood there is still better than the latest
        second = table[index + 1]
        second.key = first.key
        second.score = first.score
        second.action = first.action
        second.depth = first.depth
        second.bound = first.bound
        second.age = first.age
    entry = table[index]
    is_new = entry.bound == NOTHING
    entry.key = code
    entry.score = from_node(score, plies)
    entry.action = action
    entry.depth = depth
    entry.bound = bound
    entry.age = age
    return is_new
