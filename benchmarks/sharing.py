"""What a simulation of GRAVE and of MCPS costs beside one of UCT, and what they keep for a node with children.

And what their searches look like: how deep the tree is, and how long the playouts below it.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from measure import compare, interleave, median_rate
from table import Row, print_table, rate

import monteverde as mv

GAMES = ("hex:7", "hex:11", "go:9")
RULES = ("grave", "mcps")
SIMULATIONS = 20_000
SEARCHES = 5  # from whose shapes the median is taken
TARGETS = {("mcps", "hex:11"): 1.6}


def searching(game: str, algorithm: str) -> int:
    """Search the initial position of `game` once; return how many simulations that was."""
    mv.search(game, algorithm=algorithm, iterations=SIMULATIONS, seed=1)
    return SIMULATIONS


def cost_rows(game: str) -> list[Row]:
    """Return how many times as long a simulation of each rule takes as one of UCT."""
    names = ("uct", *RULES)
    samples = interleave({name: lambda name=name: searching(game, name) for name in names})
    rows = []
    for name in RULES:
        ratio = compare(samples["uct"], samples[name])
        row = Row(
            f"time a simulation, {name} over uct",
            f"{game}, {SIMULATIONS:,} simulations",
            ratio.median,
            unit="x",
            ours=rate(median_rate(samples[name])),
            theirs=rate(median_rate(samples["uct"])),
            spread=(ratio.lowest, ratio.highest),
            wall=ratio.wall,
            at_most=TARGETS.get((name, game)),
        )
        rows.append(row)
    return rows


def memory_rows(game: str) -> Iterator[Row]:
    """Yield what MCPS needs beside the nodes: a table for each with children, frozen counts for some, the window."""
    sizes = mv.load_search("mcps").start(game, expected=1).sizes
    yield Row("memory of a table", game, float(sizes.table_bytes), unit="B")
    yield Row("memory of the frozen counts of a reference", game, float(sizes.frozen_bytes), unit="B")
    yield Row("memory of the window", game, float(sizes.window_bytes), unit="B")


def shape_rows(game: str) -> Iterator[Row]:
    """Yield the longest path of a search and the mean length of its playouts, by rule."""
    case = f"{game}, {SIMULATIONS:,} simulations"
    for name in ("uct", *RULES):
        found = [
            mv.search(game, algorithm=name, iterations=SIMULATIONS, seed=seed).statistics for seed in range(SEARCHES)
        ]
        yield Row(f"longest path, {name}", case, statistics.median(float(one.depth) for one in found), unit="plies")
        length = statistics.median(one.playout_length for one in found)
        yield Row(f"length of a playout, {name}", case, length, unit="plies")


def rows() -> list[Row]:
    """Return the rows of this section."""
    return [row for game in GAMES for row in (*cost_rows(game), *memory_rows(game), *shape_rows(game))]


if __name__ == "__main__":
    print_table(rows())
