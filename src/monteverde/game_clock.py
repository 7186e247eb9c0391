"""The clock of one player in one game, as a value: what it shows, and what it shows after a move.

    60          a minute for the game
    60+0.5      and half a second more for each move made (Fischer)
    600+5x30    ten minutes, then five periods of 30 s; a move inside a period gives it back (Japanese byo-yomi)
    600+25/300  ten minutes, then 300 s for each 25 moves (Canadian byo-yomi)
    0+40/300    300 s for each 40 moves

Source: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2*, section 4.2 (Canadian byo-yomi).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from monteverde.errors import UsageError

NUMBER = r"(\d+(?:\.\d*)?|\.\d+)"
FORMS = re.compile(rf"{NUMBER}(?:\+(?:{NUMBER}|(\d+)x{NUMBER}|(\d+)/{NUMBER}))?")
EXAMPLES = "60, 60+0.5 (half a second a move), 600+5x30 (five periods of 30 s) or 600+25/300 (300 s for 25 moves)"


@dataclass(frozen=True)
class GameClock:
    """What a clock shows before a move of its player. All times are in seconds."""

    main: float
    """Main time left, at least 0."""
    increment: float = 0.0
    """What is added for each move that was made in time."""
    period: float = 0.0
    """How long a period of overtime is."""
    stones: int = 0
    """How many moves have to be made in a period, 1 in Japanese byo-yomi; 0: there is no overtime."""
    periods: int = 1
    """How many periods are left, the present one included."""
    period_left: float = math.nan
    """What is left of the present period; all of it if not given."""
    stones_left: int = 0
    """How many moves have to be made in the present period yet; all of them if not given."""
    is_out: bool = False
    """Whether its time has run out."""

    def __post_init__(self) -> None:
        times = (self.main, self.increment, self.period)
        if not all(0.0 <= time < math.inf for time in times) or self.stones < 0 or self.periods < 1:
            raise UsageError(f"a clock of {times} seconds, {self.stones} moves, {self.periods} periods cannot be set")
        if math.isnan(self.period_left):
            object.__setattr__(self, "period_left", self.period)
        if self.stones_left == 0:
            object.__setattr__(self, "stones_left", self.stones)

    @property
    def left(self) -> float:
        """How long the player may think now without losing, in seconds."""
        return self.main + (self.period_left + (self.periods - 1) * self.period if self.stones else 0.0)

    def after(self, seconds: float) -> GameClock:
        """Return what it shows after a move that took so long."""
        if self.is_out or seconds > self.left:
            return replace(self, main=0.0, period_left=0.0, periods=1, is_out=True)
        if seconds <= self.main and (self.main > 0.0 or not self.stones):
            return replace(self, main=self.main - seconds + self.increment)
        period_left, periods = self.period_left - (seconds - self.main), self.periods
        while period_left < 0.0:
            period_left, periods = period_left + self.period, periods - 1
        stones_left = self.stones_left - 1
        if stones_left == 0:
            period_left, stones_left = self.period, self.stones
        return replace(self, main=self.increment, periods=periods, period_left=period_left, stones_left=stones_left)

    def __str__(self) -> str:
        """Return what it shows, for people: `1:23`, `0:04.2`, `0:30 (2 periods)`, `4:10 for 12 moves`."""
        if self.main > 0.0 or not self.stones:
            return _minutes(self.main)
        if self.stones == 1:
            return f"{_minutes(self.period_left)} ({self.periods} {'period' if self.periods == 1 else 'periods'})"
        return f"{_minutes(self.period_left)} for {self.stones_left} {'move' if self.stones_left == 1 else 'moves'}"


def read_clock(text: str) -> GameClock:
    """Return the clock that `text` sets, as at the top of this module.

    Raises:
        UsageError: if it cannot be read, or leaves no time at all.
    """
    found = FORMS.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"clock is {text!r}; it must be seconds for the game, such as {EXAMPLES}")
    main, increment, periods, japanese, stones, canadian = found.groups()
    clock = GameClock(
        main=float(main),
        increment=float(increment or 0.0),
        period=float(japanese or canadian or 0.0),
        stones=int(stones or (1 if periods else 0)),
        periods=int(periods or 1),
    )
    if clock.left <= 0.0:
        raise UsageError(f"clock is {text!r}, which leaves no time for the first move; give more, such as {EXAMPLES}")
    return clock


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60.0)
    return f"{int(minutes)}:{int(rest):02}" if seconds >= 10.0 else f"{int(minutes)}:{math.floor(10 * rest) / 10:04.1f}"
