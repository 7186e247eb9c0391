"""How threads on one tree keep out of each other's way: what each of them holds, leases and reserves.

A word of memory that another core has just written takes longer to read than a short playout takes, and all simulations
pass the same few nodes. So where a node has been visited often, a thread

holds    its counts: adds them up in memory of its own, and to the tree when they have come to a share of the node's
         visits, when the place is wanted for another node, and at the end of each slice
leases   a child: goes to the best one a share of the child's visits long before it compares again. Meanwhile the
         lease counts as so many visits of the value that the child has, so other threads tend to go elsewhere, to
         where the scores say that they lose nothing; it is taken back when it ends, at the latest with the slice
reserves new nodes in portions, which neighbours do not share cache lines with (what is left when a run ends is lost)

A share is a sixteenth, of the visits of what is held or leased, so that a child that is seldom visited is compared
each time. Nothing is lost, and between slices nothing is held or leased. The nodes at the beginning of a path are
held, as far as each has been visited often; below, and in small trees, every thread counts at once, and marks its path
by virtual visits. That others know of simulations under way, but not of a loss that there may not be, is as in Liu et
al., *Watch the unobserved*, 2020 (WU-UCT).

These kernels take the place of `enter`, `retreat` and `settle` (`loop.py`), of `credit` (`backup/mean.py`), of
`reserve` (`tree.py`) and of `best_child` (`selection/base.py`): where a rule finds its child in another way, threads
count at once, since a thread would not see what it holds itself.
"""

from __future__ import annotations

import math

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.search.phases import allocate
from monteverde.search.selection.base import best_child
from monteverde.search.tree import FULL, Tree
from monteverde.search.workspace import NOBODY, NUM_HELD, Held

OFTEN = 128  # visits from which on a node's counts are held
SHARE_BITS = 4  # a sixteenth of the visits
MOST_SHARE = 1024  # visits
GRAIN = 1024.0  # promised values are multiples of 1 / GRAIN: taken back, they leave nothing of rounding behind
ALMOST_FULL = 2**31 - 2**20  # visits from which on each is counted at once, so that none goes beyond int32

PORTION = 1024  # nodes; a larger one would lose more at the end
LARGEST_BLOCK = 64  # children; who makes more asks for them seldom
LARGE_TREE = 64 * PORTION  # nodes; a smaller one cannot spare portions


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
        held.most[unsigned(place)] = share_of(tree.visits[unsigned(node)])
    held.values[unsigned(place)] += value
    held.visits[unsigned(place)] += 1
    if held.visits[unsigned(place)] >= held.most[unsigned(place)]:
        hand_over(tree, work, place)
        held.node[unsigned(place)] = NOBODY


@kernel
def share_of(visits):
    """Return how many visits a thread may keep from the others, beside so many."""
    return min(np.int64(visits) >> SHARE_BITS, MOST_SHARE)


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


@kernel
def settle_held(tree, work):
    for place in range(NUM_HELD):
        hand_over(tree, work, place)
        work.held.node[unsigned(place)] = NOBODY
        end_lease(tree, work, place)


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


@kernel
def leased_child(tree, node, parent_visits, parameters, work):
    """Return what `best_child` does, or did when the lease began."""
    if not OFTEN <= parent_visits < ALMOST_FULL:
        return best_child(tree, node, parent_visits, parameters, work)
    held, place = work.held, node % NUM_HELD
    if held.lessor[unsigned(place)] == node and held.left[unsigned(place)] > 0:
        held.left[unsigned(place)] -= 1
        return held.leased[unsigned(place)]
    end_lease(tree, work, place)
    child = best_child(tree, node, parent_visits, parameters, work)
    if OFTEN <= tree.visits[unsigned(child)] < ALMOST_FULL:
        lease(tree, work, place, node, child)
    return child


@kernel
def lease(tree, work, place, node, child):
    """Let the child be gone to, now and for some time, and let others know."""
    held, visits = work.held, tree.visits[unsigned(child)]
    times = share_of(visits)
    promised = math.floor(tree.value_sum[unsigned(child)] / visits * times * GRAIN) / GRAIN
    add(tree.visits, child, times)
    add(tree.value_sum, child, promised)
    held.lessor[unsigned(place)] = node
    held.leased[unsigned(place)] = child
    held.times[unsigned(place)] = times
    held.promised[unsigned(place)] = promised
    held.left[unsigned(place)] = times - 1


@kernel
def end_lease(tree, work, place):
    """Put what came of the lease at `place`, if there is one, in place of what was promised."""
    held = work.held
    if held.lessor[unsigned(place)] == NOBODY:
        return
    child = held.leased[unsigned(place)]
    if held.node[unsigned(child % NUM_HELD)] == child:
        hand_over(tree, work, child % NUM_HELD)
    add(tree.value_sum, child, -held.promised[unsigned(place)])
    add(tree.visits, child, -held.times[unsigned(place)])
    held.lessor[unsigned(place)] = NOBODY
