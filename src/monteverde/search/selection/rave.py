"""MC-RAVE, rapid action value estimation: GRAVE in which every node is its own reference.

    (1 - beta) Q + beta Q',      beta = n' / (n + n' + bias n n')

That beta has the least mean squared error if Q' is off by sqrt(bias / 4). A node through which no playout has gone yet
knows nothing; there the one above stands in. Source: Gelly and Silver, *Monte-Carlo tree search and rapid action value
estimation in computer Go*, Artificial Intelligence 175, 2011, section 5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from monteverde.search.sharing.rule import SharingRule


@dataclass(frozen=True)
class RAVE(SharingRule):
    """Own values and those of all playouts through the same node."""

    bias: float = 3e-4
    """How little the shared values are trusted, at least 0: from 1 / bias own visits on they count for less."""
    equivalence: float = math.inf
    """E: from this many own visits on the shared values fade, above 0. Infinite, as published: never."""

    def __post_init__(self) -> None:
        self.require("bias", 0.0 <= self.bias < math.inf, "a number of at least 0")
        self.require("equivalence", self.equivalence > 0.0, "a number above 0")

    @cached_property
    def numbers(self) -> dict[str, float]:
        return {**super().numbers, "ref": 0.0}
