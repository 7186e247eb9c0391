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
from monteverde.compile.prefetch import prefetch
from monteverde.exact.status import CHANCE_MOVE, DONE, HAS_SCORE, NO_LEGAL_ACTION, RUNNING, SIMULTANEOUS_MOVE, TOO_LONG
from monteverde.exact.variation import NO_ACTION, note_variation
from monteverde.exact.zero_sum.ordering import bring_best_forward, note_cutoff, rank
from monteverde.exact.zero_sum.score import end_score, estimate, from_root
from monteverde.exact.zero_sum.table import (
    BUCKET,
    ESTIMATED,
    EXACT,
    LOWER,
    NO_ENTRY,
    UPPER,
    find,
    first_of_bucket,
    keep,
    table_key,
)
from monteverde.game.rules import (
    CHANCE,
    HAS_CANDIDATE_ACTIONS,
    HAS_CHANCE,
    HAS_HEURISTIC,
    HAS_IS_QUIET,
    HAS_KEY,
    MAX_LENGTH,
    SIMULTANEOUS,
    candidate_actions,
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
        ("is_kept", np.int64),  # whether the table is asked and told
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
        ("score", np.float64),  # an answer on its way from one kernel to another, for the player to move above it
        ("is_estimated", np.int64),  # whether a heuristic had a part in it
        ("is_leaf", np.int64),  # whether it is that of a leaf
        ("weight", np.float64),  # 1 if quick wins are preferred, 0 if all are equal
        ("is_full_width", np.int64),  # whether no window ever closes
        ("is_clamped", np.int64),  # whether a window ends at the best score that is possible
        ("is_pvs", np.int64),  # whether actions after the first are tried in windows without width
        ("is_far_sighted", np.int64),  # whether the table is asked about all children before any is searched
        ("is_selective", np.int64),  # whether only the problem's candidate actions are searched
        ("is_quiescent", np.int64),  # whether the search goes on beyond its depth where it is not quiet
    ]
)
IS_OPEN = 2  # a frame has been opened


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
    child_keys: Any
    """(num_actions,) uint64, scratch."""
    child_signs: Any
    """(num_actions,) int64, scratch."""
    returns: Any
    """(players,) float64, scratch."""
    root_scores: Any
    """(num_actions,) float64: the score of each action at the root, by its number."""
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
    end = notes.nodes + limit
    while True:
        frame = frames[ply]
        if frame.index >= frame.count or frame.alpha >= frame.beta:
            # 1. Nothing left to try, or nothing that can matter: the score goes up.
            close_frame(work, ply)
            if ply == 0:
                return DONE
            ply -= 1
            notes.score = frame.best if frame.sign == frames[ply].sign else -frame.best
            notes.is_estimated = frame.is_estimated
            notes.is_leaf = 0
        else:
            # 2. The next action; what is better in a window without width is searched again from the same state.
            if notes.nodes >= end:
                notes.ply = ply
                return RUNNING
            if frame.is_narrow >= 0:
                if ply >= len(work.states) - 1:
                    return TOO_LONG
                if frame.count > 1 and work.weights[0].is_ranked > 0.0:
                    bring_best_forward(work, ply, frame.index, frame.count)
                work.states[ply + 1] = work.states[ply]
                play(work.states[ply + 1], work.actions[ply, frame.index])
            notes.nodes += 1
            notes.depth = max(notes.depth, ply + 1)
            work.variations[ply + 1, 0] = NO_ACTION
            # 3. A leaf has its score at once, and the table may know that of another; the rest get frames of their own.
            status = visit(work, ply)
            if status < 0:
                return status
            if status == IS_OPEN:
                ply += 1
                continue
        take(work, ply, notes.score, notes.is_estimated, notes.is_leaf)


@kernel
def visit(work, ply):
    """Look at the state below `ply`: return IS_OPEN if it got a frame, HAS_SCORE with it in `notes`, or a failure."""
    frame, notes, child = work.frames[ply], work.notes[0], work.states[ply + 1]
    notes.is_leaf = 1
    notes.is_estimated = 0
    if is_terminal(child):
        notes.leaves += 1
        return end_score(child, frame.sign, ply + 1, work)
    if HAS_HEURISTIC and frame.depth <= 1 and is_calm(child, ply + 1, len(work.states) - 1, notes):
        notes.leaves += 1
        notes.estimates += 1
        notes.is_estimated = 1
        notes.score = estimate(child, frame.sign, work)
        return HAS_SCORE
    notes.is_leaf = 0
    # The window that is left here, or one without width that only asks whether this action is better.
    alpha, beta = frame.alpha, frame.beta
    if notes.is_full_width:
        alpha, beta = -np.inf, np.inf
    elif frame.is_narrow < 0:
        frame.is_narrow = 0
    elif notes.is_pvs and frame.index > 0 and alpha > -np.inf:
        beta = np.nextafter(alpha, np.inf)
        frame.is_narrow = 1
    is_same = (to_move(child) == 0) == (frame.sign == 1)
    if not is_same:
        alpha, beta = -beta, -alpha
    status = open_frame(work, ply + 1, alpha, beta, frame.depth - 1)
    if not is_same:
        notes.score = -notes.score
    return status


@kernel
def is_calm(state, ply, last_ply, notes):
    """Return whether the depth limit holds here: always, unless the problem says that the position is not quiet."""
    if HAS_IS_QUIET and notes.is_quiescent and ply < last_ply:
        return is_quiet(state)
    return True


@kernel
def open_frame(work, ply, alpha, beta, depth):
    """Make the frame of `work.states[ply]`; return IS_OPEN, HAS_SCORE with it in `notes`, or a failure."""
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
            return HAS_SCORE
    frame.alpha = alpha
    frame.beta = beta
    frame.first_alpha = alpha
    frame.best = -np.inf
    frame.best_action = NO_ACTION
    work.variations[ply, 0] = NO_ACTION
    has_table = HAS_KEY and len(work.table) > 0
    if has_table:
        frame.key = table_key(state)
        place = first_of_bucket(work.table, frame.key)
        prefetch(work.table, place)  # on its way while the actions are found
        prefetch(work.table, place + BUCKET - 1)
    count = actions_at(state, work.actions[ply], ply, notes)
    if count <= 0:
        return NO_LEGAL_ACTION
    frame.count = count
    frame.index = 0
    table_action = NO_ACTION
    frame.is_kept = has_table and (count > 1 or ply == 0)  # what is forced is soon found again
    if frame.is_kept:
        index = find(work.table, frame.key)
        if index != NO_ENTRY:
            table_action = work.table[index].action
            if ply > 0 and answer(work, index, ply):
                return HAS_SCORE
    if frame.is_kept and ply > 0 and notes.is_far_sighted and answer_by_child(work, ply):
        return HAS_SCORE
    if count > 1 and work.weights[0].is_ranked > 0.0:
        rank(work, ply, mover, count, table_action)
    return IS_OPEN


@kernel
def answer_by_child(work, ply):
    """Return whether the table knows of an action so good that this ply is settled; its score is in `notes` then.

    Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin, *Exploiting graph properties of game trees*,
    1996). All children are fetched from memory side by side, so those that are searched later wait no more.
    """
    frame, notes, child = work.frames[ply], work.notes[0], work.states[ply + 1]
    for i in range(frame.count):
        work.states[ply + 1] = work.states[ply]
        play(child, work.actions[ply, i])
        work.child_keys[i] = table_key(child)
        work.child_signs[i] = 0
        if not is_terminal(child):
            work.child_signs[i] = 1 if to_move(child) == 0 else -1
            place = first_of_bucket(work.table, work.child_keys[i])
            prefetch(work.table, place)
            prefetch(work.table, place + BUCKET - 1)
    for i in range(frame.count):
        if work.child_signs[i] == 0:
            continue
        index = find(work.table, work.child_keys[i])
        if index == NO_ENTRY:
            continue
        entry = work.table[index]
        if entry.bound >= ESTIMATED:
            continue
        score = from_root(entry.score, notes.weight * (ply + 1))
        good = UPPER
        if work.child_signs[i] == frame.sign:
            good = LOWER
        else:
            score = -score
        if (entry.bound == EXACT or entry.bound == good) and score >= frame.beta:
            notes.score = score
            notes.hits += 1
            return True
    return False


@kernel
def actions_at(state, out, ply, notes):
    """Write the actions to be searched to `out`; return how many. At the root they are all the legal ones."""
    if HAS_CANDIDATE_ACTIONS and notes.is_selective and ply > 0:
        return candidate_actions(state, out)
    return legal_actions(state, out)


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
        notes.is_estimated = is_estimated
        return True
    return False


@kernel
def take(work, ply, score, is_estimated, is_leaf):
    """Give the frame of `ply` the score of the action that it is at, and go on to the next one."""
    frame = work.frames[ply]
    action = work.actions[ply, frame.index]
    if frame.is_narrow > 0 and not is_leaf and frame.alpha < score < frame.beta:
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
def close_frame(work, ply):
    """Keep what has been found at this ply in the table."""
    frame, notes = work.frames[ply], work.notes[0]
    if frame.is_kept:
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
