"""The clocks of both players, as a controller sets them over GTP.

Sources: the Go Text Protocol (see `gtp.py`) for `time_settings` and `time_left`; the KGS server's GTP page for
`kgs-time_settings`, which knows Japanese byo-yomi, and for what `time_left` counts then: periods.
"""

from __future__ import annotations

from dataclasses import replace

from monteverde.game_clock import GameClock

LAG_SECONDS = 0.05  # what a move costs beside thinking, with the way to the controller and back


class MoveClock:
    """The clocks of both players; without settings there is no limit."""

    def __init__(self) -> None:
        self._start: GameClock | None = None
        self._sides: list[GameClock | None] = [None, None]

    def set(self, main: float, byo_yomi: float, stones: int) -> None:
        """Set both clocks: the main time, and a byo-yomi period for each so many `stones`, in seconds.

        As GTP has it, a period of some length for no stones means that there is no limit; so do zeros alone.
        """
        is_limited = stones > 0 or (byo_yomi == 0 and main > 0)
        self._set(GameClock(main, period=byo_yomi, stones=stones if byo_yomi > 0 else 0) if is_limited else None)

    def set_periods(self, main: float, period: float, periods: int) -> None:
        """Set both clocks: the main time, and so many periods of which a move gives back the one it ends in."""
        self._set(GameClock(main, period=period, stones=1 if periods else 0, periods=max(1, periods)))

    def lift(self) -> None:
        """Set no limit."""
        self._set(None)

    def _set(self, clock: GameClock | None) -> None:
        self._start, self._sides = clock, [clock, clock]

    def correct(self, player: int, seconds: float, stones: int) -> None:
        """Note what the controller says is left: main time, or with `stones` above 0 that of a byo-yomi period."""
        start = self._start or GameClock(0.0)
        if stones == 0:
            self._sides[player] = replace(start, main=seconds)
        elif start.stones == 1 and start.periods > 1:
            self._sides[player] = replace(start, main=0.0, period_left=seconds, periods=stones)
        else:
            period, of_period = (start.period, start.stones) if start.stones else (seconds, stones)
            self._sides[player] = GameClock(
                0.0, period=period, stones=of_period, period_left=seconds, stones_left=stones
            )

    def spend(self, player: int, seconds: float) -> None:
        """Take `seconds` that a move of `player` took off the clock; the controller's word comes later, if at all."""
        side = self._sides[player]
        if side is not None:
            self._sides[player] = side.after(seconds)

    def of(self, player: int) -> GameClock | None:
        """Return what the clock of `player` shows; None without a limit."""
        return self._sides[player]
