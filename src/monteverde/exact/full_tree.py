"""Max^n and expectimax, one loop: every position down to the leaves, and what each player gets there.

    a player's node     the values of the child that is best for that player; of equals the first in the rules' order
    a chance node       the mean of the children's values, by their probabilities
    a leaf              what is paid at the end, or what the heuristic says at the depth limit

Nothing is pruned, so the value of every action at the root is exact, rewards may be paid on every ply, and they may be
discounted: a ply into s is worth r(s) + w V(s), where w is the discount if a player is to move at s, else 1. For two
players with opposite interests it is minimax and expectiminimax; for one it is expectimax.

With more than two players the values depend on how ties are broken, since a player does not care which of the others
gets what.

Sources: Luckhardt and Irani, *An algorithmic solution of n-person games*, AAAI 1986 (max^n); Michie, *Game-playing and
game-learning automata*, 1966 (expectimax).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.exact.opening import list_branches
from monteverde.exact.status import DONE, RUNNING, TOO_LONG
from monteverde.exact.variation import NO_ACTION, new_variations, note_variation
from monteverde.game import Game
from monteverde.game.rules import (
    CHANCE,
    DISCOUNT,
    HAS_HEURISTIC,
    HAS_STEP_REWARDS,
    MAX_LENGTH,
    NUM_PLAYERS,
    heuristic,
    is_terminal,
    play,
    rewards,
    to_move,
)

NOT_BEGUN = -1

FRAME = np.dtype(
    [
        ("mover", np.int64),
        ("count", np.int64),  # actions or outcomes
        ("index", np.int64),  # the one being looked at
        ("weight", np.float64),  # what a value from here is worth one ply higher
    ]
)
NOTES = np.dtype(
    [
        ("ply", np.int64),  # where the walk is
        ("nodes", np.int64),
        ("leaves", np.int64),
        ("estimates", np.int64),  # leaves that the heuristic valued
        ("horizons", np.int64),  # positions of an endless problem at its horizon, worth nothing more
        ("depth", np.int64),  # the longest path
    ]
)


class Work(NamedTuple):
    """All that a walk reads and writes; one row a ply."""

    states: Any
    """(plies + 1,) state records; the first is the root."""
    frames: Any
    """(plies + 1,) FRAME records."""
    actions: Any
    """(plies + 1, num_actions) int64."""
    probabilities: Any
    """(plies + 1, num_actions) float64; without columns if nature moves nowhere."""
    values: Any
    """(plies + 1, players) float64: the best so far, or at chance nodes the sum so far."""
    gains: Any
    """(plies + 1, players) float64: what was paid on entering."""
    variations: Any
    """(plies + 1, variation length) int64: best play from each ply on; NO_ACTION ends it."""
    root_values: Any
    """(num_actions, players) float64: what each action at the root leads to, by its place in the rules' order."""
    notes: Any
    """(1,) record of NOTES."""


def new_work(game: Game, plies: int) -> Work:
    """Return the memory of a walk of at most so many plies that has not begun."""
    rows, columns = plies + 1, game.num_actions
    notes = np.zeros(1, NOTES).view(np.recarray)
    notes[0].ply = NOT_BEGUN
    return Work(
        states=game.new_states(rows),
        frames=np.zeros(rows, FRAME).view(np.recarray),
        actions=np.zeros((rows, columns), np.int64),
        probabilities=np.zeros((rows, columns if game.has("chance_outcomes") else 0)),
        values=np.zeros((rows, game.num_players)),
        gains=np.zeros((rows, game.num_players)),
        variations=new_variations(rows, plies),
        root_values=np.full((columns, game.num_players), np.nan),
        notes=notes,
    )


@kernel
def walk(work, limit):
    """Visit about `limit` more positions; return RUNNING, DONE or a failure."""
    notes, frames = work.notes[0], work.frames
    if notes.ply == NOT_BEGUN:
        status = enter(work, 0)
        if status < 0:
            return status
        notes.ply = 0
    ply, end = notes.ply, notes.nodes + limit
    while True:
        frame = frames[ply]
        # 1. All children are known: the values go up.
        if frame.index == frame.count:
            if ply == 0:
                notes.ply = ply
                return DONE
            ply -= 1
            take(work, ply)
            continue
        if notes.nodes >= end:
            notes.ply = ply
            return RUNNING
        # 2. The next child. A leaf has its value at once, anything else gets a frame of its own.
        if ply + 1 == len(work.states):
            return TOO_LONG
        work.states[ply + 1] = work.states[ply]
        play(work.states[ply + 1], work.actions[ply, frame.index])
        status = enter(work, ply + 1)
        if status < 0:
            return status
        if status == 0:
            take(work, ply)
        else:
            ply += 1


@kernel
def enter(work, ply):
    """Look at the state at `ply`; return how many branches it has, 0 with its values if it is a leaf, or a failure."""
    state, frame, notes = work.states[ply], work.frames[ply], work.notes[0]
    notes.nodes += 1
    if ply > notes.depth:
        notes.depth = ply
    work.variations[ply, 0] = NO_ACTION
    for player in range(NUM_PLAYERS):
        work.values[ply, player] = 0.0
        work.gains[ply, player] = 0.0
    if is_terminal(state):
        rewards(state, work.gains[ply])
        frame.weight = 0.0
        notes.leaves += 1
        return 0
    if HAS_STEP_REWARDS and ply > 0:
        rewards(state, work.gains[ply])
    mover = to_move(state)
    frame.weight = DISCOUNT if mover != CHANCE else 1.0
    if ply == len(work.states) - 1 and value_at_limit(state, ply, work.values[ply], notes):
        notes.leaves += 1
        return 0
    frame.mover = mover
    frame.index = 0
    frame.count = list_branches(state, mover, work.actions[ply], work.probabilities[ply])
    return frame.count


@kernel
def value_at_limit(state, ply, out, notes):
    """Write what is still to come to `out`, if nobody looks on from here; return whether that is so."""
    if HAS_HEURISTIC and ply < MAX_LENGTH:
        heuristic(state, out)
        notes.estimates += 1
        return True
    if HAS_STEP_REWARDS:  # the horizon of an endless problem, beyond which nothing counts
        notes.horizons += 1
        return True
    return False


@kernel
def take(work, ply):
    """Give the node at `ply` the values of the child that it is at, and go on to the next one."""
    frame, index = work.frames[ply], work.frames[ply].index
    values, child_values = work.values[ply], work.values[ply + 1]
    for player in range(NUM_PLAYERS):
        child_values[player] = work.gains[ply + 1, player] + work.frames[ply + 1].weight * child_values[player]
        if ply == 0:
            work.root_values[index, player] = child_values[player]
    if frame.mover == CHANCE:
        for player in range(NUM_PLAYERS):
            values[player] += work.probabilities[ply, index] * child_values[player]
    elif index == 0 or child_values[frame.mover] > values[frame.mover]:
        for player in range(NUM_PLAYERS):
            values[player] = child_values[player]
        note_variation(work.variations[ply], work.actions[ply, index], work.variations[ply + 1])
    frame.index += 1
