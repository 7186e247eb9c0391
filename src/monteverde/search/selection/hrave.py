"""HRAVE: GRAVE in which the root is the only reference, so that one table serves the whole tree.

Source: Sironi and Winands, *Comparison of rapid action value estimation variants for general game playing*, 2016.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from monteverde.search.sharing.rule import SharingRule


@dataclass(frozen=True)
class HRAVE(SharingRule):
    """Own values and those of all playouts of the search."""

    bias: float = 1e-10
    """How little the shared values are trusted, at least 0: from 1 / bias own visits on they count for less."""
    equivalence: float = math.inf
    """E: from this many own visits on the shared values fade, above 0. Infinite, as published: never."""

    has_tables = False

    def __post_init__(self) -> None:
        self.require("bias", 0.0 <= self.bias < math.inf, "a number of at least 0")
        self.require("equivalence", self.equivalence > 0.0, "a number above 0")

    @cached_property
    def numbers(self) -> dict[str, float]:
        return {**super().numbers, "ref": math.inf}
