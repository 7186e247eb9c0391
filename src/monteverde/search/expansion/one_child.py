"""One child at a time: a new node is evaluated first and gets children when it is visited again.

Each simulation then adds one node to the part of the tree that counts: an untried child, in random order.
Source: Coulom, *Efficient selectivity and backup operators in Monte-Carlo tree search*, 2006.
"""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.expansion.base import Expansion, first_unvisited
from monteverde.search.phases import is_full
from monteverde.search.status import STAY
from monteverde.search.tree import ROOT, grow


@kernel
def expand(tree, node, visits_before, state, work, parameters):
    if node != ROOT and visits_before < parameters.visits:
        return STAY
    if is_full(tree):
        work.counters.full[0] += 1
        return STAY
    return grow(tree, node, state, work)


@dataclass(frozen=True)
class OneChild(Expansion):
    """Untried children first, one a simulation, in random order."""

    visits: int = 1
    """How many visits a node must have had before it gets children, at least 1. More saves memory."""

    kernels = {phases.expand: expand, phases.untried: first_unvisited}

    def __post_init__(self) -> None:
        self.require("visits", self.visits >= 1, "at least 1")
