"""What the end of a game is worth to one player, checked against what the problem declares."""

from __future__ import annotations

from monteverde.compile import kernel
from monteverde.exact.status import DONE, NOT_ZERO_SUM, OUT_OF_RANGE
from monteverde.game.rules import NUM_PLAYERS, rewards

RANGE_TOLERANCE = 1e-9  # of the range: how far a return may lie outside, or a sum be off, by rounding

PURSE = [
    ("value", "f8"),  # a value on its way from one kernel to another
    ("player", "i8"),  # whose value it is
    ("low", "f8"),  # the range of returns
    ("high", "f8"),
    ("is_zero_sum", "i8"),  # whether the sum of rewards must be the same everywhere
    ("has_total", "i8"),  # whether that sum is known
    ("total", "f8"),
]
"""The fields of a record of notes that `value_end` reads and writes."""


@kernel
def value_end(state, returns, notes):
    """Write to the notes what their player gets at the terminal `state`; return DONE or a failure."""
    for player in range(NUM_PLAYERS):
        returns[player] = 0.0
    rewards(state, returns)
    if notes.is_zero_sum:
        total = returns[0] + returns[NUM_PLAYERS - 1]
        if not notes.has_total:
            notes.has_total = 1
            notes.total = total
        elif abs(total - notes.total) > RANGE_TOLERANCE * (notes.high - notes.low):
            return NOT_ZERO_SUM
    notes.value = returns[notes.player]
    return check_range(notes)


@kernel
def check_range(notes):
    """Return DONE if the value in the notes is one that the problem declares, else OUT_OF_RANGE."""
    slack = RANGE_TOLERANCE * (notes.high - notes.low)
    return DONE if notes.low - slack <= notes.value <= notes.high + slack else OUT_OF_RANGE
