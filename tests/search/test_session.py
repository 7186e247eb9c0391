"""What a search does with its clock and with Ctrl-C."""

from __future__ import annotations

import signal

import pytest

import monteverde
from monteverde.search.result import SearchResult
from monteverde.search.session import Search


def test_a_result_on_the_way_knows_the_time_spent() -> None:
    """Progress is reported with the seconds and the speed so far, not with those of earlier runs."""
    reported: list[SearchResult] = []
    search = monteverde.MCTS().start("tic_tac_toe", seed=0)

    def progress(result: SearchResult) -> None:
        reported.append(result)
        search.stop()

    search.run(seconds=30, progress=progress)
    assert reported[0].seconds > 0
    assert reported[0].statistics.simulations_per_second > 0


def test_ctrl_c_while_compiling_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been found yet that could be kept, and compiling takes too long to wait for its end."""
    monkeypatch.setattr(Search, "_warm_up", lambda search: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        monteverde.search("tic_tac_toe", iterations=1)


def test_ctrl_c_while_searching_keeps_what_was_found() -> None:
    """The search ends early, its result is whole and says why."""
    result = monteverde.search("tic_tac_toe", seconds=30, progress=lambda _: signal.raise_signal(signal.SIGINT))
    assert result.statistics.stopped_by == "interrupted"
    assert sum(result.visits.values()) == result.simulations > 0
