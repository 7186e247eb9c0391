"""How long to think for a move, when a controller has set a clock.

The main time is spread over the moves that are still expected, and each byo-yomi period over the moves that have to be
made in it. A tenth of each share, and some milliseconds for the way there and back, are held back.
"""

from __future__ import annotations

from dataclasses import dataclass

SHARE_USED = 0.9
LAG_SECONDS = 0.05
LEAST_SECONDS = 0.01
LEAST_MOVES = 10  # that are expected in any case: games end later than one thinks
CELLS_FILLED = 0.7  # how much of the board is filled when a game ends, roughly; each player fills half of that


@dataclass
class _Side:
    """What the clock of one player shows."""

    main: float
    period: float
    stones: int


class MoveClock:
    """The clocks of both players; without settings there is no limit."""

    def __init__(self) -> None:
        self._byo_yomi = (0.0, 0)
        self._sides: list[_Side | None] = [None, None]

    def set(self, main: float, byo_yomi: float, stones: int) -> None:
        """Set both clocks: the main time, and a byo-yomi period for each so many `stones`, in seconds.

        As GTP has it, a period of some length for no stones means that there is no limit; so do zeros alone.
        """
        self._byo_yomi = (byo_yomi, stones)
        is_limited = stones > 0 or (byo_yomi == 0 and main > 0)
        self._sides = [_Side(main, byo_yomi, stones) if is_limited else None for _ in range(2)]

    def correct(self, player: int, seconds: float, stones: int) -> None:
        """Note what the controller says is left: main time, or with `stones` above 0 that of a byo-yomi period."""
        self._sides[player] = _Side(0.0, seconds, stones) if stones > 0 else _Side(seconds, *self._byo_yomi)

    def spend(self, player: int, seconds: float) -> None:
        """Take `seconds` that a move of `player` took off the clock; the controller's word comes later, if at all."""
        side = self._sides[player]
        if side is None:
            return
        beyond = max(0.0, seconds - side.main)
        side.main = max(0.0, side.main - seconds)
        if side.stones and beyond > 0:
            side.period, side.stones = max(0.0, side.period - beyond), side.stones - 1
            if side.stones == 0:
                side.period, side.stones = self._byo_yomi

    def seconds_for(self, player: int, num_cells: int, ply: int) -> float | None:
        """Return how long `player` may think for the next move; None without a limit.

        Args:
            player: whose clock it is.
            num_cells: how many cells the board has.
            ply: how many moves have been made.
        """
        side = self._sides[player]
        if side is None:
            return None
        expected = max(LEAST_MOVES, (CELLS_FILLED * num_cells - ply) / 2)
        share = side.main / expected + (side.period / side.stones if side.stones else 0.0)
        return max(LEAST_SECONDS, SHARE_USED * share - LAG_SECONDS)
