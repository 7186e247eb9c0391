"""`monteverde show`: what a record holds."""

from __future__ import annotations

from typing import Annotated

import typer

from monteverde.cli.analysis import show_position
from monteverde.cli.exit_codes import DONE
from monteverde.cli.output import Output
from monteverde.cli.starts import record_from
from monteverde.records import Record


def command(
    record: Annotated[str, typer.Argument(metavar="FILE[:N]", help="A record, or a record and a number of moves.")],
    game: Annotated[str | None, typer.Option(help="The game, if it is one of your own.", show_default=False)] = None,
) -> int:
    """Show a record: who played, the board at its end or after N moves, and the moves.

    Records are SGF (Go and its kin, Hex, Othello, Gomoku) or the library's plain text.
    """
    shown = record_from(game, record)
    output = Output()
    for line in _about(shown):
        output.say(line)
    output.say()
    show_position(output, shown.position())
    if shown.actions:
        output.say(f"moves: {' '.join(f'{ply}. {name}' for ply, name in enumerate(shown.moves, start=1))}")
    if text := shown.comments.get(len(shown.actions)):
        output.say()
        for line in text.splitlines():
            output.say(line)
    return DONE


def _about(record: Record) -> list[str]:
    """Return what is known beside the moves."""
    game = record.game
    who = [f"{game.player_name(seat)}: {name}" for seat, name in enumerate(record.players) if name]
    dated = [f"{key}: {value}" for key, value in (("date", record.date), ("result", record.result)) if value]
    return [game.spec, *who, *dated]
