"""Star1: alpha-beta through chance nodes, with the bounds that the range of returns gives (Ballard 1983)."""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.exact.one_against_all_search import WindowMethod


@dataclass(frozen=True)
class Star1(WindowMethod):
    """Expectimax for one player, expectiminimax for two with opposite interests, without looking at all positions."""
