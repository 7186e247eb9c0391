"""All moves as first (AMAF): how the playouts through a node ended that contain an action, wherever they played it.

A node with children has a *table*: for every code, of either player, how many simulations through the node played it
from there on, and the sum of what those were worth to the code's own player. A simulation counts a code once, however
often it plays it; what was played before the node does not count, nor do nature's moves.

Tables come from a pool. When it is used up a new node gets none, and whoever needs a reference takes the one above.
Source: Bruegmann, *Monte Carlo Go*, 1993; in trees: Gelly and Silver, *Combining online and offline knowledge in UCT*,
2007; tables for both players at all nodes: Cazenave, *Generalized rapid action value estimation*, 2015.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import CHANCE, HAS_CHANCE, NUM_ACTION_CODES, to_move
from monteverde.memory import zeros
from monteverde.search.sharing.notes import code_of, credit_at, forget, gather
from monteverde.search.sharing.sizes import Sizes
from monteverde.search.sharing.slots import learn
from monteverde.search.sharing.sparse import Sparse
from monteverde.search.status import OK

ROOT = 0
NO_TABLE = 0  # the root has table 0, so for any other node 0 can mean "none"


class Tables(NamedTuple):
    """What is shared, all of length zero in searches that share nothing. A table begins at its number * num_codes."""

    counts: Any
    """int32[tables * num_codes]: simulations through the node that contain the code."""
    sums: Any
    """float64[tables * num_codes]: the sum of their unit values for the player of the code."""
    playouts: Any
    """int32[tables]: simulations through the node since it has its table."""
    used: Any
    """int64[1]: tables in use."""
    frozen_of: Any
    """int32[tables]: the frozen counts of the node (`window.py`)."""
    frozen_counts: Any
    """int32[frozen * num_codes]: playouts of the window that contain the path to the node and the code."""
    frozen_sums: Any
    """int32[frozen * num_codes]: the sum of their unit values, in parts of WHOLE."""
    frozen_used: Any
    """int64[1]: frozen counts in use; number 0, all zeros, is for whoever has none."""
    room: Any
    """int64[2]: how many tables and frozen counts there is room for."""
    extra: Any
    """float64[cells]: what the search's `Statistic` remembers."""


def new_tables(sizes: Sizes) -> Tables:
    """Return tables of those sizes, the root's in use."""
    return Tables(
        counts=zeros(sizes.tables * sizes.codes, np.int32),
        sums=zeros(sizes.tables * sizes.codes, np.float64),
        playouts=zeros(sizes.tables, np.int32),
        used=np.ones(1, np.int64),
        frozen_of=zeros(sizes.tables, np.int32),
        frozen_counts=zeros(sizes.frozen * sizes.codes, np.int32),
        frozen_sums=zeros(sizes.frozen * sizes.codes, np.int32),
        frozen_used=np.ones(1, np.int64),
        room=np.array([sizes.tables, sizes.frozen], np.int64),
        extra=zeros(sizes.extra, np.float64),
    )


def new_sparse_tables(sizes: Sizes) -> Tables:
    """Return the same for Python objects."""
    return Tables(
        counts=Sparse(),
        sums=Sparse(),
        playouts=Sparse(),
        used=[1],
        frozen_of=Sparse(),
        frozen_counts=Sparse(),
        frozen_sums=Sparse(),
        frozen_used=[1],
        room=[sizes.tables, sizes.frozen],
        extra=Sparse(),
    )


@kernel
def label_children(tree, node, first, count, state, work):
    """Write the code of each new child of `node`, and give the node a table; return OK or a failure."""
    if HAS_CHANCE and to_move(state) == CHANCE:
        return OK
    for child in range(first, first + count):
        code = code_of(state, tree.action[child])
        if code < 0:
            return code
        tree.code[child] = code
    if node != ROOT and tree.shared.room[0] > 1:  # else the search needs no table but the root's
        take_table(tree, node, work)
    return OK


@kernel
def take_table(tree, node, work):
    """Give `node` a table of its own if one is left."""
    table = add(tree.shared.used, 0, 1)
    if table < tree.shared.room[0]:
        tree.table[node] = table
    else:
        add(tree.shared.used, 0, -1)
        work.counters.unshared[0] += 1


@kernel
def credit_tables(tree, work, depth):
    """Credit the table of the node at `depth` of the path with all that was played from there on."""
    credit_suffix(tree, work, depth)
    if depth == 0:
        learn(tree, work)
        forget(work.notes)


@kernel
def credit_suffix(tree, work, depth):
    """Gather the codes of the suffix at `depth`, and count each in the table of the node there, if it has one."""
    notes, values = work.notes, work.values
    gather(notes, depth, values)
    node = work.path[unsigned(depth)]
    table = np.int64(tree.table[unsigned(node)])
    if node != ROOT and table == NO_TABLE:
        return
    add(tree.shared.playouts, table, 1)
    begin = table * NUM_ACTION_CODES
    for index in range(notes.num_distinct[0]):
        place = begin + notes.distinct[unsigned(index)]
        add(tree.shared.counts, place, 1)
        add(tree.shared.sums, place, credit_at(notes, index, values))
