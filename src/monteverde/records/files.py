"""Records as files, by a table of formats."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from monteverde.errors import RecordError, UsageError
from monteverde.game import Game
from monteverde.records import sgf_format, text_format
from monteverde.records.naming import Given, shortened
from monteverde.records.record import Record

MOST_BYTES = 1 << 20
"""Of a file: no record of one game is longer, with every move explained."""

MOST_SAID = 400  # characters of what is wrong, which may quote the file


@dataclass(frozen=True)
class Format:
    """A way to write a game down."""

    suffix: str
    """What a file's name ends in; "" for all that nothing else claims."""
    begins: bytes
    """What a file begins with whose name does not tell."""
    parse: Callable[[bytes, Given | None], Record]
    compose: Callable[[Record], bytes]


FORMATS = (
    Format(".sgf", b"(", sgf_format.parse, sgf_format.compose),
    Format("", b"", text_format.parse, text_format.compose),
)


def read_record(path: str | os.PathLike[str], game: Game | str | None = None) -> Record:
    """Read a record of a game from a file: SGF, or the plain text that `write_record` writes.

    Every move is played, so what is returned is legal. Nothing that the file names is run.

    Args:
        path: the file.
        game: what it must be a record of; needed for games in files of your own. A text binds only the parameters in
            it, and gives those that the file is silent about.

    Raises:
        RecordError: if it cannot be read; the sentence says where and why.
        MissingExtraError: if it is SGF, and the extra `sgf` is not installed.
    """
    given = Given.of(game)
    record = parse_record(path, given)
    if given is not None:
        try:
            given.refuse_other(record.game)
        except RecordError as error:
            raise RecordError(f"{os.fspath(path)}: {error}") from None
    return record


def parse_record(path: str | os.PathLike[str], given: Given | None) -> Record:
    """Read a record whose game may differ from the given one, which says what the file is silent about."""
    data = _content(path)
    chosen = _format_named(path)
    if not chosen.suffix:
        chosen = next(way for way in FORMATS if data.lstrip().startswith(way.begins))
    try:
        return chosen.parse(data, given)
    except UsageError as error:
        raise RecordError(f"{os.fspath(path)}: {shortened(str(error), MOST_SAID)}") from None


def write_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, as SGF if its name ends in .sgf and else as plain text.

    The file is whole at every moment: what was there before, or the new record.

    Raises:
        UsageError: if the file cannot be written, or SGF has no such game.
        MissingExtraError: if it is SGF, and the extra `sgf` is not installed.
    """
    try:
        data = _format_named(path).compose(record)
    except RecordError as error:
        raise RecordError(f"{os.fspath(path)}: {error}") from None
    target = Path(path).resolve()  # a link stays one
    if target.exists() and not target.is_file():
        raise UsageError(f"{os.fspath(path)} is no file; give the name of one")
    try:
        _put_in_place(data, target)
    except OSError as error:
        raise UsageError(f"{os.fspath(path)} cannot be written: {error.strerror or error}") from None


def _put_in_place(data: bytes, target: Path) -> None:
    """Write beside `target` and then rename, which nobody can see half done."""
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _content(path: str | os.PathLike[str]) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = getattr(error, "strerror", None) or error
        raise RecordError(f"{os.fspath(path)} cannot be read: {reason}") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{os.fspath(path)} is longer than {MOST_BYTES >> 20} MB, which no record of one game is")
    if not data.strip():
        raise RecordError(f"{os.fspath(path)} is empty")
    return data


def _format_named(path: str | os.PathLike[str]) -> Format:
    """Return the format that a file of this name is written in."""
    return next(way for way in FORMATS if os.fspath(path).lower().endswith(way.suffix))
