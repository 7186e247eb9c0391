"""`monteverde tournament`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
ARGUMENTS = ("tournament", "uct:iterations=30", "random", "uct:iterations=2", "--game", "tic_tac_toe", "--games", "4")


def test_a_rating_and_a_cross_table(run: Run, tmp_path: Path) -> None:
    """After a line for each game; nothing is played again."""
    folder = str(tmp_path / "games")
    lines = run(*ARGUMENTS, "--out", folder).stdout.splitlines()
    assert sum(line.startswith("X ") for line in lines) == 12
    heads = [line.split() for line in lines if line.startswith("player")]
    assert heads == [["player", "Elo", "+-", "games", "wins", "draws", "losses", "score"]]
    assert "12 games of tic_tac_toe, 3 pairings" in lines
    again = run(*ARGUMENTS, "--out", folder).stdout.splitlines()
    assert again == lines[12:]


def test_json_is_one_object(run: Run) -> None:
    """Ratings, and every match."""
    shown = run(*ARGUMENTS, "--gauntlet", "--json").stdout
    assert shown.count("\n") == 1
    result = json.loads(shown)
    assert len(result["matches"]) == 2
    assert {player["player"] for player in result["ratings"]["players"]} == set(ARGUMENTS[1:4])


def test_a_terminal_has_a_bar_over_all_games(terminal: Run) -> None:
    """It ends with the last of them, and Ctrl-C shows the table so far."""
    shown = terminal(*ARGUMENTS[:-1], "100000")
    shown.wait_for("20/300000")
    shown.interrupt()
    assert shown.end() == 130
    assert "1 pairing (interrupted)" in shown.shown
