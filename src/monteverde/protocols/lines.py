"""Lines that come in by a file descriptor, and whether more have come meanwhile; and the loop of an engine over them.

Without a thread: `select` says whether something is waiting, and Ctrl-C ends the waiting as it ends all else.
"""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterator
from typing import Protocol, TextIO

CHUNK = 65536  # bytes read at once


class LineReader:
    """Reads lines from a file descriptor: a pipe, a terminal, a file."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._parts: list[bytes] = []  # what came after the last whole line
        self._lines: list[bytes] = []  # whole lines, the next one last
        self._is_ended = False

    def next_line(self) -> str | None:
        """Return the next line without its end, as soon as there is one; None at the end.

        What is no UTF-8 comes as replacement characters.
        """
        while not self._lines:
            if self._is_ended:
                return None
            self._read()
        return self._lines.pop().decode("utf-8", "replace")

    def has_more(self) -> bool:
        """Return whether `next_line` would answer at once, or something of the next line has come."""
        return bool(self._lines) or self._is_ended or bool(select.select([self._descriptor], [], [], 0)[0])

    def _read(self) -> None:
        chunk = os.read(self._descriptor, CHUNK)
        if not chunk:
            self._is_ended = True
            rest = b"".join(self._parts)
            self._lines = [rest] if rest else []
            return
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = b"".join([*self._parts, whole[0]])
            self._parts = []
            self._lines = whole[::-1]
        self._parts.append(rest)


class Responder(Protocol):
    """An engine that answers lines."""

    is_finished: bool

    def respond(self, line: str, has_more: Callable[[], bool]) -> Iterator[str]:
        """Yield the parts of the answer to a line. One that goes on by itself ends when `has_more()`."""


def serve(engine: Responder, lines: LineReader, output: TextIO) -> None:
    """Answer each line until the engine has finished or no more come; each part of an answer is sent at once."""
    while not engine.is_finished and (line := lines.next_line()) is not None:
        for part in engine.respond(line, lines.has_more):
            output.write(part)
            output.flush()
