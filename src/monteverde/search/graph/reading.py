"""From an entry of the tree to where it leads, for reports. In a tree, that is the entry itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from monteverde.search.graph.positions import POSITION_BYTES, USED

if TYPE_CHECKING:
    from monteverde.search.tree import Tree


def node_of(tree: Tree, entry: int) -> int:
    """Return the entry where the children of what `entry` leads to hang; of an unvisited one, itself."""
    if not len(tree.target) or not tree.target[entry]:
        return entry
    return int(tree.graph.positions[tree.target[entry]].entry)


def most_visited_below(
    tree: Tree, entry: int, settling: Callable[[Tree, int], int | None] | None = None
) -> Iterator[int]:
    """Yield the most visited entry at each step below `entry`, or the one that `settling` names, if it names one.

    It ends at a position that it has come through.
    """
    node = node_of(tree, entry)
    seen = {node_of(tree, 0)}
    while node not in seen and (first := int(tree.first_child[node])) > 0:
        seen.add(node)
        proven = None if settling is None else settling(tree, node)
        block = range(first, first + int(tree.num_children[node]))
        best = max(block, key=lambda child: int(tree.visits[child])) if proven is None else proven
        if not tree.visits[best]:
            return
        yield best
        node = node_of(tree, best)


def num_positions(tree: Tree) -> int:
    """Return how many positions the graph has; 0 in a tree."""
    return int(tree.graph.counts[USED]) - 1 if tree.graph else 0


def position_bytes(tree: Tree) -> int:
    """Return the bytes that these take."""
    return num_positions(tree) * int(tree.graph.limits[POSITION_BYTES]) if tree.graph else 0
