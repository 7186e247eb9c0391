"""Tuning: what is proposed, what is judged, and going on after a stop."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import monteverde as mv
from monteverde.arena import Parameter, TuningResult, tune
from monteverde.arena.proposals import propose

ARGUMENTS = ("uct:iterations=20", "tic_tac_toe", ["c=0.1..3"])


@pytest.mark.parametrize(
    ("text", "parameter"),
    [
        ("c=0.1..3", Parameter("c", 0.1, 3.0)),
        ("ref=10..500:log", Parameter("ref", 10, 500, is_whole=True, is_log=True)),
        (" bias = 1e-9 .. 1e-3:log ", Parameter("bias", 1e-9, 1e-3, is_log=True)),
        ("x=-2..2", Parameter("x", -2, 2, is_whole=True)),
    ],
)
def test_a_range_as_text(text: str, parameter: Parameter) -> None:
    """Whole numbers if no end has a point; :log for ratios."""
    assert Parameter.from_text(text) == parameter


@pytest.mark.parametrize("text", ["", "c", "c=1", "c=1..", "c=a..b", "=1..2", "c=1..2:exp"])
def test_no_range(text: str) -> None:
    """One sentence with examples."""
    with pytest.raises(mv.UsageError, match=r"no range|write NAME"):
        Parameter.from_text(text)


@pytest.mark.parametrize("text", ["c=3..1", "c=1..1", "c=0..inf", "c=nan..2"])
def test_a_range_the_wrong_way(text: str) -> None:
    """The second end is the larger one, and both are finite."""
    with pytest.raises(mv.UsageError, match="the second must be larger"):
        Parameter.from_text(text)
    with pytest.raises(mv.UsageError, match="above 0"):
        Parameter.from_text("c=0..1:log")


def test_proposals_move_to_what_did_well() -> None:
    """Forty trials of a hill at 2: the late proposals are nearer to it than the early ones."""
    hill = Parameter("c", 0.0, 10.0)
    tried: list[tuple[dict[str, float], float]] = []
    for number in range(40):
        values = propose([hill], tried, number)
        tried.append((values, -((values["c"] - 2.0) ** 2)))
    distances = [abs(values["c"] - 2.0) for values, _ in tried]
    assert sum(distances[-10:]) < sum(distances[:10]) / 2
    assert all(0.0 <= values["c"] <= 10.0 for values, _ in tried)


def test_a_proposal_follows_from_what_was_tried_and_the_seed() -> None:
    """So tuning can go on as if it had never been stopped."""
    whole, ratio = Parameter("a", 1, 9, is_whole=True), Parameter("b", 1e-6, 1.0, is_log=True)
    tried = [({"a": a, "b": 10.0**-a}, a / 9) for a in range(1, 7)]
    proposed = [propose([whole, ratio], tried, seed) for seed in (5, 5, 6)]
    assert proposed[0] == proposed[1] != proposed[2]
    assert proposed[0]["a"] in range(1, 10)


def small(out: Path | None = None, stop_after: int = 10**9) -> TuningResult:
    """Tune UCT in four trials of four games, interrupted after so many games."""
    count = 0

    def progress(result: object, record: object) -> None:
        nonlocal count
        count += 1
        if count == stop_after:
            raise KeyboardInterrupt

    return tune(*ARGUMENTS, trials=4, games=4, out=out, progress=progress)


def test_finalists_and_the_check_have_fresh_seeds() -> None:
    """No game of a trial is repeated where it is decided who is best, nor these where that is checked."""
    result = small()
    assert len(result.trials) == 4
    assert result.check is not None
    assert result.check.players[0] == result.player
    seeds = [{one.seed for one in group} for group in (result.trials, result.finals, [result.check])]
    assert [len(group) for group in seeds] == [4, 1, 1]
    assert len(set.union(*seeds)) == 6
    assert {len(one.records) for one in (*result.finals, result.check)} == {12}


def test_the_best_is_the_best_finalist() -> None:
    """By the finals, not by the trial in which it was lucky."""
    result = small()
    assert result.player == max(result.finals, key=lambda one: one.score).players[0]
    assert result.player.startswith("uct:iterations=20,c=")


def test_tuning_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """In a trial, in the finals and in the check; and ends as if it had never been stopped."""
    whole = small()
    first = small(tmp_path / "out", stop_after=6)
    assert (first.stopped_by, len(first.trials), first.check) == ("interrupted", 1, None)
    assert "best so far" in str(first)
    second = small(tmp_path / "out", stop_after=30)
    assert (second.stopped_by, len(second.trials)) == ("interrupted", 4)
    third = small(tmp_path / "out", stop_after=20)
    assert (third.stopped_by, third.check) == ("interrupted", None)
    assert small(tmp_path / "out") == whole


def test_a_result_is_a_table_and_json() -> None:
    """Trials, finals, and what is best with its interval."""
    result = small()
    assert "4 trials against uct:iterations=20" in str(result)
    assert "on fresh seeds" in str(result)
    assert "<table>" in result._repr_html_()
    written = json.loads(json.dumps(result.to_dict()))
    assert written["player"] == result.player
    assert len(written["trials"]) == 4
    assert "records" not in written["check"]


def test_nothing_is_best_before_the_first_trial() -> None:
    """There is nobody to name."""
    result = small(stop_after=1)
    assert (result.player, result.to_dict()["player"]) == ("", None)


@pytest.mark.parametrize(
    ("player", "parameters", "sentence"),
    [
        ("uct", [], "name each parameter"),
        ("uct", ["c=1..2", "c=2..3"], "name each parameter"),
        ("uct", ["d=1..2"], "unknown parameter of uct"),
        ("uct:1.0", ["c=0.1..2"], "value without a key"),
        ("uct:c=1.0", ["c=0.1..2"], "leave it out"),
        ("uct", ["playouts=0..2"], "playouts is 0"),
        ("nobody", ["c=1..2"], "unknown player"),
    ],
)
def test_bad_arguments(player: str, parameters: list[str], sentence: str) -> None:
    """One sentence, before any game is played."""
    with pytest.raises(mv.UsageError, match=sentence):
        tune(player, "tic_tac_toe", parameters)


@pytest.mark.parametrize("trials", [0, 2.5, True])
def test_the_number_of_trials_must_be_right(trials: int) -> None:
    """At least one."""
    with pytest.raises(mv.UsageError, match="trials is"):
        tune(*ARGUMENTS, trials=trials)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file is in its place."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(mv.UsageError, match="cannot be made"):
        tune(*ARGUMENTS, out=tmp_path / "file")


def test_without_optuna_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence."""
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(mv.MissingExtraError, match=r"monteverde\[tune\]"):
        small()
