"""A game that is a mutable Python object, searched by us and by Python packages: nothing is compiled on either side.

We are given the object as it is; how the packages are given it is in `peers.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from measure import Run, Sample, compare, geometric_mean, interleave, median_rate
from object_games import ConnectFour, TicTacToe
from peers import PACKAGES, by_speed, fastest_pure
from table import Row, print_table, rate, ratio_row

import monteverde as mv

GAMES = (("tic_tac_toe", TicTacToe, 4_000), ("connect_four", ConnectFour, 2_000))
ROUNDS = 5
TARGET = 2
WHAT = "Python package, object game"

Samples = dict[str, list[Sample]]


def our_search(game: Any, simulations: int) -> Run:
    def run() -> int:
        return int(mv.search(game(), iterations=simulations, seed=1).simulations)

    return run


def race(game: Any, simulations: int) -> Samples:
    """Return the samples of ours and of every package."""
    runs = {package.name: package.prepare(game, simulations) for package in PACKAGES}
    return interleave({"ours": our_search(game, simulations), **runs}, ROUNDS)


def rows() -> list[Row]:
    """Return a row for each game and package, and the means over the games against the fastest pure-Python ones."""
    races = {(name, simulations): race(game, simulations) for name, game, simulations in GAMES}
    lines = [
        ratio_row(
            "compiled package, object game" if not package.is_pure else WHAT,
            f"{name}, {simulations:,}",
            compare(samples["ours"], samples[package.name]),
            rate(median_rate(samples["ours"])),
            rate(median_rate(samples[package.name]), package.name),
        )
        for (name, simulations), samples in races.items()
        for package in by_speed(samples)
    ]
    return [*lines, mean_row(races.values(), TARGET), mean_row(races.values(), None)]


def mean_row(races: Iterable[Samples], target: float | None) -> Row:
    """Return the row of the mean against the fastest, or without a target, against the fastest that knows players."""
    best = [
        compare(samples["ours"], samples[fastest_pure(samples, that_knows_players=target is None).name])
        for samples in races
    ]
    mean = geometric_mean(ratio.median for ratio in best)
    wall = geometric_mean(ratio.wall for ratio in best)
    case = "geometric mean, fastest" if target else "geometric mean, fastest that knows two players"
    return Row(WHAT, case, mean, "x", wall=wall, at_least=target)


if __name__ == "__main__":
    print_table(rows())
