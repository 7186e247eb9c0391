"""What is proven of the root's actions: for the final choice, the root table and whoever reads a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from monteverde.search.final import RootStatistics
from monteverde.search.proof.bounds import EVEN, OPEN
from monteverde.search.tree import ROOT, Tree
from monteverde.tabular import number_text

if TYPE_CHECKING:
    from monteverde.search.session import Search

OUTCOMES = {1.0: "win", EVEN: "draw", 0.0: "loss"}
"""What a game of two or more calls the best value, an even one and the worst, in unit value."""


class Verdict(NamedTuple):
    """What is proven of one action at the root, for the player to move."""

    lower: float
    """The least that it is worth, in unit value."""
    upper: float
    """The most."""
    distance: int | None
    """Plies to the end, the action included; None where that is not known."""

    @property
    def is_proven(self) -> bool:
        """Whether its value is known."""
        return self.lower == self.upper


def verdict_on(search: Search, tree: Tree, child: int) -> Verdict:
    """Return what is proven of the root's `child`."""
    row, player = tree.bounds[child], search.problem.to_move
    proven = int(tree.proven[child])
    return Verdict(
        float(row[player]), float(row[search.problem.num_players + player]), None if proven == OPEN else proven
    )


def candidates(search: Search, tree: Tree, children: Sequence[int]) -> npt.NDArray[np.bool_] | None:
    """Return for each of the root's children whether the final choice may fall on it; None if on any.

    While the root is open these are the children that are not closed (`final_choice` thinks of the one that is proven
    best). When it is solved they are the best ones: the soonest of those better than even, the latest of worse ones.
    """
    if not search.mcts.solver:
        return None
    if not search.is_solved:
        return np.array([not tree.closed[child] for child in children])
    verdicts = [verdict_on(search, tree, child) for child in children]
    best = max(verdict.lower for verdict in verdicts)
    distances = [verdict.distance for verdict in verdicts if verdict.lower == best and verdict.distance is not None]
    if best == EVEN or not distances:
        return np.array([verdict.lower == best for verdict in verdicts])
    wanted = min(distances) if best > EVEN else max(distances)
    return np.array([verdict.lower == best and verdict.distance == wanted for verdict in verdicts])


def final_choice(search: Search, tree: Tree, children: Sequence[int], root: RootStatistics, rng: Generator) -> int:
    """Return the index of the chosen child: what the final rule says, unless another is proven to be worth as much."""
    index = search.mcts.final.choose(root, rng)
    if not search.mcts.solver or search.is_solved:
        return index
    verdicts = [verdict_on(search, tree, child) for child in children]
    safest = max(range(len(verdicts)), key=lambda i: (verdicts[i].lower, not verdicts[i].is_proven))
    is_known_best = verdicts[safest].is_proven and verdicts[safest].lower > 0.0
    return safest if is_known_best and not root.values[index] > verdicts[safest].lower else index


def verdict_text(search: Search, verdict: Verdict) -> str:
    """Return a verdict as people read it: "win in 3", "draw", "0.7500", "at most 0.5000"; nothing if it has none."""
    low, high = search.problem.reward_range
    lower, upper = (number_text(low + (high - low) * unit) for unit in (verdict.lower, verdict.upper))
    if not verdict.is_proven:
        return f"at least {lower}" * (verdict.lower > 0.0) or f"at most {upper}" * (verdict.upper < 1.0)
    word = OUTCOMES.get(verdict.lower, "") if search.problem.num_players > 1 else ""
    if not word or word == "draw" or verdict.distance is None:
        return word or lower
    return f"{word} in {verdict.distance}"


def settling_child(tree: Tree, node: int) -> int | None:
    """Return the child of a settled `node` by which it is settled; None if the node is open, or an end."""
    first = int(tree.first_child[node])
    for child in range(first, first + int(tree.num_children[node])) if first > ROOT else ():
        if 0 < tree.proven[child] == tree.proven[node] - 1 and list(tree.bounds[child]) == list(tree.bounds[node]):
            return child
    return None
