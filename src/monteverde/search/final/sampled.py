"""An action drawn in proportion to visits^(1/temperature), as AlphaZero does in self-play (Silver et al. 2017)."""

from dataclasses import dataclass

import numpy as np

from monteverde.search.final.base import Final, RootStatistics


@dataclass(frozen=True)
class Sampled(Final):
    """A draw from the visits."""

    temperature: float = 1.0
    """Above 0; small is nearly the most visited, 1 is in proportion, large is nearly uniform."""

    def __post_init__(self) -> None:
        self.require("temperature", 0.0 < self.temperature < np.inf, "a number above 0")

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        visits = root.visits if root.candidates is None else np.where(root.candidates, root.visits, 0)
        if not visits.any():  # the one simulation so far ended at the root, or all that may be chosen is untried
            allowed = np.arange(len(visits)) if root.candidates is None else np.flatnonzero(root.candidates)
            return int(allowed[rng.integers(len(allowed))])
        with np.errstate(divide="ignore"):
            logarithms = np.log(visits) / self.temperature
        weights = np.exp(logarithms - logarithms.max())
        return int(rng.choice(len(weights), p=weights / weights.sum()))
