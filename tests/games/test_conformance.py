"""All built-in games keep their promises, and their rules answer what was reviewed."""

from __future__ import annotations

import importlib

import pytest
from scripts.make_playthroughs import FOLDER, path_of, specs
from tests.conftest import IS_BOUNDS_CHECKED

import monteverde as mv
from monteverde.game.playthrough import playthrough


@pytest.mark.parametrize("spec", specs())
def test_rules_answer_as_in_the_golden_playthrough(spec: str) -> None:
    """Every rule, at the states of one game; `scripts/make_playthroughs.py` writes it anew."""
    assert playthrough(mv.load_game(spec)) == path_of(spec).read_text("utf-8")


def test_there_is_a_playthrough_of_every_game_and_no_other() -> None:
    """A new game needs one, and one that is gone leaves none."""
    assert sorted(FOLDER.glob("*.txt")) == sorted(map(path_of, specs()))


@pytest.mark.skipif(IS_BOUNDS_CHECKED, reason="nothing is compiled here; runs in the other modes")
@pytest.mark.parametrize("spec", specs())
def test_games_keep_their_promises(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but that compiled rules do the same, which takes long to compile and which the games' own tests compare."""
    monkeypatch.setattr(importlib.import_module("monteverde.game.check"), "compare", lambda guard, visits: None)
    report = mv.check(mv.load_game(spec), games=6)
    assert report.is_ok, str(report)
