"""Policy iteration: value a policy exactly, take in each state what is best by these values, until nothing changes.

Each policy is better than the one before, and there are finitely many, so the last one is the best: exact but for
rounding, also without a discount. Source: Howard, *Dynamic Programming and Markov Processes*, 1960.

Without a discount a policy need not come to an end, and then has no value if it is paid on the way. So the first policy
is one that does, wherever that is possible, and an action is changed only for a truly better one, after which it still
does (Bertsekas and Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991). Where one can stay for ever
without pay, that is worth 0, and it is done where nothing is better. A problem in which going on for ever has an
infinite value is refused.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from monteverde.anytime import FINISHED, Clock
from monteverde.exact.enumerative import Enumerative, Report
from monteverde.exact.model import GOES_ON, Model
from monteverde.exact.solution import Solution
from monteverde.exact.sparse import Floats, Integers
from monteverde.game import Game

BETTER = 1e-12  # relative to the reward range: gains below it are rounding


@dataclass(frozen=True)
class PolicyIteration(Enumerative):
    """Exact values of one policy after another, each better than the last; for one player."""

    preference = 10

    def check(self, game: Game) -> None:
        super().check(game)
        self.refuse(game, game.num_players > 1, "it has more than one player", "value_iteration")

    def iterate(self, model: Model, clock: Clock, report: Report) -> Solution:
        rows = ending_policy(model) if model.discount == 1.0 else model.first_row[:-1]
        staying = staying_rows(model) if model.discount == 1.0 else np.full(model.num_states, -1)
        low, high = model.game.reward_range
        least = BETTER * (high - low)
        sweeps = 0
        while True:
            values = model.evaluate(model.policy_of(rows))
            action_values = model.action_values(values)
            sweeps += 1
            better = improved(model, rows, action_values, least)
            if (better == rows).all():
                better = np.where((staying >= 0) & (values[:, 0] < -least), staying, rows)
            if (better == rows).all():
                return Solution(model, values, action_values, sweeps, 0.0)
            if clock.ending is not None:
                note = "these are the values of a policy that can still be bettered"
                return Solution(model, values, action_values, sweeps, np.nan, clock.ending or FINISHED, (note,))
            report(functools.partial(Solution, model, values, action_values, sweeps, np.nan))
            rows = better


def improved(model: Model, rows: Integers, action_values: Floats, least: float) -> Integers:
    """Return the best row of each state; the present one unless another is better by more than `least`."""
    best = model.greedy(action_values)
    worth = action_values[:, 0]
    return np.where(worth[best] > worth[rows] + least, best, rows)


def ending_policy(model: Model) -> Integers:
    """Return rows under which the end comes for certain in time, in every state where any policy can reach it."""
    rows = model.first_row[:-1].copy()
    leads_on = np.asarray(model.transitions.sum(axis=1)).ravel() < 1.0 - GOES_ON
    reaches = np.zeros(model.num_states, bool)
    while True:
        chosen = np.flatnonzero(leads_on)
        states, first = np.unique(model.row_states[chosen], return_index=True)
        is_new = ~reaches[states]
        if not is_new.any():
            return rows
        rows[states[is_new]] = chosen[first[is_new]]
        reaches[states] = True
        leads_on |= (model.transitions @ reaches.astype(float)) > 0.0


def staying_rows(model: Model) -> npt.NDArray[np.int64]:
    """Return for each state in which one can go on for ever without pay a row that does so, else -1."""
    goes_on = np.asarray(model.transitions.sum(axis=1)).ravel() >= 1.0 - GOES_ON
    unpaid = goes_on & (model.rewards[:, 0] == 0.0)
    stays = np.ones(model.num_states, bool)
    while True:
        kept = unpaid & ((model.transitions @ stays.astype(float)) >= 1.0 - GOES_ON)
        still = stays & np.logical_or.reduceat(kept, model.first_row[:-1])
        if (still == stays).all():
            break
        stays = still
    first = np.minimum.reduceat(np.where(kept, np.arange(len(kept)), len(kept)), model.first_row[:-1])
    return np.where(stays, first, -1)
