"""Variations: best play from each ply on, kept in one row of actions a ply while a tree is walked."""

from __future__ import annotations

from typing import Any

import numpy as np

from monteverde.compile import kernel

NO_ACTION = -1  # ends a variation
VARIATION_ROOM = 128  # plies of a variation that are remembered


def new_variations(rows: int, plies: int) -> Any:
    """Return the empty variations of so many rows: int64, (rows, the shorter of `plies` and VARIATION_ROOM, + 1)."""
    return np.full((rows, min(plies, VARIATION_ROOM) + 1), NO_ACTION, np.int64)


@kernel
def note_variation(out, action, rest):
    """Write to `out` the variation that begins with `action` and goes on with `rest`."""
    out[0] = action
    length = 1
    while length < len(out) - 1 and rest[length - 1] != NO_ACTION:
        out[length] = rest[length - 1]
        length += 1
    if length < len(out):
        out[length] = NO_ACTION


def until_end(variation: Any) -> list[int]:
    """Return the actions of a row up to the mark that ends it."""
    actions: list[int] = []
    for action in variation:
        if action == NO_ACTION:
            break
        actions.append(int(action))
    return actions
