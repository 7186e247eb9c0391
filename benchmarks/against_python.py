"""Our search against Python packages that are given Connect Four in plain Python; ours is the compiled game."""

from __future__ import annotations

from measure import Run, compare, interleave, median_rate
from object_games import ConnectFour
from peers import PACKAGES, by_speed, fastest_pure
from table import Row, print_table, rate, ratio_row

import monteverde as mv

SIMULATIONS = 10_000  # about what the fastest of the packages gets done in a second
SEARCHES = 30  # of ours in one sample: as long a sample as theirs, of searches as short as theirs
ROUNDS = 5
TARGET = 100


def our_searches() -> Run:
    position = mv.load_game("connect_four").initial()

    def run() -> int:
        return sum(int(mv.search(position, iterations=SIMULATIONS, seed=1).simulations) for _ in range(SEARCHES))

    return run


def rows() -> list[Row]:
    """Return a row a package; the fastest pure-Python one has the target."""
    theirs = {package.name: package.prepare(ConnectFour, SIMULATIONS) for package in PACKAGES}
    samples = interleave({"ours": our_searches(), **theirs}, ROUNDS)
    fastest = fastest_pure(samples)
    return [
        ratio_row(
            "Python package, game in Python" if package.is_pure else "compiled package, game in Python",
            f"connect_four, {SIMULATIONS:,}",
            compare(samples["ours"], samples[package.name]),
            rate(median_rate(samples["ours"])),
            rate(median_rate(samples[package.name]), package.name),
            at_least=TARGET if package is fastest else None,
        )
        for package in by_speed(samples)
    ]


if __name__ == "__main__":
    print_table(rows())
