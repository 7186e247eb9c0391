"""`monteverde solve`: what a position is worth, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from monteverde.cli.analysis import SHOWN_ACTIONS, show_position
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.live import FIRST_TIME
from monteverde.cli.options import Json
from monteverde.cli.output import Output, print_json
from monteverde.cli.starts import GameOrRecord, PositionOption, record_from
from monteverde.errors import UnknownNameError
from monteverde.exact import load_method, method_for, method_names
from monteverde.exact.method import Method
from monteverde.exact.method import Progress as Report
from monteverde.exact.result import SolveResult
from monteverde.game import Game
from monteverde.spec import format_spec, parse_spec

ALPHA_BETA = "alphabeta"


def command(
    game: GameOrRecord = None,
    moves: Annotated[str, typer.Option(help='Moves to play first, such as "d d e".')] = "",
    position: PositionOption = None,
    method: Annotated[
        str,
        typer.Option(help=f"One of {', '.join(method_names())}, or auto; parameters as in alphabeta:depth=8."),
    ] = "auto",
    order: Annotated[str, typer.Option(help="Which actions first: plain, centre, killers, history, prior.")] = "",
    depth: Annotated[int, typer.Option(min=0, help="How many plies deep, then the heuristic; 0: to the end.")] = 0,
    table: Annotated[str, typer.Option(help="Memory of the transposition table, such as 1GB.")] = "",
    all_actions: Annotated[bool, typer.Option("--all", help="The exact value of every action.")] = False,
    seconds: Annotated[float | None, typer.Option(help="The most wall time; until it is solved if not given.")] = None,
    json: Json = False,
) -> int:
    """Solve a position: its value under best play of all players, and the best actions.

    Ctrl-C ends it early: what is known until then is printed, and the exit code is 130.
    """
    place = record_from(game, position).position().play_all(moves)
    loaded = place.game
    options = {"order": order, "depth": str(depth or ""), "table": table}
    chosen = _configured(method, loaded, {key: value for key, value in options.items() if value})
    if all_actions:
        chosen = chosen.for_all_actions()
    output = Output(quiet=json)
    with _bar(output, f"solving {loaded.spec}{FIRST_TIME}") as progress:
        result = chosen.solve(place, seconds=seconds, progress=progress)
    if json:
        names = [place.action_name(action) for action in place.history]
        print_json({"moves": names, **result.to_dict()})
    show_position(output, place)
    output.say()
    show_solution(output, result)
    return INTERRUPTED if result.statistics.stopped_by == "interrupted" else DONE


def show_solution(output: Output, result: SolveResult) -> None:
    """Print what each action is worth, and what the method says of itself."""
    output.table(result.rows(SHOWN_ACTIONS))
    if len(result.actions) > SHOWN_ACTIONS:
        output.say(f"... and {len(result.actions) - SHOWN_ACTIONS} more", style="dim")
    output.say()
    for line in result.summary():
        output.say(line)


def _configured(text: str, game: Game, options: dict[str, str]) -> Method:
    """Return the method that `text` names with the parameters that the command line gives beside it."""
    if text == "auto" and "order" in options:
        text = ALPHA_BETA  # to ask for an order is to ask what it saves
    spec = parse_spec(method_for(game).spec if text == "auto" else text)
    if not options:
        return load_method(text if text != "auto" else format_spec(spec.name, spec.arguments))
    if spec.value is not None:
        raise UnknownNameError("parameter of " + spec.name, spec.value, options, "Name it: depth=8.")
    return load_method(format_spec(spec.name, {**spec.arguments, **options}))


@contextmanager
def _bar(output: Output, title: str) -> Iterator[Report | None]:
    """Show how far it is, at a terminal; yield what to report to."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[said]}"), TimeElapsedColumn())
    with Progress(*columns, console=output, transient=True, disable=not output.is_live) as bar:
        task = bar.add_task(title, total=None, said="")

        def report(result: SolveResult) -> None:
            done = result.statistics.details.get("done")
            share = float(done) if isinstance(done, (int, float)) else None
            said = f"{result.nodes:,} nodes, {result.action_name} so far"
            bar.update(task, description=f"solving {result.game}", completed=share or 0, total=share and 1, said=said)

        yield report if output.is_live else None
