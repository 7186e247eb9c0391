"""`monteverde match`: which of several players is stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from monteverde.arena import MatchResult, match
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.interrupt import held_back
from monteverde.cli.live import FIRST_TIME
from monteverde.cli.options import GameArgument, Json, MoveIterations
from monteverde.cli.output import Output, print_json
from monteverde.game import load_game
from monteverde.players import HumanPlayer, load_player, player_names

SECONDS = 0.1  # for a move, if no budget is given: a match is many moves


def command(
    game: GameArgument,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...", help=f"One for each seat: {', '.join(player_names())}; parameters as in uct:c=1.0."
        ),
    ],
    games: Annotated[int, typer.Option(help="How many games.")] = 10,
    iterations: MoveIterations = None,
    seconds: Annotated[
        float | None, typer.Option(help=f"The most wall time for a move; {SECONDS} if no budget is given.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="What all games are drawn from.")] = 0,
    json: Json = False,
) -> int:
    """Play many games between the same players.

    They change seats after each game. A player may have a budget of its own: uct:iterations=500. Ctrl-C ends the
    match, and the score so far is printed.
    """
    if iterations is None and seconds is None:
        seconds = SECONDS
    output = Output(quiet=json)
    loaded = [load_player(player, iterations, seconds) for player in players]
    has_human = any(isinstance(player, HumanPlayer) for player in loaded)
    with _bar(output, games, is_hidden=has_human) as advance:

        def progress(result: MatchResult) -> None:
            number = len(result.records)
            with held_back():
                output.say(f"{number:>{len(str(games))}}  {result.records[-1]}")
                advance()

        result = match(loaded, load_game(game), games, seed=seed, progress=progress)
    _show(output, result, json)
    return INTERRUPTED if result.stopped_by == "interrupted" else DONE


@contextmanager
def _bar(output: Output, games: int, *, is_hidden: bool) -> Iterator[Callable[[], None]]:
    """Show a progress bar at a terminal; yield what to call after each game."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    is_hidden = is_hidden or not output.is_live
    with Progress(*columns, console=output, transient=True, auto_refresh=False, disable=is_hidden) as bar:
        task = bar.add_task(f"game 1{FIRST_TIME}", total=games)
        bar.refresh()
        yield lambda: bar.update(task, advance=1, description="", refresh=True)


def _show(output: Output, result: MatchResult, json: bool) -> None:
    """Print how the match ended."""
    if json:
        print_json(result.to_dict())
    output.say()
    if result.records:
        output.table(result.rows())
        output.say()
    for line in result.summary():
        output.say(line)
