"""Compaction: the part of a tree that stays slides to the front of its arrays, in place, and the rest is free again.

Used when the root moves on (`reroot.py`) and when the memory is full (`room.py`). The children of a node are one block,
nothing points upwards and children lie behind their parent, so one pass from front to back is enough: a block moves
left into room that has been read already. While a block waits to be reached, its parent and its first node exchange
what they hold in `first_child` (*threading*: Jonkers, *A fast garbage compaction algorithm*, 1979): the node then names
the parent, which marks the block as one that stays and says whom to tell where it went. So no array is needed beside
the tree's own, only a list of moves of fixed length, by which all other arrays follow, whoever added them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from monteverde.compile import kernel
from monteverde.errors import UnsuitableError
from monteverde.search.ordering import bound, put_in_order
from monteverde.search.sharing.compaction import clear_tables, compact_tables
from monteverde.search.tree import BUSY, NO_NODE, ROOT, Tree

THREAD = BUSY - 1  # first_child of the first node of a block that stays: THREAD - its parent
OLD, NEW, END, NUM_MOVES = range(4)  # of the cursor: the next node to read and to write, the old size, moves listed
MOST_MOVES = 8192  # in one list: 192 KB
LINKS = ("visits", "first_child", "num_children", "total", "table")
"""The arrays that decide what stays, and that `move_links` moves itself."""
APART = ("shared", "graph", "size")
"""What is not one number a node."""
OF_THE_EDGE = ("value_sum", "square_sum", "action", "prior", "code")
"""What a node holds of the action into it. Nothing leads into a root."""


@kernel
def block_size(num_children, total, node):
    """Return how many children `node` has, those not shown yet among them."""
    return total[node] if len(total) > 0 else num_children[node]


@kernel
def thread(links, old, new, least_visits):
    """Node `old`, with fewer visits than `least_visits`, loses its children as it becomes `new`; another marks them."""
    visits, first_child, num_children, total, table = links
    first = first_child[old]
    visits[new] = visits[old]
    stays = first > NO_NODE and visits[new] >= least_visits
    num_children[new] = num_children[old] if stays else 0
    if len(total) > 0:
        total[new] = total[old] if stays else 0
    if len(table) > 0:
        table[new] = table[old] if stays else 0
    first_child[new] = NO_NODE
    if stays:
        first_child[new] = first_child[first]
        first_child[first] = THREAD - new


@kernel
def move_links(links, cursor, moves, least_visits):
    """Move the blocks from `cursor` on, as many as `moves` has room for; return whether all have been moved.

    Each row of `moves` becomes (where it was, where it is, how many nodes).
    """
    first_child, num_children, total = links[1], links[2], links[3]
    old, new, end, count = int(cursor[OLD]), int(cursor[NEW]), int(cursor[END]), 0
    while old < end:
        if first_child[old] > THREAD:  # a node that nothing leads to any more
            old += 1
            continue
        if count == len(moves):
            break
        parent = THREAD - first_child[old]
        size = int(block_size(num_children, total, parent))
        first_child[old] = first_child[parent]
        first_child[parent] = new
        for i in range(size):
            thread(links, old + i, new + i, least_visits)
        if count > 0 and moves[count - 1, 0] + moves[count - 1, 2] == old:  # right behind the block before
            moves[count - 1, 2] += size
        else:
            moves[count, 0], moves[count, 1], moves[count, 2] = old, new, size
            count += 1
        old += size
        new += size
    cursor[OLD], cursor[NEW], cursor[NUM_MOVES] = old, new, count
    return old >= end


@kernel
def slide(column, width, moves, count):
    """Move the entries of an array, `width` for each node, as the first `count` rows of `moves` say."""
    for move in range(count):
        old, new, length = int(moves[move, 0]) * width, int(moves[move, 1]) * width, int(moves[move, 2]) * width
        if old != new:
            for i in range(length):
                column[new + i] = column[old + i]


def is_in_arrays(tree: Tree) -> bool:
    """Return whether `tree` is made of arrays, rather than of lists."""
    return isinstance(tree.visits, np.ndarray)


def columns(tree: Tree) -> Iterator[tuple[str, Any]]:
    """Yield the per-node arrays of `tree` that are in use, by name.

    Raises:
        UnsuitableError: if it has an array that is not one entry a node, of which nobody knows how it moves.
    """
    for name, column in tree._asdict().items():
        if name in APART or len(column) == 0:
            continue
        if len(column) != len(tree.visits):
            raise UnsuitableError(
                f"reuse and pruning move the nodes of a tree, and {name!r} has {len(column)} entries for "
                f"{len(tree.visits)} nodes; search without it, or without reuse and with on_full='stop_growing'"
            )
        yield name, column


def compact(tree: Tree, root: int = ROOT, *, least_visits: int = 0) -> None:
    """Make `root` the root, keep what is below it and below nodes of at least `least_visits`, and free the rest.

    The order of the nodes stays, and all that is known of them. Nothing may be in flight.

    Args:
        tree: changed in place.
        root: the number of the node that becomes the root.
        least_visits: children of nodes with fewer visits are given up; those of the root stay.
    """
    in_use = dict(columns(tree))
    if is_in_arrays(tree):
        root = put_in_order(tree, in_use.values(), root)
    others = [(name, column) for name, column in in_use.items() if name not in LINKS]
    links = tuple(getattr(tree, name) for name in LINKS)
    in_arrays, size = is_in_arrays(tree), int(tree.size[0])
    bound(thread, in_arrays)(links, root, ROOT, 0)
    if root != ROOT:
        for name, column in others:
            column[ROOT] = 0 if name in OF_THE_EDGE else column[root]
    cursor = np.array([root + 1, ROOT + 1, size, 0])
    moves = np.zeros((MOST_MOVES, 3), np.int64)
    is_done = False
    while not is_done:
        is_done = bool(bound(move_links, in_arrays)(links, cursor, moves, least_visits))
        for _, column in others:
            slide_rows(column, moves, int(cursor[NUM_MOVES]))
    cut(tree, int(cursor[NEW]))
    compact_tables(tree.table, tree.shared, int(cursor[NEW]), is_new_root=root != ROOT)


def slide_rows(column: Any, moves: Any, count: int) -> None:
    """Move the rows of an array of any shape, or the items of a list."""
    if isinstance(column, list):
        bound(slide, False)(column, 1, moves, count)
    else:
        bound(slide, True)(column.reshape(-1), math.prod(column.shape[1:]), moves, count)


def cut(tree: Tree, size: int) -> None:
    """Forget all nodes from number `size` on: arrays hold zeros there again."""
    old_size, tree.size[0] = int(tree.size[0]), size
    for _, column in list(columns(tree)):  # before any of them gets shorter
        if isinstance(column, list):
            del column[size:]
        else:
            column[size:old_size] = 0


def clear(tree: Tree) -> None:
    """Make `tree` one of a root that has never been visited."""
    cut(tree, 1)
    for _, column in columns(tree):
        column[ROOT] = 0
    clear_tables(tree.shared)
