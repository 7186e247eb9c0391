"""`monteverde search`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import monteverde as mv
from monteverde.cli import analysis

Run = Callable[..., Any]


def test_the_board_the_table_and_the_summary_are_shown(run: Run) -> None:
    """In this order, and the same every time for a seed."""
    arguments = ("search", "tic_tac_toe", "--moves", "a1 a2 b1 b2", "--iterations", "200", "--seed", "1")
    shown = run(*arguments).stdout
    assert shown.startswith("  a b c\n1 X X .\n2 O(O).\n3 . . .\n\ntic_tac_toe, 4 played, X to move\n")
    rows = [line.split() for line in shown.splitlines()]
    head = rows.index(["action", "N", "Q", "U", "Q+U"])
    assert rows[head + 1][0] == "c1"
    assert "principal variation c1" in shown
    assert "best c1, value 1.0000 for X" in shown
    assert re.search(r"200 simulations in .* s \(.*/s\), .* nodes .*, stopped by iterations", shown)


def test_all_root_actions_are_in_the_table_in_order(run: Run) -> None:
    """Most visited first."""
    lines = run("search", "tic_tac_toe", "--iterations", "100", "--seed", "1").stdout.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("action"))
    visits = [int(line.split()[1]) for line in lines[start + 1 : start + 10]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == 100


def test_json_is_one_object(run: Run) -> None:
    """The result, and what was asked."""
    shown = run("search", "tic_tac_toe", "--moves", "b2", "--iterations", "60", "--seed", "3", "--json").stdout
    found = json.loads(shown)
    assert shown.count("\n") == 1
    assert (found["game"], found["moves"], found["algorithm"]) == ("tic_tac_toe", ["b2"], "uct")
    assert (found["simulations"], found["seed"], found["stopped_by"]) == (60, 3, "iterations")
    expected = mv.search(mv.load_game("tic_tac_toe").initial().play("b2"), iterations=60, seed=3)
    assert (found["action"], found["visits"]) == (expected.action_name, {a.name: a.visits for a in expected.actions})
    assert found["principal_variation"] == list(expected.principal_names)


def test_the_algorithm_and_its_parameters_are_used(run: Run) -> None:
    """Flat Monte Carlo spreads its visits evenly."""
    shown = run("search", "tic_tac_toe", "--algorithm", "flat", "--iterations", "90", "--json").stdout
    found = json.loads(shown)
    assert set(found["visits"].values()) == {10}
    assert found["algorithm"] == "flat"


def test_memory_is_obeyed(run: Run) -> None:
    """A small tree fills, and the search says so."""
    shown = run("search", "tic_tac_toe", "--iterations", "300", "--memory", "1KB").stdout
    assert "the memory was used up" in shown


def test_a_time_budget_ends_the_search(run: Run) -> None:
    """It says why it stopped."""
    assert "stopped by seconds" in run("search", "tic_tac_toe", "--seconds", "0.05").stdout


def test_a_game_of_ones_own_is_searched(run: Run, own_game: str) -> None:
    """A file's name works where a built-in one does, and moves may have spaces in them."""
    shown = run("search", own_game, "--moves", "take 1, take 2", "--iterations", "200", "--seed", "1").stdout
    assert "nim, 2 played, player 1 to move" in shown
    assert "best take 1" in shown  # four are left, and three are lost for whoever is to move


def test_a_long_table_is_cut(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The best so many, and how many more there are; JSON has all."""
    monkeypatch.setattr(analysis, "SHOWN_ACTIONS", 4)
    arguments = ("search", "tic_tac_toe", "--iterations", "40", "--seed", "1")
    assert "... and 5 more" in run(*arguments).stdout
    assert len(json.loads(run(*arguments, "--json").stdout)["root"]) == 9


def test_a_narrow_terminal_is_enough(run: Run) -> None:
    """Nothing is wider than 40 columns, and no number is broken."""
    shown = run("search", "tic_tac_toe", "--iterations", "2000", "--seed", "1", COLUMNS="40").stdout
    assert max(map(len, shown.splitlines())) <= 40
    assert re.search(r"^\w\d +\d+ 0\.\d{4} 0\.\d{4} 0\.\d{4}", shown, re.MULTILINE)


def test_a_pipe_gets_plain_lines(process: Run) -> None:
    """No control sequences, and no line is broken to fit a terminal that is not there."""
    shown = process("search", "tic_tac_toe", "--iterations", "100", "--seed", "1", COLUMNS="")
    assert "\x1b" not in shown.stdout
    assert re.search(r"^100 simulations in .* stopped by iterations$", shown.stdout, re.MULTILINE)
    assert shown.stderr == ""


def test_a_terminal_sees_the_search_at_work(terminal: Run) -> None:
    """What is drawn on the way is gone at the end, and the result stands there once."""
    search = terminal("search", "tic_tac_toe", "--seconds", "1", columns=200)
    assert search.end() == 0
    assert "searching tic_tac_toe (a first time takes some seconds to compile)" in search.shown
    assert re.search(r"simulations in 0\.\d s", search.shown)
    assert search.shown.count("stopped by seconds") == 1


def test_ctrl_c_shows_what_was_found(terminal: Run) -> None:
    """The best action so far, why it stopped, and exit code 130."""
    search = terminal("search", "tic_tac_toe", "--seconds", "600", columns=200)
    search.wait_for("simulations in")
    search.interrupt()
    assert search.end() == 130
    assert "best " in search.shown
    assert "stopped by Ctrl-C" in search.shown
    assert "Traceback" not in search.shown


def test_no_colour_can_be_asked_for(terminal: Run) -> None:
    """NO_COLOR leaves out colours; bold is no colour."""
    search = terminal("search", "tic_tac_toe", "--iterations", "20", NO_COLOR="1")
    assert search.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", search.shown)


def test_a_terminal_without_control_gets_no_drawings(terminal: Run) -> None:
    """TERM=dumb cannot draw over lines, so there is the result alone."""
    search = terminal("search", "tic_tac_toe", "--iterations", "20", TERM="dumb")
    assert search.end() == 0
    assert search.shown.startswith("  a b c")


def test_nodes_are_a_budget(run: Run) -> None:
    """It says that they are why it stopped; what makes no sense is one sentence."""
    assert "stopped by nodes" in run("search", "tic_tac_toe", "--nodes", "50", "--seed", "1").stdout
    refused = run("search", "tic_tac_toe", "--nodes", "5")
    assert refused.exit_code == 2
    assert refused.stderr == "error: nodes is 5, but the root of tic_tac_toe and its children are 10; give more\n"


@pytest.mark.parametrize("columns", [40, 80])
def test_live_shows_the_whole_table(terminal: Run, columns: int) -> None:
    """All nine actions while it searches, in the width of the terminal; Ctrl-C ends it with the best so far."""
    search = terminal("search", "tic_tac_toe", "--live", "--seconds", "600", columns=columns)
    search.wait_for("simulations in")
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", search.shown)
    table = drawn[drawn.rindex("action") :].splitlines()
    assert len([line for line in table if re.match(r"[abc][123] +\d", line)]) == 9
    assert max(map(len, table)) <= columns
    search.interrupt()
    assert search.end() == 130
    assert "stopped by Ctrl-C" in " ".join(search.shown.split())


def test_live_changes_nothing_without_a_terminal(run: Run) -> None:
    """No control sequences, and the same lines."""
    arguments = ("search", "tic_tac_toe", "--iterations", "50", "--seed", "1")
    live, plain = (re.sub(r" in .* s .*", "", run(*arguments, *more).stdout) for more in (["--live"], []))
    assert live == plain
