"""`monteverde tune`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
ARGUMENTS = (
    "tune",
    "uct:iterations=10",
    "--game",
    "tic_tac_toe",
    "--param",
    "c=0.1..3",
    "--trials",
    "2",
    "--games",
    "2",
)


def test_each_match_has_a_line_and_all_of_them_a_table(run: Run, tmp_path: Path) -> None:
    """A second time nothing is played again, and the table is the same."""
    arguments = (*ARGUMENTS, "--out", str(tmp_path / "tuning"))
    lines = run(*arguments).stdout.splitlines()
    assert sum(line.startswith("uct:iterations=10,c=") and "games" in line for line in lines[:5]) == 5
    assert lines[6].split() == ["player", "in", "games", "score", "95%", "interval"]
    assert lines[-1].startswith("best: uct:iterations=10,c=")
    assert run(*arguments).stdout.splitlines() == lines[5:]


def test_json_is_one_object(run: Run) -> None:
    """The best player on top."""
    result = json.loads(run(*ARGUMENTS, "--json").stdout)
    assert result["player"].startswith("uct:iterations=10,c=")
    assert len(result["trials"]) == 2


def test_a_range_that_is_none(run: Run) -> None:
    """One sentence, and exit code 2."""
    shown = run("tune", "uct", "--game", "nim", "--param", "c=3")
    assert (shown.exit_code, shown.stderr.count("\n")) == (2, 1)
    assert "write NAME=LOW..HIGH" in shown.stderr
