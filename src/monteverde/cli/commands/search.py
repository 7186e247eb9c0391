"""`monteverde search`: what to play in one position."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from monteverde.cli.analysis import draw_table, show_position, show_result
from monteverde.cli.board import show_board, write_svg
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.live import FIRST_TIME, live_search
from monteverde.cli.options import Algorithm, Iterations, Json, Seconds, Seed, SvgFile
from monteverde.cli.output import Output, print_json
from monteverde.cli.starts import GameOrRecord, PositionOption, record_from
from monteverde.game import Position
from monteverde.search.algorithms import load_search
from monteverde.search.mcts import MCTS
from monteverde.search.result import SearchResult


def command(
    game: GameOrRecord = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d d e".')] = "",
    position: PositionOption = None,
    iterations: Iterations = None,
    seconds: Seconds = None,
    algorithm: Algorithm = "uct",
    seed: Seed = None,
    threads: Annotated[int | None, typer.Option(help="How many threads share the work.")] = None,
    memory: Annotated[str | None, typer.Option(help="The most memory for the tree, such as 512MB.")] = None,
    heat: Annotated[bool, typer.Option("--heat", help="Show where on the board the search looked.")] = False,
    svg: SvgFile = None,
    json: Json = False,
) -> int:
    """Search a position: what to play, and why.

    Ctrl-C ends the search early: what was found until then is printed, and the exit code is 130.
    """
    changes: dict[str, Any] = {"threads": threads, "memory": memory}
    mcts = replace(load_search(algorithm), **{key: value for key, value in changes.items() if value is not None})
    place = record_from(game, position).position().play_all(moves)
    output = Output(quiet=json)
    result = search_shown(output, mcts, place, iterations=iterations, seconds=seconds, seed=seed)
    if heat and not json:
        output.say()
        show_board(output, place, result)
    if svg is not None:
        write_svg(svg, place, result)
    if json:
        names = [place.action_name(action) for action in place.history]
        print_json({"game": place.game.spec, "moves": names, "algorithm": algorithm, **result.to_dict()})
    return exit_code_of(result)


def search_shown(output: Output, mcts: MCTS, position: Position, **budget: Any) -> SearchResult:
    """Search `position`, live at a terminal, then print it and what was found."""
    title = f"searching {position.game.spec}{FIRST_TIME}"
    with live_search(output, title, lambda result: draw_table(result, output.width)) as progress:
        result = mcts.search(position, progress=progress, **budget)
    show_position(output, position)
    output.say()
    show_result(output, result)
    return result


def exit_code_of(result: SearchResult) -> int:
    """Return what a command that ends with this search answers."""
    return INTERRUPTED if result.statistics.stopped_by == "interrupted" else DONE
