"""Decay: old counts made smaller, for problems that drift, so that what is new has more of a say.

Each node keeps a share of the simulations that ended at it, whole ones; the remainder is carried on to the next node,
so that many nodes of one visit keep their share among them. What passes through a node is then the sum of its own and
of its children's, as before, and its mean value stays what it was.
"""

from __future__ import annotations

from monteverde.compile import kernel
from monteverde.search.compact import block_size, is_in_arrays
from monteverde.search.ordering import bound
from monteverde.search.tree import Tree


@kernel
def thin_out(tree, size, share):
    """Keep `share` of the counts of the first `size` nodes, which are all."""
    has_squares = len(tree.square_sum) > 0
    # 1. Means in place of sums; own visits in place of all. Children lie behind, so theirs are still whole.
    for node in range(size):
        visits = tree.visits[node]
        if visits > 0:
            tree.value_sum[node] /= visits
            if has_squares:
                tree.square_sum[node] /= visits
        tree.visits[node] = visits - visits_below(tree, node)
    # 2. A share of the own visits.
    before = 0
    for node in range(size):
        own = tree.visits[node]
        tree.visits[node] = int((before + own) * share) - int(before * share)
        before += own
    # 3. All visits again, from the leaves up, and sums in place of means.
    for node in range(size - 1, -1, -1):
        visits = tree.visits[node] + visits_below(tree, node)
        tree.visits[node] = visits
        tree.value_sum[node] *= visits
        if has_squares:
            tree.square_sum[node] *= visits


@kernel
def visits_below(tree, node):
    """Return the visits of all children of `node`."""
    first, total = int(tree.first_child[node]), 0
    for child in range(first, first + int(block_size(tree.num_children, tree.total, node))):
        total += tree.visits[child]
    return total


def decay_counts(tree: Tree, share: float) -> None:
    """Keep that share, from 0 to 1, of all counts of `tree`, which holds no tables that are shared."""
    bound(thin_out, is_in_arrays(tree))(tree, int(tree.size[0]), share)
