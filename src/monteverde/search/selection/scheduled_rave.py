"""RAVE by a hand-selected schedule: the AMAF value counts in full at first, and half after k visits of the node.

    (1 - beta) Q + beta Q',      beta = sqrt(k / (3 N + k))

with N the visits of the node. Source: Gelly and Silver, *Monte-Carlo tree search and rapid action value estimation in
computer Go*, Artificial Intelligence 175, 2011, section 5; the schedule is that of their *Combining online and offline
knowledge in UCT*, 2007.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search import phases
from monteverde.search.sharing.mean import best_by_sources, refer
from monteverde.search.sharing.rule import KERNELS, SharingRule

OWN_TABLE = 0.0  # playouts that a node must have seen to be its own reference: any


@kernel
def select(tree, node, parent_visits, parameters, work):
    refer(tree, node, OWN_TABLE, work)
    sources = work.notes.table[0], weight_of_amaf(parent_visits, parameters)
    return best_by_sources(tree, node, sources, parameters)


@kernel
def prepare(tree, node, parent_visits, parameters):
    return 0, weight_of_amaf(parent_visits, parameters)


@kernel
def weight_of_amaf(visits, parameters):
    return math.sqrt(parameters.k / (3.0 * visits + parameters.k))


@kernel
def score(tree, child, sources, parameters):
    table, beta = sources
    place = table + tree.code[unsigned(child)]
    amaf_count = tree.shared.counts[unsigned(place)]
    if amaf_count == 0:
        return math.inf
    amaf_mean = tree.shared.sums[unsigned(place)] / amaf_count
    visits = tree.visits[unsigned(child)]
    if visits == 0:
        return amaf_mean
    return (1.0 - beta) * tree.value_sum[unsigned(child)] / visits + beta * amaf_mean


@dataclass(frozen=True)
class ScheduledRAVE(SharingRule):
    """Own values and those of all playouts through the same node, by a schedule over the node's visits."""

    k: float = 1000.0
    """The visits of the node after which both count the same, above 0."""

    kernels = {**KERNELS, phases.select: select, phases.prepare: prepare, phases.score: score}

    def __post_init__(self) -> None:
        self.require("k", 0.0 < self.k < math.inf, "a number above 0")
