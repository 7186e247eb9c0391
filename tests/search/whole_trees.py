"""Whether a tree is whole: every simulation left one visit and one value at each node of its path, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

from monteverde.search.session import Search
from monteverde.search.tree import BUSY, ROOT

ROUNDING = 1e-6  # of sums of some ten thousand values


def check(search: Search) -> None:
    """Assert that all trees of `search` are whole, and hold together the simulations of all its threads."""
    division, result = search.mcts.division, search.result()  # which opens the root if nothing has run
    done = [int(work.counters.simulations[0]) for work in search.workspaces]
    assert search.num_simulations == sum(done) == result.simulations
    for number, tree in enumerate(search.trees):
        own = [count for thread, count in enumerate(done) if division.tree_of(thread) == number]
        assert tree.visits[ROOT] == sum(own)
        check_tree(tree)
    low, high = search.problem.reward_range
    paid = [sum(float(work.totals[p]) for work in search.workspaces) for p in range(search.problem.num_players)]
    mover = search.problem.to_move
    won = sum(float(tree.value_sum[child]) for tree in search.trees for child in children(tree, ROOT))
    at_root = sum(done) - sum(result.visits.values())  # before it got children, where that is later
    assert 0 <= at_root <= division.trees * getattr(search.mcts.expansion, "visits", 0)
    earned = (paid[mover] - low * sum(done)) / (high - low)
    assert won - ROUNDING <= earned <= won + at_root + ROUNDING


def check_tree(tree: Any) -> None:
    """Assert that each node has one parent, and as many visits as its children and its own evaluations together."""
    size = int(tree.size[0])
    visits, values = np.asarray(tree.visits[:size], np.int64), np.asarray(tree.value_sum[:size], np.float64)
    first, count = np.asarray(tree.first_child[:size], np.int64), np.asarray(tree.num_children[:size], np.int64)
    assert (first != BUSY).all()
    parents = np.flatnonzero(first > 0)
    parents = parents[np.argsort(first[parents])]
    parent = np.repeat(parents, count[parents])
    ends = np.cumsum(count[parents])  # in `parent`, of the children of each
    child = np.arange(len(parent)) + np.repeat(first[parents] - (ends - count[parents]), count[parents])
    assert (np.diff(child) > 0).all()  # a node is expanded once: blocks do not overlap
    assert len(child) == 0 or (child[0] >= 1 and child[-1] < size)
    unused = np.setdiff1d(np.arange(1, size), child)  # what threads had in hand when they ended
    assert not visits[unused].any()
    assert not values[unused].any()
    own = visits - np.bincount(parent, visits[child], size).astype(np.int64)
    assert (own >= 0).all()
    assert (values >= -ROUNDING).all()
    assert (values <= visits + ROUNDING).all()
    # Unit values of two players sum to one, so what children lost their parent won; each own visit is worth 0 to 1.
    inner = parents[parents != ROOT]
    lost = np.bincount(parent, (visits - values)[child], size)[inner]
    assert (lost <= values[inner] + ROUNDING).all()
    assert (values[inner] <= lost + own[inner] + ROUNDING).all()


def children(tree: Any, node: int) -> range:
    """Return the children of a node."""
    first, count = int(tree.first_child[node]), int(tree.num_children[node])
    return range(first, first + count) if first > 0 else range(0)
