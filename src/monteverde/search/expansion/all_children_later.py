"""All children at once, at the second visit: a new node is evaluated first, and gets children when it comes up again.

The selection rule ranks them all, the unvisited ones too. Nodes that are visited once, most of any tree, stay small.
This is how Cazenave's searches grow their trees (*Generalized rapid action value estimation*, 2015).
"""

from dataclasses import dataclass

from monteverde.search import phases
from monteverde.search.expansion.base import no_untried
from monteverde.search.expansion.one_child import OneChild, expand


@dataclass(frozen=True)
class AllChildrenLater(OneChild):
    """Every child from the second visit on, for selection rules that know something of unvisited ones."""

    kernels = {phases.expand: expand, phases.untried: no_untried}
    tries_all_first = False
