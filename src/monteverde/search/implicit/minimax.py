"""Implicit minimax backups: UCB1 over the mean of playouts mixed with a minimax value of the heuristic.

    (1 - alpha) Q + alpha V + c sqrt(ln N / n)

Q is the child's mean, V its *outlook*: what the rule `heuristic` says of the leaves below it, carried up as minimax
does.

    a leaf                 the heuristic, cut to the range of returns; at the end what is paid
    player m is to move    the outlook of the visited child whose outlook is best for m
    nature is to move      the mean over the visited outcomes, by their visits

The outlook is in unit value, a number for each player (max^n), so nothing changes sign: m compares what each child
holds for m. For two players with opposite interests that is the published form, in which V of a node is the largest V
of its children from the view of the player to move, and its own is the negative of it. alpha = 0 is UCB1.

Source: Lanctot, Winands, Pepels and Sturtevant, *Monte Carlo tree search with heuristic evaluations using implicit
minimax backups*, 2014.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from monteverde.compile import kernel
from monteverde.errors import UnsuitableError
from monteverde.game.rules import CHANCE, HAS_CHANCE, LOWEST_RETURN, NUM_PLAYERS, RETURN_SCALE, heuristic, is_terminal
from monteverde.search import phases
from monteverde.search.phases import is_settled
from monteverde.search.selection.base import Selection
from monteverde.search.selection.shares import share_and_root
from monteverde.search.selection.ucb1 import prepare
from monteverde.search.tree import NO_NODE

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem


@kernel
def assess(tree, state, depth, work):
    node = work.path[depth]
    is_known = is_terminal(state) or is_settled(tree, node)
    if not is_known:
        for player in range(NUM_PLAYERS):
            work.paid[player] = 0.0
        heuristic(state, work.paid)
    for player in range(NUM_PLAYERS):
        value = work.values[player] if is_known else work.paid[player]
        tree.outlook[node][1 + player] = min(max((value - LOWEST_RETURN) * RETURN_SCALE, 0.0), 1.0)
    view(tree, node, work.movers[depth])


@kernel
def view(tree, node, viewer):
    """Note what the outlook of `node` is to the player who moved into it, where the score reads it."""
    tree.outlook[node][0] = tree.outlook[node][1 + max(viewer, 0)]


@kernel
def look_ahead(tree, work, depth):
    node = work.path[depth]
    mover = work.movers[depth + 1]
    if tree.first_child[node] <= NO_NODE or is_settled(tree, node):
        return
    if HAS_CHANCE and mover == CHANCE:
        average_outlook(tree, node)
    else:
        take_best_outlook(tree, node, mover)
    view(tree, node, work.movers[depth])


@kernel
def take_best_outlook(tree, node, mover):
    """Copy the outlook of the visited child that is best for `mover`; none if no child has been visited."""
    first, best = tree.first_child[node], NO_NODE
    for child in range(first, first + tree.num_children[node]):
        is_visited = tree.visits[child] > 0
        if is_visited and (best == NO_NODE or tree.outlook[child][1 + mover] > tree.outlook[best][1 + mover]):
            best = child
    if best != NO_NODE:
        for player in range(NUM_PLAYERS):
            tree.outlook[node][1 + player] = tree.outlook[best][1 + player]


@kernel
def average_outlook(tree, node):
    """Take the mean of the outlooks of the outcomes, by their visits."""
    first, count = tree.first_child[node], tree.num_children[node]
    total = 0.0
    for child in range(first, first + count):
        total += tree.visits[child]
    for player in range(NUM_PLAYERS if total > 0.0 else 0):
        mean = 0.0
        for child in range(first, first + count):
            mean += tree.visits[child] / total * tree.outlook[child][1 + player]
        tree.outlook[node][1 + player] = mean


@kernel
def score(tree, child, shared, parameters):
    visits = tree.visits[child]
    if visits == 0:
        return math.inf
    share, root = share_and_root(visits)
    mean = tree.value_sum[child] * share
    return (1.0 - parameters.alpha) * mean + parameters.alpha * tree.outlook[child][0] + shared * root


@dataclass(frozen=True)
class ImplicitMinimax(Selection):
    """UCB1 that also looks at a minimax value of the heuristic; `uct:implicit_minimax=0.2` on the command line."""

    c: float = math.sqrt(2.0)
    """The exploration constant for rewards in [0, 1], at least 0."""
    alpha: float = 0.2
    """The weight of the minimax value, in [0, 1]; the mean has the rest."""

    kernels = {phases.assess: assess, phases.share: look_ahead, phases.prepare: prepare, phases.score: score}
    needs = frozenset({"outlook"})
    rules = ("heuristic",)

    def __post_init__(self) -> None:
        self.require("c", 0.0 <= self.c < math.inf, "a number of at least 0")
        self.require("alpha", 0.0 <= self.alpha <= 1.0, "a number in [0, 1]")

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        if problem.pays_on_the_way:
            raise UnsuitableError(
                f"ImplicitMinimax compares what is expected at the end, and {problem.name} pays on the way, or less "
                "for what is late; use UCB1"
            )
