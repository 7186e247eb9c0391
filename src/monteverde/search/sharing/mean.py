"""The mean of all that is known of an action, weighted by how many samples each estimate rests on.

    (g w + w' + w'' + x) / (g n + n' + n'' + m)        g = (1 + bias n') (1 + n / E)

n and w are the visits and the value sum of the child itself, n' and w' those of its code in the table of the
*reference node* (AMAF), n'' and w'' in the reference's frozen counts (permutations), m and x what a further statistic
says. The sums are for the player to move, whose code it is.

g makes more of own visits than the count alone: with a bias b it is the schedule of MC-RAVE, in which the AMAF value
has the weight n' / (n + n' + b n n'); with an equivalence E what is shared fades as own visits become more than E.
With neither, g = 1. An action that no playout of the reference contains goes first.
Source: Gelly and Silver, *Monte-Carlo tree search and rapid action value estimation in computer Go*, 2011.
"""

import math

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.search.phases import is_closed, score
from monteverde.search.sharing.notes import NO_CODE
from monteverde.search.sharing.slots import estimate
from monteverde.search.sharing.tables import NO_TABLE, ROOT


@kernel
def refer(tree, node, ref, work):
    """On the way down: make `node` the reference if its table has seen more than `ref` simulations; the root always."""
    notes = work.notes
    if node == ROOT:
        notes.table[0] = 0
        notes.length[0] = 0
        return
    table = np.int64(tree.table[unsigned(node)])
    if table != NO_TABLE and tree.shared.playouts[unsigned(table)] > ref:
        notes.table[0] = table * NUM_ACTION_CODES


@kernel
def previous_code(notes):
    """Return the code that was played last on the way down; NO_CODE at the root and after nature."""
    length = notes.length[0]
    if length == 0:
        return NO_CODE
    return np.int64(notes.codes[unsigned(length - 1)])


@kernel
def select_by_reference(tree, node, parent_visits, parameters, work):
    refer(tree, node, parameters.ref, work)
    sources = work.notes.table[0], 0, previous_code(work.notes), 1.0 / parameters.equivalence
    return best_by_sources(tree, node, sources, parameters)


@kernel
def best_by_sources(tree, node, sources, parameters):
    """Return the open child of the largest score, the first of equals (children are in random order)."""
    first = tree.first_child[unsigned(node)]
    best, best_score = first, score(tree, first, sources, parameters)
    if is_closed(tree, first):
        best_score = -math.inf
    for child in range(first + 1, first + tree.num_children[unsigned(node)]):
        child_score = score(tree, child, sources, parameters)
        if child_score > best_score and not is_closed(tree, child):
            best, best_score = child, child_score
    return best


@kernel
def sources_of_root(tree, node, parent_visits, parameters):
    """For reports: the root is its own reference, and has no frozen counts."""
    return 0, 0, NO_CODE, 1.0 / parameters.equivalence


@kernel
def amaf_mean(tree, child, sources, parameters):
    """Return the weighted mean of a child's own value and of its AMAF value."""
    table, _, previous, fading = sources
    code = tree.code[unsigned(child)]
    shared = tree.shared
    amaf_count = shared.counts[unsigned(table + code)]
    if amaf_count == 0:
        return math.inf
    count, total = estimate(tree, code, previous)
    total += shared.sums[unsigned(table + code)]
    visits = tree.visits[unsigned(child)]
    if visits == 0:  # most children
        return total / (amaf_count + count)
    own = (1.0 + parameters.bias * amaf_count) * (1.0 + fading * visits)
    return (own * tree.value_sum[unsigned(child)] + total) / (own * visits + (amaf_count + count))
