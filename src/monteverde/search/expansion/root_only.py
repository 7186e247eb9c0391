"""Only the root has children: every simulation is a playout from one of its actions (flat Monte Carlo)."""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.expansion.base import Expansion, first_unvisited
from monteverde.search.status import STAY
from monteverde.search.tree import ROOT, grow


@kernel
def expand(tree, node, visits_before, state, work, parameters):
    if node != ROOT:
        return STAY
    return grow(tree, node, state, work)


@dataclass(frozen=True)
class RootOnly(Expansion):
    """A tree of depth one."""

    kernels = {phases.expand: expand, phases.untried: first_unvisited}
