"""Cliff walking: the way along the cliff, the fall, the values of both."""

from __future__ import annotations

import pytest
from tests.reference.value_iteration import Twin

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.cliff_walking import cliff_walking

ALONG_THE_CLIFF = "up " + "right " * 11 + "down"


@pytest.mark.parametrize(("discount", "value"), [(1.0, -13.0), (0.99, -12.2479)])
def test_the_best_walk_takes_thirteen_steps(discount: float, value: float) -> None:
    """Computed independently; by hand -(1 - .99^13) / .01."""
    twin = Twin(cliff_walking(discount).initial())
    assert twin.solve()[0] == pytest.approx(value, abs=5e-5)


def test_it_leads_along_the_cliff() -> None:
    """Twelve steps at -1, and the last one ends it for the same."""
    position = cliff_walking().initial()
    for step in ALONG_THE_CLIFF.split():
        assert not position.is_terminal
        position = position.play(step)
        assert position.rewards.tolist() == [-1.0]
    assert position.is_terminal


def test_a_fall_costs_a_hundred_and_the_way() -> None:
    """Back at the start, which is entered for -1 otherwise."""
    start = cliff_walking().initial()
    fallen = start.play("right")
    assert (fallen.rewards.tolist(), int(fallen.state.cell)) == ([-100.0], int(start.state.cell))
    assert start.play("left").rewards.tolist() == [-1.0]
    assert start.play_all("up right down").rewards.tolist() == [-100.0]


def test_it_keeps_its_promises() -> None:
    """And is drawn with its cliff."""
    report = mv.check(cliff_walking(horizon=50), games=10)
    assert report.is_ok, str(report)
    assert str(cliff_walking().initial()).splitlines()[-1] == "@ C C C C C C C C C C G"


@pytest.mark.parametrize(("discount", "horizon"), [(0.0, 10), (1.0, 0)])
def test_bad_parameters_are_refused(discount: float, horizon: int) -> None:
    """The sentence has both values."""
    with pytest.raises(UsageError, match=f"got discount={discount}, horizon={horizon}"):
        cliff_walking(discount, horizon)
