"""Connect four solved: small boards, and 3,000 positions of the full one with scores that another solver confirms.

The sets are made by scripts/make_connect_four_positions.py; all their scores were compared with those of the package
bitbully 0.0.79 (benchmarks/exact.py compares a sample again).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import IS_BOUNDS_CHECKED

import monteverde as mv
from monteverde.exact import SolveResult, load_method

SETS = Path(__file__).resolve().parent.parent / "data" / "connect_four"
Budget = Callable[..., int]


def positions(name: str, step: int) -> list[tuple[mv.Position, int]]:
    """Return every `step`-th position of a set, with its score: plies to a win, minus plies to a loss, or 0."""
    root = mv.load_game("connect_four").initial()
    lines = [line.split() for line in (SETS / f"{name}.txt").read_text().splitlines()[::step]]
    return [(root.play_all(" ".join(moves)), int(score)) for moves, score in lines]


def score(result: SolveResult) -> int:
    """Return a result as the sets have it."""
    if result.outcome == "draw":
        return 0
    assert result.distance is not None
    return result.distance if result.outcome == "win" else -result.distance


@pytest.mark.parametrize("name", ["end_easy", "middle_easy", "middle_medium"])
def test_positions_have_their_scores(name: str, is_compiled: bool) -> None:
    """Win, draw or loss, and in how many plies, with all refinements."""
    if not is_compiled and name != "end_easy":
        pytest.skip("too long as plain Python")
    solve = load_method("pvs:quick=true,actions=one").solver(mv.load_game("connect_four"))
    for position, expected in positions(name, 10 if is_compiled else 200):
        assert score(solve(position)) == expected, position.history


@pytest.mark.parametrize("method", ["alphabeta:quick=true,table=16MB", "pvs:candidates=false,quick=true"])
def test_refinements_change_no_score(method: str, is_compiled: bool) -> None:
    """Without the problem's own candidates and ordering the scores are the same."""
    solve = load_method(method).solver(mv.load_game("connect_four"))
    for position, expected in positions("end_easy", 20 if is_compiled else 250):
        assert score(solve(position)) == expected


@pytest.mark.skipif(IS_BOUNDS_CHECKED, reason="five kernels to compile, and nothing new for bounds")
@pytest.mark.compiled
@pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 5), (4, 6), (5, 4), (5, 5)])
def test_small_boards_are_draws(width: int, height: int) -> None:
    """As solved by Tromp; columns x rows."""
    found = mv.solve(f"connect_four:width={width},height={height}", method="pvs:actions=one")
    assert found.outcome == "draw"


def test_values_of_all_actions(is_compiled: bool) -> None:
    """The value of each action is the reward of the position behind it."""
    root = mv.load_game("connect_four").initial()
    solve = load_method("pvs:actions=all").solver(root.game)
    for position, _ in positions("end_easy", 100 if is_compiled else 500):
        for line in solve(position).actions:
            after = position.play(line.action)
            other = after.rewards[after.to_move] if after.is_terminal else solve(after).value[after.to_move]
            assert line.value == 1.0 - other
