"""`monteverde match`: which of several players is stronger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from monteverde.arena import GameRecord, MatchResult, Sprt, match
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.games_bar import games_bar
from monteverde.cli.interrupt import held_back
from monteverde.cli.options import (
    MATCH_SECONDS,
    SOME_PLAYERS,
    GameClockOption,
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
from monteverde.players import HumanPlayer, load_player


def command(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help=f"One for each seat, {SOME_PLAYERS}.",
            show_default=False,
        ),
    ],
    game: MatchGame,
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    iterations: MoveIterations = None,
    seconds: MatchSeconds = None,
    seed: MatchSeed = 0,
    opening_plies: OpeningPlies = 0,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop as soon as it is decided which difference in strength is true.",
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = 1,
    time_limit: TimeLimit = None,
    clock: GameClockOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep each game there; the same command goes on with a match that was stopped.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Play many games between the same players.

    They change seats after each game. A player may have a budget of its own: uct:iterations=500. Ctrl-C ends the
    match, and the score so far is printed. With a clock, searches think as long as it allows them.
    """
    if iterations is None and seconds is None and clock is None:
        seconds = MATCH_SECONDS
    output = Output(quiet=json)
    has_human = any(isinstance(load_player(player, iterations, seconds), HumanPlayer) for player in players)
    with games_bar(output, games, is_hidden=has_human) as advance:

        def progress(result: MatchResult, record: GameRecord) -> None:
            with held_back():
                output.say(f"{record.number + 1:>{len(str(games))}}  {record}")
                advance(len(result.records))

        result = match(
            players,
            game,
            games,
            iterations=iterations,
            seconds=seconds,
            seed=seed,
            opening_plies=opening_plies,
            sprt=None if sprt is None else Sprt.from_text(sprt),
            jobs=jobs,
            time_limit=time_limit,
            clock=clock,
            out=out,
            progress=progress,
        )
    _show(output, result, json)
    return INTERRUPTED if result.stopped_by == "interrupted" else DONE


def _show(output: Output, result: MatchResult, json: bool) -> None:
    """Print how the match ended."""
    if json:
        print_json(result.to_dict())
    output.say()
    if result.records:
        output.table(result.rows())
        output.say()
        output.table(result.effort_rows())
        output.say()
    for line in result.summary():
        output.say(line)
