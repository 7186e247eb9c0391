"""`monteverde solve`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def test_the_fork_is_shown(run: Run) -> None:
    """The board, what each move is worth, best play and the work."""
    shown = run("solve", "tic_tac_toe", "--moves", "b1 a1 a2 c1", "--all").stdout
    assert "1 O X(O)\n2 X . .\n3 . . .\n" in shown
    rows = [line.split() for line in shown.splitlines()]
    head = rows.index(["action", "value"])
    assert rows[head + 1] == ["b2", "1.0000", "best"]
    assert rows[head + 2] == ["c3", "0.5000"]
    assert sorted(rows[head + 3 : head + 6]) == [["a3", "0.0000"], ["b3", "0.0000"], ["c2", "0.0000"]]
    assert "X to move: best b2; value 1.0000, 0.0000, a win" in shown
    assert "nodes" in shown


def test_json_is_one_object(run: Run) -> None:
    """Value, best actions, nodes and leaves, by name."""
    found = json.loads(run("solve", "tic_tac_toe", "--method", "alphabeta", "--order", "plain", "--json").stdout)
    assert (found["nodes"], found["value"], found["outcome"], found["proven"]) == (18_297, 0.5, "draw", True)
    assert len(found["best_actions"]) == 9
    assert found["game"] == "tic_tac_toe"
    assert found["moves"] == []


def test_order_alone_asks_for_alpha_beta(run: Run) -> None:
    """So that what an order saves can be seen in the nodes."""
    after = ("solve", "tic_tac_toe", "--moves", "a1 b2", "--json")
    plain = json.loads(run(*after, "--method", "alphabeta").stdout)
    found = json.loads(run(*after, "--order", "centre").stdout)
    assert found["method"] == "alphabeta:order=centre"
    assert found["nodes"] < plain["nodes"]


def test_own_game_is_solved(run: Run, own_game: str) -> None:
    """A heap of 7 is won by leaving a multiple of 3."""
    found = json.loads(run("solve", own_game, "--json").stdout)
    assert (found["outcome"], found["best_actions"]) == ("win", ["take 1"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tic_tac_toe", "--method", "alfabeta"), "unknown method 'alfabeta'; did you mean alphabeta"),
        (("tic_tac_toe", "--method", "minimax", "--order", "centre"), "unknown parameter of minimax 'order'"),
        (("nim", "--depth", "3"), "with depth=3 needs the rule 'heuristic', which nim does not have"),
        (("tic_tac_toe", "--moves", "a1 a2 b1 b2 c1"), "the game of tic_tac_toe is over"),
        (("nim", "--seconds", "0"), "seconds is 0.0; it must be above 0"),
        (("nim", "--method", "alphabeta:3", "--order", "centre"), "Name it: depth=8"),
    ],
)
def test_what_cannot_be_solved_is_one_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    """Exit code 2, and no traceback."""
    result = run("solve", *arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_time_limit_leaves_it_unproven(run: Run) -> None:
    """What is known is given, and that it is not proven."""
    found = json.loads(run("solve", "connect_four", "--seconds", "0.05", "--json").stdout)
    assert (found["proven"], found["stopped_by"]) == (False, "seconds")
    assert found["action"] in "abcdefg"


@pytest.mark.compiled
def test_ctrl_c_shows_what_is_known(terminal: Callable[..., Any]) -> None:
    """Within moments, with exit code 130."""
    window = terminal("solve", "connect_four")
    window.wait_for("nodes")
    assert window.interrupt_until_the_end() == 130
    assert "unproven" in window.shown


def test_perft_counts(run: Run) -> None:
    """The counts of each length, and by first action."""
    found = json.loads(run("perft", "connect_four", "4", "--divide", "--json").stdout)
    assert (found["count"], found["counts"]) == (2_401, [7, 49, 343, 2_401])
    assert found["divide"] == dict.fromkeys("abcdefg", 343)
    shown = run("perft", "tic_tac_toe", "3").stdout
    assert [line.split()[:2] for line in shown.splitlines()] == [
        ["depth", "sequences"],
        ["1", "9"],
        ["2", "72"],
        ["3", "504"],
    ]


def test_perft_of_length_nothing(run: Run) -> None:
    """There is one sequence of no actions."""
    assert json.loads(run("perft", "nim", "0", "--json").stdout)["count"] == 1


@pytest.mark.compiled
def test_perft_is_interrupted(terminal: Callable[..., Any]) -> None:
    """The counts until then are shown."""
    window = terminal("perft", "connect_four", "30")
    window.wait_for("to depth 9")
    assert window.interrupt_until_the_end() == 130
    assert "117,649" in window.shown
