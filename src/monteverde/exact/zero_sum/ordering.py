"""Move ordering: alpha-beta looks at fewest positions if the best action comes first.

Five signals, each with a weight; an ordering is a set of weights, and the actions are tried by their weighted sum.

    table     the best action that the transposition table has of this position
    killers   two actions that last cut off at this ply (Akl and Newborn 1977)
    history   how often an action cut off anywhere, less how often it was tried in vain before one that did
              (Schaeffer 1983; the reckoning is that of Tromp's connect four solver)
    centre    how near the middle of the board it is
    prior     what the problem's `prior` rule says
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile import kernel
from monteverde.game import Game
from monteverde.game.rules import HAS_PRIOR, prior

WEIGHTS = np.dtype([(name, np.float64) for name in ("is_ranked", "table", "killers", "history", "centre", "prior")])
FIRST, EARLY, BY_PRIOR = 1e12, 1e9, 1e6  # signals that outrank the next ones, whatever these say

ORDERS: dict[str, dict[str, float]] = {
    "plain": {},
    "centre": {"centre": 1.0},
    "killers": {"killers": EARLY},
    "history": {"killers": EARLY, "history": 1.0, "centre": 1e-3},
    "prior": {"prior": BY_PRIOR, "centre": 1.0},
}
"""The orderings by name. Those that are not plain also try the table's action first."""


def weights_of(order: str) -> Any:
    """Return the weights of the ordering of that name, as an array of one record."""
    weights = np.zeros(1, WEIGHTS).view(np.recarray)
    for name, weight in ORDERS[order].items():
        weights[0][name] = weight
    if ORDERS[order]:
        weights[0]["is_ranked"], weights[0]["table"] = 1.0, FIRST
    return weights


def centrality(game: Game) -> npt.NDArray[np.float64]:
    """Return for each action how near the middle it is, higher is nearer: on the board if the game declares one.

    Actions beyond the cells of the board (a pass) come last; without a board the middle is that of the numbers.
    """
    rows, columns = game.board if game.board is not None else (1, game.num_actions)
    nearness = np.full(game.num_actions, -np.inf)
    for cell in range(min(rows * columns, game.num_actions)):
        row, column = divmod(cell, columns)
        nearness[cell] = -np.hypot(row - (rows - 1) / 2, column - (columns - 1) / 2)
    return np.where(np.isfinite(nearness), nearness, -float(rows + columns))


@kernel
def rank(work, ply, mover, count, table_action):
    """Write how soon each of the `count` actions of this ply is to be tried to `work.ranks`, the higher the sooner."""
    weights, actions, ranks = work.weights[0], work.actions[ply], work.ranks[ply]
    for i in range(count):
        ranks[i] = 0.0
    if HAS_PRIOR and weights.prior > 0.0:
        prior(work.states[ply], actions, count, ranks)
        for i in range(count):
            ranks[i] *= weights.prior
    for i in range(count):
        action = actions[i]
        nearness = weights.history * work.history[mover, action] + weights.centre * work.nearness[action]
        ranks[i] += nearness
        if weights.killers > 0.0 and action == work.killers[ply, 0]:
            ranks[i] += weights.killers
        elif weights.killers > 0.0 and action == work.killers[ply, 1]:
            ranks[i] += 0.5 * weights.killers
        if action == table_action:
            ranks[i] += weights.table


@kernel
def bring_best_forward(work, ply, index, count):
    """Move the highest-ranked action from `index` on to `index`; of equals the first in the order of the rules."""
    actions, ranks = work.actions[ply], work.ranks[ply]
    best = index
    for i in range(index + 1, count):
        if ranks[i] > ranks[best]:
            best = i
    action, value = actions[best], ranks[best]
    for i in range(best, index, -1):
        actions[i] = actions[i - 1]
        ranks[i] = ranks[i - 1]
    actions[index] = action
    ranks[index] = value


@kernel
def note_cutoff(work, ply, mover, index):
    """Remember that action number `index` of this ply cut off, after those before it did not."""
    actions = work.actions[ply]
    action = actions[index]
    if work.killers[ply, 0] != action:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = action
    work.history[mover, action] += index
    for i in range(index):
        work.history[mover, actions[i]] -= 1
