"""What was played between two positions of one game: how a player that keeps its search finds where the game is now."""

from __future__ import annotations

import numpy as np

from monteverde.errors import IllegalActionError
from monteverde.game import ObjectPosition, Position


def actions_between(earlier: Position, later: Position) -> tuple[int, ...] | None:
    """Return the actions that lead from one position to the other, or None if it does not come after it.

    They are played again, and what comes out must be the later position to the last byte, whatever history the rules
    keep among it: equal boards are not enough.
    """
    known = len(earlier.history)
    if earlier.game != later.game or later.history[:known] != earlier.history:
        return None
    actions = later.history[known:]
    position = earlier
    try:
        for action in actions:
            position = position.play(action)
    except IllegalActionError:  # it was set up in another way
        return None
    return actions if _is_same(position, later) else None


def _is_same(one: Position, other: Position) -> bool:
    """Return whether two positions of one game have the same state."""
    if isinstance(one, ObjectPosition):
        return one == other
    states = one.states(), other.states()
    return all(np.array_equal(states[0][name], states[1][name]) for name in one.game.dtype.names or ())
