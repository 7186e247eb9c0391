"""Df-pn: proof-number search in depth-first order, with a table of fixed memory.

It asks one question: can a player, whatever the other does, get at least so much? An OR node is one where that player
chooses, an AND node one where the other does. The *proof number* of a node is how many leaves at least must still be
shown to say yes before the node does, its *disproof number* the same for no:

    OR      proof = min over the children     disproof = sum over the children
    AND     proof = sum over the children     disproof = min over the children
    leaf    (0, INFINITE) if yes, (INFINITE, 0) if no, (1, 1) if it has not been looked into

The search always goes where least seems to be missing. It stays below a child until one of the child's numbers reaches
its threshold, which says that another place looks better by now; the thresholds of the proof side are a quarter larger
than need be, or else it would jump to and fro (the 1 + epsilon trick).

The table holds both numbers of positions that have been left, told apart by `canonical_key` or `key`, or by a hash of
the path where a problem has neither; then every path is a position of its own. A full bucket forgets what took the
least work. The numbers of all children on the way from the root are kept beside the table, so that what it forgets
costs time but never the progress.

Positions that are reached in several ways are counted once for each way, so the numbers may be too large; that misleads
the search and is never wrong. The history of a position cannot matter as it can in chess: every game here ends within
its declared length, so no position comes back, and `key` holds all of the past that rules refer to.

Sources: Allis, van der Meulen and van den Herik, *Proof-number search*, 1994; Nagai, *Df-pn algorithm for searching
AND/OR trees and its applications*, 2002; Pawlewicz and Lew, *Improving depth-first PN-search: 1 + epsilon trick*, 2006.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import bind, kernel
from monteverde.compile.bits import mix_bits
from monteverde.compile.random import STEP
from monteverde.exact.ends import PURSE, value_end
from monteverde.exact.opening import list_branches
from monteverde.exact.status import CHANCE_MOVE, DONE, RUNNING, TOO_LONG
from monteverde.game import Game
from monteverde.game.rules import CHANCE, HAS_CANONICAL_KEY, HAS_KEY, canonical_key, is_terminal, key, play, to_move
from monteverde.memory import zeros

INFINITE = 2**31 - 1  # numbers are kept in 32 bits
NOT_BEGUN = -1
BUCKET = 4  # entries that a position may be kept in
HALF = np.uint64(32)
FIRST_TABLE = 2**20  # bytes that a table begins with: most questions need no more, and clearing memory takes time
TABLE_GROWTH = 8  # times that it grows at once
MOST_BUCKETS = 2**31  # buckets are found by a product of two numbers of 32 bits

ENTRY = np.dtype([("code", np.uint64), ("proof", np.int32), ("disproof", np.int32), ("work", np.int64)])
"""24 bytes. `work` is the number of positions looked at for it; 0 marks an empty entry."""
FRAME = np.dtype(
    [
        ("code", np.uint64),
        ("is_or", np.int64),
        ("count", np.int64),  # children that matter
        ("chosen", np.int64),  # the child that is being searched
        ("proof", np.int64),
        ("disproof", np.int64),
        ("most_proof", np.int64),  # the thresholds
        ("most_disproof", np.int64),
        ("begun", np.int64),  # `nodes` when it was entered
    ]
)
NOTES = np.dtype(
    [
        ("ply", np.int64),  # where the walk is
        ("nodes", np.int64),  # positions looked at, again and again
        ("leaves", np.int64),
        ("expansions", np.int64),  # nodes whose children were listed
        ("depth", np.int64),  # the longest path
        ("hits", np.int64),  # children that the table knew
        ("entries", np.int64),  # of the table that are in use
        ("goal", np.float64),  # the question: at least so much?
        ("epsilon", np.float64),
        ("least_yes", np.float64),  # the least value of a leaf that said yes
        ("most_no", np.float64),  # the largest value of a leaf that said no
        *PURSE,
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
    proofs: Any
    """(plies + 1, num_actions) int64: the proof number of each child."""
    disproofs: Any
    """(plies + 1, num_actions) int64."""
    table: Any
    """Records of ENTRY."""
    probabilities: Any
    """Without length: nature does not move."""
    returns: Any
    """(players,) float64, scratch."""
    notes: Any
    """(1,) record of NOTES."""


def new_table(memory: int) -> Any:
    """Return an empty table of at most `memory` bytes, and at least one bucket."""
    buckets = min(max(1, memory // (ENTRY.itemsize * BUCKET)), MOST_BUCKETS)
    return zeros(buckets * BUCKET, ENTRY).view(np.recarray)


def new_work(game: Game, *, player: int, epsilon: float) -> Work:
    """Return the memory of a walk, without a table and a question so far (`begin`)."""
    rows, columns = game.max_length + 1, game.num_actions
    notes = np.zeros(1, NOTES).view(np.recarray)
    notes[0].player, notes[0].epsilon, notes[0].is_zero_sum = player, epsilon, game.num_players == 2
    notes[0].low, notes[0].high = map(float, game.reward_range)
    return Work(
        states=game.new_states(rows + 1),
        frames=np.zeros(rows, FRAME).view(np.recarray),
        actions=np.zeros((rows, columns), np.int64),
        proofs=np.zeros((rows, columns), np.int64),
        disproofs=np.zeros((rows, columns), np.int64),
        table=new_table(0),
        probabilities=np.zeros(0),
        returns=np.zeros(game.num_players),
        notes=notes,
    )


def begin(work: Work, goal: float, memory: int) -> Work:
    """Return the memory of a walk that has not begun: the same, with an empty table of at most `memory` bytes."""
    notes = work.notes[0]
    notes.goal, notes.ply, notes.entries = goal, NOT_BEGUN, 0
    return work._replace(table=new_table(min(memory, FIRST_TABLE)))


def with_room(work: Work, memory: int) -> Work:
    """Return the memory of a walk with a larger table if the present one is half full, of at most `memory` bytes."""
    size = work.table.nbytes
    if 2 * work.notes[0].entries <= len(work.table) or 2 * size > memory:
        return work
    larger = new_table(min(TABLE_GROWTH * size, memory))
    work.notes[0].entries = _copier()(work.table, larger)
    return work._replace(table=larger)


@functools.cache
def _copier() -> Callable[..., int]:
    return bind(copy_table, {})


@kernel
def walk(work, limit):
    """Look at about `limit` more positions; return RUNNING, DONE or a failure."""
    notes, frames = work.notes[0], work.frames
    if notes.ply == NOT_BEGUN:
        notes.least_yes, notes.most_no = np.inf, -np.inf
        notes.nodes += 1
        frames[0].code = code_of(work.states[0], STEP, 0)
        status = expand(work, 0, INFINITE, INFINITE)
        if status < 0:
            return status
        notes.ply = 0
    ply, end = notes.ply, notes.nodes + limit
    while True:
        frame = frames[ply]
        second = sum_up(work, ply)
        # 1. Enough is known, or another place looks better by now: the numbers go up.
        if frame.proof >= frame.most_proof or frame.disproof >= frame.most_disproof:
            if ply == 0:
                notes.ply = ply
                return DONE
            num_nodes = notes.nodes - frame.begun
            notes.entries += keep(work.table, frame.code, frame.proof, frame.disproof, num_nodes)
            ply -= 1
            work.proofs[ply, frames[ply].chosen] = frame.proof
            work.disproofs[ply, frames[ply].chosen] = frame.disproof
            continue
        if notes.nodes >= end:
            notes.ply = ply
            return RUNNING
        # 2. Into the child where least is missing, until it is not that any more.
        chosen = frame.chosen
        code = frame.code
        most_proof, most_disproof = frame.most_proof, frame.most_disproof
        if frame.is_or:
            most_proof = min(most_proof, widened(second, notes.epsilon))
            most_disproof = rest_of(most_disproof, frame.disproof, work.disproofs[ply, chosen])
        else:
            most_disproof = min(most_disproof, widened(second, notes.epsilon))
            most_proof = rest_of(most_proof, frame.proof, work.proofs[ply, chosen])
        if ply + 1 == len(frames):
            return TOO_LONG
        work.states[ply + 1] = work.states[ply]
        play(work.states[ply + 1], work.actions[ply, chosen])
        ply += 1
        frames[ply].code = code_of(work.states[ply], code, work.actions[ply - 1, chosen])
        status = expand(work, ply, most_proof, most_disproof)
        if status < 0:
            return status


@kernel
def widened(second, epsilon):
    """Return the threshold of the best child, if the second best has the number `second`."""
    return (
        INFINITE if second >= INFINITE else min(INFINITE, max(second + 1, np.int64(np.ceil(second * (1.0 + epsilon)))))
    )


@kernel
def rest_of(threshold, total, own):
    """Return what of a node's `threshold` on a sum is left to a child whose part of the `total` is `own`."""
    return INFINITE if threshold >= INFINITE else max(own + 1, threshold - total + own)


@kernel
def sum_up(work, ply):
    """Set the numbers of the node at `ply` and its best child from its children; return the second best's number."""
    frame = work.frames[ply]
    best, second, total, chosen = INFINITE + 1, INFINITE, 0, 0
    for i in range(frame.count):
        least, added = work.proofs[ply, i], work.disproofs[ply, i]
        if not frame.is_or:
            least, added = added, least
        if least < best:
            second = min(best, INFINITE)
            best = least
            chosen = i
        elif least < second:
            second = least
        if added >= INFINITE or total >= INFINITE:
            total = INFINITE
        else:
            total = min(total + added, INFINITE - 1)
    frame.chosen = chosen
    frame.proof = best if frame.is_or else total
    frame.disproof = total if frame.is_or else best
    return second


@kernel
def expand(work, ply, most_proof, most_disproof):
    """List the children of the state at `ply` with what is known of them; return RUNNING or a failure."""
    state, frame, notes = work.states[ply], work.frames[ply], work.notes[0]
    mover = to_move(state)
    if mover == CHANCE:
        return CHANCE_MOVE
    count = list_branches(state, mover, work.actions[ply], work.probabilities)
    if count < 0:
        return count
    frame.is_or = mover == notes.player
    frame.count = count
    frame.most_proof = most_proof
    frame.most_disproof = most_disproof
    frame.begun = notes.nodes
    notes.expansions += 1
    if ply + 1 > notes.depth:
        notes.depth = ply + 1
    child = work.states[ply + 1]
    for i in range(count):
        work.states[ply + 1] = state
        play(child, work.actions[ply, i])
        notes.nodes += 1
        status = look_up(work, ply, i, child)
        if status < 0:
            return status
        if (work.proofs[ply, i] if frame.is_or else work.disproofs[ply, i]) == 0:  # that settles it
            frame.count = i + 1
            break
    return RUNNING


@kernel
def look_up(work, ply, i, child):
    """Write the numbers of child number `i` of the node at `ply`; return RUNNING or a failure."""
    notes = work.notes[0]
    proof, disproof = 1, 1
    if is_terminal(child):
        status = value_end(child, work.returns, notes)
        if status != DONE:
            return status
        notes.leaves += 1
        if notes.value >= notes.goal:
            proof, disproof = 0, INFINITE
            notes.least_yes = min(notes.least_yes, notes.value)
        else:
            proof, disproof = INFINITE, 0
            notes.most_no = max(notes.most_no, notes.value)
    else:
        code = code_of(child, work.frames[ply].code, work.actions[ply, i])
        first = first_of_bucket(work.table, code)
        for index in range(first, first + BUCKET):
            entry = work.table[index]
            if entry.work > 0 and entry.code == code:
                proof, disproof = np.int64(entry.proof), np.int64(entry.disproof)
                notes.hits += 1
                break
    work.proofs[ply, i] = proof
    work.disproofs[ply, i] = disproof
    return RUNNING


@kernel
def code_of(state, parent_code, action):
    """Return what `state`, reached by `action` from the position of `parent_code`, is known by in the table."""
    if HAS_CANONICAL_KEY:
        return np.uint64(canonical_key(state))
    if HAS_KEY:
        return np.uint64(key(state))
    return mix_bits(parent_code + STEP * np.uint64(action + 1))


@kernel
def first_of_bucket(table, code):
    """Return the index of the first entry of the bucket of the uint64 `code`."""
    buckets = np.uint64(len(table) // BUCKET)
    return np.int64(((mix_bits(code) >> HALF) * buckets) >> HALF) * BUCKET


@kernel
def keep(table, code, proof, disproof, num_nodes):
    """Write the numbers of a position in place of what took the least work, or of what was known of it before.

    Return how many entries more are in use now.
    """
    first = first_of_bucket(table, code)
    chosen = first
    for index in range(first, first + BUCKET):
        if table[index].work > 0 and table[index].code == code:
            chosen = index
            num_nodes += table[index].work
            break
        if table[index].work < table[chosen].work:
            chosen = index
    entry = table[chosen]
    is_new = 1 if entry.work == 0 else 0
    entry.code = code
    entry.proof = proof
    entry.disproof = disproof
    entry.work = max(num_nodes, 1)
    return is_new


@kernel
def copy_table(table, larger):
    """Put all that `table` holds into the empty table `larger`; return how many entries that is."""
    count = 0
    for index in range(len(table)):
        entry = table[index]
        if entry.work > 0:
            count += keep(larger, entry.code, entry.proof, entry.disproof, entry.work)
    return count
