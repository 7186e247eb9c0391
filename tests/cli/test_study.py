"""`monteverde study`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
TEXT = 'game = ["tic_tac_toe"]\nfirst = ["uct"]\nsecond = ["random"]\niterations = [5]\ngames = 4\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with a study in it."""
    (tmp_path / "small.toml").write_text(TEXT)
    return str(tmp_path / "small.toml")


def test_a_study_has_a_line_for_each_game_and_a_table(run: Run, file: str) -> None:
    """Its games are kept in a folder beside the file, and a second time none is played."""
    lines = run("study", file).stdout.splitlines()
    assert sum(line.startswith("tic_tac_toe: ") for line in lines) == 4
    assert lines[-1] == "4 games in 1 of 1 cells"
    assert run("study", file).stdout.splitlines() == lines[4:]
    assert len(list(Path(file).with_suffix("").iterdir())) == 1


def test_other_ways_to_show_it(run: Run, file: str, tmp_path: Path) -> None:
    """As JSON, as Markdown, and as a drawing."""
    pytest.importorskip("matplotlib").use("agg")
    assert len(json.loads(run("study", file, "--json").stdout)["cells"]) == 1
    assert run("study", file, "--markdown", "--games", "2").stdout.startswith("| game |")
    assert run("study", file, "--plot", str(tmp_path / "small.svg")).exit_code == 0
    assert "<svg" in (tmp_path / "small.svg").read_text()


def test_bad_input_is_one_sentence(run: Run, file: str, tmp_path: Path) -> None:
    """With the line, or what can be drawn."""
    for arguments, sentence in (
        ((str(tmp_path / "none.toml"),), "cannot be read"),
        ((file, "--out", file), "cannot be made"),
        ((file, "--plot", str(tmp_path / "small.xyz")), "cannot be drawn"),
    ):
        shown = run("study", *arguments)
        assert (shown.exit_code, shown.stderr.count("\n")) == (2, 1)
        assert sentence in shown.stderr
