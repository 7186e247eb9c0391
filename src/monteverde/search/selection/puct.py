"""PUCT: the mean value, plus a bonus in proportion to the child's prior probability.

    Q + c * P * sqrt(N) / (1 + n)

An unvisited child has no Q; *first-play urgency* stands in: the mean value of the visited children, less a reduction
that grows with the share of the prior that they hold. That mean is already from the view of the player to move.
Source: Rosin 2011; Silver et al., *Mastering the game of Go without human knowledge*, 2017; first-play urgency:
Wang and Gelly 2007, in the relative form of Leela Zero.
"""

import math
from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.selection.base import Selection


@kernel
def prepare(tree, node, parent_visits, parameters):
    """Return (c * sqrt(N), the unit value of an unvisited child)."""
    visits, value_sum, tried_prior = 0, 0.0, 0.0
    first = tree.first_child[node]
    for child in range(first, first + tree.num_children[node]):
        if tree.visits[child] > 0:
            visits += tree.visits[child]
            value_sum += tree.value_sum[child]
            tried_prior += tree.prior[child]
    mean = value_sum / visits if visits > 0 else 0.5
    exploration = parameters.c * math.sqrt(max(parent_visits, 1))
    return exploration, mean - parameters.fpu_reduction * math.sqrt(tried_prior)


@kernel
def score(tree, child, shared, parameters):
    exploration, unvisited_value = shared
    visits = tree.visits[child]
    mean = tree.value_sum[child] / visits if visits > 0 else unvisited_value
    return mean + exploration * tree.prior[child] / (1 + visits)


@dataclass(frozen=True)
class PUCT(Selection):
    """Predictor and upper confidence bound; priors come from the problem's `prior` rule or from an evaluator."""

    c: float = 1.25
    """The exploration constant for rewards in [0, 1], at least 0."""
    fpu_reduction: float = 0.25
    """How far below its visited siblings an unvisited child starts, at least 0."""

    kernels = {phases.prepare: prepare, phases.score: score}
    needs = frozenset({"prior"})
    ranks_unvisited = True

    def __post_init__(self) -> None:
        self.require("c", 0.0 <= self.c < math.inf, "a number of at least 0")
        self.require("fpu_reduction", 0.0 <= self.fpu_reduction < math.inf, "a number of at least 0")
