"""`monteverde json-lines`, in a process with pipes as other programs start it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Run = Callable[..., Any]


def test_a_whole_session_is_answered(process: Run) -> None:
    """One object for each line; only these are on standard output, and quit ends it well."""
    questions = [
        '{"command": "hello", "id": 1}',
        "",
        "\x00\x1b[2J",
        '{"command": "new_game", "game": "nim", "id": 2}\r',
        '{"command": "choose", "id": 3}',
        '{"command": "quit", "id": 4}',
        '{"command": "hello", "id": 5}',
    ]
    done = process("json-lines", "--player", "random", "--seed", "1", typed="\n".join(questions))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("id") for answer in answers] == [1, None, 2, 3, 4]
    assert ["error" in answer for answer in answers] == [False, True, False, False, False]
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_can_be_named_at_the_start(run: Run) -> None:
    """A wrong one is told as everywhere."""
    done = run("json-lines", "hexx")
    assert done.exit_code == 2
    assert "unknown game 'hexx'" in done.stderr


def test_the_end_of_the_input_ends_it(process: Run) -> None:
    """Even in the middle of a line."""
    done = process("json-lines", "nim", "--player", "random", typed='{"command": "position"}\n{"comm')
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["game"], "is no JSON" in second["error"], done.returncode) == ("nim", True, 0)
