"""Dynamic programming over a finite horizon: the best values with so many decisions to go, from the last one back.

    V_0(s) = 0,   V_k(s) = max over a of r(s, a) + d * sum over s' of T(s, a, s') V_{k-1}(s')

Nothing is approximated, with a discount or without. What is best may depend on how many decisions are left; the answer
is for the first of them. Source: Bellman, *Dynamic Programming*, 1957; Puterman 1994, section 4.5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monteverde.anytime import OUT_OF_TIME, Clock, run_in_slices
from monteverde.exact.enumerative import Enumerative, Report
from monteverde.exact.model import Model, Sweeps
from monteverde.exact.solution import Solution

NEVER = -1.0  # no sweep changes the values by so little


@dataclass(frozen=True)
class FiniteHorizon(Enumerative):
    """The best that can be had within a number of decisions, all players' counted."""

    horizon: int = 100
    """How many decisions are made, at least 1; nature's moves are none."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("horizon", self.horizon >= 1, "at least 1")

    def iterate(self, model: Model, clock: Clock, report: Report) -> Solution:
        sweeps = Sweeps(model)

        def work(units: int) -> bool:
            sweeps.run(min(units, self.horizon - 1 - sweeps.count), NEVER)
            return sweeps.count >= self.horizon - 1

        def solution(ending: str) -> Solution:
            values, action_values, _ = sweeps.next()
            decisions = sweeps.count + 1
            if decisions == self.horizon:
                return Solution(model, values, action_values, decisions, 0.0)
            note = f"these are the values with {decisions} decisions to go, not with {self.horizon}"
            return Solution(model, values, action_values, decisions, np.nan, ending, (note,))

        return solution(run_in_slices(work, clock, lambda: report(lambda: solution(OUT_OF_TIME)), first=1))
