"""Strength per second of several threads: matches at equal wall time against one thread, or one with more time.

    python benchmarks/parallel_matches.py                      every match; an hour or more for each game
    python benchmarks/parallel_matches.py hex:7 --games 40     one game, fewer games
    python benchmarks/parallel_matches.py --list               what would be played

A thread needs a core of its own, so nothing else may run meanwhile: one game at a time, its players in turn. Each match
is kept in a file of results/parallel, and goes on where it stood when this is started again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from monteverde.arena import match

GAMES = ("connect_four", "hex:7", "go:9")
SECONDS = 0.2  # a move
FOLDER = Path(__file__).resolve().parent / "results" / "parallel"
C = 0.5
OPENING_PLIES = 2
WAYS = ("tree", "root", "leaf")
VIRTUAL_VISITS = (0, 3, 10)  # against one thread too; 1 is the default


def player(threads: int, seconds: float = SECONDS, **options: object) -> str:
    """Return the name of a player."""
    extra = "".join(f",{key}={value}" for key, value in options.items())
    return f"uct:c={C},threads={threads}{extra},seconds={seconds:g}"


def pairs(threads: int) -> Iterator[tuple[str, str, str]]:
    """Yield each match: what to call it, and its two players."""
    one = player(1)
    for way in WAYS:
        yield f"{way}-{threads}", player(threads, parallel=way), one
        yield f"{way}-{threads}-against-{threads}x-time", player(threads, parallel=way), player(1, threads * SECONDS)
    for visits in VIRTUAL_VISITS:
        yield f"tree-{threads}-virtual-{visits}", player(threads, virtual_visits=visits), one
    yield f"{threads}x-time", player(1, threads * SECONDS), one


def main() -> None:
    """Play the matches that are not finished."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in arguments.names:
        for name, *players in pairs(arguments.threads):
            print(f"{game}: {name}: {players[0]} against {players[1]}", flush=True)
            if not arguments.list:
                out = FOLDER / f"{game.replace(':', '-')}-{name}.jsonl"
                print(match(players, game, arguments.games, seed=1, opening_plies=OPENING_PLIES, out=out), flush=True)


if __name__ == "__main__":
    main()
