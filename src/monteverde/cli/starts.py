"""Where a command begins: at the beginning of a game, or anywhere in a record of one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from monteverde.errors import UsageError
from monteverde.game import load_game
from monteverde.records import Record, read_record

GameOrRecord = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A built-in name, such as hex:11, or a game of your own: mygame.py:Nim. --position brings its own.",
        show_default=False,
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="FILE[:N]",
        help="A record (SGF or text) to begin from: where it ends, or after N moves.",
        show_default=False,
    ),
]
PLACE = re.compile(r"(.+):([0-9]{1,9})", re.DOTALL)


def record_from(game: str | None, place: str | None) -> Record:
    """Return what there is to begin from: a record as far as it is wanted, or a game without any moves.

    Args:
        game: the name of a game.
        place: FILE or FILE:N.

    Raises:
        UsageError: if neither is given, the record cannot be read, or is one of another game.
    """
    if place is None:
        if game is None:
            raise UsageError("there is no game to begin; name one, such as hex:11, or give --position FILE")
        return Record(load_game(game))
    path, ply = split_place(place)
    record = read_record(path, game)
    if ply is None:
        return record
    if ply > len(record.actions):
        raise UsageError(f"{path} has no move {ply}; it has {len(record.actions)}")
    return record.until(ply)


def split_place(place: str) -> tuple[str, int | None]:
    """Return the path and the number of moves in FILE:N; a file of that whole name comes first."""
    found = PLACE.fullmatch(place)
    if found is None or Path(place).exists():
        return place, None
    return found.group(1), int(found.group(2))
