"""Progressive history: UCB1, with a bonus for how an action has done in all playouts, gone the sooner it loses.

    Q + c sqrt(ln N / n) + weight H / (n (1 - Q) + 1)

H is the mean value of the action in all simulations that contain it, for the player who played it: its AMAF value at
the root. Unvisited children go first, in the order of H. Source: Nijssen and Winands, *Enhancements for multi-player
Monte-Carlo tree search*, 2011, section 4.
"""

import math
from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search import phases
from monteverde.search.selection.base import best_child
from monteverde.search.selection.shares import root_of_log, share_and_root
from monteverde.search.sharing.rule import KERNELS, SharingRule

UNVISITED = 1e6  # above the score of any visited child
UNKNOWN = 1.0  # the history of an action that has never been played


@kernel
def prepare(tree, node, parent_visits, parameters):
    # c * sqrt(ln N)
    return parameters.c * root_of_log(parent_visits)


@kernel
def score(tree, child, shared, parameters):
    code = tree.code[unsigned(child)]
    count = tree.shared.counts[unsigned(code)]
    history = tree.shared.sums[unsigned(code)] / count if count > 0 else UNKNOWN
    visits = tree.visits[unsigned(child)]
    if visits == 0:
        return UNVISITED + history
    share, root = share_and_root(visits)
    value_sum = tree.value_sum[unsigned(child)]
    return value_sum * share + shared * root + parameters.weight * history / (visits - value_sum + 1.0)


@dataclass(frozen=True)
class ProgressiveHistory(SharingRule):
    """UCB1 that tries first what has done well elsewhere."""

    c: float = math.sqrt(2.0)
    """The exploration constant for rewards in [0, 1], at least 0."""
    weight: float = 5.0
    """How much the history counts, at least 0."""

    kernels = {**KERNELS, phases.select: best_child, phases.prepare: prepare, phases.score: score}
    has_tables = False

    def __post_init__(self) -> None:
        self.require("c", 0.0 <= self.c < math.inf, "a number of at least 0")
        self.require("weight", 0.0 <= self.weight < math.inf, "a number of at least 0")
