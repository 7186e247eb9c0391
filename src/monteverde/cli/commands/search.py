"""`monteverde search`: what to play in one position."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from monteverde.budget import Budget
from monteverde.cli.analysis import LINES_BELOW, LIVE_ACTIONS, SHOWN_ACTIONS, draw_table, show_position, show_result
from monteverde.cli.board import show_board, write_svg
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.kept_search import LoadFile, SaveFile, kept_in, refuse_loss, search_in
from monteverde.cli.live import FIRST_TIME, live_search
from monteverde.cli.options import DEFAULT_ALGORITHM, Algorithm, Iterations, Json, Nodes, Seconds, Seed, SvgFile
from monteverde.cli.output import Output, print_json
from monteverde.cli.starts import GameOrRecord, PositionOption, record_from
from monteverde.game import Position
from monteverde.search.algorithms import load_search
from monteverde.search.result import SearchResult
from monteverde.search.session import Search


def command(
    game: GameOrRecord = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d d e".')] = "",
    position: PositionOption = None,
    iterations: Iterations = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    algorithm: Algorithm = None,
    seed: Seed = None,
    threads: Annotated[int | None, typer.Option(help="How many threads share the work.")] = None,
    memory: Annotated[str | None, typer.Option(help="The most memory for the tree, such as 512MB.")] = None,
    save: SaveFile = None,
    load: LoadFile = None,
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
    own: dict[str, Any] = {"threads": threads, "memory": memory}
    budget = Budget(iterations, seconds, nodes)
    if save is not None:
        refuse_loss(save, load)
    if load is not None:
        search, place = search_in(load, game, algorithm, moves, {"position": position, "seed": seed, **own})
    else:
        mcts = load_search(algorithm or DEFAULT_ALGORITHM)
        mcts = replace(mcts, **{key: value for key, value in own.items() if value is not None})
        place = record_from(game, position).position().play_all(moves)
        is_repeatable = save is not None or seed is not None or budget.seconds is None
        expected = None if save else budget.iterations
        search = Search(mcts, place, seed=seed, expected=expected, is_repeatable=is_repeatable)
    output = Output(quiet=json)
    with kept_in(save, search):
        result = search_shown(output, search, place, budget, live)
    if heat and not json:
        output.say()
        show_board(output, place, result)
    if svg is not None:
        write_svg(svg, place, result)
    if json:
        names = [place.action_name(action) for action in place.history]
        named = {"algorithm": algorithm or DEFAULT_ALGORITHM} if load is None else {"loaded": load}
        print_json({"game": place.game.spec, "moves": names, **named, **result.to_dict()})
    return exit_code_of(result)


def search_shown(
    output: Output, search: Search, position: Position, budget: Budget, live: bool = False
) -> SearchResult:
    """Run `search` of `position`, live at a terminal, then print it and what was found.

    `live` draws as much of the root table as the terminal holds, else it is the best few actions.
    """
    title = f"searching {position.game.spec}{FIRST_TIME}"
    most = max(1, min(SHOWN_ACTIONS, output.height - LINES_BELOW)) if live else LIVE_ACTIONS
    with live_search(output, title, lambda result: draw_table(result, output.width, most)) as progress:
        search.run(iterations=budget.iterations, seconds=budget.seconds, nodes=budget.nodes, progress=progress)
        result = search.result()
    show_position(output, position)
    output.say()
    show_result(output, result)
    return result


def exit_code_of(result: SearchResult) -> int:
    """Return what a command that ends with this search answers."""
    return INTERRUPTED if result.statistics.stopped_by == "interrupted" else DONE
