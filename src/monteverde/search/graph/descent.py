"""The step down in a graph: along an edge, to the position that it leads to, wherever that was met first.

The first visit to an edge asks the table by the state's key. If the position is known, the descent goes on from what is
known of it; otherwise it is new, and evaluated. From then on the edge knows where it leads.

Cycles end: a descent that comes to a position that it has come through stops there, and the position counts as it is
estimated already; the edge has its visit, the position has none. (KataGo, *Monte-Carlo graph search from first
principles*, leaves cycles to the game's rules; games that count repetitions have them in their key, and no cycles.)

An edge to a new position cannot be followed when the memory is used up; nor can one whose position has another key than
the state now there: two different states passed for one further up. What the state is worth then counts as one more
evaluation of the position that the edge starts from.
"""

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.atomics import add
from monteverde.game.rules import key
from monteverde.search.graph.positions import DESCENTS, NUMBERS, UNKNOWN, USED, is_too_much
from monteverde.search.graph.signature import signature_of
from monteverde.search.graph.table import find, insert
from monteverde.search.tree import CYCLE, FULL, NO_WAY, ROOT

LEAF = 0


@kernel
def arrive_at_position(tree, child, state, depth, virtual_visits, work):
    """Return (the entry where the children of the position hang, the position's visits before), as `loop.arrive` does.

    Or (NO_WAY, 0), with nothing counted, or (CYCLE, 0), with a visit to the edge counted.
    """
    graph = tree.graph
    number = np.int64(tree.target[child])
    name = np.uint64(key(state))
    if number == UNKNOWN:
        number = number_of(tree, child, name, state, work)
        if number == UNKNOWN:
            work.counters.full[0] += 1
            return NO_WAY, 0
        tree.target[child] = number
    elif graph.positions[number].key != name:
        work.counters.collisions[0] += 1
        return NO_WAY, 0
    if child == ROOT:
        graph.counts[DESCENTS] += 1
    add(tree.visits, child, virtual_visits)
    position = graph.positions[number]
    visits = np.int64(position.visits)
    has_come_round = position.seen == graph.counts[DESCENTS]
    if has_come_round and visits > virtual_visits:  # else nothing is known of it yet, and it is evaluated after all
        work.ending[0] = CYCLE
        work.counters.cycles[0] += 1
        return CYCLE, 0
    work.ending[0] = LEAF
    position.seen = graph.counts[DESCENTS]
    position.visits = visits + virtual_visits
    if has_come_round:
        return CYCLE, 0
    return np.int64(position.entry), visits


@kernel
def number_of(tree, child, name, state, work):
    """Return the position of `state`, whose key is `name`, perhaps a new one; UNKNOWN if there is no room for that."""
    graph = tree.graph
    signature = signature_of(state, work)
    number, is_named = find(graph, name, signature)
    if number != UNKNOWN:
        work.counters.joined[0] += 1
        return number
    if graph.counts[USED] >= graph.limits[NUMBERS] or is_too_much(tree, 0, 1):
        return UNKNOWN
    if is_named:
        work.counters.collisions[0] += 1
    number = insert(graph, name, signature)
    graph.positions[number].entry = child
    return number


@kernel
def withdraw_from_graph(tree, path, depth, virtual_visits):
    """Take the virtual visits of a descent back, as `loop.withdraw` does."""
    for d in range(depth + 1):
        add(tree.visits, path[d], -virtual_visits)
        tree.graph.positions[tree.target[path[d]]].visits -= virtual_visits


@kernel
def allocate_edges(tree, count):
    """Reserve `count` entries for edges, as `tree.allocate_in_arrays` does."""
    first = tree.size[0]
    if first + count > len(tree.visits) or is_too_much(tree, count, 0):
        return FULL
    tree.size[0] = first + count
    return first


@kernel
def is_graph_full(tree):
    return tree.size[0] >= len(tree.visits) or is_too_much(tree, 1, 0)
