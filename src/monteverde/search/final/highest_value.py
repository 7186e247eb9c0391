"""The action of the highest mean value (the *max child*); ties by visits."""

from dataclasses import dataclass

import numpy as np

from monteverde.search.final.base import Final, RootStatistics


@dataclass(frozen=True)
class HighestValue(Final):
    """Max child. Source: Chaslot et al. 2008."""

    draws = False

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        return root.best_by(root.values, root.visits)
