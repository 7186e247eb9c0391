"""`monteverde gtp`: an engine for programs that speak the Go Text Protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from monteverde.cli.exit_codes import DONE
from monteverde.cli.options import MoveIterations, Seed
from monteverde.cli.starts import GameOrRecord, PositionOption, record_from
from monteverde.errors import UsageError
from monteverde.protocols.gtp import PLAYER, GtpEngine
from monteverde.protocols.lines import LineReader, serve
from monteverde.protocols.record import with_parameter


def command(
    game: GameOrRecord = None,
    size: Annotated[int | None, typer.Option(help="Rows of the board, until the other program says.")] = None,
    player: Annotated[str, typer.Option(help="Who plays.")] = PLAYER,
    iterations: MoveIterations = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="The most wall time for a move; if no budget, one second or what a clock allows."),
    ] = None,
    threads: Annotated[int | None, typer.Option(help="How many threads share the work.")] = None,
    seed: Seed = None,
    position: PositionOption = None,
) -> int:
    """Answer the Go Text Protocol: an engine for GUIs and referees.

    For Go, atari go, NoGo, Hex and other games of two whose moves are cells of a board. Standard output carries the
    protocol alone. It ends with quit or with the input.
    """
    record = record_from(game, position)
    loaded = record.game
    if size is not None:
        if position is not None:
            raise UsageError("--size and --position both say how large the board is; give one of them")
        loaded = with_parameter(loaded, "size", size)
    engine = GtpEngine(loaded, player, iterations=iterations, seconds=seconds, threads=threads, seed=seed)
    if position is not None:
        engine.record.load(record)
    try:
        serve(engine, LineReader(sys.stdin.fileno()), sys.stdout)
    finally:
        engine.player.close()
    return DONE
