"""The answer of a method that knows what each action is worth to each player."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from monteverde.errors import UsageError
from monteverde.exact.method import Method
from monteverde.exact.result import EXACT, UNKNOWN, ActionValue, SolveResult, SolveStatistics
from monteverde.exact.sparse import Floats
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
    best: Collection[int] = (),
    bound: str = EXACT,
    is_proven: bool = False,
    variation: Sequence[int] = (),
    notes: tuple[str, ...] = (),
) -> SolveResult:
    """Return the result of `method`, in which the lines are sorted best first.

    Args:
        method: whose result it is.
        position: where a player moves.
        worth: for each action of which something is known each player's return.
        statistics: how it went.
        best: the best actions; if not given, those of the highest value for who moves.
        bound: how the values are meant.
        is_proven: whether they are exact.
        variation: best play.
        notes: what a reader should know.
    """
    player, game = position.to_move, position.game
    highest = max((values[player] for values in worth.values()), default=np.nan)
    is_best = set(best) or {action for action, values in worth.items() if values[player] == highest}

    def line(action: int) -> ActionValue:
        if action not in worth:
            return ActionValue(action, position.action_name(action), float("nan"), UNKNOWN)
        value = float(worth[action][player])
        return ActionValue(action, position.action_name(action), value, bound, action in is_best)

    lines = sorted(map(line, position.legal_actions()), key=lambda x: (not x.is_best, x.bound == UNKNOWN, -x.value))
    values = worth.get(lines[0].action, np.full(game.num_players, np.nan))
    return SolveResult(
        method=method.spec,
        game=game.spec,
        player=player,
        player_name=game.player_name(player),
        action=lines[0].action,
        action_name=lines[0].name,
        value=tuple(float(value) for value in values),
        is_proven=is_proven,
        outcome=None,
        distance=None,
        actions=tuple(lines),
        principal_variation=tuple(variation),
        principal_names=tuple(map(position.action_name, variation)),
        statistics=statistics,
        notes=notes,
    )
