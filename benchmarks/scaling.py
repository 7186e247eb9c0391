"""What a simulation costs in a tree of ten million nodes, and what a node takes.

Two searches of Connect Four are timed alternately over the same number of simulations: one that has grown to ten
million nodes and goes on from there, and a new one each time, grown to a hundred thousand. From the empty board the
paths of the big tree are about twice as long, which is most of the difference.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from measure import ROUNDS, Sample, compare, median_rate, timed
from table import Row, print_table, rate

import monteverde as mv

GAME = "connect_four"
BIG, SMALL = 10_000_000, 100_000  # nodes
STEP = 0.2  # simulations asked for on the way, for each node still missing: fewer than would overshoot
CHUNK = 10_000  # simulations in one sample: few enough to leave the sizes as they are
TIME_TARGET, BYTES_TARGET = 1.5, 24


def grown(nodes: int) -> Any:
    """Return a search whose tree has just reached so many nodes."""
    search = mv.MCTS(memory="1GB").start(GAME, seed=1)
    while (missing := nodes - search.result().nodes) > 0:
        search.run(iterations=max(1000, int(STEP * missing)))
    return search


def chunk(search: Any) -> Sample:
    """Return how long the next CHUNK simulations of `search` take."""

    def run() -> int:
        search.run(iterations=CHUNK)
        return CHUNK

    return timed(run)


def resident_bytes() -> int:
    """Return how much memory this process has in use, or 0 where the system does not tell."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


def time_row(big: Any) -> Row:
    """Return how many times as long a simulation takes in the big tree as in a small one."""
    samples: dict[int, list[Sample]] = {SMALL: [], BIG: []}
    for _ in range(ROUNDS):
        samples[SMALL].append(chunk(grown(SMALL)))
        samples[BIG].append(chunk(big))
    ratio = compare(samples[SMALL], samples[BIG])
    return Row(
        "time a simulation, big tree over small",
        f"{GAME}, {BIG:,} over {SMALL:,} nodes",
        ratio.median,
        "x",
        ours=rate(median_rate(samples[BIG])),
        theirs=rate(median_rate(samples[SMALL]), "small tree"),
        spread=(ratio.lowest, ratio.highest),
        wall=ratio.wall,
        at_most=TIME_TARGET,
    )


def memory_row(big: Any, resident: int) -> Row:
    """Return the bytes a node, as the search states them, beside what the process grew by."""
    statistics = big.result().statistics
    measured = f"{resident / statistics.nodes:.1f} B by the growth of the process"
    return Row(
        "memory a node", f"{GAME}, {statistics.nodes:,} nodes", statistics.bytes_per_node, "B",
        ours=measured, at_most=BYTES_TARGET,
    )  # fmt: skip


def rows() -> list[Row]:
    """Return a row for the time and one for the memory."""
    grown(SMALL)  # compiles, so that the memory below is the tree's alone
    before = resident_bytes()
    big = grown(BIG)
    memory = memory_row(big, resident_bytes() - before)
    return [time_row(big), memory]


if __name__ == "__main__":
    print_table(rows())
