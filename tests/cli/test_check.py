"""`monteverde check`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]

BROKEN = """
import monteverde as mv

class Broken(mv.Game):
    state = [("heap", int)]
    num_players, num_actions = 2, 3
"""


def test_a_game_that_keeps_its_promises(run: Run, own_game: str) -> None:
    """The report says so, and the exit code is 0."""
    shown = run("check", own_game, "--games", "5")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("nim: keeps its promises")
    assert "5 games" in shown.stdout


def test_a_game_that_breaks_them(run: Run, tmp_path: Path) -> None:
    """Everything that is wrong is told, not only the first, and the exit code is 1."""
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    shown = run("check", str(file))
    assert shown.exit_code == 1
    assert all(name in shown.stdout for name in ("max_length", "start", "legal_actions", "rewards"))


def test_a_built_in_game_is_checked_by_its_name(run: Run) -> None:
    """Parameters included; the same seed gives the same report."""
    reports = [run("check", "connect_four:width=4,height=4", "--games", "3", "--seed", "2").stdout for _ in range(2)]
    assert reports[0].startswith("connect_four:width=4,height=4: keeps its promises")
    assert reports[0] == reports[1]
