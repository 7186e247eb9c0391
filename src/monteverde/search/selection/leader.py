"""UCB1's scan of the children, saved where the child that the last one chose still leads.

At a node that is visited often the same child is chosen again and again. Between two visits to the node nothing has
changed but that child and s = c * sqrt(ln N), and a child scores Q + s * sqrt(1/n): no other can have gained more than
s has. So a scan notes the score of the runner-up, less s. As long as the leader is above that and the s of today, it
is what a scan would choose: the answer is the same, always.

That holds for rules of this form, and while nothing else changes the tree: not among threads, nor with batches.
"""

import math

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search.phases import is_closed, prepare, score
from monteverde.search.selection.base import best_child
from monteverde.search.workspace import NUM_LEADERS

OFTEN = 256  # visits from which on the leader is asked first: from about here it leads every other time
DOUBT = 1e-9  # far above what rounding does to a score, far below what tells scores apart


@kernel
def leading_child(tree, node, parent_visits, parameters, work):
    """Return what `best_child` does."""
    if parent_visits < OFTEN:
        return best_child(tree, node, parent_visits, parameters, work)
    shared = prepare(tree, node, parent_visits, parameters)
    place = node % NUM_LEADERS
    leaders = work.leaders
    if leaders.node[unsigned(place)] == node:
        child = leaders.child[unsigned(place)]
        is_ahead = score(tree, child, shared, parameters) > leaders.rival[unsigned(place)] + shared
        if is_ahead and not is_closed(tree, child):
            return child
    best, second_score = best_two(tree, node, shared, parameters)
    leaders.node[unsigned(place)] = node
    leaders.child[unsigned(place)] = best
    leaders.rival[unsigned(place)] = second_score - shared + DOUBT
    return best


@kernel
def best_two(tree, node, shared, parameters):
    """Return the open child of the largest score, the first of equals, and what no other scores above; at least -1."""
    first = tree.first_child[unsigned(node)]
    best, best_score, second_score = first, score(tree, first, shared, parameters), -1.0
    if is_closed(tree, first):
        best_score, second_score = -math.inf, best_score
    for child in range(first + 1, first + tree.num_children[unsigned(node)]):
        child_score = score(tree, child, shared, parameters)
        if is_closed(tree, child):  # it may be opened again
            second_score = max(second_score, child_score)
            continue
        second_score = max(second_score, min(child_score, best_score))
        if child_score > best_score:
            best, best_score = child, child_score
    return best, second_score
