"""What the clock of a game shows after moves, worked by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monteverde.errors import UsageError
from monteverde.game_clock import GameClock, read_clock


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("60", GameClock(60.0)),
        (" .5 ", GameClock(0.5)),
        ("60+0.5", GameClock(60.0, 0.5)),
        ("0+2", None),
        ("600+5x30", GameClock(600.0, period=30.0, stones=1, periods=5)),
        ("600+25/300", GameClock(600.0, period=300.0, stones=25)),
        ("0+40/300", GameClock(0.0, period=300.0, stones=40)),
    ],
)
def test_a_clock_is_read(text: str, clock: GameClock | None) -> None:
    """Main time, increments, Japanese and Canadian byo-yomi; but some time there must be for the first move."""
    if clock is not None:
        assert read_clock(text) == clock
        return
    with pytest.raises(UsageError, match=r"clock is '0\+2', which leaves no time for the first move"):
        read_clock(text)


@pytest.mark.parametrize("text", ["", "a minute", "60+", "-1", "60+0x", "1e3", "60+5x", "60+1+1", "inf", "nan"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    """The sentence has what was got, and what can be given."""
    with pytest.raises(UsageError, match=r"it must be seconds for the game, such as 60, 60\+0.5"):
        read_clock(text)


@pytest.mark.parametrize("wrong", [{"main": -1.0}, {"main": float("inf")}, {"main": 1.0, "periods": 0}])
def test_a_senseless_clock_cannot_be_made(wrong: dict[str, float]) -> None:
    """Not by its fields either."""
    with pytest.raises(UsageError, match="cannot be set"):
        GameClock(**wrong)  # type: ignore[arg-type]


def test_main_time_runs_out() -> None:
    """Exactly all of it may be used, a little more not; and it stays so."""
    assert GameClock(10.0).after(4.0) == GameClock(6.0)
    assert not GameClock(10.0).after(10.0).is_out
    out = GameClock(10.0).after(10.1)
    assert out.is_out
    assert out.after(0.0).is_out


def test_an_increment_comes_after_the_move() -> None:
    """It cannot be used for the move that earns it."""
    assert GameClock(1.0, 2.0).after(0.5) == GameClock(2.5, 2.0)
    assert GameClock(1.0, 2.0).after(1.5).is_out


def test_canadian_byo_yomi() -> None:
    """10 s, then 6 s for two moves: main time first, then the period, which is full again after its moves."""
    clock = GameClock(10.0, period=6.0, stones=2)
    clock = clock.after(4.0)
    assert (clock.main, clock.left) == (6.0, 12.0)
    clock = clock.after(8.0)  # 6 s of main time, and 2 s of the period for its first move
    assert (clock.main, clock.period_left, clock.stones_left) == (0.0, 4.0, 1)
    assert clock.after(4.5).is_out
    clock = clock.after(1.0)
    assert (clock.period_left, clock.stones_left) == (6.0, 2)


def test_japanese_byo_yomi() -> None:
    """Three periods of 10 s: a move inside one gives it back, one of 25 s costs two of them."""
    clock = GameClock(0.0, period=10.0, stones=1, periods=3)
    assert clock.left == 30.0
    assert clock.after(9.9) == clock
    later = clock.after(25.0)
    assert (later.periods, later.period_left) == (1, 10.0)
    assert later.after(10.1).is_out


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (GameClock(83.9), "1:23"),
        (GameClock(4.26), "0:04.2"),
        (GameClock(0.0, period=30.0, stones=1, periods=2), "0:30 (2 periods)"),
        (GameClock(0.0, period=30.0, stones=1), "0:30 (1 period)"),
        (GameClock(0.0, period=250.0, stones=12), "4:10 for 12 moves"),
        (GameClock(0.0, period=250.0, stones=12, stones_left=1), "4:10 for 1 move"),
    ],
)
def test_a_clock_as_people_read_it(clock: GameClock, text: str) -> None:
    """Never more than there is."""
    assert str(clock) == text


@given(
    main=st.floats(0, 100),
    increment=st.floats(0, 5),
    period=st.floats(0.1, 30),
    stones=st.integers(0, 5),
    periods=st.integers(1, 4),
    moves=st.lists(st.floats(0, 40), max_size=30),
)
def test_whoever_stays_inside_what_is_left_is_never_out(
    main: float, increment: float, period: float, stones: int, periods: int, moves: list[float]
) -> None:
    """And whoever goes beyond it is; no part of a clock is ever below zero."""
    clock = GameClock(main, increment, period, stones, periods)
    for seconds in moves:
        left = clock.left
        clock = clock.after(seconds)
        assert clock.is_out == (seconds > left)
        assert min(clock.main, clock.period_left) >= 0.0
        if clock.is_out:
            return
