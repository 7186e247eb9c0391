"""What a selection rule is, and the scan that most of them share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search import phases
from monteverde.search.component import Component
from monteverde.search.phases import is_closed, prepare, score
from monteverde.search.sharing.sizes import Sizes


@kernel
def best_child(tree, node, parent_visits, parameters, work):
    """Return the open child of the largest score, the first of equals (children are in random order)."""
    first = tree.first_child[unsigned(node)]
    shared = prepare(tree, node, parent_visits, parameters)
    best, best_score = first, score(tree, first, shared, parameters)
    if is_closed(tree, first):
        best_score = -math.inf
    for child in range(first + 1, first + tree.num_children[unsigned(node)]):
        child_score = score(tree, child, shared, parameters)
        if child_score > best_score and not is_closed(tree, child):
            best, best_score = child, child_score
    return best


@dataclass(frozen=True)
class Selection(Component):
    """A rule that chooses among the children of a node.

    Give `kernels` either `phases.prepare` and `phases.score`, and the child of the largest score is taken, or
    `phases.select` itself.
    """

    ranks_unvisited: ClassVar[bool] = False
    """True if unvisited children are scored like the others, so that all must exist from the start."""

    shares: ClassVar[bool] = False
    """True if it shares statistics between moves, which takes whole playouts (`search/sharing`)."""

    has_tables: ClassVar[bool] = False
    """True if it keeps tables of its own for nodes below the root as well."""

    alone: ClassVar[Mapping[Any, Any]] = {}
    """What takes the place of its kernels where one simulation ends before the next begins: the same, but faster."""

    def bindings(self) -> Mapping[Any, Any]:
        return {phases.select: best_child, **self.kernels}

    def least_sizes(self, codes: int) -> Sizes:
        """Return what it must at least have room for to share what is known of so many action codes."""
        return Sizes()

    @property
    def has_score(self) -> bool:
        """Whether children have a score, so that a report can show Q + U."""
        return phases.score in self.kernels
