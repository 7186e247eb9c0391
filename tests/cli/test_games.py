"""`monteverde games`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import monteverde as mv

Run = Callable[..., Any]


def test_every_game_is_listed(run: Run) -> None:
    """With what it is, and its parameters as they are typed."""
    lines = run("games", COLUMNS="200").stdout.splitlines()
    names = [line.split()[0] for line in lines[1 : lines.index("")] if not line.startswith(" ")]  # else it goes on
    assert names == mv.game_names()
    connect_four = next(line for line in lines if line.startswith("connect_four"))
    assert "four in a row wins" in connect_four
    assert "width=7, height=6" in connect_four


def test_a_narrow_terminal_has_a_list(run: Run) -> None:
    """A table of four columns would be all folds."""
    shown = run("games", COLUMNS="40").stdout
    assert max(map(len, shown.splitlines())) <= 40
    assert "\nconnect_four\n" in shown
    assert "width=7, height=6" in shown


def test_json_has_the_values_of_the_parameters(run: Run) -> None:
    """As numbers and truth values, not as text."""
    games = json.loads(run("games", "--json").stdout)
    assert games["connect_four"]["parameters"] == {"width": 7, "height": 6}
    assert games["tic_tac_toe"] == {
        "description": mv.load_game("tic_tac_toe").description,
        "players": 2,
        "parameters": {},
    }
