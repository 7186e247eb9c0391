"""Progressive widening, or unpruning: a node shows its best children first, and more of them the more it is visited.

A node of N visits shows k N^alpha of its children, one at least, in the order of the problem's `prior`, or, where there
is none, of what its `heuristic` says of the position after each. Those not shown yet are in the tree, but out of sight.
Source: Coulom, *Computing Elo ratings of move patterns in the game of Go*, 2007; Chaslot et al., *Progressive
strategies for Monte-Carlo tree search*, 2008, section 3.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monteverde.compile import kernel
from monteverde.compile.atomics import compare_and_swap
from monteverde.errors import UnsuitableError
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    HAS_PRIOR,
    NUM_PLAYERS,
    heuristic,
    is_terminal,
    play,
    prior,
    rewards,
    to_move,
)
from monteverde.search import phases
from monteverde.search.expansion.base import Expansion, first_unvisited
from monteverde.search.expansion.one_child import expand
from monteverde.search.phases import copy_for_playout, is_closed
from monteverde.search.status import OK

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem


@kernel
def widen(tree, node, rng, parameters):
    """Show as many children as are due; return one that has not been tried, or NO_NODE."""
    shown, total = tree.num_children[node], tree.total[node]
    due = parameters.k * float(tree.visits[node]) ** parameters.alpha
    while shown < total and (shown + 1 <= due or is_closed(tree, tree.first_child[node] + shown - 1)):
        compare_and_swap(tree.num_children, node, shown, shown + 1)
        shown += 1
    return first_unvisited(tree, node, rng, parameters)


@kernel
def order_children(tree, node, first, count, state, work):
    """Put the new children in order, the best first, and show the first one alone."""
    mover = to_move(state)
    if HAS_CHANCE and mover == CHANCE:
        tree.total[node] = count
        return OK
    for i in range(count):
        work.actions[i] = tree.action[first + i]
    if HAS_PRIOR:
        prior(state, work.actions, count, work.weights)
    else:
        weigh_by_heuristic(state, mover, count, work)
    for i in range(1, count):  # by insertion: equal ones stay in random order
        action, weight, j = work.actions[i], work.weights[i], i
        while j > 0 and work.weights[j - 1] < weight:
            work.actions[j], work.weights[j] = work.actions[j - 1], work.weights[j - 1]
            j -= 1
        work.actions[j], work.weights[j] = action, weight
    for i in range(count):
        tree.action[first + i] = work.actions[i]
    tree.total[node] = count
    tree.num_children[node] = 1
    return OK


@kernel
def weigh_by_heuristic(state, mover, count, work):
    """Write to `work.weights` what each action leads to for the player to move."""
    for i in range(count):
        after = copy_for_playout(state, work)
        play(after, work.actions[i])
        for player in range(NUM_PLAYERS):
            work.paid[player] = 0.0
        if is_terminal(after):
            rewards(after, work.paid)
        else:
            heuristic(after, work.paid)
        work.weights[i] = work.paid[mover]


@dataclass(frozen=True)
class ProgressiveWidening(Expansion):
    """Children in the order of prior or heuristic, k * N^alpha of them at a node of N visits."""

    k: float = 2.0
    """How many children a node of one visit shows, above 0."""
    alpha: float = 0.5
    """How fast it shows more, in (0, 1]."""
    visits: int = 1
    """How many visits a node must have had before it gets children, at least 1. More saves memory."""

    kernels = {phases.expand: expand, phases.untried: widen, phases.label: order_children}
    needs = frozenset({"total"})
    draws_untried = False

    def __post_init__(self) -> None:
        self.require("k", 0.0 < self.k < math.inf, "a number above 0")
        self.require("alpha", 0.0 < self.alpha <= 1.0, "a number above 0, at most 1")
        self.require("visits", self.visits >= 1, "at least 1")

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        if not (problem.has("prior") or problem.has("heuristic")):
            raise UnsuitableError(
                f"ProgressiveWidening needs an order of moves, the rule 'prior' or 'heuristic', and {problem.name} has "
                "neither; add one"
            )
