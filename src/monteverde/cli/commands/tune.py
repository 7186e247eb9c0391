"""`monteverde tune`: which values of a player's parameters are the strongest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from monteverde.arena import GameRecord, MatchResult, TuningResult, tune
from monteverde.arena.tuning import FINAL_TIMES, FINALISTS
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.games_bar import games_bar
from monteverde.cli.interrupt import held_back
from monteverde.cli.options import (
    MATCH_SECONDS,
    Jobs,
    Json,
    MatchGame,
    MatchSeconds,
    MatchSeed,
    MoveIterations,
    OpeningPlies,
)
from monteverde.cli.output import Output, print_json


def command(
    player: Annotated[
        str, typer.Argument(metavar="PLAYER", help="Who is tuned, such as uct or puct:fpu=0.5.", show_default=False)
    ],
    game: MatchGame,
    param: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=LOW..HIGH",
            help="What is tuned: c=0.1..3, or ref=10..500:log. May be given several times.",
            show_default=False,
        ),
    ],
    against: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The opponent; the player untuned if none.", show_default=False)
    ] = None,
    trials: Annotated[int, typer.Option(help="How many proposals are tried.")] = 30,
    games: Annotated[int, typer.Option(help="Games of a trial; finalists play three times as many.")] = 20,
    iterations: MoveIterations = None,
    seconds: MatchSeconds = None,
    seed: MatchSeed = 0,
    opening_plies: OpeningPlies = 2,
    jobs: Jobs = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Keep each match there; the same command goes on with tuning that was stopped.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Tune a player's parameters by matches against an opponent.

    The best trials play again with fresh seeds, and the best of these once more, for a score that nobody was selected
    by. Ctrl-C ends it, and what was found so far is printed.
    """
    if iterations is None and seconds is None:
        seconds = MATCH_SECONDS
    output = Output(quiet=json)
    count = 0
    with games_bar(output, games * (trials + FINAL_TIMES * (FINALISTS + 1)), is_hidden=False) as advance:

        def progress(result: MatchResult, record: GameRecord) -> None:
            nonlocal count
            count += 1
            with held_back():
                if len(result.records) == result.games:
                    output.say(f"{result.players[0]}: {result.score:.1%} of {result.games} games")
                advance(count)

        result = tune(
            player,
            game,
            param,
            against=against,
            trials=trials,
            games=games,
            iterations=iterations,
            seconds=seconds,
            seed=seed,
            opening_plies=opening_plies,
            jobs=jobs,
            out=out,
            progress=progress,
        )
    _show(output, result, json)
    return INTERRUPTED if result.stopped_by == "interrupted" else DONE


def _show(output: Output, result: TuningResult, json: bool) -> None:
    """Print the best trials, the finals, and what is best."""
    if json:
        print_json(result.to_dict())
    output.say()
    if result.trials:
        output.table(result.rows(), text_columns=2)
        output.say()
    for line in result.summary():
        output.say(line)
