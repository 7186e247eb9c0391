"""Room: when the memory is full, the part of the tree that is visited least is given up.

    on_full="stop_growing"   leaves stay leaves, and the search goes on
    on_full="prune"          children go whose parents have the fewest visits: about half of all nodes
    on_full="stop"           the search ends

A node that loses its children keeps its own count and value, and gets children again when it is next visited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from monteverde.compile import kernel
from monteverde.search.compact import block_size, compact, is_in_arrays
from monteverde.search.ordering import bound
from monteverde.search.phases import must_pause
from monteverde.search.tree import NO_NODE, Tree

if TYPE_CHECKING:
    from monteverde.search.session import Search

STOP_GROWING, PRUNE, STOP = "stop_growing", "prune", "stop"
ON_FULL = (STOP_GROWING, PRUNE, STOP)

FREED = 0.5  # what part of the nodes that can be given up is; each then pays for moving one that stays
WORTH_IT = 0.125  # of all nodes; if less was freed, the next attempt waits for twice as many nodes without children
SECONDS_A_NODE = 1e-7  # that pruning takes at most, on a machine with little else to do
NEVER = 2**62  # more nodes without children than there will be
EXACT = 64  # counts below twice this have a bucket each, larger ones EXACT buckets for each power of two
NUM_BUCKETS = EXACT * (31 - 6 + 2)


@kernel
def go_on(work):
    return False


@kernel
def has_met_limit(work):
    return work.counters.full[0] >= work.patience[0]


def pausing_kernel(on_full: str) -> dict[Any, Any]:
    """Return the kernel that decides whether the loop must pause, by its slot."""
    return {must_pause: go_on if on_full == STOP_GROWING else has_met_limit}


@kernel
def bucket_of(visits):
    """Return the number of the bucket for a count; larger counts are never in smaller buckets."""
    shift = 0
    while visits >= 2 * EXACT:
        visits >>= 1
        shift += 1
    return shift * EXACT + visits


def least_of(bucket: int) -> int:
    """Return the smallest count in a bucket."""
    shift = max(bucket // EXACT - 1, 0)
    return (bucket - shift * EXACT) << shift


@kernel
def count_children(tree, size, out):
    """Add to `out`, for the bucket of each node's visits, how many children it has; the root's are not counted."""
    for node in range(1, size):
        if tree.first_child[node] > NO_NODE:
            out[bucket_of(int(tree.visits[node]))] += block_size(tree.num_children, tree.total, node)


def threshold(tree: Tree) -> int:
    """Return how many visits a node must have to keep its children, if the FREED part of the tree is to go."""
    children = np.zeros(NUM_BUCKETS, np.int64)
    bound(count_children, is_in_arrays(tree))(tree, int(tree.size[0]), children)
    freed = np.cumsum(children)
    return least_of(int(np.searchsorted(freed, FREED * freed[-1])) + 1)


def warm_up(tree: Tree) -> None:
    """Compile what prunes, on a tree of one node: later on the clock runs."""
    if int(tree.size[0]) == 1:
        compact(tree, least_visits=threshold(tree))


def put_off(search: Search) -> None:
    """Go on without growing until the end of this run: there is no time to prune in it."""
    for work in search.workspaces:
        work.patience[0] = NEVER


def call_in(search: Search) -> None:
    """Begin a run: what the last one put off can be done."""
    for work in search.workspaces:
        if work.patience[0] == NEVER:
            work.patience[0] = 1


def make_room(search: Search) -> None:
    """Prune the tree of `search`, in which nothing may be in flight."""
    tree = search.tree
    size = int(tree.size[0])
    compact(tree, least_visits=threshold(tree))
    is_worth_it = size - int(tree.size[0]) >= WORTH_IT * size
    for work in search.workspaces:
        if is_worth_it:
            work.counters.full[0], work.patience[0] = 0, 1
        else:
            work.patience[0] = 2 * max(int(work.counters.full[0]), 1)
    search.past.prunes += is_worth_it
