"""What a further statistic over playouts is, and none."""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search.component import Component
from monteverde.search.sharing import slots


@dataclass(frozen=True)
class Statistic(Component):
    """Learns from every simulation, and says of an action in how many samples it was worth how much.

    Give `kernels` a kernel for each of `slots.learn` and `slots.estimate`. What they remember is in
    `tree.shared.extra`, an array of float64 that begins as zeros; `cells` says how many.
    """

    def cells(self, num_codes: int, num_players: int) -> int:
        """Return how many numbers it remembers."""
        return 0


@kernel
def learn_nothing(tree, work):
    return


@kernel
def estimate_nothing(tree, code, previous):
    return 0.0, 0.0


@dataclass(frozen=True)
class NoStatistic(Statistic):
    """Nothing further."""

    kernels = {slots.learn: learn_nothing, slots.estimate: estimate_nothing}
