"""Every position of a small game, told apart by key: how many there are, who wins each, how many games pass through.

One kernel plays all actions of all positions of a ply; the rest is arrays and a loop from the last ply back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile import bind, kernel
from monteverde.game import Game
from monteverde.game.rules import is_terminal, key, legal_actions, play, rewards, to_move


@kernel
def expand(states, owners, payoffs, actions, children, keys, parents):
    """Write who moves at each of `states`, or what it pays; and all their children. Return how many children."""
    count = 0
    for i in range(len(states)):
        if is_terminal(states[i]):
            owners[i] = -1
            rewards(states[i], payoffs[i])
            continue
        owners[i] = to_move(states[i])
        for j in range(legal_actions(states[i], actions)):
            children[count] = states[i]
            play(children[count], actions[j])
            keys[count] = key(children[count])
            parents[count] = i
            count += 1
    return count


@dataclass
class Ply:
    """All positions that some number of moves leads to, and the moves to the next ply."""

    owners: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.float64]
    parents: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]


def plies(game: Game) -> list[Ply]:
    """Return all positions of `game`, ply by ply."""
    bound = bind(expand, game.bindings)
    states: Any = game.initial().states()
    found = []
    while len(states):
        owners, payoffs = np.zeros(len(states), np.int64), np.zeros((len(states), game.num_players))
        most = len(states) * game.num_actions
        after, keys, parents = game.new_states(most), np.zeros(most, np.uint64), np.zeros(most, np.int64)
        count = bound(states, owners, payoffs, np.zeros(game.num_actions, np.int64), after, keys, parents)
        _, first, children = np.unique(keys[:count], return_index=True, return_inverse=True)
        found.append(Ply(owners, payoffs, parents[:count], children))
        states = after[first]
    return found


def num_positions(found: list[Ply]) -> int:
    """Return how many different positions there are, if none can come at two plies."""
    return sum(len(ply.owners) for ply in found)


def num_ends(found: list[Ply]) -> int:
    """Return at how many of them the game has ended."""
    return int(sum((ply.owners == -1).sum() for ply in found))


def num_games(found: list[Ply], player: int | None = None) -> int:
    """Return how many complete games there are, or how many of them `player` wins."""
    total, ways = 0, np.ones(1, object)
    for ply in found:
        is_counted = ply.owners == -1
        if player is not None:
            is_counted &= ply.payoffs[:, player] == 1.0
        total += int(ways[is_counted].sum())
        after = np.zeros(ply.children.max(initial=-1) + 1, object)
        np.add.at(after, ply.children, ways[ply.parents])
        ways = after
    return total


def values(found: list[Ply]) -> list[npt.NDArray[np.float64]]:
    """Return what player 0 of two gets with best play by both, for every position of every ply."""
    solved: list[npt.NDArray[np.float64]] = []
    for ply in reversed(found):
        value = ply.payoffs[:, 0].copy()
        if len(ply.children):
            best, worst = np.full(len(value), -np.inf), np.full(len(value), np.inf)
            np.maximum.at(best, ply.parents, solved[-1][ply.children])
            np.minimum.at(worst, ply.parents, solved[-1][ply.children])
            value = np.where(ply.owners == 0, best, np.where(ply.owners == 1, worst, value))
        solved.append(value)
    return solved[::-1]
