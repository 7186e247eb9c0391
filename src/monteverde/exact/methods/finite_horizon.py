"""Dynamic programming over a finite horizon: the best values with so many decisions to go, from the last one back.

    V_0(s) = 0,   V_k(s) = max over a of r(s, a) + d * sum over s' of T(s, a, s') V_{k-1}(s')

Nothing is approximated, with a discount or without. What is best may depend on how many decisions are left; the answer
is for the first of them. Source: Bellman, *Dynamic Programming*, 1957; Puterman 1994, section 4.5.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from monteverde.anytime import FINISHED, Clock
from monteverde.exact.enumerative import Enumerative, Report
from monteverde.exact.model import Model
from monteverde.exact.solution import Solution


@dataclass(frozen=True)
class FiniteHorizon(Enumerative):
    """The best that can be had within a number of decisions, all players' counted."""

    horizon: int = 100
    """How many decisions are made, at least 1; nature's moves are none."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("horizon", self.horizon >= 1, "at least 1")

    def iterate(self, model: Model, clock: Clock, report: Report) -> Solution:
        values = np.zeros((model.num_states, model.game.num_players))
        for sweep in range(1, self.horizon + 1):
            action_values = model.action_values(values)
            model.improve(action_values, values)
            if clock.ending is not None and sweep < self.horizon:
                note = f"these are the values with {sweep} decisions to go, not with {self.horizon}"
                return Solution(model, values, action_values, sweep, np.nan, clock.ending or FINISHED, (note,))
            report(functools.partial(Solution, model, values, action_values, sweep, np.nan))
        return Solution(model, values, action_values, self.horizon, 0.0)
