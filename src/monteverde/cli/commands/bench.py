"""`monteverde bench`: how fast this machine searches."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from monteverde.cli.commands.search import exit_code_of
from monteverde.cli.exit_codes import DONE
from monteverde.cli.live import live
from monteverde.cli.options import Json
from monteverde.cli.output import Output, print_json
from monteverde.game import CHANCE, Position, game_names, load_game
from monteverde.search.mcts import MCTS
from monteverde.search.result import SearchResult

HEAD = ("game", "simulations/s", "plies/playout", "nodes", "bytes/node")
SEED = 0  # the same trees each time


def command(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="All built-in games if none.", show_default=False)
    ] = None,
    iterations: Annotated[int, typer.Option(help="Simulations for each game.")] = 20_000,
    json: Json = False,
) -> int:
    """Measure how fast each game is searched.

    By UCT on one thread, from the first position. The columns: simulations a second, plies of a playout, nodes of the
    tree, bytes for each. Compiling is not counted.
    """
    positions = [first_choice(load_game(name).initial()) for name in games or game_names()]
    measured: list[dict[str, Any]] = []
    code, output = DONE, Output(quiet=json)
    with live(output) as show:
        for position in positions:
            show(Text(f"measuring {position.game.spec}", style="dim"))
            result = MCTS().search(position, iterations=iterations, seed=SEED)
            measured.append(_measures(position, result))
            code = code or exit_code_of(result)
            if code:
                break
    if json:
        print_json({"algorithm": "uct", "threads": 1, "games": measured})
    output.table([HEAD, *map(_row, measured)])
    return code


def first_choice(position: Position) -> Position:
    """Return the first position from `position` on in which a player chooses; the likeliest happens until then."""
    while not position.is_terminal and position.to_move == CHANCE:
        outcome, _ = max(position.chance_outcomes(), key=lambda pair: pair[1])
        position = position.play(outcome)
    return position


def _measures(position: Position, result: SearchResult) -> dict[str, Any]:
    numbers = result.statistics
    return {
        "game": position.game.spec,
        "simulations": numbers.simulations,
        "seconds": numbers.seconds,
        "simulations_per_second": numbers.simulations_per_second,
        "playout_length": numbers.playout_length,
        "nodes": numbers.nodes,
        "bytes_per_node": numbers.bytes_per_node,
    }


def _row(measures: dict[str, Any]) -> tuple[str, ...]:
    return (
        measures["game"],
        f"{measures['simulations_per_second']:,.0f}",
        f"{measures['playout_length']:.1f}",
        f"{measures['nodes']:,}",
        str(measures["bytes_per_node"]),
    )
