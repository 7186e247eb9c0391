"""What another program is told of a clock, in the words of its protocol.

GTP and UCI cannot say all that a `GameClock` can show. What they leave out makes a clock look poorer, never richer:
of several periods a program hears of one, and times are rounded down.

Sources: as `gtp.py` and `uci.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from monteverde.errors import UsageError
from monteverde.game_clock import GameClock

MILLISECONDS = 1000
SIDES = ("w", "b")
TOLD = tuple(field.name for field in fields(GameClock) if field.name != "is_out")


def gtp_settings(clock: GameClock) -> str:
    """Return what stands behind `time_settings`: main time, period and its moves, in whole seconds.

    An increment is a period for one move, as far as that is sure. Three zeros would mean no limit.
    """
    period, stones = (clock.period, clock.stones) if clock.stones else (clock.increment, 1)
    if period < 1.0:
        return f"{max(1, int(clock.main))} 0 0"
    return f"{int(clock.main)} {int(period)} {stones}"


def gtp_left(clock: GameClock) -> str:
    """Return what stands behind `time_left` and the colour: seconds, and the moves of the period, 0 in main time."""
    if clock.main > 0.0 or not clock.stones:
        return f"{int(clock.main)} 0"
    return f"{int(clock.period_left)} {clock.stones_left}"


def uci_words(clock: GameClock, seat: int) -> str:
    """Return what stands behind `go`, for the side of `seat`: times in milliseconds."""
    side = SIDES[seat]
    if clock.main > 0.0 or not clock.stones:
        increment = f" {side}inc {int(MILLISECONDS * clock.increment)}" if clock.increment else ""
        return f"{side}time {_milliseconds(clock.main)}{increment}"
    return f"{side}time {_milliseconds(clock.period_left)} movestogo {clock.stones_left}"


def _milliseconds(seconds: float) -> int:
    return max(1, int(MILLISECONDS * seconds))


def described_clock(clock: GameClock) -> dict[str, float]:
    """Return the whole of a clock, for JSON."""
    return {name: getattr(clock, name) for name in TOLD}


def clock_from(described: Mapping[str, Any]) -> GameClock:
    """Return the clock that `described_clock` tells of; what is not given is as in `GameClock`.

    Raises:
        UsageError: if it is none.
    """
    for name, value in described.items():
        if name not in TOLD:
            raise UsageError(f"a clock has no {name!r}; it has {', '.join(TOLD)}")
        kinds = (int,) if isinstance(getattr(EXAMPLE, name), int) else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise UsageError(f"{name} of the clock is {value!r}; it must be a {'whole ' * (len(kinds) == 1)}number")
    if "main" not in described:
        raise UsageError("the clock has no main; give the seconds of main time left")
    return GameClock(**described)


EXAMPLE = GameClock(0.0)
