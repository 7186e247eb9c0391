"""Every position of a small game, told apart by key: how many there are, who wins each, how many games pass through.

Two kernels look at all positions of a ply and play all their moves; the rest is a loop from the last ply back.
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
def look(states, owners, payoffs, actions):
    """Write who moves at each of `states`, or -1 and what it pays; return how many moves there are in all."""
    count = 0
    for i in range(len(states)):
        if is_terminal(states[i]):
            owners[i] = -1
            rewards(states[i], payoffs[i])
        else:
            owners[i] = to_move(states[i])
            count += legal_actions(states[i], actions)
    return count


@kernel
def expand(states, owners, actions, children, keys, parents):
    """Play every move at each of `states`: write the states that follow, their keys, and where each came from."""
    count = 0
    for i in range(len(states)):
        if owners[i] >= 0:
            for j in range(legal_actions(states[i], actions)):
                children[count] = states[i]
                play(children[count], actions[j])
                keys[count] = key(children[count])
                parents[count] = i
                count += 1


@dataclass
class Ply:
    """All positions that some number of moves leads to, and the moves to the next ply."""

    states: npt.NDArray[Any]
    owners: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.float64]
    parents: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]


def plies(game: Game) -> list[Ply]:
    """Return all positions of `game`, ply by ply."""
    look_at, expand_all = bind(look, game.bindings), bind(expand, game.bindings)
    actions = np.zeros(game.num_actions, np.int64)
    states: Any = game.initial().states()
    found = []
    while len(states):
        owners, payoffs = np.zeros(len(states), np.int64), np.zeros((len(states), game.num_players))
        count = look_at(states, owners, payoffs, actions)
        after, keys, parents = game.new_states(count), np.zeros(count, np.uint64), np.zeros(count, np.int64)
        expand_all(states, owners, actions, after, keys, parents)
        _, first, children = np.unique(keys, return_index=True, return_inverse=True)
        found.append(Ply(states, owners, payoffs, parents, children))
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
