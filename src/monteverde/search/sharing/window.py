"""Permutations: all of the last W playouts that contain every move of a path and the action, in whatever order.

The window keeps one bit for each code and each of the last W playouts: a row of W bits says which of them contain the
code. Words of 64 playouts lie code by code next to each other, so a new playout clears its bit in all codes of one
word, and sets its own, in adjacent memory. What a playout was worth is kept in bits too: for each player one plane of
those worth 1, one of those worth 1/2, and eight of what lies between, in steps of 1/255.

`freeze` finds the playouts that contain all codes of the path to a node (AND), and counts for every code how many of
these contain it and what they were worth (population counts). That is done once, when the node becomes a reference.
Source: Cazenave, *Monte Carlo permutation search*, 2025.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel, popcount
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import LOWEST_RETURN, NUM_ACTION_CODES, NUM_PLAYERS, RETURN_SCALE
from monteverde.search.sharing.notes import NO_CODE, forget
from monteverde.search.sharing.sizes import Sizes
from monteverde.search.sharing.slots import learn
from monteverde.search.sharing.sparse import Sparse
from monteverde.search.sharing.tables import credit_suffix

WORD = 64
ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)
WHOLE, HALF, STEP = 510, 255, 2  # what a bit of each plane counts for: a unit value of 1, of 1/2, of 1/255
WHOLE_PLANE, HALF_PLANE, FIRST_STEP, NUM_STEPS = 0, 1, 2, 8
NUM_PLANES = FIRST_STEP + NUM_STEPS

UNIT = 1.0 / WHOLE
MAX_SIZE = 2**22  # playouts; sums of 32 bits hold 510 for each

UNFROZEN = 0
NO_ROOM = -1


class Window(NamedTuple):
    """The last playouts of a search; of length zero, but for `size`, in searches that have none."""

    size: Any
    """int64[1]: how many playouts it holds at most."""
    bits: Any
    """uint64[words * num_codes]: bit b of word w of a code tells whether playout 64 w + b contains it."""
    planes: Any
    """uint64[words * num_players * NUM_PLANES]: likewise what playouts were worth to each player."""
    has_plane: Any
    """uint8[NUM_PLANES]: whether anything was ever written to a plane."""
    pushed: Any
    """int64[1]: playouts that it has been given."""


def new_sparse_window(sizes: Sizes) -> Window:
    """Return the same for Python objects."""
    return Window([sizes.window], Sparse(), Sparse(), [0] * NUM_PLANES, [0])


def new_window(sizes: Sizes, players: int) -> Window:
    """Return an empty window."""
    words = num_words(sizes.window)
    return Window(
        size=np.full(1, sizes.window, np.int64),
        bits=np.zeros(words * sizes.codes, np.uint64),
        planes=np.zeros(words * players * NUM_PLANES, np.uint64),
        has_plane=np.zeros(NUM_PLANES, np.uint8),
        pushed=np.zeros(1, np.int64),
    )


def num_words(window: int) -> int:
    """Return how many words of bits `window` playouts take."""
    return -(-window // WORD)


@kernel
def credit_and_push(tree, work, depth):
    credit_suffix(tree, work, depth)
    if depth == 0:
        learn(tree, work)
        if work.window.size[0] > 0:
            push(work.window, work.notes, work.values)
        forget(work.notes)


@kernel
def push(window, notes, values):
    """Let the playout just gathered take the place of the oldest one of a full window."""
    place = window.pushed[0] % window.size[0]
    word, bit = place // WORD, ONE << np.uint64(place % WORD)
    first = word * NUM_ACTION_CODES
    for code in range(notes.known[0]):
        window.bits[unsigned(first + code)] &= ~bit
    for index in range(notes.num_distinct[0]):
        window.bits[unsigned(first + notes.distinct[unsigned(index)])] |= bit
    for player in range(NUM_PLAYERS):
        write_value(window, word * NUM_PLAYERS + player, bit, (values[player] - LOWEST_RETURN) * RETURN_SCALE)
    window.pushed[0] += 1


@kernel
def write_value(window, row, bit, value):
    """Write what a playout was worth to a player to that player's planes."""
    first = row * NUM_PLANES
    for plane in range(NUM_PLANES):
        window.planes[unsigned(first + plane)] &= ~bit
    if value == 1.0:
        write_plane(window, first, WHOLE_PLANE, bit)
    elif value == 0.5:
        write_plane(window, first, HALF_PLANE, bit)
    elif value != 0.0:
        steps = int(value * (WHOLE // STEP) + 0.5)
        for step in range(NUM_STEPS):
            if (steps >> step) & 1:
                write_plane(window, first, FIRST_STEP + step, bit)


@kernel
def write_plane(window, first, plane, bit):
    window.planes[unsigned(first + plane)] |= bit
    window.has_plane[unsigned(plane)] = 1


@kernel
def refer_or_freeze(tree, node, ref, work):
    """On the way down: as `refer`, but a node becomes the reference with frozen counts, or not at all."""
    notes, shared = work.notes, tree.shared
    if node == 0:
        notes.table[0] = 0
        notes.frozen[0] = 0
        notes.length[0] = 0
        return
    table = np.int64(tree.table[unsigned(node)])
    if table == 0 or shared.playouts[unsigned(table)] <= ref:
        return
    frozen = np.int64(shared.frozen_of[unsigned(table)])
    if frozen == UNFROZEN and work.window.size[0] > 0:
        frozen = freeze(tree, table, work)
    if frozen != NO_ROOM:
        notes.table[0] = table * NUM_ACTION_CODES
        notes.frozen[0] = frozen * NUM_ACTION_CODES


@kernel
def freeze(tree, table, work):
    """Count the permutations of the path so far, for the node of that table; return their number, or NO_ROOM."""
    shared, window = tree.shared, work.window
    frozen = shared.frozen_used[0]
    if frozen >= shared.room[1]:
        work.counters.unshared[0] += 1
        shared.frozen_of[table] = NO_ROOM
        return NO_ROOM
    shared.frozen_used[0] += 1
    shared.frozen_of[table] = frozen
    filled = min(window.pushed[0], window.size[0])
    for word in range((filled + WORD - 1) // WORD):
        mask = playouts_with_path(window, word, work.notes)
        if mask != ZERO:
            count_word(shared, window, work.notes, frozen * NUM_ACTION_CODES, word, mask)
    return frozen


@kernel
def playouts_with_path(window, word, notes):
    """Return which playouts of a word of the window contain every code of the path so far."""
    mask = ALL
    filled = min(window.pushed[0], window.size[0]) - word * WORD
    if filled < WORD:
        mask = (ONE << np.uint64(filled)) - ONE
    first = word * NUM_ACTION_CODES
    for depth in range(notes.length[0]):
        code = notes.codes[unsigned(depth)]
        if code != NO_CODE:
            mask &= window.bits[unsigned(first + code)]
    return mask


@kernel
def count_word(shared, window, notes, begin, word, mask):
    """Add what the playouts `mask` of a word say of every code to the frozen counts at `begin`."""
    first = word * NUM_ACTION_CODES
    for code in range(notes.known[0]):
        shared.frozen_counts[unsigned(begin + code)] += popcount(window.bits[unsigned(first + code)] & mask)
    add_plane(shared, window, notes, begin, word, mask, WHOLE_PLANE, WHOLE)
    add_plane(shared, window, notes, begin, word, mask, HALF_PLANE, HALF)
    for step in range(NUM_STEPS):
        add_plane(shared, window, notes, begin, word, mask, FIRST_STEP + step, STEP << step)


@kernel
def add_plane(shared, window, notes, begin, word, mask, plane, each):
    """Add `each` to the sum of a code for every playout in `mask` that contains it and has its player's bit."""
    if window.has_plane[unsigned(plane)] == 0:
        return
    first = word * NUM_ACTION_CODES
    row = word * NUM_PLAYERS * NUM_PLANES + plane
    ours = window.planes[unsigned(row)] & mask
    if NUM_PLAYERS > 2:
        for code in range(notes.known[0]):
            worth = window.planes[unsigned(row + notes.players[unsigned(code)] * NUM_PLANES)] & mask
            bits = window.bits[unsigned(first + code)] & worth
            shared.frozen_sums[unsigned(begin + code)] += each * popcount(bits)
        return
    theirs = window.planes[unsigned(row + (NUM_PLAYERS - 1) * NUM_PLANES)] & mask
    for code in range(notes.known[0]):  # without a look-up in it, so that several codes are counted at once
        worth = theirs if notes.players[unsigned(code)] else ours
        bits = window.bits[unsigned(first + code)] & worth
        shared.frozen_sums[unsigned(begin + code)] += each * popcount(bits)
