"""Minimax: the whole tree, every position of it.

Source: von Neumann, *Zur Theorie der Gesellschaftsspiele*, 1928; in its negamax form after Knuth and Moore, 1975.
"""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.anytime import Clock
from monteverde.exact.method import Method, Progress
from monteverde.exact.result import SolveResult
from monteverde.exact.zero_sum.fit import check_depth, check_zero_sum
from monteverde.exact.zero_sum.session import Settings, ZeroSumSearch
from monteverde.exact.zero_sum.solve import Plan, solve
from monteverde.game import Game, Position


@dataclass(frozen=True)
class Minimax(Method):
    """The value of a two-player zero-sum game (or a one-player game) by looking at everything, without pruning."""

    alias = ("negamax",)

    depth: int = 0
    """How many plies deep, then the `heuristic` rule; 0: to the end."""
    quiescence: bool = True
    """Whether to go on beyond the depth where the `is_quiet` rule says that a position is not quiet."""

    def __post_init__(self) -> None:
        self.require("depth", self.depth >= 0, "0 (to the end) or more plies")

    def check(self, game: Game) -> None:
        super().check(game)
        check_zero_sum(self, game)
        check_depth(self, game, self.depth)

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        settings = Settings(is_full_width=True, is_quiescent=self.quiescence)
        search = ZeroSumSearch(position.game, settings, self.depth or None, self.spec)
        return solve(search, position, Plan(depth=self.depth or None), Clock(seconds), progress)
