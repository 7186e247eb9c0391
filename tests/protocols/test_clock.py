"""The clocks of both players, as a controller sets them."""

from __future__ import annotations

from monteverde.game_clock import GameClock
from monteverde.protocols.clock import MoveClock


def test_without_a_clock_there_is_no_limit() -> None:
    """Before any setting, and after those that GTP takes for none."""
    clock = MoveClock()
    assert clock.of(0) is None
    for settings in ((0.0, 1.0, 0), (30.0, 1.0, 0), (0.0, 0.0, 0)):
        clock.set(*settings)
        assert clock.of(0) is None


def test_main_time_alone_is_a_clock() -> None:
    """Also where stones are named for a period of no length."""
    clock = MoveClock()
    clock.set(60.0, 0.0, 5)
    assert clock.of(1) == GameClock(60.0)


def test_the_controller_knows_best() -> None:
    """What it says is left counts for the player it says it of, with the byo-yomi that comes after."""
    clock = MoveClock()
    clock.set(100.0, 10.0, 2)
    clock.correct(0, 20.0, 0)
    assert clock.of(0) == GameClock(20.0, period=10.0, stones=2)
    assert clock.of(1) == GameClock(100.0, period=10.0, stones=2)
    clock.correct(0, 7.0, 1)
    assert clock.of(0) == GameClock(0.0, period=10.0, stones=2, period_left=7.0, stones_left=1)


def test_in_japanese_byo_yomi_it_counts_periods() -> None:
    """As KGS does: three of five are left, of the present one four seconds."""
    clock = MoveClock()
    clock.set_periods(60.0, 10.0, 5)
    clock.correct(1, 4.0, 3)
    assert clock.of(1) == GameClock(0.0, period=10.0, stones=1, periods=3, period_left=4.0)


def test_time_left_without_settings_is_a_clock() -> None:
    """For that player alone."""
    clock = MoveClock()
    clock.correct(1, 50.0, 0)
    assert clock.of(0) is None
    assert clock.of(1) == GameClock(50.0)
    clock.correct(1, 8.0, 2)
    assert clock.of(1) == GameClock(0.0, period=8.0, stones=2)


def test_moves_take_time_off_the_clock() -> None:
    """Of the player that made them, if it has one."""
    clock = MoveClock()
    clock.spend(0, 5.0)
    assert clock.of(0) is None
    clock.set(10.0, 0.0, 0)
    clock.spend(0, 4.0)
    assert (clock.of(0), clock.of(1)) == (GameClock(6.0), GameClock(10.0))
