"""`monteverde playthrough`: every rule's answer along one game, to be kept and compared."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from monteverde.cli.exit_codes import BROKEN, DONE
from monteverde.cli.options import GameArgument
from monteverde.cli.output import Output
from monteverde.errors import UsageError
from monteverde.game import load_game
from monteverde.game.playthrough import STATES, playthrough


def command(
    game: GameArgument,
    seed: Annotated[int, typer.Option(help="What the game is drawn from.")] = 0,
    states: Annotated[int, typer.Option(help="How many states of it to show.")] = STATES,
    compare: Annotated[
        Path | None, typer.Option(help="A file to compare with: say nothing if it is equal.", show_default=False)
    ] = None,
) -> int:
    """Print what every rule answers along one random game.

    Keep it in a file, and compare after each change of the rules. The exit code is 1 if they differ.
    """
    text = playthrough(load_game(game), seed=seed, states=states)
    if compare is None:
        Output().picture(text.rstrip("\n"))
        return DONE
    try:
        kept = compare.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{compare} cannot be read: {error}; write it first: monteverde playthrough {game}") from None
    if kept == text:
        return DONE
    difference = difflib.unified_diff(kept.splitlines(), text.splitlines(), str(compare), "now", lineterm="")
    Output().picture("\n".join(difference))
    return BROKEN
