"""Questions and answers of the Go Text Protocol, version 2, from the side of the controller.

An answer is `=` or `?`, a number that we never send, and text, closed by an empty line. Empty lines before it, and a
carriage return at the end of each line, are let pass.

Source: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2*, 2002.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from monteverde.engines.process import EngineProcess
from monteverde.engines.text import shown
from monteverde.errors import EngineError

HEAD = re.compile(r"([=?])(\d*)(?:[ \t]+(.*)|)", re.DOTALL)
COLOURS = ("black", "white")


class RefusedError(EngineError):
    """The program answered `?`; `text` is why."""

    def __init__(self, name: str, line: str, text: str) -> None:
        super().__init__(f"{name} refused {shown(line)!r}: {shown(text) or 'no reason given'}")
        self.text = text


class GtpClient:
    """A program that answers GTP."""

    def __init__(self, process: EngineProcess, seconds: float) -> None:
        """Take a running program, and how long each of its answers may take."""
        self.process, self.seconds = process, seconds

    def ask(self, line: str) -> str:
        """Return the answer to a command.

        Raises:
            RefusedError: if it is an error.
            EngineError: if there is none, or it is no answer of GTP.
        """
        self.process.ask(line, self.seconds)
        mark, text = read_answer(self.process.read_line, self.process.fault)
        if mark == "?":
            raise RefusedError(self.process.name, line, text)
        return text

    def commands(self) -> set[str]:
        """Return the commands that it knows; none if it does not know how to say that."""
        try:
            return set(self.ask("list_commands").split())
        except RefusedError:
            return set()


def read_answer(read_line: Callable[[], str], fault: Callable[[str], EngineError]) -> tuple[str, str]:
    """Return the mark, = or ?, and the text of the next answer.

    Raises:
        EngineError: what `fault` makes of a sentence, if what comes is no answer.
    """
    line = ""
    while not line.strip():
        line = read_line()
    found = HEAD.fullmatch(line)
    if found is None:
        raise fault(f"wrote {shown(line)!r}, which is no answer,")
    lines = [found[3] or ""]
    while (line := read_line()).strip():
        lines.append(line)
    return found[1], "\n".join(lines).strip()
