"""Star2: Star1 that first probes one action below each outcome (Ballard 1983; Hauk, Buro and Schaeffer 2004).

It gains most where good actions come first in the rules' order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monteverde.exact.one_against_all_search import WindowMethod


@dataclass(frozen=True)
class Star2(WindowMethod):
    """As Star1, with better bounds of what has not been searched."""

    preference: ClassVar[int | None] = 50
    probes: ClassVar[bool] = True
