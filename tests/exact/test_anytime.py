"""Methods for several players, chance and proofs end when they must: time, Ctrl-C, and what progress is told."""

from __future__ import annotations

import signal

import pytest

from monteverde.exact import Method, SolveResult
from monteverde.exact.methods.maxn import MaxN
from monteverde.exact.methods.paranoid import Paranoid
from monteverde.exact.methods.pns import Pns
from monteverde.game import Position

METHODS = [MaxN(), Paranoid(), Pns(goal=0.0)]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.method_name())
def test_time_runs_out(method: Method, long_tree: Position) -> None:
    """What is known of the root by then is given, and said to be unproven."""
    result = method.solve(long_tree, seconds=0.03)
    assert result.statistics.stopped_by == "seconds"
    assert not result.is_proven
    assert result.outcome is None
    assert result.action in long_tree.legal_actions()
    assert result.nodes > 0
    assert "the search was cut short: what is said here is not proven" in str(result)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.method_name())
def test_ctrl_c_ends_the_search_and_progress_is_told(method: Method, long_tree: Position) -> None:
    """The first Ctrl-C ends it with what is known; results on the way say that it is running, and how far it is."""
    seen: list[SolveResult] = []

    def press(result: SolveResult) -> None:
        seen.append(result)
        signal.raise_signal(signal.SIGINT)

    result = method.solve(long_tree, progress=press)
    assert [each.statistics.stopped_by for each in seen] == ["running"]
    assert result.statistics.stopped_by == "interrupted"
    assert result.nodes >= seen[0].nodes > 0
    assert 0.0 <= float(seen[0].statistics.details.get("done", 0.0)) < 1.0
    assert "done" not in result.statistics.details


def test_nothing_is_known_before_an_action_is_finished(long_tree: Position) -> None:
    """Then no value is given, and every action is unknown."""
    result = MaxN().solve(long_tree, seconds=0.01)
    assert {line.bound for line in result.actions} == {"unknown"}
    assert "value unknown" in str(result)
