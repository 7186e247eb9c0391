"""Minimax as its definition has it: recursive, over positions, for two players whose rewards sum to the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monteverde.game import Position

WIN = 1000.0  # more than any reward; a win `plies` from the root is worth WIN - plies to the winner


@dataclass
class Counts:
    """What was visited."""

    nodes: int = 0
    leaves: int = 0


def minimax(
    position: Position,
    player: int,
    depth: int = 10**6,
    *,
    counts: Counts | None = None,
    prefers_quick: bool = False,
    is_quiescent: bool = True,
    ply: int = 0,
) -> float:
    """Return what `position` is worth to `player`: its reward, or WIN - plies if it is won outright and that counts."""
    counts = counts if counts is not None else Counts()
    counts.nodes += 1
    low, high = position.game.reward_range
    if position.is_terminal:
        counts.leaves += 1
        reward = float(position.rewards[player])
        if prefers_quick and reward >= high - 1e-9:
            return WIN - ply
        if prefers_quick and reward <= low + 1e-9:
            return ply - WIN
        return reward
    if depth <= 0 and (not is_quiescent or _rule(position, "is_quiet")):
        counts.leaves += 1
        out = np.zeros(2)
        with np.errstate(over="ignore"):
            position.game.rules["heuristic"](position.state, out)
        return float(out[player])
    values = [
        minimax(
            position.play(action),
            player,
            depth - 1,
            counts=counts,
            prefers_quick=prefers_quick,
            is_quiescent=is_quiescent,
            ply=ply + 1,
        )
        for action in position.legal_actions()
    ]
    return max(values) if position.to_move == player else min(values)


def _rule(position: Position, name: str) -> bool:
    if not position.game.has(name):
        return True
    with np.errstate(over="ignore"):
        return bool(position.game.rules[name](position.state))
