"""Finding games by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

import monteverde as mv
from monteverde.game.registry import load_game

INCOMPLETE = """
import monteverde as mv

class Incomplete(mv.Game):
    state = [("heap", int)]
    num_players = 2
"""


@pytest.fixture
def incomplete(tmp_path: Path) -> str:
    """The name of a game that lacks facts and rules."""
    file = tmp_path / "incomplete.py"
    file.write_text(INCOMPLETE)
    return str(file)


def test_a_game_without_rules_is_refused(incomplete: str) -> None:
    """It is complained about when it is loaded, not in the middle of a search."""
    with pytest.raises(mv.GameError, match="num_actions"):
        load_game(incomplete)


def test_a_game_without_rules_can_be_had_as_it_is(incomplete: str) -> None:
    """The conformance test takes it as it is, to say all that is wrong with it and not only the first."""
    report = mv.check(load_game(incomplete, validate=False))
    assert {problem.rule for problem in report.problems} >= {"num_actions", "max_length", "start", "play"}
