"""`monteverde perfect`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
ARGUMENTS = ("perfect", "uct", "random", "--game", "tic_tac_toe", "--positions", "10", "--iterations", "5,20")


def test_a_line_for_each_point_and_a_table(run: Run, tmp_path: Path) -> None:
    """And a drawing."""
    pytest.importorskip("matplotlib").use("agg")
    lines = run(*ARGUMENTS, "--plot", str(tmp_path / "curve.svg")).stdout.splitlines()
    assert lines[0].startswith("5 simulations: uct: perfect in ")
    assert lines[5].split() == ["player", "simulations", "positions", "perfect", "95%", "interval"]
    assert len(lines) == 12
    assert "<svg" in (tmp_path / "curve.svg").read_text()


def test_json_is_one_object(run: Run) -> None:
    """A point for each player and budget."""
    assert len(json.loads(run(*ARGUMENTS, "--json").stdout)["points"]) == 4


@pytest.mark.parametrize("text", ["", "ten", "1,,2", "0", "5,-1"])
def test_budgets_must_be_numbers(run: Run, text: str) -> None:
    """One sentence with an example."""
    shown = run("perfect", "uct", "--game", "tic_tac_toe", "--iterations", text)
    assert (shown.exit_code, shown.stderr.count("\n")) == (2, 1)
    assert "such as 10,100,1000" in shown.stderr
