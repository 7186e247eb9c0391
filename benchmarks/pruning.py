"""How long it takes to prune a full tree, and to make a subtree the whole one: CPU time for each node of the tree."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from table import Row, print_table

import monteverde as mv
from monteverde.search.room import make_room
from monteverde.search.session import Search

GAMES = {"connect_four": (1_000_000, 10_000_000, 40_000_000), "hex:11": (1_000_000, 10_000_000)}
"""How many nodes the trees have; forty million are a full GB."""


def grown(game: str, nodes: int) -> Search:
    """Return a search with so many nodes."""
    search = mv.MCTS(on_full="prune").start(game, seed=1, expected=nodes)
    search.run(nodes=nodes)
    return search


def nanoseconds(search: Search, work: Callable[[], object]) -> float:
    """Return what `work` takes for each node that the tree has before."""
    nodes, begun = int(search.tree.size[0]), time.process_time()
    work()
    return 1e9 * (time.process_time() - begun) / nodes


def rows_of(game: str, nodes: int) -> Iterator[Row]:
    """Yield a row for each of both."""
    search = grown(game, nodes)
    pruned = nanoseconds(search, lambda: make_room(search))
    yield Row("pruning, for each node", f"{game}, {nodes:,} nodes", pruned, "ns")
    search = grown(game, nodes)
    best = search.result().action
    moved = nanoseconds(search, lambda: search.advance(best))
    yield Row("re-rooting, for each node", f"{game}, {nodes:,} nodes", moved, "ns")


def rows() -> list[Row]:
    """Return the rows of this section."""
    return [row for game, sizes in GAMES.items() for nodes in sizes for row in rows_of(game, nodes)]


if __name__ == "__main__":
    for game in GAMES:  # compiles
        list(rows_of(game, 2000))
    print_table(rows())
