"""MCPS, Monte Carlo permutation search: GRAVE with a third estimate, and without a bias.

    (n Q + n' Q' + n'' Q'') / (n + n' + n'')

n and Q are a child's own visits and mean value; n' and Q' those of its action in all playouts through the reference
node; n'' and Q'' those of the playouts, among the last `window`, that contain every move of the path to the reference
and the action, in whatever order. The last are counted once, when a node has been visited more than `rho` times and
becomes a reference, and then never change. The root has none: there they would be the playouts of the second.
Source: Cazenave, *Monte Carlo permutation search*, 2025 (arXiv 2510.06381).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.errors import UnsuitableError
from monteverde.search import phases
from monteverde.search.sharing.mean import best_by_sources, previous_code
from monteverde.search.sharing.rule import KERNELS, SharingRule
from monteverde.search.sharing.sizes import Sizes
from monteverde.search.sharing.slots import estimate
from monteverde.search.sharing.window import MAX_SIZE, UNIT, credit_and_push, refer_or_freeze

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem


@kernel
def select(tree, node, parent_visits, parameters, work):
    refer_or_freeze(tree, node, parameters.ref, work)
    notes = work.notes
    sources = notes.table[0], notes.frozen[0], previous_code(notes), 1.0 / parameters.equivalence
    return best_by_sources(tree, node, sources, parameters)


@kernel
def score(tree, child, sources, parameters):
    table, frozen, previous, fading = sources
    code = tree.code[unsigned(child)]
    shared = tree.shared
    amaf_count = shared.counts[unsigned(table + code)]
    if amaf_count == 0:
        return math.inf
    count, total = estimate(tree, code, previous)
    count += shared.frozen_counts[unsigned(frozen + code)]
    total += shared.frozen_sums[unsigned(frozen + code)] * UNIT + shared.sums[unsigned(table + code)]
    visits = tree.visits[unsigned(child)]
    if visits == 0:  # most children
        return total / (amaf_count + count)
    own = 1.0 + fading * visits
    return (own * tree.value_sum[unsigned(child)] + total) / (own * visits + (amaf_count + count))


@dataclass(frozen=True)
class MCPS(SharingRule):
    """Own values, AMAF values and permutations, weighted by their counts and nothing else."""

    rho: float = 30.0
    """A node is a reference, and its permutations are counted, once more playouts than this went through it."""
    window: int = 10_000
    """W: how many of the last playouts permutations are counted in; 0 counts none."""
    equivalence: float = math.inf
    """E: from this many own visits on the shared values fade, above 0. Infinite, as published: never."""

    kernels = {
        **KERNELS,
        phases.share: credit_and_push,
        phases.select: select,
        phases.score: score,
    }
    alone_because = "keeps one window of playouts"

    def __post_init__(self) -> None:
        self.require("rho", 0.0 <= self.rho < math.inf, "a number of at least 0")
        self.require("window", 0 <= self.window <= MAX_SIZE, f"a whole number from 0 to {MAX_SIZE:,}")
        self.require("equivalence", self.equivalence > 0.0, "a number above 0")

    @cached_property
    def numbers(self) -> dict[str, float]:
        return {**super().numbers, "ref": self.rho}

    def least_sizes(self, codes: int) -> Sizes:
        return Sizes(codes, tables=1, frozen=1, window=self.window)

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        if problem.pays_on_the_way:
            raise UnsuitableError(
                f"MCPS compares whole playouts in any order, and {problem.name} pays on the way, or less for what is "
                "late; use GRAVE"
            )
