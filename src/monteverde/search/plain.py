"""Twins of the hottest kernels for problems that are Python objects, in the idioms that plain Python is fast at.

Each does exactly what its kernel does, with the same draws in the same order, so the tree is the same; tests compare
them. They stand in where the problem has neither chance, nor step rewards, nor discount, which the kernels handle.

Two draw otherwise, for every problem that is an object: an untried child is drawn when it is tried, rather than all in
random order when they are made (the threads of a compiled search share a tree, so it cannot swap children later on).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from monteverde.compile import below, kernel
from monteverde.compile.random import PYTHON_BITS
from monteverde.game.rules import LOWEST_RETURN, MAX_LENGTH, RETURN_SCALE, rewards
from monteverde.search import phases
from monteverde.search.backup import mean
from monteverde.search.evaluation import random_playout
from monteverde.search.expansion.base import first_unvisited
from monteverde.search.selection import base, ucb1
from monteverde.search.status import NO_LEGAL_ACTION, OK, TOO_LONG
from monteverde.search.tree import NO_NODE, write_in_random_order


@kernel
def playout(state, depth, limit, values, work, parameters):
    is_terminal, legal_actions, play, draw = state.is_terminal, state.legal_actions, state.play, work.rng.getrandbits
    plies = 0
    room = MAX_LENGTH - depth
    while plies < limit and not is_terminal():
        if plies >= room:
            return TOO_LONG
        actions = legal_actions()
        if not isinstance(actions, list):
            actions = list(actions)
        if not actions:
            return NO_LEGAL_ACTION
        play(actions[draw(PYTHON_BITS) % len(actions)])
        plies += 1
    work.counters.plies[0] += plies
    if is_terminal():
        rewards(state, work.paid)
        values[:] = [value + paid for value, paid in zip(values, work.paid, strict=True)]
    return OK


@kernel
def back_up(tree, work, depth, virtual_visits, parameters):
    values, path, movers, value_sum = work.values, work.path, work.movers, tree.value_sum
    unit_values = [(value - LOWEST_RETURN) * RETURN_SCALE for value in values]
    for d in range(depth, 0, -1):
        node = path[d]
        value = unit_values[movers[d]]
        value_sum[node] += value
        if tree.square_sum:
            tree.square_sum[node] += value * value
    if virtual_visits != 1:
        for d in range(depth + 1):
            tree.visits[path[d]] += 1 - virtual_visits
    totals = work.totals
    for player, value in enumerate(values):
        totals[player] += value


@kernel
def draw_unvisited(tree, node, rng, parameters):
    """Return a child without a visit, drawn and put before the others, or NO_NODE."""
    first = tree.first_child[node]
    last = first + tree.num_children[node] - 1
    if tree.visits[last] > 0:
        return NO_NODE
    child = first + tree.visits[first : last + 1].index(0)
    drawn = last - below(rng, last - child + 1)
    if tree.visits[drawn] == 0:  # one between may have a visit where a batch was taken back
        for column in (tree.action, tree.prior):
            if column:
                column[child], column[drawn] = column[drawn], column[child]
    return child


@kernel
def write_in_order(target, first, items, count, rng):
    target[first : first + count] = items[:count]


@kernel
def shuffle(target, first, items, count, rng):
    draw = rng.getrandbits
    for i in range(count):
        j = first + draw(PYTHON_BITS) % (i + 1)
        target[first + i] = target[j]
        target[j] = items[i]


@kernel
def ucb1_child(tree, node, parent_visits, parameters, work):
    first = tree.first_child[node]
    last = first + tree.num_children[node]
    shared = float(ucb1.prepare(tree, node, parent_visits, parameters))
    best, best_score, child = first, -1.0, first
    for visits, value_sum in zip(tree.visits[first:last], tree.value_sum[first:last], strict=True):
        if visits == 0:
            return child
        share = 1.0 / visits
        child_score = value_sum * share + shared * sqrt(share)
        if child_score > best_score:
            best, best_score = child, child_score
        child += 1
    return best


TWINS: Mapping[Any, Any] = {
    random_playout.playout: playout,
    mean.back_up: back_up,
    write_in_random_order: shuffle,
}


DRAWN_WHEN_TRIED: Mapping[Any, Any] = {first_unvisited: draw_unvisited, write_in_random_order: write_in_order}
"""Stand in for a search of objects that tries all children first: most of those that it makes are never tried."""


def twins_for(selection: base.Selection) -> Mapping[Any, Any]:
    """Return the twins of a search with that selection rule, by the kernels that they replace."""
    if selection.kernels.get(phases.score) is ucb1.score:
        return {**TWINS, base.best_child: ucb1_child}
    return TWINS
