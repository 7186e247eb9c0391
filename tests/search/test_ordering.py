"""A tree whose children lie in front of their parents is numbered anew before it is compacted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import monteverde as mv
from monteverde.compile import is_jit_enabled
from monteverde.search.compact import columns, compact
from monteverde.search.held import LARGE_TREE
from monteverde.search.ordering import put_in_order
from monteverde.search.tree import Tree, new_tree

BLOCKS = {0: (4, 2), 5: (2, 2), 3: (6, 1), 6: (1, 1)}
"""Node -> (its first child, how many): the root's children 4 and 5, those of 5 in front of it, and so on."""
SIZE = 9  # nodes 7 and 8 belong to nobody


def scattered() -> Tree:
    """Return a tree of these blocks, in which node n has 100 - n visits, values of sum n, and action 10 n."""
    tree = new_tree(16, ())
    for node in range(SIZE):
        tree.visits[node], tree.value_sum[node], tree.action[node] = 100 - node, node, 10 * node
    for node, (first, count) in BLOCKS.items():
        tree.first_child[node], tree.num_children[node] = first, count
    tree.size[0] = SIZE
    return tree


def nested(tree: Tree, node: int = 0) -> Any:
    """Return what is known of a node and of all below it."""
    first, count = int(tree.first_child[node]), int(tree.num_children[node])
    below = tuple(nested(tree, first + i) for i in range(count))
    return int(tree.visits[node]), float(tree.value_sum[node]), int(tree.action[node]), below


def test_children_come_to_lie_behind_their_parent():
    """The tree is the same, node by node, breadth first, and what nobody leads to is gone."""
    tree = scattered()
    before = nested(tree)
    assert put_in_order(tree, [column for _, column in columns(tree)], 3) == 4
    assert nested(tree) == before
    assert tree.action[: int(tree.size[0])].tolist() == [0, 40, 50, 20, 30, 60, 10]
    assert tree.visits[int(tree.size[0]) :].tolist() == [0] * 9


def test_a_tree_in_order_is_left_alone():
    """Then nodes keep their numbers."""
    tree = scattered()
    put_in_order(tree, [column for _, column in columns(tree)], 0)
    size, actions = int(tree.size[0]), tree.action.copy()
    assert put_in_order(tree, [column for _, column in columns(tree)], 5) == 5
    assert int(tree.size[0]) == size
    assert np.array_equal(tree.action, actions)


def test_compaction_finds_the_node_that_becomes_the_root():
    """It has another number after the nodes were numbered anew."""
    tree = scattered()
    below = nested(tree, 5)
    compact(tree, 5)
    assert nested(tree)[0] == below[0]
    assert nested(tree)[3] == below[3]


@pytest.mark.skipif(not is_jit_enabled(), reason="needs machine code; runs in the compiled mode")
def test_threads_that_reserve_nodes_can_be_reused():
    """The subtree of a search on two threads is the new tree, count by count, though their nodes are interleaved."""
    search = mv.load_search("uct:threads=2,memory=64MB").start("connect_four", seed=1)
    search.run(iterations=60_000)
    assert len(search.tree.visits) >= LARGE_TREE
    action = search.result().action
    child = next(c for c in range(search.tree.first_child[0], SIZE_OF_ROOT) if search.tree.action[c] == action)
    before = nested(search.tree, child)
    search.advance(action)
    after = nested(search.tree)
    assert (after[0], after[3]) == (before[0], before[3])


SIZE_OF_ROOT = 8  # nodes: the root and its seven children are the first
