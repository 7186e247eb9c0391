"""`monteverde match`: which of several players is stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from monteverde.arena import GameRecord, MatchResult, Sprt, match
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.interrupt import held_back
from monteverde.cli.live import FIRST_TIME
from monteverde.cli.options import Json, MoveIterations
from monteverde.cli.output import Output, print_json
from monteverde.players import HumanPlayer, load_player, player_names

SECONDS = 0.1  # for a move, if no budget is given: a match is many moves


def command(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help=f"One for each seat: {', '.join(player_names())}; parameters as in uct:c=1.0.",
            show_default=False,
        ),
    ],
    game: Annotated[str, typer.Option(help="What they play, such as hex:11 or mygame.py:Nim.", show_default=False)],
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    iterations: MoveIterations = None,
    seconds: Annotated[
        float | None, typer.Option(help=f"The most wall time for a move; {SECONDS} if no budget is given.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="What all games are drawn from.")] = 0,
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Random plies before the players begin, the same for each once in every seat.")
    ] = 0,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop as soon as it is decided which difference in strength is true.",
            show_default=False,
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Games played at once, each on a core of its own.")] = 1,
    time_limit: Annotated[
        float | None, typer.Option(help="Seconds after which a choice loses the game.", show_default=False)
    ] = None,
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
    match, and the score so far is printed.
    """
    if iterations is None and seconds is None:
        seconds = SECONDS
    output = Output(quiet=json)
    has_human = any(isinstance(load_player(player, iterations, seconds), HumanPlayer) for player in players)
    with _bar(output, games, is_hidden=has_human) as advance:

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
            out=out,
            progress=progress,
        )
    _show(output, result, json)
    return INTERRUPTED if result.stopped_by == "interrupted" else DONE


@contextmanager
def _bar(output: Output, games: int, *, is_hidden: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar at a terminal; yield what to call with the number of games done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    is_hidden = is_hidden or not output.is_live
    with Progress(*columns, console=output, transient=True, auto_refresh=False, disable=is_hidden) as bar:
        task = bar.add_task(f"game 1{FIRST_TIME}", total=games)
        bar.refresh()
        yield lambda done: bar.update(task, completed=done, description="", refresh=True)


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
