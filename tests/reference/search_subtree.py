"""What is left of a search tree, the slow and obvious way: nested nodes without numbers, copied from the root down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

LINKS = ("first_child", "num_children", "total", "table")
INTO_THE_NODE = ("value_sum", "square_sum", "action", "prior", "code")


@dataclass
class Nested:
    """A node, what the tree holds of it, and its children in their order."""

    values: dict[str, Any]
    children: list[Nested] = field(default_factory=list)
    shared: tuple[Any, ...] = ()
    """The rows of its table: counts, sums, playouts, and of its frozen counts; empty if it has none."""

    def count(self) -> int:
        """Return how many nodes these are."""
        return 1 + sum(child.count() for child in self.children)

    def below(self, *actions: Any) -> Nested:
        """Return the node that `actions` lead to."""
        node = self
        for action in actions:
            node = next(child for child in node.children if child.values["action"] == action)
        return node

    def as_root(self) -> Nested:
        """Return this node as a root, into which no action leads and whose frozen counts are nobody's."""
        values = {name: 0 if name in INTO_THE_NODE else value for name, value in self.values.items()}
        return Nested(values, self.children, self.shared[:3])

    def pruned(self, least_visits: int) -> Nested:
        """Return the same without the children of nodes below this one that have fewer visits."""
        return Nested(self.values, [child.cut(least_visits) for child in self.children], self.shared)

    def cut(self, least_visits: int) -> Nested:
        """Return the same, also without its own children if it has fewer visits."""
        if self.values["visits"] < least_visits:
            return Nested(self.values)
        return self.pruned(least_visits)


def nested(tree: Any, node: int = 0, codes: int = 0) -> Nested:
    """Return what is below `node`; with `codes`, the width of a table, what it shares as well."""
    size = int(tree.size[0])
    names = [
        name for name in tree._fields if name not in (*LINKS, "shared", "graph", "size") and len(getattr(tree, name))
    ]
    values = {name: _plain(getattr(tree, name)[node]) for name in names}
    first = int(tree.first_child[node])
    count = int((tree.total if len(tree.total) else tree.num_children)[node])
    if len(tree.total):
        values["shown"] = int(tree.num_children[node])
    assert first == 0 or node < first < first + count <= size
    assert (first == 0) == (count == 0)
    children = [nested(tree, child, codes) for child in range(first, first + count)]
    return Nested(values, children, _shared_by(tree, node, codes))


def _shared_by(tree: Any, node: int, codes: int) -> tuple[Any, ...]:
    if not codes or (node and not tree.table[node]):
        return ()
    number, shared = int(tree.table[node]), tree.shared
    rows = [{c: _plain(column[number * codes + c]) for c in range(codes)} for column in (shared.counts, shared.sums)]
    frozen = int(shared.frozen_of[number])
    if frozen > 0:
        frozen_rows = (shared.frozen_counts, shared.frozen_sums)
        rows += [{c: _plain(column[frozen * codes + c]) for c in range(codes)} for column in frozen_rows]
    return (*rows[:2], _plain(shared.playouts[number]), *rows[2:])


def _plain(value: Any) -> Any:
    """Return a number of Python, or a tuple of them for a row."""
    if isinstance(value, (list, np.ndarray)):
        return tuple(float(number) for number in value)
    return value.item() if hasattr(value, "item") else value
