"""What may end a search before its time is over. Between slices the search asks each of its endings.

    Full       the tree has as many nodes as were asked for, or has stopped growing
    OnlyAction there is one legal action
    Decided    the leader of the final choice cannot be overtaken in what is left of the budget

`Decided` is exact where the budget is a number of simulations: each adds one visit to one action at the root, so with a
lead of more than what is left the most visited action stays that. It is asked no sooner than it can be true: after k
more simulations the lead can be `lead + k` with `left - k` to come, so not before k > (left - lead) / 2. Of a budget in
seconds it makes simulations, by the speed so far with a margin, so there it is nearly certain.

Source: the strategy STOP of Baier and Winands, *Time management for Monte Carlo tree search*, 2016, section III.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from monteverde.search.final import Final, RootStatistics
from monteverde.search.held import share_of
from monteverde.search.result import tree_at_root
from monteverde.search.tree import ROOT

if TYPE_CHECKING:
    from monteverde.search.session import Search

SPEED_MARGIN = 1.5  # how much faster than so far the rest of a search may be
LEAST_TIMED = 100  # simulations before their speed says anything
FIRST_LOOK = 1000  # simulations after which the growth of a tree is looked at first
LEAST_GROWTH = 1.01  # times that a tree is larger after twice the simulations; else it is as good as complete


class Ending(ABC):
    """Something that may end a search."""

    @abstractmethod
    def reason(self, search: Search) -> str | None:
        """Return why the search is to end now, one word that becomes its `stopped_by`, or None."""

    def patience(self, search: Search) -> float:
        """Return how many simulations may be run before this has to be asked again."""
        return math.inf


class Full(Ending):
    """Ends a search whose tree has `nodes` nodes, or that is complete and will never have so many."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.size_before = 1.0
        self.next_look = FIRST_LOOK

    def reason(self, search: Search) -> str | None:
        """Return "nodes", "no_growth" or None."""
        size, done = search.num_nodes, search.num_simulations
        if size >= self.nodes:
            return "nodes"
        if done < self.next_look:
            return None
        has_grown = size >= LEAST_GROWTH * self.size_before
        self.size_before, self.next_look = size, 2 * done
        return None if has_grown else "no_growth"

    def patience(self, search: Search) -> float:
        """Return as many simulations as cannot make too many nodes, if no node has more children than the root may."""
        block = search.problem.max_branching or search.problem.num_root_actions
        nodes, simulations = self.nodes - search.num_nodes, self.next_look - search.num_simulations
        return max(1, min(nodes // block, simulations) // search.mcts.division.threads)


class OnlyAction(Ending):
    """Ends a search that has nothing to choose."""

    def reason(self, search: Search) -> str | None:
        """Return "only_action" or None."""
        root = root_statistics(search)
        return "only_action" if root is not None and len(root.visits) == 1 else None


@dataclass
class Left:
    """How much is left of the budget of one run."""

    goal: float
    """The number of simulations with which the run ends; infinite if it has none."""
    begun: float
    """When the run began."""
    deadline: float
    """When it ends; infinite if it may take any time."""
    done_before: int
    """Simulations before the run."""
    now: Callable[[], float] = time.perf_counter
    """The clock of `begun` and `deadline`."""

    def simulations(self, done: int) -> float:
        """Return how many simulations are to come at most, when `done` are complete."""
        return min(self.goal - done, self._by_time(done - self.done_before))

    def _by_time(self, done: int) -> float:
        if self.deadline == math.inf or done < LEAST_TIMED:
            return math.inf
        now = self.now()
        speed = done / max(now - self.begun, 1e-9)
        return 1 + SPEED_MARGIN * speed * max(0.0, self.deadline - now)


class Decided(Ending):
    """Ends a search whose choice cannot change any more."""

    def __init__(self, final: Final, left: Left) -> None:
        self.final = final
        self.left = left
        self.next_look = 0

    def reason(self, search: Search) -> str | None:
        """Return "decided" or None."""
        done = search.num_simulations
        if done < self.next_look:
            return None
        lead = lead_of(search, self.final)
        left = self.left.simulations(done)
        if lead > left:
            return "decided"
        if math.isfinite(left) and math.isfinite(lead) and self.left.deadline == math.inf:
            self.next_look = done + int(left - lead) // 2 + 1
        return None

    def patience(self, search: Search) -> float:
        """Return how many simulations it takes until the choice can be decided."""
        return max(1, self.next_look - search.num_simulations) if self.next_look else math.inf


def lead_of(search: Search, final: Final) -> float:
    """Return by how many visits the choice leads for certain, -inf if it may be lost in no time.

    What other threads have in flight counts as several visits, some of which will be taken back, and what they hold or
    lease (`held.py`) is not counted yet, or counted too soon.
    """
    root = root_statistics(search)
    if root is None:
        return -math.inf
    division = search.mcts.division
    if not division.is_shared:
        return final.lead(root)
    share = int(share_of(root.visits.max())) + 1  # type: ignore[no-untyped-call]  # a kernel
    return final.lead(root) - division.threads * (search.mcts.virtual_visits + 2 * share)


def root_statistics(search: Search) -> RootStatistics | None:
    """Return the visits and values of the actions at the root; None before it has children."""
    tree = tree_at_root(search)
    first, count = int(tree.first_child[ROOT]), int(tree.num_children[ROOT])
    if first <= 0:
        return None
    visits = np.array(tree.visits[first : first + count], np.int64)
    sums = np.array(tree.value_sum[first : first + count], np.float64)
    return RootStatistics(visits, np.divide(sums, visits, out=np.full(count, np.nan), where=visits > 0))
