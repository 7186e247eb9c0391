"""The line protocol of our own: JSON objects, one a line. What a message looks like, and the side that asks.

A question has a `command` and an `id`, which comes back; an answer that holds `error` is a refusal. What is in the
others, docs/protocols.md tells.
"""

from __future__ import annotations

import json
from typing import Any

from monteverde.engines.process import EngineProcess
from monteverde.engines.text import shown
from monteverde.errors import EngineError, UsageError

PROTOCOL = 1


class JsonRefusedError(EngineError):
    """The program answered with an error; `text` is what it says."""

    def __init__(self, name: str, command: str, text: str) -> None:
        super().__init__(f"{name} refused {command!r}: {text or 'no reason given'}")
        self.text = text


def encode(message: dict[str, Any]) -> str:
    """Return a message as a line of ASCII, without its end."""
    return json.dumps(message, allow_nan=False, separators=(", ", ": "))


def decode(line: str) -> dict[str, Any]:
    """Return the message in a line.

    Raises:
        UsageError: if it is no JSON object.
    """
    try:
        message = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UsageError(f"{shown(line)!r} is no JSON: {why}") from None
    if not isinstance(message, dict):
        raise UsageError(f'{shown(line)!r} is no JSON object; send one like {{"command": "hello"}} on each line')
    return message


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


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
        try:
            answer = decode(line)
        except UsageError as error:
            raise EngineError(f"{self.process.name} did not answer {command!r}: {error}") from None
        if answer.get("id", self._number) != self._number:
            raise EngineError(
                f"{self.process.name} answered {command!r} with id {shown(repr(answer['id']))}, it has {self._number}"
            )
        if "error" in answer:
            raise JsonRefusedError(self.process.name, command, shown(str(answer["error"])))
        return answer
