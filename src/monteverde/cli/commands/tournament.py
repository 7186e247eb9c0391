"""`monteverde tournament`: which of many players is the strongest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from monteverde.arena import GameRecord, MatchResult, TournamentResult, tournament
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.games_bar import games_bar
from monteverde.cli.interrupt import held_back
from monteverde.cli.options import (
    MATCH_SECONDS,
    SOME_PLAYERS,
    Jobs,
    Json,
    MatchGame,
    MatchSeconds,
    MatchSeed,
    MoveIterations,
    OpeningPlies,
    TimeLimit,
)
from monteverde.cli.output import Output, print_json


def command(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help=f"Two or more, {SOME_PLAYERS}.",
            show_default=False,
        ),
    ],
    game: MatchGame,
    games: Annotated[int, typer.Option(help="How many games for each pairing.")] = 10,
    gauntlet: Annotated[bool, typer.Option("--gauntlet", help="Only the first player meets the others.")] = False,
    iterations: MoveIterations = None,
    seconds: MatchSeconds = None,
    seed: MatchSeed = 0,
    opening_plies: OpeningPlies = 0,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep each match there; the same command goes on with a tournament that was stopped.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Let everybody play everybody, and rate them all.

    Ctrl-C ends it, and the table so far is printed.
    """
    if iterations is None and seconds is None:
        seconds = MATCH_SECONDS
    output = Output(quiet=json)
    pairings = len(players) - 1 if gauntlet else len(players) * (len(players) - 1) // 2
    done: dict[tuple[str, ...], int] = {}
    with games_bar(output, games * pairings, is_hidden=False) as advance:

        def progress(result: MatchResult, record: GameRecord) -> None:
            done[result.players] = len(result.records)
            with held_back():
                output.say(f"{record}")
                advance(sum(done.values()))

        result = tournament(
            players,
            game,
            games,
            gauntlet=gauntlet,
            iterations=iterations,
            seconds=seconds,
            seed=seed,
            opening_plies=opening_plies,
            jobs=jobs,
            time_limit=time_limit,
            out=out,
            progress=progress,
        )
    _show(output, result, json)
    return INTERRUPTED if result.stopped_by == "interrupted" else DONE


def _show(output: Output, result: TournamentResult, json: bool) -> None:
    """Print the ratings, the cross table, and what else there is to say."""
    if json:
        print_json(result.to_dict())
    output.say()
    if result.ratings is not None:
        output.table(result.ratings.rows())
        output.say()
        output.table(result.cross_rows())
        output.say()
    for line in result.summary():
        output.say(line)
