"""`--position`: every command that looks at a position can take one from a record; and `play --save`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import monteverde as mv

Run = Callable[..., Any]

FAST = ("--iterations", "20", "--seed", "1")
PEOPLE = ("--players", "human human")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A record of tic-tac-toe: X threatens."""
    path = tmp_path / "game.txt"
    path.write_text("game: tic_tac_toe\n\n1. a1 2. b2 3. b1 4. a2\n")
    return path


def test_a_search_begins_in_a_record(run: Run, file: Path) -> None:
    """The game need not be named; further moves can be."""
    shown = json.loads(run("search", "--position", f"{file}:3", "--moves", "a2", *FAST, "--json").stdout)
    assert (shown["game"], shown["moves"]) == ("tic_tac_toe", ["a1", "b2", "b1", "a2"])
    assert shown["action"] == "c1"


def test_solving_and_counting_begin_in_a_record(run: Run, file: Path) -> None:
    """At its end, or where it is said."""
    solved = run("solve", "--position", str(file), "--json").stdout
    assert json.loads(solved)["action"] == "c1"
    counted = run("perft", "tic_tac_toe", "1", "--position", f"{file}:3", "--json").stdout
    assert json.loads(counted)["counts"] == [6]


def test_a_record_of_another_game_is_refused(run: Run, file: Path) -> None:
    """One sentence names both."""
    shown = run("search", "nim", "--position", str(file))
    assert shown.exit_code == 2
    assert shown.stderr == f"error: {file}: it is a record of tic_tac_toe, not of nim; give the game that it is of\n"


def test_an_engine_begins_in_a_record(process: Run, tmp_path: Path) -> None:
    """GTP from the middle of a game; a size beside it is a contradiction."""
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[5];B[cc];W[bb])")
    shown = process("gtp", "--position", f"{file}:1", "--player", "random", typed="printsgf\nquit\n").stdout
    assert "SZ[5];B[cc])" in shown
    refused = process("gtp", "--position", str(file), "--size", "9")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--size and --position both say how large the board is" in refused.stderr


def test_a_game_is_saved_and_played_on(run: Run, tmp_path: Path) -> None:
    """Whoever left finds it as it was."""
    file = tmp_path / "game.txt"
    shown = run("play", "tic_tac_toe", *PEOPLE, "--save", str(file), "--seed", "4", input="b2\na1\nquit\n")
    assert shown.exit_code == 0
    record = mv.read_record(file)
    assert (record.moves, record.players, record.result, record.seed) == (("b2", "a1"), ("human", "human"), "", 4)
    assert record.date.count("-") == 2
    shown = run("play", "--position", str(file), *PEOPLE, "--save", str(file), input="c3\na3\na2\nc2\nc1\nb3\nb1\n")
    assert shown.stdout.endswith("draw\nmoves: b2 a1 c3 a3 a2 c2 c1 b3 b1\n")
    record = mv.read_record(file)
    assert (len(record.moves), record.result, record.seed) == (9, "draw", None)


def test_a_game_can_be_begun_anywhere_in_a_record(run: Run, file: Path) -> None:
    """A move taken back is no longer in the record that is kept, nor is what was said of it."""
    copy = file.parent / "copy.txt"
    file.write_text(file.read_text() + "# The end.\n")
    arguments = ("play", "--position", f"{file}:2", *PEOPLE, "--save", str(copy))
    run(*arguments, input="c3\nb3\nundo\na3\nquit\n")
    assert mv.read_record(copy).moves == ("a1", "b2", "a3")
    copy.unlink()
    run("play", "--position", str(file), *PEOPLE, "--save", str(copy), input="c1\n")
    record = mv.read_record(copy)
    assert (record.result, record.comments) == ("X wins", {4: "The end."})


def test_no_record_is_lost(run: Run, file: Path) -> None:
    """A file that holds something is not written over, unless it is the game that is played on."""
    before = file.read_text()
    for arguments in (("tic_tac_toe",), ("--position", f"{file}:2")):
        shown = run("play", *arguments, *PEOPLE, "--save", str(file), input="a3\n")
        assert shown.exit_code == 2
        assert shown.stderr == f"error: {file} is there already; give another name, or move it away\n"
    assert file.read_text() == before


def test_a_full_disk_does_not_end_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written is said."""
    file = tmp_path / "game.txt"
    written = []

    def full(record: mv.Record, path: str) -> None:
        written.append(record)
        if len(written) == 2:
            raise mv.UsageError("game.txt cannot be written: No space left on device")

    monkeypatch.setattr("monteverde.cli.keeper.write_record", full)
    shown = run("play", "tic_tac_toe", *PEOPLE, "--save", str(file), input="b2\na1\nquit\n")
    assert "game.txt cannot be written: No space left on device\n" in shown.stdout
    assert [len(record.actions) for record in written] == [0, 1, 2]


def test_ctrl_c_leaves_the_record(terminal: Run, tmp_path: Path) -> None:
    """Whole, up to the last move."""
    file = tmp_path / "game.sgf"
    game = terminal("play", "go:5", *PEOPLE, "--save", str(file))
    game.wait_for("Black to move> ")
    game.type("c3")
    game.wait_for("White to move> ")
    assert game.interrupt_until_the_end() == 130
    assert mv.read_record(file).moves == ("C3",)
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]
