"""Questions and answers of the line protocol of our own, from the side that asks.

A question has a `command` and an `id`; an answer may bring that id back, and is a refusal if it holds `error`.
"""

from __future__ import annotations

from typing import Any

from monteverde.engines.messages import decode, encode
from monteverde.engines.process import EngineProcess
from monteverde.engines.text import shown
from monteverde.errors import EngineError, UsageError


class JsonRefusedError(EngineError):
    """The program answered with an error."""


class JsonClient:
    """A program that answers the line protocol."""

    def __init__(self, process: EngineProcess, seconds: float) -> None:
        """Take a running program, and how long each of its answers may take."""
        self.process, self.seconds = process, seconds
        self._number = 0

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to a question.

        Raises:
            JsonRefusedError: if it is an error.
            EngineError: if there is none, or it is no JSON object, or it belongs to another question.
        """
        self._number += 1
        self.process.ask(encode({"command": command, "id": self._number, **fields}), self.seconds)
        line = ""
        while not line.strip():
            line = self.process.read_line()
        return read_answer(line, self.process.name, command, self._number)


def read_answer(line: str, name: str, command: str, number: int) -> dict[str, Any]:
    """Return the answer in a line of the program `name` to question `number`, which is `command`.

    Raises:
        JsonRefusedError: if it is an error.
        EngineError: if it is no JSON object, or belongs to another question.
    """
    try:
        answer = decode(line)
    except UsageError as error:
        raise EngineError(f"{name} did not answer {command!r}: {error}") from None
    if answer.get("id", number) != number:
        raise EngineError(
            f"{name} answered question {shown(repr(answer['id']))} when it was asked {command!r}, {number}"
        )
    if "error" in answer:
        raise JsonRefusedError(f"{name} refused {command!r}: {shown(str(answer['error']))}")
    return answer
