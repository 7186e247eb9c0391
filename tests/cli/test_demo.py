"""`monteverde demo`: what `make run` shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from monteverde.cli.commands import demo

Run = Callable[..., Any]


def test_without_a_terminal_it_analyses_the_first_position(process: Run) -> None:
    """It ends by itself with exit code 0, and asks nothing."""
    shown = process("demo")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "connect_four, 0 played, X to move" in shown.stdout
    assert "principal variation" in shown.stdout
    assert "to move>" not in shown.stdout


def test_at_a_terminal_it_is_a_game(terminal: Run) -> None:
    """Against the engine, with its analysis after each of its moves."""
    game = terminal("demo")
    game.wait_for("X to move> ")
    game.type("d")
    game.wait_for("looked at")
    game.wait_for("X to move> ")
    game.type("quit")
    assert game.end() == 0


def test_here_it_analyses(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game in its place, for the sake of time."""
    monkeypatch.setattr(demo, "GAME", "tic_tac_toe")
    monkeypatch.setattr(demo, "SECONDS", 0.05)
    shown = run("demo")
    assert shown.exit_code == 0
    assert "best " in shown.stdout
