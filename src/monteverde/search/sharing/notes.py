"""Notes of one simulation: the code of every action that it plays, and which codes its later part contains.

A *code* is what the rule `action_code` calls an action by, player and action if there is no such rule. The suffix of a
simulation at depth d is what it plays from there on, d included. `gather` finds the different codes of a suffix from
those of the next one, so all suffixes of a path together cost one pass over the simulation.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import (
    CHANCE,
    DISCOUNT,
    HAS_CHANCE,
    HAS_STEP_REWARDS,
    LOWEST_RETURN,
    NUM_ACTION_CODES,
    RETURN_SCALE,
    action_code,
    to_move,
)
from monteverde.search.sharing.sparse import Sparse
from monteverde.search.status import BAD_CODE, OK

NO_CODE = -1  # of nature's moves, and of what was played before the root
NOT_GATHERED = -1


class Notes(NamedTuple):
    """What one thread notes; of length zero in searches that share nothing."""

    codes: Any
    """int32[max_length]: the code of each ply; NO_CODE where nature moved."""
    length: Any
    """int64[1]: how many plies."""
    players: Any
    """int64[num_codes]: whose code each is, for those that have been played."""
    known: Any
    """int64[1]: one more than the largest code that there can be (that has been played, for Python objects)."""
    distinct: Any
    """int32[max_length]: the different codes of the suffix, from its end on."""
    credits: Any
    """float64[max_length]: what the simulation is worth to the player of each of them, if that is the same anywhere."""
    num_distinct: Any
    """int64[1]: how many these are."""
    start: Any
    """int64[1]: where the suffix begins; NOT_GATHERED before there is one."""
    seen: Any
    """int64[num_codes]: the last simulation whose suffix contained each."""
    number: Any
    """int64[1]: the number of this simulation."""
    table: Any
    """int64[1]: where the table of the reference node begins, on the way down."""
    frozen: Any
    """int64[1]: where its frozen counts begin."""


def new_notes(codes: int, plies: int) -> Notes:
    """Return empty notes of simulations of up to `plies` plies, of which each has one of `codes` codes."""
    one = [np.zeros(1, np.int64) for _ in range(7)]
    notes = Notes(
        codes=np.zeros(plies, np.int32),
        length=one[0],
        players=np.zeros(codes, np.int64),
        known=one[1],
        distinct=np.zeros(plies, np.int32),
        credits=np.zeros(plies),
        num_distinct=one[2],
        start=one[3],
        seen=np.zeros(codes, np.int64),
        number=one[4],
        table=one[5],
        frozen=one[6],
    )
    begin(notes, codes)
    return notes


def new_sparse_notes() -> Notes:
    """Return the same for Python objects."""
    one = [[0] for _ in range(7)]
    notes = Notes(Sparse(), one[0], Sparse(), one[1], Sparse(), Sparse(), one[2], one[3], Sparse(), *one[4:])
    begin(notes, 0)
    return notes


def begin(notes: Notes, known: int) -> None:
    """Make `notes` ready for the first simulation."""
    notes.known[0], notes.start[0], notes.number[0] = known, NOT_GATHERED, 1


@kernel
def note_code(state, action, ply, work):
    notes = work.notes
    notes.length[0] = ply + 1
    mover = to_move(state)
    if HAS_CHANCE and mover == CHANCE:
        notes.codes[ply] = NO_CODE
        return OK
    code = code_of(state, action)
    if code < 0:
        return code
    notes.codes[unsigned(ply)] = code
    notes.players[unsigned(code)] = mover
    if code >= notes.known[0]:
        notes.known[0] = code + 1
    return OK


@kernel
def code_of(state, action):
    """Return the code of `action`, or BAD_CODE if the problem gives one that it does not declare."""
    code = action_code(state, action)
    return code if 0 <= code < NUM_ACTION_CODES else BAD_CODE


@kernel
def gather(notes, depth, values):
    """Make `distinct` the different codes of the suffix at `depth`, from those of the suffix after it."""
    if notes.start[0] == NOT_GATHERED:
        notes.start[0] = notes.length[0]
    number, count = notes.number[0], notes.num_distinct[0]
    for ply in range(notes.start[0] - 1, depth - 1, -1):
        code = notes.codes[unsigned(ply)]
        if code != NO_CODE and notes.seen[unsigned(code)] != number:
            notes.seen[unsigned(code)] = number
            notes.distinct[unsigned(count)] = code
            notes.credits[unsigned(count)] = credit_of(notes, code, values)
            count += 1
    notes.start[0] = depth
    notes.num_distinct[0] = count


@kernel
def credit_of(notes, code, values):
    """Return the return in `values` of the player whose code it is, as a unit value."""
    return (values[notes.players[unsigned(code)]] - LOWEST_RETURN) * RETURN_SCALE


@kernel
def credit_at(notes, index, values):
    """Return the same of `distinct[index]`, looked up where it does not depend on where the suffix begins."""
    if HAS_STEP_REWARDS or DISCOUNT != 1.0:
        return credit_of(notes, notes.distinct[unsigned(index)], values)
    return notes.credits[unsigned(index)]


@kernel
def forget(notes):
    """End this simulation."""
    notes.start[0] = NOT_GATHERED
    notes.num_distinct[0] = 0
    notes.number[0] += 1
