"""The loop of minimax, alpha-beta and principal-variation search: negamax on an explicit stack, in slices.

    value(s) = max over a of  sign * value(play(s, a))       sign = -1 if the turn passes to the other player

Each ply has a *frame*: the window (alpha, beta) that matters to its ancestors, the best score so far, and which of
its actions comes next. A window that closes cuts the rest off (alpha-beta, fail-soft). With `is_full_width` no window
ever closes: plain minimax. With `is_narrow` all but the first action are first only asked whether they are better, in
a window of no width, and searched again if they are (principal-variation search).

A player may move twice in a row: nothing here assumes that turns alternate. A frame remembers whether any heuristic
had a part in its score, so a result says whether it is a proof.

Sources: Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Fishburn, *Analysis of speedup in distributed
algorithms*, 1981 (fail-soft); Marsland and Campbell, *Parallel search of strongly ordered game trees*, 1982 (PVS).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.exact.status import CHANCE_MOVE, DONE, NO_LEGAL_ACTION, RUNNING, SIMULTANEOUS_MOVE, TOO_LONG
from monteverde.exact.zero_sum.ordering import NO_ACTION, bring_best_forward, note_cutoff, rank
from monteverde.exact.zero_sum.score import end_score, estimate, from_root
from monteverde.exact.zero_sum.table import (
    ESTIMATED,
    EXACT,
    LOWER,
    NO_ENTRY,
    UPPER,
    find,
    keep,
    table_key,
)
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    HAS_HEURISTIC,
    HAS_IS_QUIET,
    HAS_KEY,
    MAX_LENGTH,
    SIMULTANEOUS,
    is_quiet,
    is_terminal,
    legal_actions,
    play,
    to_move,
)

FRAME = np.dtype(
    [
        ("alpha", np.float64),  # the score that the mover can already get
        ("beta", np.float64),  # the score above which the other will not let it come here
        ("first_alpha", np.float64),  # alpha when the frame was opened
        ("best", np.float64),  # the best score so far
        ("key", np.uint64),
        ("depth", np.int64),  # plies left before the heuristic is asked
        ("mover", np.int64),
        ("sign", np.int64),  # of player 0's margin in this frame's scores
        ("count", np.int64),  # how many actions
        ("index", np.int64),  # the one being searched
        ("best_action", np.int64),
        ("is_narrow", np.int64),  # whether it is being asked only whether it is better
        ("is_estimated", np.int64),  # whether a heuristic had a part in the score
    ]
)
NOTES = np.dtype(
    [
        ("ply", np.int64),  # where the walk is
        ("nodes", np.int64),
        ("leaves", np.int64),
        ("estimates", np.int64),  # leaves that the heuristic valued
        ("depth", np.int64),  # the longest path
        ("hits", np.int64),  # positions that the table answered
        ("entries", np.int64),  # places of the table in use
        ("age", np.int64),
        ("has_total", np.int64),  # whether the sum of all players' rewards is known
        ("total", np.float64),
        ("score", np.float64),  # an answer on its way from one kernel to another
        ("weight", np.float64),  # 1 if quick wins are preferred, 0 if all are equal
        ("is_full_width", np.int64),  # whether no window ever closes
        ("is_clamped", np.int64),  # whether a window ends at the best score that is possible
        ("is_pvs", np.int64),  # whether actions after the first are tried in windows without width
        ("is_quiescent", np.int64),  # whether the search goes on beyond its depth where it is not quiet
    ]
)
IS_CUT = 2  # open_frame: no frame is needed, and the score is in `notes`
IS_LEAF = 3  # value_leaf: it was one, and its score has been taken


class Work(NamedTuple):
    """All that a walk reads and writes; one row a ply."""

    states: Any
    """(plies + 1,) state records; the first is the root."""
    frames: Any
    """(plies + 1,) FRAME records."""
    actions: Any
    """(plies, num_actions) int64."""
    ranks: Any
    """(plies, num_actions) float64: the order in which they are tried."""
    variations: Any
    """(plies + 1, variation length) int64: best play from each ply on; NO_ACTION ends it."""
    killers: Any
    """(plies, 2) int64."""
    history: Any
    """(players, num_actions) int64."""
    nearness: Any
    """(num_actions,) float64: to the middle of the board."""
    weights: Any
    """(1,) record of `ordering.WEIGHTS`."""
    table: Any
    """Records of `table.ENTRY`; none if there is no table."""
    returns: Any
    """(players,) float64, scratch."""
    root_scores: Any
    """(num_actions,) float64: the score of each action at the root, by its place in the rules' order of trying."""
    root_bounds: Any
    """(num_actions,) int64: EXACT, LOWER or UPPER, plus ESTIMATED; 0 for what has not been searched."""
    notes: Any
    """(1,) record of NOTES."""


@kernel
def begin(work, alpha, beta, depth):
    """Open the root in the window (alpha, beta), `depth` plies deep; return RUNNING or a failure."""
    notes = work.notes[0]
    notes.ply = 0
    notes.nodes += 1
    for action in range(len(work.root_bounds)):
        work.root_bounds[action] = 0
    status = open_frame(work, 0, alpha, beta, depth)
    return status if status < 0 else RUNNING


@kernel
def walk(work, limit):
    """Visit about `limit` more positions; return RUNNING, DONE or a failure."""
    notes, frames = work.notes[0], work.frames
    ply = notes.ply
    last_ply = len(work.states) - 1
    end = notes.nodes + limit
    while True:
        frame = frames[ply]
        # 1. Nothing left to try, or nothing that can matter: the score goes up.
        if frame.index >= frame.count or frame.alpha >= frame.beta:
            close_frame(work, ply)
            if ply == 0:
                return DONE
            ply -= 1
            score = frame.best if frame.sign == frames[ply].sign else -frame.best
            take(work, ply, score, frame.is_estimated, False)
            continue
        if notes.nodes >= end:
            notes.ply = ply
            return RUNNING
        # 2. The next action; one that proved better in a window without width is searched again from its state.
        if frame.is_narrow >= 0:
            if work.weights[0].is_ranked > 0.0:
                bring_best_forward(work, ply, frame.index, frame.count)
            if ply >= last_ply:
                return TOO_LONG
            work.states[ply + 1] = work.states[ply]
            play(work.states[ply + 1], work.actions[ply, frame.index])
        notes.nodes += 1
        if ply + 1 > notes.depth:
            notes.depth = ply + 1
        work.variations[ply + 1, 0] = NO_ACTION
        # 3. A leaf has its value at once.
        status = value_leaf(work, ply, last_ply)
        if status < 0:
            return status
        if status == IS_LEAF:
            continue
        # 4. Anything else gets a frame of its own.
        status = open_child(work, ply)
        if status == IS_CUT:
            take(work, ply, notes.score, frames[ply + 1].is_estimated, False)
        elif status < 0:
            return status
        else:
            ply += 1


@kernel
def value_leaf(work, ply, last_ply):
    """Give this ply's frame the score of the state below it if that is a leaf; return IS_LEAF, DONE or a failure."""
    frame, notes, child = work.frames[ply], work.notes[0], work.states[ply + 1]
    if is_terminal(child):
        status = end_score(child, frame.sign, ply + 1, work)
        if status != DONE:
            return status
        notes.leaves += 1
        frame.is_narrow = 0
        take(work, ply, notes.score, 0, True)
        return IS_LEAF
    if HAS_HEURISTIC and frame.depth <= 1 and is_calm(child, ply + 1, last_ply, notes):
        notes.leaves += 1
        notes.estimates += 1
        frame.is_narrow = 0
        take(work, ply, estimate(child, frame.sign, work), 1, True)
        return IS_LEAF
    return DONE


@kernel
def is_calm(state, ply, last_ply, notes):
    """Return whether the depth limit holds here: always, unless the problem says that the position is not quiet."""
    if HAS_IS_QUIET and notes.is_quiescent and ply < last_ply:
        return is_quiet(state)
    return True


@kernel
def open_child(work, ply):
    """Open the frame below `ply`, in the window that is left here; return DONE, IS_CUT or a failure."""
    frame, notes = work.frames[ply], work.notes[0]
    alpha, beta = frame.alpha, frame.beta
    if notes.is_full_width:
        alpha, beta = -np.inf, np.inf
    elif frame.is_narrow < 0:
        frame.is_narrow = 0
    elif notes.is_pvs and frame.index > 0 and alpha > -np.inf:
        beta = np.nextafter(alpha, np.inf)
        frame.is_narrow = 1
    mover = to_move(work.states[ply + 1])
    sign = 1 if mover == 0 else -1
    if sign == frame.sign:
        return open_frame(work, ply + 1, alpha, beta, frame.depth - 1)
    status = open_frame(work, ply + 1, -beta, -alpha, frame.depth - 1)
    if status == IS_CUT:
        notes.score = -notes.score
    return status


@kernel
def open_frame(work, ply, alpha, beta, depth):
    """Make the frame of `work.states[ply]`; return DONE, IS_CUT with the score in `notes`, or a failure."""
    state, frame, notes = work.states[ply], work.frames[ply], work.notes[0]
    mover = to_move(state)
    if HAS_CHANCE and mover == CHANCE:
        return CHANCE_MOVE
    if mover == SIMULTANEOUS:
        return SIMULTANEOUS_MOVE
    frame.mover = mover
    frame.sign = 1 if mover == 0 else -1
    frame.depth = depth
    frame.is_estimated = 0
    frame.is_narrow = 0
    if notes.is_clamped and ply > 0:
        beta = min(beta, 1.0 + (MAX_LENGTH + 1) - notes.weight * (ply + 1))  # a win on the next ply is the quickest
        if alpha >= beta:
            notes.score = beta
            return IS_CUT
    frame.alpha = alpha
    frame.beta = beta
    frame.first_alpha = alpha
    frame.best = -np.inf
    frame.best_action = NO_ACTION
    table_action = NO_ACTION
    if HAS_KEY and len(work.table) > 0:
        frame.key = table_key(state)
        index = find(work.table, frame.key)
        if index != NO_ENTRY:
            table_action = work.table[index].action
            if ply > 0 and answer(work, index, ply):
                return IS_CUT
    work.variations[ply, 0] = NO_ACTION
    count = legal_actions(state, work.actions[ply])
    if count <= 0:
        return NO_LEGAL_ACTION
    frame.count = count
    frame.index = 0
    if work.weights[0].is_ranked > 0.0:
        rank(work, ply, mover, count, table_action)
    return DONE


@kernel
def answer(work, index, ply):
    """Narrow the window of this ply by entry `index` of the table; return whether that settles it."""
    entry, frame, notes = work.table[index], work.frames[ply], work.notes[0]
    score = from_root(entry.score, notes.weight * ply)
    bound = entry.bound & 3
    is_estimated = 1 if entry.bound >= ESTIMATED else 0
    if is_estimated and entry.depth < frame.depth:  # too shallow; but a win that was found is no estimate
        if (score > 1.0 and bound != UPPER) or (score < -1.0 and bound != LOWER):
            bound = LOWER if score > 1.0 else UPPER
            is_estimated = 0
        else:
            return False
    if bound == EXACT or (bound == LOWER and score >= frame.beta) or (bound == UPPER and score <= frame.alpha):
        notes.score = score
        notes.hits += 1
        frame.is_estimated = is_estimated
        return True
    return False


@kernel
def take(work, ply, score, is_estimated, is_leaf):
    """Give the frame of `ply` the score of the action that it is at, and go on to the next one."""
    frame = work.frames[ply]
    action = work.actions[ply, frame.index]
    if frame.is_narrow > 0 and frame.alpha < score < frame.beta:
        frame.is_narrow = -1  # it is better: search it again to know by how much
        return
    frame.is_narrow = 0
    frame.is_estimated |= is_estimated
    if ply == 0:
        bound = UPPER if score <= frame.alpha else LOWER if score >= frame.beta else EXACT
        if is_leaf or work.notes[0].is_full_width:
            bound = EXACT
        work.root_scores[action] = score
        work.root_bounds[action] = bound + ESTIMATED * is_estimated
    if score > frame.best:
        frame.best = score
        frame.best_action = action
        if score > frame.alpha:
            frame.alpha = score
        if score > frame.first_alpha:
            note_variation(work.variations[ply], action, work.variations[ply + 1])
    if frame.alpha >= frame.beta and work.weights[0].is_ranked > 0.0:
        note_cutoff(work, ply, frame.mover, frame.index)
    frame.index += 1


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


@kernel
def close_frame(work, ply):
    """Keep what has been found at this ply in the table."""
    frame, notes = work.frames[ply], work.notes[0]
    if HAS_KEY and len(work.table) > 0:
        bound = EXACT
        if not notes.is_full_width:
            if frame.best <= frame.first_alpha:
                bound = UPPER
            elif frame.best >= frame.beta:
                bound = LOWER
        bound += ESTIMATED * frame.is_estimated
        plies = notes.weight * ply
        notes.entries += keep(
            work.table, frame.key, frame.best, bound, frame.depth, frame.best_action, plies, notes.age
        )
