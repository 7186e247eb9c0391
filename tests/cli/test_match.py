"""`monteverde match`."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from monteverde.cli.interrupt import held_back

Run = Callable[..., Any]


def test_each_game_has_a_line_and_the_match_a_table(run: Run) -> None:
    """Who sat where and how it ended; then the score with its interval."""
    lines = run(
        "match", "uct:iterations=30", "random", "--game", "tic_tac_toe", "--games", "4", "--seed", "1"
    ).stdout.splitlines()
    assert lines[0].startswith("1  X uct:iterations=30, O random: ")
    assert lines[1].startswith("2  X random, O uct:iterations=30: ")
    assert lines[5].split() == ["player", "wins", "draws", "losses", "score", "95%", "interval"]
    assert lines[6].startswith("uct:iterations=30  ")
    assert lines[9].split() == ["player", "moves", "seconds/move", "slowest", "simulations/move", "depth"]
    assert lines[13] == "4 games of tic_tac_toe"


def test_json_is_one_object(run: Run) -> None:
    """The standings and every game."""
    shown = run("match", "random", "random", "--game", "tic_tac_toe", "--games", "3", "--json").stdout
    assert shown.count("\n") == 1
    result = json.loads(shown)
    assert len(result["records"]) == 3
    assert [standing["player"] for standing in result["standings"]] == ["random #1", "random #2"]


def test_a_budget_is_that_of_every_player_without_its_own(run: Run) -> None:
    """Simulations repeat themselves exactly, as a budget of time would not."""
    arguments = ("match", "uct", "uct:iterations=10", "--game", "tic_tac_toe", "--games", "2")
    games = json.loads(run(*arguments, "--iterations", "10", "--json").stdout)["records"]
    again = json.loads(run(*arguments, "--iterations", "10", "--json").stdout)["records"]
    assert [game["moves"] for game in games] == [game["moves"] for game in again]
    assert all(effort["simulations"] == 10 * effort["moves"] for effort in games[0]["efforts"])


def test_the_same_seed_is_the_same_match(run: Run) -> None:
    """And another seed another one."""
    arguments = ("match", "random", "random", "--game", "tic_tac_toe", "--games", "3")

    def games(*more: str) -> list[str]:
        return run(*arguments, *more).stdout.splitlines()[:3]

    assert games() == games("--seed", "0") != games("--seed", "1")


def test_a_game_of_ones_own_is_played(run: Run, own_game: str) -> None:
    """A file's name works where a built-in one does."""
    assert "2 games of nim" in run("match", "random", "random", "--game", own_game, "--games", "2").stdout


def test_a_person_may_take_part_and_leave(run: Run) -> None:
    """What was finished counts; here nothing was."""
    shown = run("match", "human", "random", "--game", "tic_tac_toe", input="quit\n")
    assert shown.exit_code == 0
    assert shown.stdout.endswith("0 games of tic_tac_toe, of 10 wanted (left)\n")


def test_a_terminal_has_a_progress_bar(terminal: Run) -> None:
    """It is gone at the end."""
    shown = terminal("match", "random", "random", "--game", "tic_tac_toe", "--games", "3")
    assert shown.end() == 0
    assert "game 1 (a first time takes some seconds to compile)" in shown.shown
    assert "2/3" in shown.shown
    assert shown.shown.rstrip().endswith("plies a game")


def test_a_match_goes_on_from_its_file(run: Run, tmp_path: Path) -> None:
    """Games in the file are not played again, and all are counted."""
    arguments = ("match", "random", "random", "--game", "tic_tac_toe", "--out", str(tmp_path / "games.jsonl"))
    run(*arguments, "--games", "2")
    lines = run(*arguments, "--games", "3").stdout.splitlines()
    assert lines[0].startswith("3  X random")
    assert "3 games of tic_tac_toe" in lines


def test_options_of_a_match_reach_it(run: Run) -> None:
    """Openings, several games at once, and a test that ends it."""
    arguments = ("match", "uct:iterations=50", "random", "--game", "tic_tac_toe", "--games", "200", "--jobs", "2")
    result = json.loads(run(*arguments, "--sprt", "0,100", "--opening-plies", "1", "--json").stdout)
    assert result["stopped_by"] == "sprt"
    assert result["sprt"]["decision"] == "H1"
    assert all(len(record["opening"]) == 1 for record in result["records"])


def test_a_bad_option_is_one_sentence(run: Run, tmp_path: Path) -> None:
    """What was got and what to do."""
    arguments = ("match", "random", "random", "--game", "tic_tac_toe")
    for option, text, complaint in (
        ("--sprt", "five", "give two Elo differences"),
        ("--out", str(tmp_path), "name another file"),
        ("--time-limit", "0", "above 0"),
    ):
        shown = run(*arguments, option, text)
        assert shown.exit_code == 2
        assert complaint in shown.stderr
        assert shown.stderr.count("\n") == 1


def test_ctrl_c_shows_the_score_so_far(terminal: Run) -> None:
    """Every finished game is counted and listed, and the exit code is 130."""
    shown = terminal("match", "random", "random", "--game", "tic_tac_toe", "--games", "100000")
    shown.wait_for("20  X ")
    shown.interrupt()
    assert shown.end() == 130
    assert "of 100000 wanted (interrupted)" in shown.shown
    assert "Traceback" not in shown.shown


def test_ctrl_c_waits_for_the_end_of_a_drawing() -> None:
    """The block is done first, then Ctrl-C comes."""
    done: list[bool] = []

    def draw() -> None:
        with held_back():
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        draw()
    assert done == [True]


def test_nothing_is_held_back_without_ctrl_c() -> None:
    """And whoever handles Ctrl-C does so again afterwards."""
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        pass
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_cannot_hold_back() -> None:
    """Signals come to the main thread; elsewhere there is nothing to do."""
    done: list[bool] = []

    def draw() -> None:
        with held_back():
            done.append(True)

    thread = threading.Thread(target=draw)
    thread.start()
    thread.join()
    assert done == [True]


def test_a_clock_for_each_game(run: Run) -> None:
    """Who runs out of it loses, and that is counted; what is no clock is one sentence."""
    arguments = ("match", "uct:iterations=20", "random", "--game", "tic_tac_toe", "--games", "2")
    result = json.loads(run(*arguments, "--clock", "60+0.01", "--json").stdout)
    assert [standing["late"] for standing in result["standings"]] == [0, 0]
    shown = run(*arguments, "--clock", "0.0000001").stdout
    assert "lost on time: uct:iterations=20 1, random 1" in shown
    refused = run(*arguments, "--clock", "blitz")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("error: clock is 'blitz'; it must be seconds for the game, such as 60, ")
