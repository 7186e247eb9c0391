"""All children at once: a new node gets them, with their priors, when it is first visited, and is then evaluated.

The selection rule ranks the unvisited ones too. This is the expansion of AlphaZero (Silver et al. 2017).
"""

from __future__ import annotations

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.game.rules import CHANCE, HAS_CHANCE, HAS_PRIOR, prior, to_move
from monteverde.search import phases
from monteverde.search.expansion.base import Expansion, no_untried
from monteverde.search.phases import is_full
from monteverde.search.status import GO_ON, STAY
from monteverde.search.tree import grow


@kernel
def expand(tree, node, visits_before, state, work, parameters):
    if is_full(tree):
        work.counters.full[0] += 1
        return STAY
    status = grow(tree, node, state, work)
    if status == GO_ON:
        write_priors(tree, node, state, work)
        return STAY if visits_before == 0 else GO_ON
    return status


@kernel
def write_priors(tree, node, state, work):
    """Write the problem's priors, or equal ones, to the children of `node`."""
    if len(tree.prior) == 0 or (HAS_CHANCE and to_move(state) == CHANCE):
        return
    first, count = tree.first_child[node], tree.num_children[node]
    for i in range(count):
        work.actions[i] = tree.action[first + i]
        work.weights[i] = 1.0
    if HAS_PRIOR:
        prior(state, work.actions, count, work.weights)
    normalise(tree, first, count, work)


@kernel
def normalise(tree, first, count, work):
    """Write `work.weights[:count]`, scaled to sum to one, as priors; equal ones if they hold nothing."""
    total = 0.0
    for i in range(count):
        total += max(work.weights[i], 0.0)
    if not 0.0 < total < 1e300:  # nothing, or not a number
        work.counters.uniform[0] += 1
    for i in range(count):
        share = max(work.weights[i], 0.0) / total if 0.0 < total < 1e300 else 1.0 / count
        tree.prior[first + i] = share


@dataclass(frozen=True)
class AllChildren(Expansion):
    """Every child from the start, for selection rules that use priors."""

    kernels = {phases.expand: expand, phases.untried: no_untried}
    tries_all_first = False
    draws_untried = False
