"""The action that is both the most visited and of the highest value (the *robust-max child*).

If there is none when the budget ends, the search goes on a little, until there is one or the extension is used up;
then the most visited action is taken. Source: Coulom, *Efficient selectivity and backup operators*, 2006.
"""

from dataclasses import dataclass

import numpy as np

from monteverde.search.final.base import Final, RootStatistics


@dataclass(frozen=True)
class MaxRobust(Final):
    """Most visited and highest."""

    draws = False

    extension: float = 0.25
    """The share of the budget by which the search may go on, at least 0."""

    def __post_init__(self) -> None:
        self.require("extension", 0.0 <= self.extension < np.inf, "at least 0")

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        return root.best_by(root.visits, root.values)

    def is_undecided(self, root: RootStatistics) -> bool:
        return root.best_by(root.visits, root.values) != root.best_by(root.values, root.visits)
