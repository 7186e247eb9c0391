"""Several trees of one position, seen as one: visits and values of the root's actions are added up, action by action.

Trees that grew by themselves know different parts of the game, and have the children of a node in different orders, so
all is put together by what the actions are called. Source: Chaslot, Winands and van den Herik 2008 (root parallelism).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np

from monteverde.search.sharing.tables import Tables
from monteverde.search.tree import ROOT, Tree

ADDED = {"visits": np.int64, "value_sum": np.float64, "square_sum": np.float64}
"""The arrays whose entries are sums over simulations; of the others the first tree's entry stands for all."""

Place = tuple[Tree, int]
"""A node of one of the trees."""


def merged_root(trees: Sequence[Tree]) -> Tree:
    """Return a tree of the root and its children alone, with what all `trees` found there."""
    roots = [(tree, ROOT) for tree in trees]
    places = [roots, *children_of(roots).values()]
    arrays = {name: _merged(name, places) for name in Tree._fields if name not in ("shared", "graph", "size")}
    arrays["first_child"] = np.zeros(len(places), np.int64)
    arrays["num_children"] = np.zeros(len(places), np.int64)
    arrays["first_child"][ROOT], arrays["num_children"][ROOT] = min(1, len(places) - 1), len(places) - 1
    shared = _merged_tables([tree.shared for tree in trees])
    return Tree(**arrays, shared=shared, graph=trees[0].graph, size=np.full(1, len(places), np.int64))


def variation(trees: Sequence[Tree], child: int) -> Iterator[Any]:
    """Yield the action most visited in all trees together at each step below child number `child` of the root."""
    places = list(children_of([(tree, ROOT) for tree in trees]).values())[child]
    while families := children_of(places):
        action, places = max(families.items(), key=lambda family: _visits(family[1]))
        if not _visits(places):
            return
        yield action


def children_of(places: Sequence[Place]) -> dict[Hashable, list[Place]]:
    """Return the children of one node, which is in several trees, by the action that leads there."""
    found: dict[Hashable, list[Place]] = {}
    for tree, node in places:
        first, count = int(tree.first_child[node]), int(tree.num_children[node])
        for child in range(first, first + count) if first > 0 else ():
            found.setdefault(int(tree.action[child]), []).append((tree, child))
    return found


def _visits(places: Sequence[Place]) -> int:
    return sum(int(tree.visits[node]) for tree, node in places)


def _merged(name: str, places: Sequence[Sequence[Place]]) -> Any:
    """Return one array of the merged tree."""
    like = getattr(places[0][0][0], name)
    if not len(like):  # a search that does not use it
        return like
    if name in ADDED:
        return np.array([sum(getattr(tree, name)[node] for tree, node in same) for same in places], ADDED[name])
    return np.array([getattr(same[0][0], name)[same[0][1]] for same in places], like.dtype)


def _merged_tables(parts: Sequence[Tables]) -> Tables:
    """Return what moves share at the root, added up: the first table of each tree."""
    first = parts[0]
    codes = len(first.counts) // max(len(first.playouts), 1)
    counts = np.sum([part.counts[:codes] for part in parts], axis=0)
    sums = np.sum([part.sums[:codes] for part in parts], axis=0)
    return first._replace(counts=counts, sums=sums, playouts=np.sum([part.playouts[:1] for part in parts], axis=0))
