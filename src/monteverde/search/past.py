"""What a search carries over from before its present root: how much of the tree, and what that says of each player."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass
class Past:
    """Set anew whenever the root moves on, but for the two counts at the end."""

    num_players: int
    reused: int = 0
    """Simulations, of those before, that went through the present root."""
    known: list[int] = field(default_factory=list)
    """For each player, of how many of them the tree tells what they were worth to that player."""
    returns: list[float] = field(default_factory=list)
    """The sum of these, in the problem's own units."""
    prunes: int = 0
    """How often the least visited part of the tree was given up for want of memory."""
    dropped: int = 0
    """How often a tree was given up because its root had other actions than the position has."""

    def __post_init__(self) -> None:
        self.known = self.known or [0] * self.num_players
        self.returns = self.returns or [0.0] * self.num_players

    def forget(self) -> None:
        """Begin with a fresh tree."""
        self.reused = 0
        self.known, self.returns = [0] * self.num_players, [0.0] * self.num_players

    def value(self, player: int, total: float, simulations: int) -> float:
        """Return the mean return of a player, given the total of the simulations since; NaN if nothing is known."""
        count = simulations + self.known[player]
        return (total + self.returns[player]) / count if count else math.nan
