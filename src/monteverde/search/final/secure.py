"""The action of the highest lower confidence bound (the *secure child*): Q - a / sqrt(n)."""

from dataclasses import dataclass

import numpy as np

from monteverde.search.final.base import Final, RootStatistics


@dataclass(frozen=True)
class Secure(Final):
    """Secure child. Source: Chaslot et al. 2008, with rewards in [0, 1]."""

    draws = False

    a: float = 1.0
    """How much doubt costs, at least 0."""

    def __post_init__(self) -> None:
        self.require("a", 0.0 <= self.a < np.inf, "at least 0")

    def choose(self, root: RootStatistics, rng: np.random.Generator) -> int:
        with np.errstate(divide="ignore", invalid="ignore"):
            bounds = root.values - self.a / np.sqrt(root.visits)
        return root.best_by(bounds, root.visits)
