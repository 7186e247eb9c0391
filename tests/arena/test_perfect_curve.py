"""How often players are right, by their budgets."""

from __future__ import annotations

import json
import sys

import pytest

import monteverde as mv
from monteverde.arena import PerfectCurve, perfect_curve, perfect_moves


@pytest.fixture(scope="module")
def curve(oracle: mv.Oracle) -> PerfectCurve:
    """Two players with two budgets, in tic-tac-toe."""
    return perfect_curve(["uct", "alphabeta"], "tic_tac_toe", [100, 5, 5], 25, seed=2, oracle=oracle)


def test_a_point_is_what_perfect_moves_says(curve: PerfectCurve, oracle: mv.Oracle) -> None:
    """Each budget once, from the smallest; every point about the same positions."""
    assert list(curve.points) == [5, 100]
    for budget, results in curve.points.items():
        alone = perfect_moves(["uct"], "tic_tac_toe", 25, seed=2, iterations=budget, oracle=oracle)
        assert results[0] == alone[0]
        assert results[1].rate == 1.0
    assert len({result.by_chance for results in curve.points.values() for result in results}) == 1


def test_more_search_is_more_often_right(curve: PerfectCurve) -> None:
    """By a margin, in 25 positions."""
    assert curve.points[100][0].rate > curve.points[5][0].rate


def test_a_curve_is_a_table_and_json(curve: PerfectCurve) -> None:
    """A row for each player and budget."""
    assert len(list(curve.rows())) == 5
    assert "blind choice" in str(curve)
    assert "<table>" in curve._repr_html_()
    written = json.loads(json.dumps(curve.to_dict()))
    assert [(point["player"], point["iterations"]) for point in written["points"]] == [
        ("uct", 5),
        ("alphabeta", 5),
        ("uct", 100),
        ("alphabeta", 100),
    ]


def test_a_curve_is_drawn(curve: PerfectCurve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for each player; without matplotlib the extra is named."""
    pytest.importorskip("matplotlib").use("agg")
    labels = [text.get_text() for text in curve.plot(curve.plot()).get_legend().get_texts()]
    assert labels[:3] == ["uct", "alphabeta", "blind choice"]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(mv.MissingExtraError, match=r"monteverde\[plot\]"):
        curve.plot()


@pytest.mark.parametrize(("players", "budgets"), [([], [1]), (["uct"], [])])
def test_nobody_or_nothing_is_no_curve(players: list[str], budgets: list[int]) -> None:
    """One sentence."""
    with pytest.raises(mv.UsageError, match="at least one player and one budget"):
        perfect_curve(players, "tic_tac_toe", budgets)
