"""`monteverde check`: whether a game keeps the promises that searches rely on."""

from __future__ import annotations

from typing import Annotated

import typer

from monteverde.cli.exit_codes import BROKEN, DONE
from monteverde.cli.options import GameArgument
from monteverde.cli.output import Output
from monteverde.game import load_game
from monteverde.records.conformance import check


def command(
    game: GameArgument,
    games: Annotated[int, typer.Option(help="How many random games to play.")] = 100,
    seed: Annotated[int, typer.Option(help="What the random play starts from.")] = 0,
) -> int:
    """Check that a game keeps its promises.

    Searches rely on them. The exit code is 1 if any is broken.
    """
    report = check(load_game(game, validate=False), games=games, seed=seed)
    Output().say(str(report))
    return DONE if report.is_ok else BROKEN
