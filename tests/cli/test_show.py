"""`monteverde show`: what a record holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import monteverde as mv

Run = Callable[..., Any]

RECORD = "(;GM[1]SZ[5]KM[6.5]PB[Ann]PW[Bob]DT[2026-11-30]RE[B+R];B[cc]C[The\ncentre.];W[bb];B[dd])"
SHOWN = """\
go:size=5,komi=6.5
Black: Ann
White: Bob
date: 2026-11-30

{board}

go:size=5,komi=6.5, 1 played, White to move
moves: 1. C3

The
centre.
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A record of three moves."""
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    return path


def test_a_position_of_a_record_is_shown(run: Run, file: Path) -> None:
    """Who played, the board, the moves, and what is said there."""
    board = mv.read_record(file).position(1)
    assert run("show", f"{file}:1").stdout == SHOWN.format(board=board)


def test_a_whole_record_is_shown(run: Run, file: Path) -> None:
    """With its result; and before the first move there is nothing to list."""
    shown = run("show", str(file)).stdout
    assert "result: B+R\n" in shown
    assert shown.endswith("3 played, White to move\nmoves: 1. C3 2. B4 3. D2\n")
    assert "moves:" not in run("show", f"{file}:0").stdout


def test_there_is_nothing_after_the_end(run: Run, file: Path) -> None:
    """One sentence says how long it is; a file whose own name has a colon in it is meant first."""
    shown = run("show", f"{file}:4")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"error: {file} has no move 4; it has 3\n"
    Path(f"{file}:4").write_text(RECORD)
    assert run("show", f"{file}:4").exit_code == 0


def test_a_record_of_an_own_game_is_shown(run: Run, own_game: str, tmp_path: Path) -> None:
    """If that game is given; else it says which one it needs."""
    file = tmp_path / "nim.txt"
    file.write_text("game: mygame.py:Nim\n1. take 1 2. take 2\n")
    assert run("show", str(file), "--game", own_game).stdout.endswith("moves: 1. take 1 2. take 2\n")
    assert "no record makes a file run; give the game that it is of" in run("show", str(file)).stderr
