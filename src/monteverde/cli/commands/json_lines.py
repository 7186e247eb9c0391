"""`monteverde json-lines`: an engine for programs in any language."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from monteverde.cli.exit_codes import DONE
from monteverde.cli.options import MoveIterations, MoveSeconds, Seed
from monteverde.game import load_game
from monteverde.protocols.json_engine import JsonEngine
from monteverde.protocols.lines import LineReader, serve


def command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="What is played until another game is asked for.", show_default=False),
    ] = None,
    player: Annotated[str, typer.Option(help="Who chooses.")] = "uct",
    iterations: MoveIterations = None,
    seconds: MoveSeconds = None,
    seed: Seed = None,
) -> int:
    """Answer JSON objects, one a line: an engine for programs in any language.

    For all games. Standard output carries the answers alone, one for each line. It ends with quit or with the input.
    """
    loaded = None if game is None else load_game(game)
    engine = JsonEngine(loaded, player, iterations=iterations, seconds=seconds, seed=seed)
    serve(engine, LineReader(sys.stdin.fileno()), sys.stdout)
    return DONE
