"""A game that is a mutable Python object, searched by us and by Python packages: nothing is compiled on either side.

We are given the object as it is; how the packages are given it is in `peers.py`.
"""

from __future__ import annotations

from typing import Any

from measure import Run, Sample, compare, geometric_mean, interleave, median_rate
from object_games import ConnectFour, TicTacToe
from peers import PACKAGES, by_speed, fastest_pure
from table import Row, print_table, rate, ratio_row

import monteverde as mv

GAMES = (("tic_tac_toe", TicTacToe, 4_000), ("connect_four", ConnectFour, 2_000))
ROUNDS = 5
TARGET = 2


def our_search(game: Any, simulations: int) -> Run:
    def run() -> int:
        return int(mv.search(game(), iterations=simulations, seed=1).simulations)

    return run


def race(game: Any, simulations: int) -> dict[str, list[Sample]]:
    """Return the samples of ours and of every package."""
    runs = {package.name: package.prepare(game, simulations) for package in PACKAGES}
    return interleave({"ours": our_search(game, simulations), **runs}, ROUNDS)


def rows() -> list[Row]:
    """Return a row for each game and package, and one for the mean over the games against the fastest pure one."""
    lines, best = [], []
    for name, game, simulations in GAMES:
        samples = race(game, simulations)
        for package in by_speed(samples):
            ratio = compare(samples["ours"], samples[package.name])
            ours = rate(median_rate(samples["ours"]))
            theirs = rate(median_rate(samples[package.name]), package.name)
            what = "Python package, object game" if package.is_pure else "compiled package, object game"
            lines.append(ratio_row(what, f"{name}, {simulations:,}", ratio, ours, theirs))
        best.append(compare(samples["ours"], samples[fastest_pure(samples).name]))
    mean = geometric_mean(ratio.median for ratio in best)
    wall = geometric_mean(ratio.wall for ratio in best)
    what, case = "Python package, object game", "geometric mean against the fastest"
    lines.append(Row(what, case, mean, "x", wall=wall, at_least=TARGET))
    return lines


if __name__ == "__main__":
    print_table(rows())
