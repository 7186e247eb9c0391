"""Recomputed backup, for transpositions: a position's value follows from its edges, and is computed anew on the way up.

    Q(s) = (U(s) + sum over a of N(s, a) * Q(s after a)) / N(s)

U is the sum of the position's own evaluations (one, when it was first met; each visit, where the problem ends),
N(s, a) are the edge's own visits, and N(s) is the number of all of these. So what another path has found out below a
move counts at once, with the weight that this path gives the move, and nothing is counted twice. A running mean would
keep what the move was worth when it was played. Each edge's `value_sum` becomes N(s, a) * Q, from the view of whoever
moves at s, so selection rules see a tree.
Source: Childs, Brodeur and Kocsis, *Transpositions and move groups in Monte Carlo tree search*, 2008 (UCT1 to UCT3);
counts of edges and nodes parted: Saffidine, Cazenave and Mehat, *UCD: upper confidence bound for rooted directed
acyclic graphs*, 2012, and Czech, Korus and Kersting, *Monte-Carlo graph search for AlphaZero*, 2020; recomputed from
the edges: Wu, *Monte-Carlo graph search from first principles* (KataGo), 2023.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.compile.unsigned import unsigned
from monteverde.errors import UnsuitableError
from monteverde.game.rules import HAS_CHANCE, LOWEST_RETURN, NUM_PLAYERS, RETURN_SCALE
from monteverde.search import phases
from monteverde.search.backup.base import Backup
from monteverde.search.graph.descent import allocate_edges, arrive_at_position, is_graph_full, withdraw_from_graph
from monteverde.search.loop import arrive, withdraw
from monteverde.search.phases import TRIES_ALL_FIRST
from monteverde.search.tree import CYCLE, NO_NODE, ROOT, allocate_in_arrays, are_arrays_full
from monteverde.search.workspace import NOBODY

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem


@kernel
def back_up(tree, work, depth, virtual_visits, parameters):
    positions = tree.graph.positions
    last = depth
    if work.ending[0] == CYCLE:  # the edge is visited, the position is not
        add(tree.visits, work.path[depth], 1 - virtual_visits)
        last = depth - 1
    else:
        leaf = positions[tree.target[work.path[depth]]]
        for player in range(NUM_PLAYERS):
            leaf.own[player] += (work.values[player] - LOWEST_RETURN) * RETURN_SCALE
    for d in range(last, -1, -1):
        edge = work.path[unsigned(d)]
        position = positions[tree.target[unsigned(edge)]]
        if virtual_visits != 1:
            add(tree.visits, edge, 1 - virtual_visits)
            position.visits += 1 - virtual_visits
        recompute(tree, position, viewer_at(work, d) if d < depth else NOBODY)
    root = positions[tree.target[ROOT]]
    for player in range(NUM_PLAYERS):  # the mean of all returns is what the root is worth
        value = LOWEST_RETURN + root.value[player] / RETURN_SCALE
        work.totals[player] = value * (work.counters.simulations[0] + 1)


@kernel
def viewer_at(work, d):
    """Return whose view the edges have that leave the position at depth `d` of the path."""
    if HAS_CHANCE:  # nobody moves into an outcome: keep player 0's view, for reports only
        return max(work.movers[d + 1], 0)
    return work.movers[d + 1]


@kernel
def recompute(tree, position, viewer):
    """Value a position anew from its own evaluations and its edges, and the edges from the view of player `viewer`.

    NOBODY leaves the edges as they are: at the end of a path none has changed.
    """
    positions = tree.graph.positions
    first = max(tree.first_child[position.entry], 0)
    last = first + tree.num_children[position.entry]
    if first <= NO_NODE:
        last = first
    for player in range(NUM_PLAYERS):
        total = position.own[player]
        for edge in range(first, last):
            visits = tree.visits[unsigned(edge)]
            if TRIES_ALL_FIRST and not HAS_CHANCE and visits == 0:  # none that follow has any; nature keeps no order
                break
            share = visits * positions[unsigned(tree.target[unsigned(edge)])].value[player]
            total += share
            if player == viewer:
                tree.value_sum[unsigned(edge)] = share
        position.value[player] = total / position.visits


@dataclass(frozen=True)
class RecomputedBackup(Backup):
    """The mean over the edges of a graph; `MCTS(transpositions=True)` puts it in the place of MeanBackup."""

    kernels = {
        phases.back_up: back_up,
        phases.HAS_GRAPH: True,
        arrive: arrive_at_position,
        withdraw: withdraw_from_graph,
        allocate_in_arrays: allocate_edges,
        are_arrays_full: is_graph_full,
    }
    needs = frozenset({"target"})
    alone_because = "changes positions that several paths lead to"

    def check(self, problem: Problem, search: MCTS) -> None:
        if not search.transpositions:
            raise UnsuitableError("RecomputedBackup is what transpositions need; set transpositions=True instead of it")
        problem.require("key", "a search with transpositions")
        if problem.pays_on_the_way:
            raise UnsuitableError(
                f"transpositions join positions that different paths lead to, and {problem.name} pays on the way or "
                "discounts, so that the path counts; search it without"
            )
