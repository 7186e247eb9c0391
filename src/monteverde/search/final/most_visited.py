"""The most visited action (the *robust child*); ties by value."""

from dataclasses import dataclass

import numpy as np

from monteverde.search.final.base import Final, RootStatistics


@dataclass(frozen=True)
class MostVisited(Final):
    """Robust child. Source: Chaslot et al., *Progressive strategies for Monte-Carlo tree search*, 2008."""

    draws = False

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        return root.best_by(root.visits, root.values)
