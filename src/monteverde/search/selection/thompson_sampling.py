"""Thompson sampling: draw each child's value from what is believed of it, and take the largest draw.

The belief is Beta(1 + W, 1 + n - W), with W the sum of unit values: exact for wins and losses, and the usual reading
for values in between. Source: Thompson 1933; Chapelle and Li, *An empirical evaluation of Thompson sampling*, 2011.
"""

from dataclasses import dataclass

from monteverde.compile import beta, kernel
from monteverde.search import phases
from monteverde.search.phases import is_closed
from monteverde.search.selection.base import Selection


@kernel
def select(tree, node, parent_visits, parameters, work):
    first = tree.first_child[node]
    best, best_draw = first, -1.0
    for child in range(first, first + tree.num_children[node]):
        wins = min(max(tree.value_sum[child], 0.0), float(tree.visits[child]))
        draw = beta(work.rng, 1.0 + wins, 1.0 + tree.visits[child] - wins)
        if draw > best_draw and not is_closed(tree, child):
            best, best_draw = child, draw
    return best


@dataclass(frozen=True)
class ThompsonSampling(Selection):
    """Selection by a draw from the posterior of each child; it has no parameters."""

    kernels = {phases.select: select}
