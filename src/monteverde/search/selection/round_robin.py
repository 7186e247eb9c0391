"""Round robin: the child visited least. With `RootOnly` expansion that is flat Monte Carlo."""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.search import phases
from monteverde.search.phases import is_closed
from monteverde.search.selection.base import Selection


@kernel
def select(tree, node, parent_visits, parameters, work):
    first = tree.first_child[node]
    least = first
    for child in range(first + 1, first + tree.num_children[node]):
        is_less = tree.visits[child] < tree.visits[least] or is_closed(tree, least)
        if is_less and not is_closed(tree, child):
            least = child
    return least


@dataclass(frozen=True)
class RoundRobin(Selection):
    """Every child in turn, so that the budget is spread evenly."""

    kernels = {phases.select: select}
