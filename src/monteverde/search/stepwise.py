"""The loop taken apart: gather a batch of leaves, have them valued elsewhere, complete their simulations.

    gather    descend under virtual visits until the batch is full; ends of the game are completed at once
    complete  back the values up
    abandon   take a gathered batch back, as if it had never been

A leaf that several descents of one batch reach is valued once and backed up for each of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.game.rules import HAS_STEP_REWARDS, NUM_PLAYERS
from monteverde.search.expansion.all_children import normalise
from monteverde.search.loop import descend, value_end, withdraw
from monteverde.search.phases import back_up, evaluate, fresh_state, is_closed
from monteverde.search.status import OK
from monteverde.search.tree import NO_NODE, ROOT
from monteverde.search.workspace import Workspace


class Batch(NamedTuple):
    """Descents in flight: entry e ended at leaf `leaf[e]`; leaf i has its state in `states[i]`."""

    states: Any
    """The state of each different leaf."""
    nodes: Any
    """int64: the node of each different leaf."""
    leaf: Any
    """int64: which leaf each entry ended at."""
    depths: Any
    """int64: the depth of each entry."""
    paths: Any
    """int64[entries, max_length + 1]"""
    movers: Any
    """int64[entries, max_length + 2]"""
    passed: Any
    """int64[entries, max_length + 1]"""
    rewards: Any
    """float64[entries, max_length + 1, num_players] (no rows without step rewards)"""
    count: Any
    """int64[2]: how many entries, how many different leaves."""


def new_batch(work: Workspace, size: int) -> Batch:
    """Return room for `size` descents of searches that use `work`."""
    rows = len(work.path)
    return Batch(
        states=np.repeat(work.roots, size).view(np.recarray),
        nodes=np.zeros(size, np.int64),
        leaf=np.zeros(size, np.int64),
        depths=np.zeros(size, np.int64),
        paths=np.zeros((size, rows), np.int64),
        movers=np.zeros((size, rows + 1), np.int64),
        passed=np.zeros((size, rows), np.int64),
        rewards=np.zeros((size, *work.rewards.shape)),
        count=np.zeros(2, np.int64),
    )


@kernel
def gather(tree, work, parameters, batch, limit, virtual_visits):
    """Begin up to `limit` simulations, as far as the batch has room; return how many began, or a failure.

    None begins at a root that is solved.
    """
    batch.count[0] = 0
    batch.count[1] = 0
    begun = 0
    while begun < limit and batch.count[0] < len(batch.depths) and not is_closed(tree, ROOT):
        state = fresh_state(work)
        depth = descend(tree, state, work, parameters, virtual_visits)
        if depth < 0:
            abandon(tree, batch, virtual_visits)
            return depth
        begun += 1
        if value_end(tree, state, depth, work):
            back_up(tree, work, depth, virtual_visits, parameters.backup[0])
            work.counters.simulations[0] += 1
        else:
            remember(batch, work, state, depth)
    return begun


@kernel
def remember(batch, work, state, depth):
    """Add the descent that just ended at `state` to the batch."""
    entry = batch.count[0]
    batch.count[0] = entry + 1
    batch.depths[entry] = depth
    for d in range(depth + 1):
        batch.paths[entry][d] = work.path[d]
        batch.movers[entry][d] = work.movers[d]
        batch.passed[entry][d] = work.passed[d]
        work.passed[d] = NO_NODE
        if HAS_STEP_REWARDS:
            for player in range(NUM_PLAYERS):
                batch.rewards[entry][d][player] = work.rewards[d][player]
    batch.movers[entry][depth + 1] = work.movers[depth + 1]
    batch.leaf[entry] = find_leaf(batch, work.path[depth])
    if batch.leaf[entry] == batch.count[1]:
        batch.nodes[batch.count[1]] = work.path[depth]
        batch.states[batch.count[1]] = state
        batch.count[1] += 1


@kernel
def find_leaf(batch, node):
    """Return the index of the leaf at `node`, or the number of leaves if it is new."""
    for leaf in range(batch.count[1]):
        if batch.nodes[leaf] == node:
            return leaf
    return batch.count[1]


@kernel
def complete(tree, work, batch, values, parameters, virtual_visits):
    """Back up `values[leaf]`, each player's return from that leaf on, for every entry of the batch."""
    for entry in range(batch.count[0]):
        depth = batch.depths[entry]
        for d in range(depth + 1):
            work.path[d] = batch.paths[entry][d]
            work.movers[d] = batch.movers[entry][d]
            work.passed[d] = batch.passed[entry][d]
            if HAS_STEP_REWARDS:
                for player in range(NUM_PLAYERS):
                    work.rewards[d][player] = batch.rewards[entry][d][player]
        work.movers[depth + 1] = batch.movers[entry][depth + 1]
        for player in range(NUM_PLAYERS):
            work.values[player] = values[batch.leaf[entry]][player]
        back_up(tree, work, depth, virtual_visits, parameters.backup[0])
        work.counters.simulations[0] += 1
    batch.count[0] = 0
    batch.count[1] = 0


@kernel
def abandon(tree, batch, virtual_visits):
    """Take every descent of the batch back."""
    for entry in range(batch.count[0]):
        withdraw(tree, batch.paths[entry], batch.depths[entry], virtual_visits)
    batch.count[0] = 0
    batch.count[1] = 0


@kernel
def write_outside_priors(tree, work, batch, priors):
    """Give the children of each leaf their share of `priors[leaf]`, one weight for each action of the problem."""
    if len(tree.prior) == 0:
        return
    for leaf in range(batch.count[1]):
        node = batch.nodes[leaf]
        first, count = tree.first_child[node], tree.num_children[node]
        if first <= 0:
            continue
        for i in range(count):
            work.weights[i] = priors[leaf][tree.action[first + i]]
        normalise(tree, first, count, work)


@kernel
def evaluate_leaves(work, parameters, batch, values):
    """Write the value of every leaf by the search's own evaluation; return OK or a failure. Uses the states up."""
    for leaf in range(batch.count[1]):
        for player in range(NUM_PLAYERS):
            values[leaf][player] = 0.0
        status = evaluate(batch.states[leaf], batch_depth(batch, leaf), values[leaf], work, parameters.evaluation[0])
        if status != OK:
            return status
    return OK


@kernel
def batch_depth(batch, leaf):
    """Return the depth of a leaf."""
    for entry in range(batch.count[0]):
        if batch.leaf[entry] == leaf:
            return batch.depths[entry]
    return 0
