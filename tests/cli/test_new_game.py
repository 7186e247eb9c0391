"""`monteverde new-game`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_what_is_written_works_at_once(run: Run, tmp_path: Path) -> None:
    """The game passes check, and its test passes."""
    result = run("new-game", "My game", "--folder", str(tmp_path))
    assert result.exit_code == 0
    assert "monteverde check" in result.stdout
    assert run("check", str(tmp_path / "my_game.py")).exit_code == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_game.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert "3 passed" in done.stdout, done.stdout


def test_nothing_is_overwritten(run: Run, tmp_path: Path) -> None:
    """Not even the test beside it, and nothing is half written."""
    (tmp_path / "test_hop.py").write_text("mine")
    result = run("new-game", "hop", "--folder", str(tmp_path))
    assert result.exit_code == 2
    assert "test_hop.py is there already" in result.stderr
    assert not (tmp_path / "hop.py").exists()
    assert (tmp_path / "test_hop.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["1st", "", "class", "a/b"])
def test_a_name_that_is_none_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    """One sentence, and no file."""
    result = run("new-game", name, "--folder", str(tmp_path))
    assert result.exit_code == 2
    assert "cannot be the name of a Python file" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    """It is not made."""
    result = run("new-game", "hop", "--folder", str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert "there is no folder" in result.stderr
