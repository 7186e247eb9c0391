"""Order: children behind their parent, which compaction rests on.

One thread, and threads that ask the tree for each block, number children after their parent. Threads that reserve nodes
in portions (`held.py`) do not: a block may lie in a portion that is older than the one its parent lies in. Then all
nodes are numbered anew, breadth first, before anything is compacted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np

from monteverde.compile import bind, kernel
from monteverde.search.tree import NO_NODE, ROOT, Tree


@kernel
def has_child_in_front(first_child, size):
    """Return whether any node's children lie before it."""
    for node in range(size):  # noqa: SIM110  (a generator does not compile here)
        if NO_NODE < first_child[node] < node:
            return True
    return False


@kernel
def number_anew(first_child, num_children, total, order, places):
    """Write the nodes, breadth first, to `order`, and where the children of each come to lie to `places`.

    Nodes that nothing leads to are left out. Returns how many there are.
    """
    order[0] = ROOT
    count, place = 1, 0
    while place < count:
        node = order[place]
        first = first_child[node]
        places[place] = NO_NODE
        if first > NO_NODE:
            places[place] = count
            block = total[node] if len(total) > 0 else num_children[node]
            for i in range(block):
                order[count + i] = first + i
            count += block
        place += 1
    return count


@cache
def bound(source: Callable[..., Any], compiled: bool = True) -> Callable[..., Any]:
    """Return a kernel that has no slots, compiled or for trees of lists."""
    return bind(source, {}, compiled=compiled)


def put_in_order(tree: Tree, columns: Iterable[Any], node: int) -> int:
    """Number the nodes of `tree` so that children lie behind their parent, if some do not; return where `node` is now.

    Args:
        tree: made of arrays; changed in place. Nothing may be in flight.
        columns: all its per-node arrays that are in use. While it works, two more numbers a node are in memory, and a
            copy of one of these arrays at a time.
        node: a node of the tree.
    """
    size = int(tree.size[0])
    if not bound(has_child_in_front)(tree.first_child, size):
        return node
    order, places = np.zeros(size, np.int32), np.zeros(size, np.int32)
    count = int(bound(number_anew)(tree.first_child, tree.num_children, tree.total, order, places))
    order = order[:count]
    for column in columns:
        column[:count] = column[order]
        column[count:size] = 0
    tree.first_child[:count] = places[:count]
    tree.size[0] = count
    return int(np.flatnonzero(order == node)[0])
