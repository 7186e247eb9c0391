"""The games of a match in a file: JSON Lines, to which each finished game is appended.

The first line says which match it is; a file of another one is refused. What a crash left of a line that was not
finished is cut off, so a match that was killed goes on where it stood, without losing or repeating a game.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from monteverde.arena.record import GameRecord
from monteverde.errors import UsageError

FORMAT = "monteverde match"
VERSION = 1


class Journal:
    """An open file of games. A second one of the same file is refused while the first is open."""

    records: dict[int, GameRecord]
    """The games in it, by their numbers."""

    def __init__(self, path: str | os.PathLike[str], match: Mapping[str, Any]) -> None:
        """Open `path`, or begin it.

        Args:
            path: the file.
            match: what tells this match from others, JSON-safe.

        Raises:
            UsageError: if it cannot be read and written, is of another match, or is none of games.
        """
        self.path = Path(path)
        self._head = {"format": FORMAT, "version": VERSION, **match}
        self.records = {}
        self._file = self._opened()
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def append(self, record: GameRecord) -> None:
        """Add a game, and see to it that it is on the disk.

        Raises:
            UsageError: if it cannot be written; the games before it stay.
        """
        self._write(record.to_dict())
        self.records[record.number] = record

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _opened(self) -> IO[bytes]:
        if self.path.exists() and not self.path.is_file():  # a device may have no end to be read to
            raise UsageError(f"{self.path} cannot be written: it is no file; name another file")
        try:
            file = self.path.open("r+b" if self.path.exists() else "x+b", buffering=0)
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {error.strerror}; name another file") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise UsageError(
                f"another match is writing to {self.path} now; wait for it, or name another file"
            ) from None
        return file

    def _read(self) -> None:
        whole, newline, _ = self._file.read().rpartition(b"\n")
        self._file.seek(len(whole) + len(newline))
        self._file.truncate()
        lines = whole.split(b"\n") if newline else []
        if not lines:
            self._write(self._head)
            return
        self._check(_parsed(lines[0]))
        for number, line in enumerate(lines[1:], start=2):
            try:
                record = GameRecord.from_dict(_parsed(line))
            except (KeyError, TypeError, ValueError) as error:
                raise UsageError(f"line {number} of {self.path} is no game: {error}; mend it or delete it") from None
            self.records[record.number] = record

    def _check(self, head: Mapping[str, Any]) -> None:
        if head.get("format") != FORMAT:
            raise UsageError(f"{self.path} is no file of a match; name another file")
        for key, wanted in self._head.items():
            if head.get(key) != wanted:
                raise UsageError(
                    f"{self.path} is of another match: its {key} is {head.get(key)!r}, not {wanted!r}; "
                    "name another file, or go on with that match"
                )

    def _write(self, content: Mapping[str, Any]) -> None:
        begin = self._file.tell()
        line = json.dumps(content, allow_nan=False).encode() + b"\n"
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.seek(begin)
            self._file.truncate()
            raise UsageError(
                f"{self.path} cannot be written: {error.strerror}; the {len(self.records)} games in it are kept, and "
                "the same command goes on with them"
            ) from None


def _parsed(line: bytes) -> Mapping[str, Any]:
    """Return the object on a line, an empty one if there is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
