"""All children at once, at the second visit: a new node is evaluated first, and gets children when it comes up again.

The selection rule ranks them all, the unvisited ones too. Nodes that are visited once, most of any tree, stay small.
This is how Cazenave's searches grow their trees (*Generalized rapid action value estimation*, 2015).
"""

from dataclasses import dataclass

from monteverde.search import phases
from monteverde.search.expansion.base import Expansion, no_untried
from monteverde.search.expansion.one_child import expand


@dataclass(frozen=True)
class AllChildrenLater(Expansion):
    """Every child from the second visit on, for selection rules that know something of unvisited ones."""

    visits: int = 1
    """How many visits a node must have had before it gets children, at least 1. More saves memory."""

    kernels = {phases.expand: expand, phases.untried: no_untried}
    tries_all_first = False
    draws_untried = False

    def __post_init__(self) -> None:
        self.require("visits", self.visits >= 1, "at least 1")
