"""The tree: flat arrays over nodes, allocated once from a memory budget.

Node 0 is the root. The children of a node are one block of adjacent nodes, in random order, so selection scans
adjacent memory and `untried` children come in random order. Nothing points upwards: the loop remembers its path.
What a scan reads of all children is an array each; what is read of the chosen one alone is interleaved (`LINKS`).
A node's value is from the view of the player who moved into it, in unit value (0 worst, 1 best).

With transpositions an entry is an edge, and `target` says which position it leads to (`graph/`).

Arrays that only some searches read (`prior`, `square_sum`, `bounds`, `target`, those in `shared` and `graph`, ...) have
length zero in the others, so that one compiled type serves all. Problems whose states are Python objects use lists in
place of arrays; the kernels are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import below, kernel
from monteverde.compile.atomics import compare_and_swap
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    SIMULTANEOUS,
    chance_outcomes,
    legal_actions,
    to_move,
)
from monteverde.memory import zeros
from monteverde.search.graph.positions import NO_GRAPH, Room, is_too_much, new_graph, new_sparse_graph
from monteverde.search.phases import IS_IN_ARRAYS, allocate, clear_bounds, is_full, label
from monteverde.search.sharing.sizes import NOTHING, Sizes
from monteverde.search.sharing.tables import new_sparse_tables, new_tables
from monteverde.search.status import (
    CHANCE_WITHOUT_OUTCOMES,
    GO_ON,
    NO_LEGAL_ACTION,
    OK,
    SIMULTANEOUS_MOVE,
    STAY,
)

ROOT = 0
NO_NODE = 0  # nothing points to the root, so 0 can mean "none"
BUSY = -1  # another thread is giving the node its children
FULL = -1
NO_WAY, CYCLE = -1, -2  # in a graph, in place of a node: it cannot be gone to; it is on the path already
MAX_VISITS = 2**31 - 1  # visits are int32

PLAIN = (
    ("visits", np.int32),
    ("value_sum", np.float64),
    ("first_child", np.int32),
    ("num_children", np.int32),
    ("action", np.int32),
)
LINKS = ("first_child", "num_children", "action")
LINK = np.dtype([(name, kind) for name, kind in PLAIN if name in LINKS])
LINK_BYTES = LINK.itemsize
"""What a descent reads of the chosen child alone lies side by side, so that memory is asked for it once."""
OPTIONAL = (
    ("prior", np.float32),
    ("square_sum", np.float64),
    ("code", np.int32),
    ("table", np.int32),
    ("total", np.int32),
    ("closed", np.int8),
    ("proven", np.int32),
    ("odds", np.float64),
    ("target", np.int32),
)


def rows_of_nothing(num_players: int) -> dict[str, list[float]]:
    """Return for the optional arrays with several float64 numbers a node what these are where nothing is known."""
    return {"bounds": [0.0] * num_players + [1.0] * num_players, "outlook": [0.0] * (1 + num_players)}


class Tree(NamedTuple):
    """Per-node arrays, all of one length unless optional and unused (then zero)."""

    visits: Any
    """int32: simulations through the node, virtual ones included while they are in flight."""
    value_sum: Any
    """float64: the sum of their unit values for the player who moved into the node."""
    first_child: Any
    """int32: the first of its children; NO_NODE if it has none yet, BUSY while a thread makes them."""
    num_children: Any
    """int32: how many children."""
    action: Any
    """int32: the action, or chance outcome, that leads into the node (any object in a tree of objects)."""
    prior: Any
    """float32, optional: the prior probability of that action."""
    square_sum: Any
    """float64, optional: the sum of squared unit values."""
    code: Any
    """int32, optional: the code under which all branches share what is known of that action."""
    table: Any
    """int32, optional: the number of the node's own table in `shared`; NO_TABLE if it has none."""
    total: Any
    """int32, optional: how many children there are, those not shown yet among them."""
    closed: Any
    """int8, optional: 1 if whoever moves into the node has something as good, or better; at the root, if solved."""
    proven: Any
    """int32, optional: 0, or one more than the plies to the end if it is proven what the node is worth to everybody."""
    odds: Any
    """float64, optional: the probability of the node as an outcome of chance."""
    bounds: Any
    """float64[2 * num_players], optional: what each player gets at least from here, then at most, in unit value."""
    outlook: Any
    """float64[1 + num_players], optional: minimax of the heuristic, for whoever moved in, and for each player."""
    target: Any
    """int32, optional: the number in `graph` of the position that the entry leads to; UNKNOWN until it is visited."""
    shared: Any
    """What is shared between branches: `sharing.tables.Tables`."""
    graph: Any
    """The positions that several entries may lead to: `graph.positions.Graph`; nothing in a tree."""
    size: Any
    """int64 of length 1: how many nodes are in use."""


def bytes_per_node(needs: Collection[str], num_players: int = 0) -> int:
    """Return the bytes that one node takes, with the optional arrays in `needs`."""
    rows = rows_of_nothing(num_players)
    numbers = sum(len(rows[name]) for name in rows.keys() & set(needs))
    return numbers * np.dtype(np.float64).itemsize + sum(
        np.dtype(kind).itemsize for name, kind in (*PLAIN, *(o for o in OPTIONAL if o[0] in needs))
    )


def new_tree(
    capacity: int, needs: Collection[str], sizes: Sizes = NOTHING, room: Room = NO_GRAPH, num_players: int = 0
) -> Tree:
    """Return a tree of one node, with room for `capacity`, the optional arrays in `needs`, and what is shared."""
    links = zeros(capacity, LINK)
    plain = {name: links[name] if name in LINKS else zeros(capacity, kind) for name, kind in PLAIN}
    optional = {name: zeros(capacity if name in needs else 0, kind) for name, kind in OPTIONAL}
    rows = {}
    for name, row in rows_of_nothing(num_players).items():
        length = capacity if name in needs else 0
        rows[name] = zeros(length * len(row), np.float64).reshape(length, len(row))
        rows[name][:1] = row
    shared = {"shared": new_tables(sizes), "graph": () if room == NO_GRAPH else new_graph(room)}
    return Tree(**plain, **optional, **rows, **shared, size=np.ones(1, np.int64))


def new_object_tree(
    needs: Collection[str], sizes: Sizes = NOTHING, room: Room = NO_GRAPH, num_players: int = 0
) -> Tree:
    """Return a tree of one node made of lists, which `allocate_in_lists` lengthens."""
    zeros: dict[str, Any] = {name: [kind(0).item()] for name, kind in (*PLAIN, *OPTIONAL)}
    unused: dict[str, Any] = {name: [] for name, _ in OPTIONAL if name not in needs}
    rows = {name: [row] if name in needs else [] for name, row in rows_of_nothing(num_players).items()}
    shared: dict[str, Any] = {"shared": new_sparse_tables(sizes), "graph": new_sparse_graph(room)}
    return Tree(**(zeros | unused), **rows, **shared, size=[1])


@kernel
def allocate_in_arrays(tree, count):
    # Taking nodes and giving them back would not do: meanwhile another thread may take the ones beyond them.
    while True:
        first = tree.size[0]
        if first + count > len(tree.visits):
            return FULL
        if compare_and_swap(tree.size, 0, first, first + count):
            return first


@kernel
def are_arrays_full(tree):
    return tree.size[0] >= len(tree.visits)


@kernel
def grow(tree, node, state, work):
    """Give `node` a child for each legal action, or chance outcome; return GO_ON, STAY if it got none, or a failure."""
    if not compare_and_swap(tree.first_child, node, NO_NODE, BUSY):
        return STAY
    count = moves_at(state, work)
    if count <= 0:
        compare_and_swap(tree.first_child, node, BUSY, NO_NODE)
        return count
    first = reserve(tree, work, count)
    if first == FULL:
        work.counters.full[0] += 1
        compare_and_swap(tree.first_child, node, BUSY, NO_NODE)
        return STAY
    if HAS_CHANCE and to_move(state) == CHANCE:  # the order of the outcomes must stay that of their probabilities
        for i in range(count):
            tree.action[first + i] = work.actions[i]
    else:
        write_in_random_order(tree.action, first, work.actions, count, work.rng)
    tree.num_children[node] = count
    clear_bounds(tree, first, count, state, work)
    status = label(tree, node, first, count, state, work)
    if status != OK:
        compare_and_swap(tree.first_child, node, BUSY, NO_NODE)
        return status
    compare_and_swap(tree.first_child, node, BUSY, first)  # last: whoever sees the children sees all of them
    return GO_ON


@kernel
def reserve(tree, work, count):
    """Return the first of `count` adjacent new nodes, or FULL."""
    return allocate(tree, count)


@kernel
def moves_at(state, work):
    """Write what can happen at `state` to `work.actions`; return how many, or a failure."""
    mover = to_move(state)
    if mover == SIMULTANEOUS:
        return SIMULTANEOUS_MOVE
    if mover == CHANCE:
        if not HAS_CHANCE:
            return CHANCE_WITHOUT_OUTCOMES
        return chance_outcomes(state, work.actions, work.weights)
    count = legal_actions(state, work.actions)
    return count if count > 0 else NO_LEGAL_ACTION


@kernel
def write_in_random_order(target, first, items, count, rng):
    """Write `items[:count]` to `target[first:]` in uniformly random order (Fisher and Yates, inside out)."""
    for i in range(count):
        j = first + below(rng, i + 1)
        target[first + i] = target[j]
        target[j] = items[i]


def list_memory(capacity: int) -> Mapping[Any, Any]:
    """Return the `allocate` and `is_full` of a tree of lists that may hold `capacity` nodes."""
    exceeds: Callable[[Tree, int, int], bool] = is_too_much

    def allocate_in_lists(tree: Tree, count: int) -> int:
        first: int = tree.size[0]
        if first + count > capacity or (tree.target and exceeds(tree, count, 0)):
            return FULL
        tree.size[0] = first + count
        integers, floats = [0] * count, [0.0] * count
        tree.visits.extend(integers)
        tree.value_sum.extend(floats)
        tree.first_child.extend(integers)
        tree.num_children.extend(integers)
        tree.action.extend(integers)
        for optional, fresh in ((tree.prior, floats), (tree.square_sum, floats), (tree.code, integers)):
            if optional:
                optional.extend(fresh)
        for optional in (tree.table, tree.total, tree.target):
            if optional:
                optional.extend(integers)
        if tree.bounds:
            tree.closed.extend(integers)
            tree.proven.extend(integers)
            tree.odds.extend(floats)
        for rows in (tree.bounds, tree.outlook):
            if rows:
                rows.extend([0.0] * len(rows[0]) for _ in integers)
        return first

    def are_lists_full(tree: Tree) -> bool:
        return bool(tree.size[0] >= capacity or (tree.target and exceeds(tree, 1, 0)))

    return {allocate: allocate_in_lists, is_full: are_lists_full, IS_IN_ARRAYS: False}


ARRAY_MEMORY: Mapping[Any, Any] = {allocate: allocate_in_arrays, is_full: are_arrays_full, IS_IN_ARRAYS: True}
