"""The most visited action (the *robust child*); ties by value."""

from dataclasses import dataclass

import numpy as np

from monteverde.search.final.base import Final, RootStatistics, visits_ahead


@dataclass(frozen=True)
class MostVisited(Final):
    """Robust child. Source: Chaslot et al., *Progressive strategies for Monte-Carlo tree search*, 2008."""

    draws = False

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        return root.best_by(root.visits, root.values)

    def lead(self, root: RootStatistics) -> float:
        return visits_ahead(root) if self.extension == 0.0 else -np.inf
