"""The conformance test looks at records too."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import monteverde as mv
from monteverde.records.conformance import record_problem


def game_with(**changes: Any) -> mv.Game:
    """Return a small game with some rules or facts of its own."""

    class Steps(mv.Game):
        """Six steps, each by one of two ways."""

        state = [("ply", np.int64), ("way", np.int64)]
        num_players, num_actions, max_length = 2, 2, 6

        def start(state):
            state.ply = 0

        def to_move(state):
            return state.ply % 2

        def legal_actions(state, out):
            out[0], out[1] = 0, 1
            return 2

        def play(state, action):
            state.ply += 1
            state.way = 2 * state.way + action

        def is_terminal(state):
            return state.ply == 6

        def rewards(state, out):
            out[0] = 1.0

    for name, value in changes.items():
        setattr(Steps, name, value)
    return Steps()


def forgetful() -> Any:
    """A rule that depends on something that no record has."""
    calls = []

    def play(state: Any, action: int) -> None:
        calls.append(action)
        state.ply += 1
        state.way = len(calls)

    return play


def test_a_sound_game_has_nothing_said_of_it() -> None:
    """Names or none."""
    assert record_problem(game_with(), random.Random(0)) is None
    assert mv.check(mv.load_game("nim"), games=3).is_ok


def test_names_that_mean_two_things_are_no_obstacle() -> None:
    """Moves have numbers as well."""
    assert record_problem(game_with(action_name=lambda action: "same"), random.Random(0)) is None


def test_a_game_that_depends_on_something_else_is_found() -> None:
    """The moves are the same, the positions not."""
    problem = record_problem(game_with(play=forgetful()), random.Random(0))
    assert problem is not None
    assert problem.sentence == "from a record of the same moves it leads to another position"
    assert (problem.rule, problem.moves) == ("play", ("1",))


def test_a_game_whose_moves_come_and_go_is_found() -> None:
    """What was legal is not when it is read."""
    calls: list[int] = []

    def legal_actions(state: Any, out: Any) -> int:
        calls.append(1)
        out[0] = len(calls) > 6
        return 1

    problem = record_problem(game_with(legal_actions=legal_actions), random.Random(0))
    assert problem is not None
    assert "a record of a game cannot be read again: line 3, move 1: 0 is not legal" in problem.sentence


def test_the_report_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, with all else that the test says."""
    monkeypatch.setattr("monteverde.records.conformance.record_problem", lambda game, rng: "broken")
    report = mv.check(mv.load_game("nim"), games=2)
    assert report.problems == ("broken",)
    assert report.num_games == 2


def test_chance_and_long_games_are_written() -> None:
    """Up to a number of plies."""
    for name in ("pig", "chain", "taxi"):
        assert record_problem(mv.load_game(name), random.Random(1)) is None
