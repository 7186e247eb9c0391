"""UCB1-Tuned: UCB1 with a bonus scaled by a bound on the child's own variance.

    V = (mean of squares) - Q^2 + sqrt(2 ln N / n)
    Q + c * sqrt(ln N / n * min(1/4, V))

1/4 is the largest variance of a value in [0, 1]. Source: Auer, Cesa-Bianchi and Fischer 2002, section 4.
"""

import math
from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.selection.base import Selection

LARGEST_VARIANCE = 0.25


@kernel
def prepare(tree, node, parent_visits, parameters):
    return math.log(max(parent_visits, 1))


@kernel
def score(tree, child, shared, parameters):
    visits = tree.visits[child]
    if visits == 0:
        return math.inf
    mean = tree.value_sum[child] / visits
    log_ratio = shared / visits
    variance = tree.square_sum[child] / visits - mean * mean + math.sqrt(2.0 * log_ratio)
    return mean + parameters.c * math.sqrt(log_ratio * min(LARGEST_VARIANCE, max(variance, 0.0)))


@dataclass(frozen=True)
class UCB1Tuned(Selection):
    """UCB1 that explores children of small variance less."""

    c: float = 1.0
    """A factor on the published bonus, at least 0."""

    kernels = {phases.prepare: prepare, phases.score: score}
    needs = frozenset({"square_sum"})

    def __post_init__(self) -> None:
        self.require("c", 0.0 <= self.c < math.inf, "a number of at least 0")
