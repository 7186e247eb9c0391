"""Simulations a second of several threads over those of one, for each way to share the work; and virtual loss.

    python benchmarks/threads.py                    2 threads over 1, every way; then virtual loss
    python benchmarks/threads.py --threads 4        more, where there are cores for them

It writes results/threads.json, which plots.py draws.
Wall time counts here, so the machine must have as many free cores as threads. The searches run alternately, each for
SECONDS; of each the best of ROUNDS is taken, since what else runs on the machine can only slow one down.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from kept import keep, machine

import monteverde as mv

GAMES = ("connect_four", "hex:11", "go:9")
SMALL = ("tic_tac_toe", "nim")  # a simulation takes a fraction of a microsecond: where contention is worst
WAYS = ("tree", "root", "leaf", "hybrid")
SECONDS, ROUNDS = 0.4, 7
TARGET = 1.8  # of tree parallelism with 2 threads on GAMES
VIRTUAL_VISITS = (0, 1, 3, 10)


@dataclass(frozen=True)
class Run:
    """The fastest of several searches."""

    rate: float
    """Simulations a second of wall time."""
    nodes_visited: float
    """Nodes with a visit, for each simulation."""
    depth: int
    """The longest path."""
    mean_depth: float
    """Plies in the tree, for each simulation."""


def run(game: str, seed: int, **options: Any) -> Run:
    """Search the initial position for SECONDS."""
    search = mv.MCTS(**options).start(game, seed=seed)
    search.run(seconds=SECONDS)
    statistics = search.result().statistics
    visited = sum(int((tree.visits[: int(tree.size[0])] > 0).sum()) for tree in search.trees)
    below = sum(int(tree.visits[1 : int(tree.size[0])].sum(dtype="int64")) for tree in search.trees)
    return Run(
        statistics.simulations_per_second,
        visited / statistics.simulations,
        statistics.depth,
        below / statistics.simulations,
    )


def best_of(game: str, searches: dict[str, dict[str, Any]]) -> dict[str, Run]:
    """Return the fastest run of each search, after ROUNDS in which they took turns."""
    for options in searches.values():  # compile
        mv.MCTS(**options).search(game, iterations=100)
    runs: dict[str, list[Run]] = {name: [] for name in searches}
    for seed in range(ROUNDS):
        for name, options in searches.items():
            runs[name].append(run(game, seed, **options))
    by_rate: Callable[[Run], float] = lambda run: run.rate  # noqa: E731
    return {name: max(several, key=by_rate) for name, several in runs.items()}


def scaling(game: str, threads: int) -> dict[str, float]:
    """Return how many times as fast each way is as one thread."""
    ways = [way for way in WAYS if way != "hybrid" or threads > 2]
    searches: dict[str, dict[str, Any]] = {"one": {"threads": 1}}
    searches |= {way: {"threads": threads, "parallel": way} for way in ways}
    found = best_of(game, searches)
    return {"one": found["one"].rate, **{way: found[way].rate / found["one"].rate for way in ways}}


def print_scaling(threads: int) -> dict[str, dict[str, float]]:
    """Print the table of all games, and return it."""
    print(f"\n| game | 1 thread, simulations/s | {' | '.join(f'{way}, {threads} threads' for way in WAYS)} |")
    print("|---|---|" + "---|" * len(WAYS))
    table = {}
    for game in (*GAMES, *SMALL):
        row = table[game] = scaling(game, threads)
        cells = [f"{row[way]:.2f}" if way in row else "" for way in WAYS]
        print(f"| {game} | {row['one']:,.0f} | {' | '.join(cells)} |", flush=True)
    return table


def print_virtual_loss(threads: int) -> dict[str, dict[str, Run]]:
    """Print what virtual loss does to the tree, how much of it is visited and how deep it is, and return it."""
    print(f"\n| game | virtual_visits, {threads} threads | simulations/s | nodes visited | mean depth | longest path |")
    print("|---|---|---|---|---|---|")
    table = {}
    for game in GAMES:
        searches: dict[str, dict[str, Any]] = {"1 thread": {"threads": 1}}
        searches |= {str(visits): {"threads": threads, "virtual_visits": visits} for visits in VIRTUAL_VISITS}
        table[game] = best_of(game, searches)
        for name, found in table[game].items():
            share = f"{found.nodes_visited:.3f} a simulation"
            print(
                f"| {game} | {name} | {found.rate:,.0f} | {share} | {found.mean_depth:.2f} | {found.depth} |",
                flush=True,
            )
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    threads, before = parser.parse_args().threads, machine()
    scaled, virtual = print_scaling(threads), print_virtual_loss(threads)
    described = {game: {name: asdict(run) for name, run in runs.items()} for game, runs in virtual.items()}
    keep("threads", before, threads=threads, scaling=scaled, virtual=described)


if __name__ == "__main__":
    main()
