"""The answer of a method that knows what each action is worth to each player."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from monteverde.errors import UsageError
from monteverde.exact.method import Method
from monteverde.exact.readout import action_values, new_result
from monteverde.exact.result import EXACT, UNKNOWN, SolveResult, SolveStatistics
from monteverde.exact.sparse import Floats
from monteverde.exact.variation import NO_ACTION
from monteverde.game import CHANCE, Position


def refuse_chance(position: Position) -> None:
    """Raise UsageError if nature is to move."""
    if position.to_move == CHANCE:
        raise UsageError(f"chance moves in this position of {position.game.name}; play one of its outcomes first")


def answer(
    method: Method,
    position: Position,
    worth: Mapping[int, Floats],
    statistics: SolveStatistics,
    *,
    value: Floats | None = None,
    bound: str = EXACT,
    is_proven: bool = False,
    variation: Sequence[int] = (),
    notes: tuple[str, ...] = (),
) -> SolveResult:
    """Return the result of `method`, in which the lines are sorted best first.

    Args:
        method: whose result it is.
        position: where a player moves, or nature.
        worth: for each action, or outcome, of which something is known each player's return.
        statistics: how it went.
        value: each player's return from `position` on; None: that of the best action.
        bound: how the values are meant.
        is_proven: whether they are exact.
        variation: best play.
        notes: what a reader should know.
    """
    player = position.to_move
    actions = position.legal_actions()
    known = [action in worth for action in actions]
    values = [float(worth[action][player]) if action in worth else math.nan for action in actions]
    lines = action_values(position, actions, values, [bound if is_known else UNKNOWN for is_known in known])
    nothing = np.full(position.game.num_players, math.nan)
    return new_result(
        method.spec,
        position,
        action=NO_ACTION if player == CHANCE else lines[0].action,
        value=[float(each) for each in (worth.get(lines[0].action, nothing) if value is None else value)],
        is_proven=is_proven,
        outcome=None,
        lines=lines,
        variation=variation,
        statistics=statistics,
        notes=notes,
    )
