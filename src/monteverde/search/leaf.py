"""Leaf parallelism: one thread goes down the tree, and from the leaf each of the team plays a playout of its own.

    lead     descend, hand the leaf out, take part, wait for the others; again
    follow   wait for a leaf, take part, say so; again, until the gate closes

Each playout is a simulation: it is backed up along the common path by the thread that played it. All are done before
the next descent, so nothing is in flight when a child is chosen, and the tree depends on the seed alone (to the last
bit where unit values add up exactly, as wins, draws and losses do).

A thread says where it is by flags in cache lines of their own (`compile/gate.py`), without a word to Python.
Source: Cazenave and Jouandeau, *On the parallelization of UCT*, 2007.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.gate import store, wait_for
from monteverde.game.rules import HAS_STEP_REWARDS, NUM_PLAYERS
from monteverde.memory import apart
from monteverde.search.loop import descend, is_time_up, value_leaf, withdraw
from monteverde.search.phases import back_up, fresh_state
from monteverde.search.status import OK
from monteverde.search.workspace import Workspace

STRIDE = 16  # int64 from one thread's flag to the next: two cache lines, which processors fetch as a pair


class Gate(NamedTuple):
    """Where the threads of a team meet."""

    leaf: Any
    """The state of the leaf: an array of one."""
    order: Any
    """int64[2]: the depth of the leaf, and how many of the team play from it."""
    number: Any
    """int64[1]: the number of the leaf that was handed out last, from 1 on."""
    done: Any
    """int64[team * STRIDE]: the number of the last leaf that each thread was done with."""
    status: Any
    """int64[team * STRIDE]: what came of it: OK or a failure."""
    gone: Any
    """int64[team * STRIDE]: not 0 when that thread takes part no more."""
    closed: Any
    """int64[1]: not 0 when there will be no more leaves."""


def new_gate(work: Workspace, team: int) -> Gate:
    """Return a gate for so many threads, of searches that use `work`."""
    return Gate(
        leaf=apart(work.roots),
        order=apart(np.zeros(2, np.int64)),
        number=apart(np.zeros(1, np.int64)),
        done=apart(np.zeros(team * STRIDE, np.int64)),
        status=apart(np.zeros(team * STRIDE, np.int64)),
        gone=apart(np.zeros(team * STRIDE, np.int64)),
        closed=apart(np.zeros(1, np.int64)),
    )


@kernel
def lead(tree, work, gate, parameters, count, virtual_visits):
    """Run `count` simulations with the team, or fewer if told to end; return OK, or the first failure."""
    team = len(gate.done) // STRIDE
    left = count
    while left > 0 and not is_time_up(work):
        playing = min(team, left)
        # 1. Go down the tree, for all who play from the leaf.
        state = fresh_state(work)
        depth = descend(tree, state, work, parameters, playing * virtual_visits)
        if depth < 0:
            return depth
        # 2. Hand the leaf out, and play from it too.
        number = gate.number[0] + 1
        gate.leaf[0] = state
        gate.order[0] = depth
        gate.order[1] = playing
        store(gate.number, 0, number)
        status = take_part(tree, work, state, depth, parameters, virtual_visits)
        # 3. Wait until everybody is done with it, or has gone, which ends the search.
        is_whole = True
        for member in range(1, team):
            place = member * STRIDE
            if not wait_for(gate.done, place, number, gate.gone, place):
                is_whole = False
                if member < playing:
                    withdraw(tree, work.path, depth, virtual_visits)
            elif status == OK:
                status = gate.status[place]
        if status != OK or not is_whole:
            return status
        left -= playing
    return OK


@kernel
def follow(tree, work, leader, gate, member, parameters, virtual_visits):
    """Play from every leaf that `leader`, another thread's workspace, comes to, until the gate closes."""
    place = member * STRIDE
    number = gate.done[place] + 1
    while wait_for(gate.number, 0, number, gate.closed, 0):
        status = OK
        if member < gate.order[1]:
            work.states[0] = gate.leaf[0]
            depth = gate.order[0]
            copy_path(leader, work, depth)
            status = take_part(tree, work, work.states[0], depth, parameters, virtual_visits)
        gate.status[place] = status
        store(gate.done, place, number)
        number += 1


@kernel
def copy_path(leader, work, depth):
    """Copy the way to the leaf, as far as backups read it."""
    for d in range(depth + 1):
        work.path[d] = leader.path[d]
        work.movers[d] = leader.movers[d]
        if HAS_STEP_REWARDS:
            for player in range(NUM_PLAYERS):
                work.rewards[d][player] = leader.rewards[d][player]
    work.movers[depth + 1] = leader.movers[depth + 1]


@kernel
def take_part(tree, work, state, depth, parameters, virtual_visits):
    """EVALUATE and BACK UP: one simulation from the leaf at the end of `work.path`; return OK or a failure."""
    status = value_leaf(tree, state, depth, work, parameters)
    if status != OK:
        withdraw(tree, work.path, depth, virtual_visits)
        return status
    back_up(tree, work, depth, virtual_visits, parameters.backup[0])
    work.counters.simulations[0] += 1
    return OK


class Team:
    """The threads of a search by leaf parallelism, seen from Python."""

    def __init__(self, workspaces: Sequence[Workspace]) -> None:
        self.workspaces = workspaces
        self.gate = new_gate(workspaces[0], len(workspaces))

    def open(self) -> None:
        """Get ready for a run, whatever became of the one before."""
        self.gate.done[:] = self.gate.number[0]
        self.gate.gone[:] = 0
        self.gate.closed[0] = 0

    def close(self) -> None:
        """Let all who follow end."""
        self.gate.closed[0] = 1

    def leave(self, member: int) -> None:
        """Have nobody wait for that thread any more."""
        self.gate.gone[member * STRIDE] = 1

    def dismiss(self) -> None:
        """Have nobody wait for anybody: the first thread works alone."""
        self.gate.gone[:] = 1
