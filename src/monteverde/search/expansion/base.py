"""What an expansion is, and how untried children are found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search.component import Component
from monteverde.search.phases import TRIES_ALL_FIRST
from monteverde.search.tree import NO_NODE


@dataclass(frozen=True)
class Expansion(Component):
    """Decides when a node gets children, and whether untried ones come first."""

    tries_all_first: ClassVar[bool] = True
    """True if every child is tried once before the selection rule is asked."""
    draws_untried: ClassVar[bool] = True
    """True if the order in which they are tried is random."""

    def bindings(self) -> Mapping[Any, Any]:
        return {TRIES_ALL_FIRST: self.tries_all_first, **self.kernels}


@kernel
def first_unvisited(tree, node, rng, parameters):
    """Return the first child without a visit, or NO_NODE.

    Children are tried in the order in which they lie, which is random, so those without a visit come last: if the
    last one has been visited all have, and otherwise bisection finds where they begin.
    """
    low = tree.first_child[unsigned(node)]
    high = low + tree.num_children[unsigned(node)] - 1
    if tree.visits[unsigned(high)] > 0:
        return NO_NODE
    while low < high:
        middle = (low + high) // 2
        if tree.visits[unsigned(middle)] > 0:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def no_untried(tree, node, rng, parameters):
    return NO_NODE
