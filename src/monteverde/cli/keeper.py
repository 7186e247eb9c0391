"""Keeps the record of a game that is played in a file: whole after every move, however the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from monteverde.arena import GameRecord
from monteverde.arena.written import ended, today
from monteverde.cli.output import Output
from monteverde.cli.starts import split_place
from monteverde.errors import UsageError
from monteverde.game import Position
from monteverde.records import Record, write_record


class Keeper:
    """Writes a record anew after each move, once whatever stood there is known to be no loss."""

    def __init__(self, path: str, begun: Record, output: Output, players: Sequence[str], seed: int) -> None:
        """Write what there is.

        Raises:
            UsageError: if the file cannot be written.
        """
        seed_of_all = seed if not begun.actions else None  # one seed does not tell a game that others began
        self.record = replace(begun, players=tuple(players), seed=seed_of_all, date=begun.date or today())
        self.path = path
        self.output = output
        write_record(self.record, path)

    def keep(self, position: Position) -> None:
        """Write the game as far as `position`. What goes wrong is said, and the game goes on."""
        self._write(replace(self.record, actions=position.history))

    def conclude(self, position: Position, played: GameRecord) -> None:
        """Write the game to its end."""
        self._write(ended(replace(self.record, actions=position.history), position, played))

    def _write(self, record: Record) -> None:
        kept = {ply: text for ply, text in record.comments.items() if ply <= len(record.actions)}
        try:
            write_record(replace(record, comments=kept), self.path)
        except UsageError as error:
            self.output.say(str(error), style="bold")


def refuse_loss(path: str, place: str | None) -> None:
    """Raise UsageError if `path` holds something, unless it is the record that is played on, from its end."""
    is_same = place is not None and split_place(place)[1] is None and Path(path).exists() and Path(path).samefile(place)
    if Path(path).exists() and not is_same:
        raise UsageError(f"{path} is there already; give another name, or move it away")
