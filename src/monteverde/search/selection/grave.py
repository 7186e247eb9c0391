"""GRAVE, generalized rapid action value estimation: AMAF values from the nearest node above that has seen enough.

The *reference node* of a node is the last one on the way down through which more than `ref` playouts went, the root if
there is none. A child is worth

    (1 - beta) Q + beta Q',      beta = n' / (n + n' + bias n n')

with n and Q its own visits and mean value, n' and Q' those of its action in the playouts through the reference node.
There is no exploration term. Source: Cazenave, *Generalized rapid action value estimation*, IJCAI 2015.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from monteverde.search.sharing.rule import SharingRule


@dataclass(frozen=True)
class GRAVE(SharingRule):
    """Own values and those of the reference node's playouts, weighted by their counts."""

    ref: float = 50.0
    """A node is a reference if more playouts than this went through it, at least 0; infinite: the root alone."""
    bias: float = 1e-10
    """How little the shared values are trusted, at least 0: from 1 / bias own visits on they count for less."""
    equivalence: float = math.inf
    """E: from this many own visits on the shared values fade, above 0. Infinite, as published: never."""

    def __post_init__(self) -> None:
        self.require("ref", self.ref >= 0.0, "a number of at least 0")
        self.require("bias", 0.0 <= self.bias < math.inf, "a number of at least 0")
        self.require("equivalence", self.equivalence > 0.0, "a number above 0")
