"""Matches with other people's programs: GNU Go, Rhino, Fairy-Stockfish, and OpenSpiel's C++ MCTSBot.

    benchmarks/run.sh opponents                                    all of them: hours
    .bench-venv/bin/python benchmarks/opponents.py rhino --games 20    those whose name begins so
    .bench-venv/bin/python benchmarks/opponents.py --table         what has been played so far, as Markdown

The programs come from scripts/opponents.sh. Each game is kept in results/opponents/, and the same command goes on with
what was stopped. Colours alternate; both sides have the same time for a move, except those programs that think as long
as their level says.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shared_games import PAIRS

from monteverde.arena import GameRecord, MatchResult, match
from monteverde.players import Player

RESULTS = Path(__file__).parent / "results" / "opponents"
GNU_GO = "gnugo --mode gtp --chinese-rules --never-resign --positional-superko --capture-all-dead"


@dataclass(frozen=True)
class Contest:
    """One match: ours against theirs."""

    name: str
    game: str
    ours: str
    theirs: str
    """A player's name; empty for OpenSpiel's bot."""
    label: str
    """Who that is, for people."""
    seconds: float
    opening_plies: int = 0

    @property
    def file(self) -> Path:
        """Where its games are kept."""
        return RESULTS / f"{self.name}.jsonl"

    def play(self, games: int) -> MatchResult:
        """Play the match, or what is missing of it."""
        RESULTS.mkdir(parents=True, exist_ok=True)
        return match(
            [self.ours, self.opponent()],
            self.game,
            games,
            seconds=self.seconds,
            seed=1,
            opening_plies=self.opening_plies,
            out=self.file,
            progress=lambda result, record: show(self, result, record),
        )

    def opponent(self) -> Player | str:
        """Return the other side."""
        if self.theirs:
            return self.theirs
        from openspiel_player import OpenSpielPlayer

        return OpenSpielPlayer(next(pair for pair in PAIRS if pair.ours == self.game), self.seconds)


def gnu_go(level: int) -> Contest:
    program = f"gtp:command={GNU_GO} --level {level},clock=false"
    return Contest(f"gnugo-{level}", "go:9", "uct:c=0.5", program, f"GNU Go 3.8, level {level}", 1.0)


def rhino(level: int) -> Contest:
    return Contest(
        f"rhino-{level}", "othello", "uct:c=0.5", f"gtp:gtp-rhino --level={level}", f"Rhino, level {level}", 1.0
    )


def fairy_stockfish(skill: int) -> Contest:
    program = f"uci:command=fairy-stockfish,skill={skill}"
    label = f"Fairy-Stockfish 11.1, skill {skill}"
    return Contest(f"fairy-stockfish{skill:+}", "breakthrough", "uct:c=0.5", program, label, 0.05, opening_plies=2)


def openspiel(game: str) -> Contest:
    name = f"openspiel-{game.replace(':', '-')}"
    return Contest(name, game, "uct", "", "OpenSpiel 2.0.2, C++ MCTSBot", 0.05, opening_plies=2)


CONTESTS = (
    gnu_go(1),
    gnu_go(10),
    rhino(1),
    rhino(3),
    fairy_stockfish(-20),
    fairy_stockfish(-10),
    fairy_stockfish(0),
    fairy_stockfish(20),
    *(openspiel(game) for game in ("connect_four", "hex:11", "othello", "breakthrough")),
)


def show(contest: Contest, result: MatchResult, record: GameRecord) -> None:
    print(f"{contest.name:24} {len(result.records):4}  {100 * result.score:5.1f} %  {record.outcome}", flush=True)


def finished(contest: Contest) -> MatchResult | None:
    """Return what has been played of a match, without playing on."""
    if not contest.file.exists():
        return None
    played = sum(1 for line in contest.file.open()) - 1
    return contest.play(played) if played > 0 else None


def table() -> Iterator[str]:
    """Yield a Markdown table of all that has been played."""
    heads = (
        "game",
        "opponent",
        "seconds a move: ours, theirs",
        "games",
        "won, drawn, lost",
        "score",
        "Elo, 95 %",
        "simulations",
    )
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for contest in CONTESTS:
        result = finished(contest)
        if result is None:
            continue
        ours, theirs = result.standings
        low, high = result.elo_interval
        counts = f"{result.wins}, {result.draws}, {result.losses}"
        took = f"{ours.seconds:.2f}, {theirs.seconds:.2f}"
        simulations = f"{ours.simulations:,.0f}" + (f", {theirs.simulations:,.0f}" if theirs.simulations else "")
        elo = f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        cells = (contest.game, contest.label, took, f"{ours.games}", counts, f"{result.score:.1%}", elo, simulations)
        yield f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", help=f"the beginnings of names: {', '.join(c.name for c in CONTESTS)}")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if options.table:
        print("\n".join(table()))
        return
    for contest in CONTESTS:
        if not options.names or contest.name.startswith(tuple(options.names)):
            result = contest.play(options.games)
            print(result, flush=True)
            if result.stopped_by == "interrupted":
                return


if __name__ == "__main__":
    main()
