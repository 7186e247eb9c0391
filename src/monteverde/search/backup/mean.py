"""Mean backup: every node on the path averages the returns of the simulations through it.

The return of the action into a node is the reward paid there plus the discounted return from there on:

    G(s, a) = r(s') + d * G(s')

where d is the discount if a player is to move at s', and 1 where nature is or the problem has ended. The node is
credited with it from the view of the player who moved into it.
"""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import (
    CHANCE,
    DISCOUNT,
    HAS_CHANCE,
    HAS_STEP_REWARDS,
    LOWEST_RETURN,
    NUM_PLAYERS,
    RETURN_SCALE,
)
from monteverde.search import phases
from monteverde.search.backup.base import Backup
from monteverde.search.held import credit_held
from monteverde.search.phases import make_up, prove, share
from monteverde.search.tree import ROOT


@kernel
def back_up(tree, work, depth, virtual_visits, parameters):
    values = work.values
    for d in range(depth, 0, -1):
        share(tree, work, d)
        if DISCOUNT != 1.0 and work.movers[d + 1] != CHANCE:
            for player in range(NUM_PLAYERS):
                values[player] *= DISCOUNT
        if HAS_STEP_REWARDS:
            for player in range(NUM_PLAYERS):
                values[player] += work.rewards[d][player]
        make_up(tree, work, d)
        node = work.path[unsigned(d)]
        viewer = work.movers[unsigned(d)]
        if HAS_CHANCE:
            viewer = max(viewer, 0)  # nobody moved into an outcome: keep player 0's view, for reports only
        credit(tree, work, d, node, (values[unsigned(viewer)] - LOWEST_RETURN) * RETURN_SCALE, virtual_visits)
    share(tree, work, ROOT)
    credit(tree, work, 0, ROOT, 0.0, virtual_visits)
    prove(tree, work, depth)
    for player in range(NUM_PLAYERS):
        work.totals[player] += values[player]


@kernel
def credit(tree, work, depth, node, value, virtual_visits):
    """Give `node`, at `depth` of the path, one visit of this unit value in place of its virtual visits."""
    add(tree.value_sum, node, value)
    if len(tree.square_sum) > 0:
        add(tree.square_sum, node, value * value)
    if virtual_visits != 1:
        add(tree.visits, node, 1 - virtual_visits)


@dataclass(frozen=True)
class MeanBackup(Backup):
    """The average return, discounted as the problem says."""

    kernels = {phases.back_up: back_up}
    among_threads = {credit: credit_held}
