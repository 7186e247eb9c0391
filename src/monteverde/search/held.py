"""Counts that a thread keeps to itself for a while: those of nodes that all threads visit all the time.

Every simulation passes the root, and nearly every one its best children. Threads that add to the same few words there
at each visit wait for each other, longer than a short playout takes. So a thread *holds* what it has to add to a node
that has been visited often: it counts in memory of its own, and adds the sum when it has come to a small share of the
node's visits, when the place is wanted for another node, and at the end of each slice. Nothing is lost, and between
slices nothing is held.

The nodes at the beginning of a path are held, as far as each has been visited often. A simulation leaves no virtual
visits there: beside so many, those of a few threads change nothing. What a scan of the children found is remembered
there too (`selection/leader.py`), until the node's counts are added up; so it may be late by what others found since.

New nodes are taken from the tree in portions too: neighbours would share cache lines, and all would ask one counter.
A search that knows that its tree will be small goes without. What is left of a portion when a run ends is lost.

These kernels take the place of `enter`, `retreat` and `settle` (`loop.py`) of `credit` (`backup/mean.py`), and of `reserve` (`tree.py`).
"""

from __future__ import annotations

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.search.phases import allocate
OFTEN = int(__import__("os").environ.get("HOLD","256"))
from monteverde.search.tree import FULL, Tree
from monteverde.search.workspace import NOBODY, NUM_HELD, NUM_LEADERS, Held

PORTION = 1024  # nodes; a larger one would lose more at the end
LARGEST_BLOCK = 64  # children; who makes so many asks for them seldom
LARGE_TREE = 64 * PORTION  # nodes; a smaller one cannot spare portions
LEAST_SHARE, MOST_SHARE = int(__import__("os").environ.get("LEAST","8")), 64
SHARE_BITS = 5  # a thirty-second of a node's visits between these
ALMOST_FULL = 2**31 - 2**20  # visits from which on each is counted at once, so that none goes beyond int32


@kernel
def enter_held(tree, work, depth, node, virtual_visits):
    held = work.held
    if depth == 0:
        held.prefix[0] = 0
    visits = tree.visits[unsigned(node)]
    if depth == held.prefix[0] and OFTEN * max(virtual_visits, 1) <= visits < ALMOST_FULL:
        held.prefix[0] = depth + 1
        return visits
    return add(tree.visits, node, virtual_visits)


@kernel
def credit_held(tree, work, depth, node, value, virtual_visits):
    held = work.held
    if depth >= held.prefix[0]:
        add(tree.value_sum, node, value)
        if virtual_visits != 1:
            add(tree.visits, node, 1 - virtual_visits)
        return
    place = node % NUM_HELD
    if held.node[unsigned(place)] != node:
        hand_over(tree, work, place)
        held.node[unsigned(place)] = node
        share = np.int64(tree.visits[unsigned(node)]) >> SHARE_BITS
        held.most[unsigned(place)] = min(max(share, LEAST_SHARE), MOST_SHARE)
    held.values[unsigned(place)] += value
    held.visits[unsigned(place)] += 1
    if held.visits[unsigned(place)] >= held.most[unsigned(place)]:
        hand_over(tree, work, place)
        held.node[unsigned(place)] = NOBODY


@kernel
def hand_over(tree, work, place):
    """Add what is held at `place` to the tree."""
    held = work.held
    visits = held.visits[unsigned(place)]
    if visits == 0:
        return
    node = held.node[unsigned(place)]
    if held.values[unsigned(place)] != 0.0:
        add(tree.value_sum, node, held.values[unsigned(place)])
    add(tree.visits, node, visits)
    held.visits[unsigned(place)] = 0
    held.values[unsigned(place)] = 0.0
    seat = node % NUM_LEADERS
    if work.leaders.node[unsigned(seat)] == node:
        work.leaders.node[unsigned(seat)] = NOBODY


@kernel
def settle_held(tree, work):
    for place in range(NUM_HELD):
        hand_over(tree, work, place)
        work.held.node[unsigned(place)] = NOBODY


@kernel
def retreat_held(tree, work, depth, virtual_visits):
    for d in range(work.held.prefix[0], depth + 1):
        add(tree.visits, work.path[unsigned(d)], -virtual_visits)


@kernel
def reserve_held(tree, work, count):
    room = work.held.room
    if count > LARGEST_BLOCK or len(tree.visits) < LARGE_TREE:
        return allocate(tree, count)
    if room[0] + count > room[1]:
        first = allocate(tree, PORTION)
        if first == FULL:
            return allocate(tree, count)
        room[0] = first
        room[1] = first + PORTION
    first = room[0]
    room[0] += count
    return first


def give_back(tree: Tree, held: Held) -> None:
    """Let a thread that has ended have no nodes to give away; those at the end of the tree are the tree's again."""
    if held.room[1] == tree.size[0]:
        tree.size[0] = held.room[0]
    held.room[:] = 0
