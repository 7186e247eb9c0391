"""`monteverde search`: what to play in one position."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from monteverde.cli.analysis import LINES_BELOW, LIVE_ACTIONS, SHOWN_ACTIONS, draw_table, show_position, show_result
from monteverde.cli.board import show_board, write_svg
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.live import FIRST_TIME, live_search
from monteverde.cli.options import Algorithm, Iterations, Json, Nodes, Seconds, Seed, SvgFile
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
    nodes: Nodes = None,
    algorithm: Algorithm = "uct",
    seed: Seed = None,
    threads: Annotated[int | None, typer.Option(help="Threads on the one tree.")] = None,
    memory: Annotated[str | None, typer.Option(help="The most memory for the tree, such as 512MB.")] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Redraw the whole root table while it searches, at a terminal.")
    ] = False,
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
    budget = {"iterations": iterations, "seconds": seconds, "nodes": nodes}
    result = search_shown(output, mcts, place, live=live, seed=seed, **budget)
    if heat and not json:
        output.say()
        show_board(output, place, result)
    if svg is not None:
        write_svg(svg, place, result)
    if json:
        names = [place.action_name(action) for action in place.history]
        print_json({"game": place.game.spec, "moves": names, "algorithm": algorithm, **result.to_dict()})
    return exit_code_of(result)


def search_shown(output: Output, mcts: MCTS, position: Position, live: bool = False, **budget: Any) -> SearchResult:
    """Search `position`, live at a terminal, then print it and what was found.

    `live` draws as much of the root table as the terminal holds, else it is the best few actions.
    """
    title = f"searching {position.game.spec}{FIRST_TIME}"
    most = max(1, min(SHOWN_ACTIONS, output.height - LINES_BELOW)) if live else LIVE_ACTIONS
    with live_search(output, title, lambda result: draw_table(result, output.width, most)) as progress:
        result = mcts.search(position, progress=progress, **budget)
    show_position(output, position)
    output.say()
    show_result(output, result)
    return result


def exit_code_of(result: SearchResult) -> int:
    """Return what a command that ends with this search answers."""
    return INTERRUPTED if result.statistics.stopped_by == "interrupted" else DONE
