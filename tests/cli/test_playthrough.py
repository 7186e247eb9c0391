"""`monteverde playthrough`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]


def test_what_is_printed_compares_equal(run: Run, own_game: str, tmp_path: Path) -> None:
    """Kept in a file and compared, it is the same, and nothing is said."""
    shown = run("playthrough", own_game, "--seed", "4", "--states", "3")
    assert shown.exit_code == 0
    assert shown.stdout.count("\nply ") == 3
    file = tmp_path / "nim.txt"
    file.write_text(shown.stdout)
    again = run("playthrough", own_game, "--seed", "4", "--states", "3", "--compare", str(file))
    assert (again.exit_code, again.stdout) == (0, "")


def test_a_difference_is_shown(run: Run, tmp_path: Path) -> None:
    """Only the lines that differ, and those around them; the exit code is 1."""
    file = tmp_path / "nim.txt"
    file.write_text(run("playthrough", "nim").stdout.replace("to_move: player 1", "to_move: nobody", 1))
    shown = run("playthrough", "nim", "--compare", str(file))
    assert shown.exit_code == 1
    assert "\n-  to_move: nobody\n+  to_move: player 1\n" in shown.stdout


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    """One sentence says how to write it."""
    shown = run("playthrough", "nim", "--compare", str(tmp_path / "none.txt"))
    assert shown.exit_code == 2
    assert "none.txt cannot be read" in shown.stderr
    assert "write it first: monteverde playthrough nim" in shown.stderr


def test_a_bad_number(run: Run) -> None:
    """One sentence says what is wrong."""
    shown = run("playthrough", "nim", "--states", "1")
    assert shown.exit_code == 2
    assert "states >= 2" in shown.stderr
