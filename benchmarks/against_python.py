"""Our search against Python packages that are given Connect Four in plain Python; ours is the compiled game."""

from __future__ import annotations

from measure import Run, compare, interleave, median_rate
from object_games import ConnectFour
from peers import PACKAGES, by_speed, fastest_pure
from table import Row, print_table, rate, ratio_row

import monteverde as mv

OURS, THEIRS = 200_000, 2_000  # simulations a search, so that both take about as long: a fifth of a second
ROUNDS = 5
TARGET = 100


def our_search() -> Run:
    position = mv.load_game("connect_four").initial()

    def run() -> int:
        return int(mv.search(position, iterations=OURS, seed=1).simulations)

    return run


def rows() -> list[Row]:
    """Return a row a package; the fastest pure-Python one has the target."""
    theirs = {package.name: package.prepare(ConnectFour, THEIRS) for package in PACKAGES}
    samples = interleave({"ours": our_search(), **theirs}, ROUNDS)
    fastest = fastest_pure(samples)
    return [
        ratio_row(
            "Python package, game in Python" if package.is_pure else "compiled package, game in Python",
            f"connect_four, {OURS:,} and {THEIRS:,}",
            compare(samples["ours"], samples[package.name]),
            rate(median_rate(samples["ours"])),
            rate(median_rate(samples[package.name]), package.name),
            at_least=TARGET if package is fastest else None,
        )
        for package in by_speed(samples)
    ]


if __name__ == "__main__":
    print_table(rows())
