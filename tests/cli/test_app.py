"""What all commands share: help, errors, exit codes, and output that nobody can read."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.cli.conftest import COMMAND, PATIENCE

import monteverde as mv
from monteverde.cli.app import COMMANDS

Run = Callable[..., Any]


def test_help_lists_every_command(run: Run) -> None:
    """The commands come in the order in which a new user needs them."""
    shown = run("--help")
    assert shown.exit_code == 0
    listed = [line.split()[0] for line in shown.stdout.partition("Commands:")[2].splitlines() if line.strip()]
    assert tuple(listed) == COMMANDS


def test_no_command_is_a_question_for_help(run: Run) -> None:
    """It is no error."""
    assert run().stdout == run("--help").stdout
    assert run().exit_code == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_that_fits(run: Run, name: str) -> None:
    """One screen at most."""
    shown = run(name, "-h")
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"Usage: monteverde {name}")
    assert len(shown.stdout.splitlines()) < 36


def test_the_version_is_that_of_the_package(run: Run) -> None:
    """As the package's metadata has it."""
    assert run("--version").stdout == f"monteverde {importlib.metadata.version('monteverde')}\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("serch nim", "No such command 'serch'. Did you mean 'search'"),
        ("search", "there is no game to begin; name one, such as hex:11, or give --position FILE"),
        ("perft", "Missing argument 'GAME' (see monteverde perft --help)"),
        ("show", "Missing argument 'FILE[:N]'"),
        ("show nowhere.sgf", "nowhere.sgf cannot be read: No such file or directory"),
        ("play --position nowhere.sgf:3", "nowhere.sgf cannot be read"),
        ("play nim --save /nowhere/a.txt", "/nowhere/a.txt cannot be written: No such file or directory"),
        ("play nim --save a.sgf", "a.sgf: SGF has no nim, it has go, atari_go, nogo, othello, gomoku, hex"),
        ("search nim --iteration 3", "No such option: --iteration"),
        ("search nim --iterations 1e3", "Invalid value for '--iterations'"),
        ("search nim --seed -1", "Invalid value for '--seed'"),
        ("search tic_tac_to", "unknown game 'tic_tac_to'; did you mean tic_tac_toe"),
        ("search nim --algorithm utc", "unknown algorithm 'utc'; did you mean uct"),
        ("search nim --iterations 0", "iterations is 0; it must be a whole number of at least 1"),
        ("search nim --seconds nan", "seconds is nan; it must be a finite number above 0"),
        ("search nim --seconds -1", "seconds is -1.0"),
        ("search nim --memory 1", "give more"),
        ("search nim --memory lots", "memory is 'lots'"),
        ("search nim --threads -1", "threads is -1"),
        ("search tic_tac_toe --moves a1,a1", "move 2 of 'a1,a1': 'a1' is not legal for O here; legal: b1, c1"),
        ("search tic_tac_toe --moves a", "'a' is ambiguous: it may mean a1, a2, a3"),
        ("search tic_tac_toe --moves a1,a2,b1,b2,c1", "this position of tic_tac_toe is over"),
        ("search nowhere.py", "there is no file nowhere.py"),
        ("play tic_tac_toe --as 3", "seat 3 is not one of tic_tac_toe; its seats are 1 to 2"),
        ("play tic_tac_toe --as 1 --second", "--as and --first or --second both say where you sit"),
        ("play tic_tac_toe --watch --first", "--watch leaves you no seat"),
        ("play tic_tac_toe --players uct --as 1", "--players says who sits where"),
        ("play tic_tac_toe --players uct", "is for 2 players, got 1"),
        ("play tic_tac_toe --opponent utc", "unknown player 'utc'"),
        ("match uct --game tic_tac_toe", "is for 2 players, got 1"),
        ("match random random --game tic_tac_toe --games 0", "games is 0"),
        ("match --game tic_tac_toe", "Missing argument 'PLAYER...'"),
        ("check tic_tac_toe --games 0", "games >= 1"),
        ("bench conect_four", "unknown game 'conect_four'; did you mean connect_four?"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    """On standard error, with exit code 2, and nothing on standard output."""
    shown = run(*arguments.split())
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert shown.stderr.startswith("error: ")
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_json_is_not_begun_before_an_error(run: Run) -> None:
    """Whoever reads standard output reads nothing."""
    shown = run("search", "nim", "--moves", "nothing", "--json")
    assert (shown.exit_code, shown.stdout) == (2, "")


def test_a_defect_keeps_its_traceback(process: Run, tmp_path: Any) -> None:
    """What nobody raised on purpose is not dressed up as a wrong argument."""
    game = tmp_path / "game.py"
    game.write_text(
        "from monteverde.games.tic_tac_toe import TicTacToe\n"
        "class Broken(TicTacToe):\n"
        "    def render(state):\n"
        "        return 1 / 0\n"
    )
    shown = process("search", f"{game}:Broken", "--iterations", "1")
    assert shown.returncode == 1
    assert "ZeroDivisionError" in shown.stderr


def test_ctrl_c_before_anything_was_found_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a kernel compiles, for instance: there is nothing to show, and the exit code is 130."""

    def interrupted(*arguments: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(mv.Search, "run", interrupted)
    shown = run("search", "tic_tac_toe")
    assert (shown.exit_code, shown.stdout, shown.stderr) == (130, "", "")


def test_the_package_can_be_run(process: Run) -> None:
    """`python -m monteverde` is the command line."""
    shown = process("--version")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith("monteverde ")


def test_nobody_reads_on(tmp_path: Any) -> None:
    """`| head` is no error: nothing is said, and the exit code is the one that shells know."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, "match", "random", "random", "--game", "tic_tac_toe"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_nobody_reads_json(tmp_path: Any) -> None:
    """It is written past the console, and found out about at the end."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, "games", "--json"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_what_an_encoding_lacks_is_escaped(process: Run, tmp_path: Any) -> None:
    """A board drawn with other characters than ASCII is no reason to fail, and no two of them become the same."""
    game = tmp_path / "game.py"
    game.write_text(
        "from monteverde.games.tic_tac_toe import TicTacToe\n"
        "class Drawn(TicTacToe):\n"
        "    def render(state):\n"
        "        return '\\u25cb\\u25cf'\n",
        encoding="utf-8",
    )
    shown = process("search", f"{game}:Drawn", "--iterations", "20", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert shown.stdout.startswith(r"\u25cb\u25cf")


def test_a_name_that_an_encoding_lacks_can_be_complained_about(process: Run) -> None:
    """Errors are escaped, too."""
    shown = process("search", "schä̈ch", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert shown.returncode == 2
    assert shown.stderr.startswith("error: unknown game")


def test_importing_the_library_loads_no_terminal() -> None:
    """Typer and rich are for the command line alone."""
    source = "import sys, monteverde.arena; print({'typer', 'rich', 'click'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout == "set()\n"
