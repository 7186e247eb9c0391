"""What a final choice is, and what it sees."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from monteverde.search.component import Component


@dataclass(frozen=True)
class RootStatistics:
    """The actions at the root, in the order of the tree."""

    visits: npt.NDArray[np.int64]
    """Simulations through each."""
    values: npt.NDArray[np.float64]
    """Mean unit value of each for the player to move; NaN without visits."""

    candidates: npt.NDArray[np.bool_] | None = None
    """Which may be chosen, where others are proven to be no better; None: all."""

    def best_by(self, *keys: npt.NDArray[Any]) -> int:
        """Return the index of the largest first key, ties broken by the next; visited candidates before others."""
        visited = self.visits > 0
        may_be = visited if self.candidates is None else self.candidates
        rows = zip(may_be.tolist(), visited.tolist(), *(key.tolist() for key in keys), strict=True)
        ranks = [[-math.inf if math.isnan(number) else number for number in row] for row in rows]
        return max(range(len(ranks)), key=lambda index: (ranks[index], index))


@dataclass(frozen=True)
class Final(Component):
    """Chooses among the root's actions."""

    draws: ClassVar[bool] = True
    """False if `choose` never draws: then no generator is made for it, which takes as long as reading the result."""

    extension: float = field(default=0.0, kw_only=True)
    """The share of the budget by which the search may go on while this rule is undecided."""

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        """Return the index of the chosen action. `rng` is for rules that draw; leave it alone if `draws` is False."""
        raise NotImplementedError

    def is_undecided(self, root: RootStatistics) -> bool:
        """Return whether more simulations would help this rule."""
        return False

    def lead(self, root: RootStatistics) -> float:
        """Return by how many visits the choice is ahead, where it follows from the visits alone; else -inf.

        If that is more than all simulations to come, the choice is final.
        """
        return -math.inf


def visits_ahead(root: RootStatistics) -> float:
    """Return how many visits the most visited action has more than the next; all of them if it is the only one."""
    second, first = np.sort(np.append(root.visits, 0))[-2:]
    return float(first - second)
