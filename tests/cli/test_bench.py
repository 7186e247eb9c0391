"""`monteverde bench`."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.arena.small_games import Coin

import monteverde as mv
from monteverde.cli.commands.bench import first_choice

Run = Callable[..., Any]


def test_each_game_has_a_row(run: Run) -> None:
    """Speed, length of a playout, nodes and their size."""
    lines = run("bench", "tic_tac_toe", "--iterations", "100").stdout.splitlines()
    assert lines[0].split() == ["game", "simulations/s", "plies/playout", "nodes", "bytes/node"]
    name, _, plies, nodes, size = lines[1].split()
    assert name == "tic_tac_toe"
    assert 0 < int(size) <= 24  # the most that the design allows
    assert 4 < float(plies) < 9
    assert int(nodes) > 100


def test_json_is_one_object(run: Run) -> None:
    """The same numbers, and what they were measured with."""
    shown = run("bench", "tic_tac_toe", "--iterations", "100", "--json").stdout
    assert shown.count("\n") == 1
    found = json.loads(shown)
    assert (found["algorithm"], found["threads"]) == ("uct", 1)
    assert found["games"][0]["simulations"] == 100
    assert found["games"][0]["simulations_per_second"] > 0


def test_a_game_that_begins_by_chance_is_measured_after_it() -> None:
    """From the likeliest outcome on, since a search needs a choice."""
    assert first_choice(Coin().initial()).history == (0,)


def test_ctrl_c_shows_what_was_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games after it are left out, and the exit code is 130."""
    search = mv.MCTS.search

    def interrupted(mcts: mv.MCTS, position: Any, **options: Any) -> Any:
        return search(mcts, position, **{**options, "seconds": 30, "iterations": None}, progress=interrupt)

    def interrupt(result: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(mv.MCTS, "search", interrupted)
    shown = run("bench", "tic_tac_toe", "connect_four")
    assert shown.exit_code == 130
    assert [line.split()[0] for line in shown.stdout.splitlines()] == ["game", "tic_tac_toe"]


def test_what_is_being_measured_is_shown_at_a_terminal(terminal: Run, own_game: str) -> None:
    """Compiling takes a while; it is gone at the end."""
    shown = terminal("bench", "tic_tac_toe", "--iterations", "50")
    assert shown.end() == 0
    assert "measuring tic_tac_toe" in shown.shown


def test_all_games_are_measured_if_none_is_named(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the table has is what the folder has; here it has one."""
    monkeypatch.setattr("monteverde.cli.commands.bench.game_names", lambda: ["tic_tac_toe"])
    assert "tic_tac_toe" in run("bench", "--iterations", "20").stdout
