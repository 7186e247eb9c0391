"""Expectimax: max^n with nature, whose nodes are worth their mean. Expectiminimax for two players (Michie 1966)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monteverde.exact.full_tree_search import FullTreeMethod


@dataclass(frozen=True)
class Expectimax(FullTreeMethod):
    """What each player gets on average if all choose for themselves; of actions equal to the chooser, the first."""

    preference: ClassVar[int | None] = 60
    alias: ClassVar[tuple[str, ...]] = ("expectiminimax",)
