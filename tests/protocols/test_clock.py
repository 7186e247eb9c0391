"""How long to think for a move."""

from __future__ import annotations

import pytest

from monteverde.protocols.clock import LEAST_SECONDS, MoveClock

CELLS = 81


def test_without_a_clock_there_is_no_limit() -> None:
    """Before any setting, and after those that GTP takes for none."""
    clock = MoveClock()
    assert clock.seconds_for(0, CELLS, 0) is None
    for settings in ((0.0, 1.0, 0), (30.0, 1.0, 0), (0.0, 0.0, 0)):
        clock.set(*settings)
        assert clock.seconds_for(0, CELLS, 0) is None


def test_main_time_is_spread_over_the_moves_to_come() -> None:
    """0.7 of 81 cells are 28.35 moves a player; late in the game ten are expected still. Worked by hand."""
    clock = MoveClock()
    clock.set(283.5, 0.0, 0)
    assert clock.seconds_for(0, CELLS, 0) == pytest.approx(0.9 * 283.5 / 28.35 - 0.05)
    assert clock.seconds_for(0, CELLS, 80) == pytest.approx(0.9 * 28.35 - 0.05)


def test_byo_yomi_is_spread_over_its_stones() -> None:
    """Canadian overtime: 30 s for 5 stones is 6 s each, less what is held back."""
    clock = MoveClock()
    clock.set(0.0, 30.0, 5)
    assert clock.seconds_for(1, CELLS, 0) == pytest.approx(0.9 * 6 - 0.05)
    clock.correct(1, 8.0, 2)
    assert clock.seconds_for(1, CELLS, 0) == pytest.approx(0.9 * 4 - 0.05)


def test_the_controller_knows_best() -> None:
    """What it says is left counts for the player it says it of, with the byo-yomi that comes after."""
    clock = MoveClock()
    clock.set(100.0, 10.0, 1)
    clock.correct(0, 20.0, 0)
    assert clock.seconds_for(0, CELLS, 80) == pytest.approx(0.9 * (2 + 10) - 0.05)
    assert clock.seconds_for(1, CELLS, 80) == pytest.approx(0.9 * (10 + 10) - 0.05)


def test_time_left_without_settings_is_a_clock() -> None:
    """For that player alone."""
    clock = MoveClock()
    clock.correct(1, 50.0, 0)
    assert clock.seconds_for(0, CELLS, 80) is None
    assert clock.seconds_for(1, CELLS, 80) == pytest.approx(0.9 * 5 - 0.05)


def test_moves_take_time_off_the_clock() -> None:
    """Main time first, then the period, which is full again after its stones."""
    clock = MoveClock()
    clock.spend(0, 5.0)  # no clock yet
    clock.set(10.0, 6.0, 2)
    clock.spend(0, 4.0)
    assert clock.seconds_for(0, CELLS, 80) == pytest.approx(0.9 * (0.6 + 3) - 0.05)
    clock.spend(0, 8.0)  # 6 s of main time and 2 s of the period, for its first stone
    assert clock.seconds_for(0, CELLS, 80) == pytest.approx(0.9 * 4 - 0.05)
    clock.spend(0, 1.0)
    assert clock.seconds_for(0, CELLS, 80) == pytest.approx(0.9 * 3 - 0.05)


def test_something_is_played_even_without_time() -> None:
    """A search needs a budget above 0."""
    clock = MoveClock()
    clock.set(1.0, 0.0, 0)
    clock.spend(0, 7.0)
    assert clock.seconds_for(0, CELLS, 0) == LEAST_SECONDS


@pytest.mark.parametrize(("main", "period", "stones"), [(60.0, 0.0, 0), (10.0, 5.0, 1), (0.0, 30.0, 10)])
def test_whoever_obeys_never_oversteps(main: float, period: float, stones: int) -> None:
    """Over a game of 200 plies, what is allowed is never more than what is left."""
    clock = MoveClock()
    clock.set(main, period, stones)
    left, period_left, stones_left = main, period, stones
    for ply in range(0, 200, 2):
        seconds = clock.seconds_for(0, CELLS, ply)
        assert seconds is not None
        assert seconds <= max(left + period_left, LEAST_SECONDS)
        clock.spend(0, seconds)
        beyond = max(0.0, seconds - left)
        left = max(0.0, left - seconds)
        if stones and beyond:
            period_left, stones_left = period_left - beyond, stones_left - 1
            if not stones_left:
                period_left, stones_left = period, stones
