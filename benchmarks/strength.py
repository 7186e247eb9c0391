"""Strength per second: matches at equal wall time of what a search can be told to do, against plain UCT.

    python benchmarks/strength.py alike                  2 threads on one tree against 1, at equal simulations
    python benchmarks/strength.py features               reuse, transpositions, the solver, each playout policy
    python benchmarks/strength.py threads                2 threads, each way to share the work, against 1 thread
    python benchmarks/strength.py virtual                virtual visits 0, 3 and 10 against 1, with 2 threads
    python benchmarks/strength.py features --only mast --games 40
    python benchmarks/strength.py --table                what has been played so far, as Markdown

Each match is kept in results/strength, and the same command goes on with what was stopped. Players move in turn and one
game is played at a time, so one core is enough for `features`; a thread needs a core of its own, so the others want a
machine with nothing else to do. Games begin with two random plies, each opening played with both colours.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from monteverde.arena import MatchResult, match

GAMES = ("connect_four", "hex:7", "othello")
SECONDS = 0.02  # a move
SIMULATIONS = 20_000  # a move, where these are equal
OPENING_PLIES = 2
RESULTS = Path(__file__).resolve().parent / "results" / "strength"
THREADS = 2


@dataclass(frozen=True)
class Contest:
    """A setting against another, in every game."""

    group: str
    name: str
    ours: str
    """What our player's name says beside its c and its time."""
    theirs: str = "threads=1"
    ours_times: int = 1
    """How many times SECONDS we have."""
    theirs_times: int = 1
    at_equal_simulations: bool = False
    """Whether SIMULATIONS stand in place of SECONDS."""

    def players(self) -> list[str]:
        """Return the names of both."""
        pairs = (self.ours, self.ours_times), (self.theirs, self.theirs_times)
        if self.at_equal_simulations:
            return [f"uct:c=0.5,{setting},iterations={times * SIMULATIONS}" for setting, times in pairs]
        return [f"uct:c=0.5,{setting},seconds={times * SECONDS:g}" for setting, times in pairs]

    def file(self, game: str) -> Path:
        """Return where the games are kept."""
        return RESULTS / f"{game.replace(':', '-')}-{self.group}-{self.name}.jsonl"

    def play(self, game: str, games: int) -> MatchResult:
        """Play the match, or what is missing of it."""
        RESULTS.mkdir(parents=True, exist_ok=True)
        return match(self.players(), game, games, seed=1, opening_plies=OPENING_PLIES, out=self.file(game))

    def finished(self, game: str) -> MatchResult | None:
        """Return what has been played, without playing on."""
        file = self.file(game)
        played = sum(1 for _ in file.open()) - 1 if file.exists() else 0
        return self.play(game, played) if played > 0 else None


FEATURES = {
    "reuse": "reuse=true",
    "transpositions": "transpositions=true",
    "solver": "solver=true",
    "mast": "playout=mast",
    "gibbs-mast": "playout=gibbs_mast",
    "nst": "playout=nst",
    "lgrf": "playout=lgrf",
    "decisive": "decisive=12",
}


def contests() -> Iterator[Contest]:
    """Yield every contest."""
    for name, setting in FEATURES.items():
        yield Contest("features", name, setting)
    several = f"threads={THREADS}"
    yield Contest("alike", "tree", f"{several},parallel=tree", at_equal_simulations=True)
    for way in ("tree", "root", "leaf"):
        yield Contest("threads", way, f"{several},parallel={way}")
        yield Contest("threads", f"{way}-against-twice-the-time", f"{several},parallel={way}", theirs_times=THREADS)
    yield Contest("threads", "twice-the-time", "threads=1", "threads=1,virtual_visits=1", ours_times=THREADS)
    for visits in (0, 3, 10):
        yield Contest("virtual", f"{visits}", f"{several},virtual_visits={visits}", f"{several},virtual_visits=1")


def table(group: str) -> Iterator[str]:
    """Yield a Markdown table of what has been played of a group."""
    yield f"| {group} | {' | '.join(GAMES)} |"
    yield f"|---|{'---|' * len(GAMES)}"
    for contest in contests():
        results = [contest.finished(game) for game in GAMES]
        if contest.group == group and any(results):
            yield f"| {contest.name} | {' | '.join(map(cell, results))} |"


def cell(result: MatchResult | None) -> str:
    """Return how a match went, in a few words."""
    if result is None:
        return ""
    low, high = result.elo_interval
    return f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f}), {result.score:.0%} of {len(result.records)}"


def play(groups: Sequence[str], only: str, games: int) -> None:
    """Play the matches that are not finished, one contest after the other."""
    for contest in contests():
        if contest.group not in groups or only not in contest.name:
            continue
        for game in GAMES:
            result = contest.play(game, games)
            print(f"{contest.group} {contest.name}, {game}: {cell(result)}", flush=True)
            if result.stopped_by == "interrupted":
                return


def main() -> None:
    """Play, or print what has been played."""
    groups = list(dict.fromkeys(contest.group for contest in contests()))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"of {', '.join(groups)}; all without one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", default="", help="contests whose names have this in them")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    chosen = options.groups or groups
    if unknown := set(chosen) - set(groups):
        parser.error(f"there is no group {', '.join(sorted(unknown))}; it must be one of {', '.join(groups)}")
    if options.table:
        for group in chosen:
            print("\n".join(table(group)), end="\n\n")
        return
    play(chosen, options.only, options.games)


if __name__ == "__main__":
    main()
