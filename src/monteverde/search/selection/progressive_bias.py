"""Progressive bias: UCB1, with a bonus for what knowledge says that vanishes as a child is visited.

    Q + c sqrt(ln N / n) + weight H / (n + 1)

H is the child's prior as a share of the largest prior of its siblings, so in [0, 1]. Unvisited children go first, in
the order of H. Source: Chaslot et al., *Progressive strategies for Monte-Carlo tree search*, 2008, section 3.1.
"""

import math
from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.selection.base import Selection
from monteverde.search.selection.shares import root_of_log, share_and_root

UNVISITED = 1e6  # above the score of any visited child


@kernel
def prepare(tree, node, parent_visits, parameters):
    """Return (c * sqrt(ln N), weight / the largest prior of a child)."""
    largest = 0.0
    first = tree.first_child[node]
    for child in range(first, first + tree.num_children[node]):
        largest = max(largest, tree.prior[child])
    scale = parameters.weight / largest if largest > 0.0 else 0.0
    return parameters.c * root_of_log(parent_visits), scale


@kernel
def score(tree, child, shared, parameters):
    exploration, scale = shared
    visits = tree.visits[child]
    bias = scale * tree.prior[child]
    if visits == 0:
        return UNVISITED + bias
    share, root = share_and_root(visits)
    return tree.value_sum[child] * share + exploration * root + bias / (visits + 1)


@dataclass(frozen=True)
class ProgressiveBias(Selection):
    """UCB1 that tries first what the problem's `prior` rule prefers."""

    c: float = math.sqrt(2.0)
    """The exploration constant for rewards in [0, 1], at least 0."""
    weight: float = 1.0
    """How much the prior counts, at least 0."""

    kernels = {phases.prepare: prepare, phases.score: score}
    needs = frozenset({"prior"})
    ranks_unvisited = True

    def __post_init__(self) -> None:
        self.require("c", 0.0 <= self.c < math.inf, "a number of at least 0")
        self.require("weight", 0.0 <= self.weight < math.inf, "a number of at least 0")
