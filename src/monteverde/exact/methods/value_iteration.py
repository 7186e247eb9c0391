"""Value iteration: better and better values of all states at once, each from those of its successors.

    V(s) <- max over a of r(s, a) + d * sum over s' of T(s, a, s') V(s')

With a discount d below 1 each sweep brings every value nearer to the right one by that factor, so that after a sweep
that changed no value by more than c none is further off than c d / (1 - d); it stops where that is within `tolerance`
(Puterman, *Markov Decision Processes*, 1994, theorem 6.3.1). Without a discount there is no such bound: it stops where
a sweep changes no value by more than `tolerance`, and says so. Source: Bellman, *Dynamic Programming*, 1957; for games
of two Shapley, *Stochastic games*, 1953.

With more than one player, whoever moves maximises its own return. Where what one gains another loses that settles;
where not, it may go round in circles, and is refused then.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monteverde.anytime import FINISHED, Clock, run_in_slices
from monteverde.errors import UnsuitableError
from monteverde.exact.enumerative import Enumerative, Report
from monteverde.exact.model import Model, Sweeps
from monteverde.exact.solution import Solution
from monteverde.game import Game

MOST_SWEEPS = 100_000  # where nothing says that it must settle
GROWING = 1e12  # times the reward range: values beyond it have no end


@dataclass(frozen=True)
class ValueIteration(Enumerative):
    """Sweeps over all states until no value changes any more."""

    preference = 40

    tolerance: float = 1e-9
    """How far from right values may be, in the problem's own units; without a discount, how much the last sweep may
    change. Above 0."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("tolerance", self.tolerance > 0.0, "above 0")

    def is_first_choice(self, game: Game) -> bool:
        """Return whether nature moves and there is a key: positions may come up again, unseen by a tree search."""
        return game.has("chance_outcomes") and game.has("key")

    def iterate(self, model: Model, clock: Clock, report: Report) -> Solution:
        sweeps = Sweeps(model)
        ratio = model.discount / (1.0 - model.discount) if is_contraction(model) else np.inf
        enough = self.tolerance / ratio if np.isfinite(ratio) else self.tolerance

        def work(units: int) -> bool:
            is_settled = sweeps.run(units, enough)
            if not is_settled and not np.isfinite(ratio):
                self._refuse_endless(model, sweeps)
            return is_settled

        def solution(ending: str = FINISHED) -> Solution:
            values, action_values, change = sweeps.next()
            error = change * ratio if change > 0.0 else 0.0  # unchanged: so for every longer horizon
            notes = () if np.isfinite(error) else (self._note(model, change),)
            return Solution(model, values, action_values, sweeps.count + 1, error, ending, notes)

        return solution(run_in_slices(work, clock, lambda: report(solution), first=1))

    def _note(self, model: Model, change: float) -> str:
        hint = "policy_iteration is exact" if model.game.num_players == 1 else "less tolerance brings it nearer"
        return f"the last sweep changed no value by more than {change:.1e}, which bounds no error; {hint}"

    def _refuse_endless(self, model: Model, sweeps: Sweeps) -> None:
        """Raise UnsuitableError if values go on changing where nothing says that they must settle."""
        low, high = model.game.reward_range
        if sweeps.count < MOST_SWEEPS and sweeps.change <= GROWING * (high - low):
            return
        raise UnsuitableError(
            f"the values of {model.game.spec} do not settle: after {sweeps.count:,} sweeps of value_iteration one of "
            f"them still changed by {sweeps.change:.3g}; use a discount below 1, or finite_horizon"
        )


def is_contraction(model: Model) -> bool:
    """Return whether each sweep must bring the values nearer: with a discount, for one player or two opposed ones."""
    if model.discount == 1.0:
        return False
    num_players = model.game.num_players
    return num_players == 1 or (num_players == 2 and not np.abs(model.rewards.sum(axis=1)).max() > 1e-12)
