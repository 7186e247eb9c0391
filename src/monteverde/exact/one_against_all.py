"""Alpha-beta for one player against all others, through chance nodes: paranoid search, Star1 and Star2 are one loop.

    max node       the player that the value is for chooses
    min node       any other player chooses, and is out to harm that one
    chance node    the mean of the children's values, by their probabilities

A window (alpha, beta) goes down the tree: what lies outside need not be known exactly. At a chance node with outcomes
of probabilities p, children's values in [lower, upper], child i need only be known inside

    alpha_i = (alpha - sum of p_j upper_j over the others) / p_i
    beta_i  = (beta  - sum of p_j lower_j over the others) / p_i

and if it lies outside, so does the node, whatever the others are. At first all bounds are the range of returns that
the problem declares; a child that has been searched has lower = upper = its value. That is Star1. Star2 first *probes*:
of each child where a player is to move it searches the first action alone, which is a lower bound for a max node and an
upper one for a min node, and may settle the matter. What a probe found is kept, so the action is not searched again.

All values are fail-hard (clipped to the window), and whether a window is left is always asked in the child's terms. So
rounding can never make a bound pass for a value.

Sources: Knuth and Moore, *An analysis of alpha-beta pruning*, 1975; Sturtevant and Korf, *On pruning techniques for
multi-player games*, AAAI 2000 (paranoid); Ballard, *The *-minimax search procedure for trees containing chance nodes*,
1983; Hauk, Buro and Schaeffer, *Rediscovering *-minimax search*, 2004 (Star1, Star2).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.exact.ends import PURSE, check_range, value_end
from monteverde.exact.opening import list_branches
from monteverde.exact.status import DONE, RUNNING, TOO_LONG
from monteverde.exact.variation import NO_ACTION, new_variations, note_variation
from monteverde.game import Game
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    HAS_HEURISTIC,
    MAX_LENGTH,
    NUM_PLAYERS,
    heuristic,
    is_terminal,
    play,
    to_move,
)

NOT_BEGUN = -1
MAX_NODE, MIN_NODE, CHANCE_NODE = 1, 0, -1
UNSEARCHED, EXACT, UPPER = 0, 1, 2  # what is known of an action at the root

FRAME = np.dtype(
    [
        ("kind", np.int64),  # MAX_NODE, MIN_NODE or CHANCE_NODE
        ("count", np.int64),  # actions or outcomes
        ("end", np.int64),  # where to stop: count, or 1 where only the first action is probed
        ("index", np.int64),  # the one being searched
        ("is_probing", np.int64),  # whether this is the first pass over the outcomes
        ("is_bound", np.int64),  # whether the child that is being searched will give no more than a bound
        ("alpha", np.float64),
        ("beta", np.float64),
        ("lower", np.float64),  # of a chance node: the mean of its children's lower bounds
        ("upper", np.float64),
        ("child_alpha", np.float64),  # outside these, the child that is being searched settles the chance node
        ("child_beta", np.float64),
    ]
)
NOTES = np.dtype(
    [
        ("ply", np.int64),  # where the walk is
        ("nodes", np.int64),
        ("leaves", np.int64),
        ("estimates", np.int64),  # leaves that the heuristic valued
        ("depth", np.int64),  # the longest path
        ("cuts", np.int64),  # nodes whose remaining actions or outcomes did not matter
        ("probes", np.int64),  # whether chance nodes are probed: Star2
        ("is_open", np.int64),  # whether each action at the root is searched in an open window, to know its value
        ("best", np.float64),  # of the actions at the root
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
    probabilities: Any
    """(plies + 1, num_actions) float64; this and the next two are without columns if nature moves nowhere."""
    lower: Any
    """(plies + 1, num_actions) float64: a lower bound of each outcome's value."""
    upper: Any
    """(plies + 1, num_actions) float64: an upper bound; the two are equal where the value is known."""
    variations: Any
    """(plies + 1, variation length) int64: best play from each ply on; NO_ACTION ends it."""
    root_values: Any
    """(num_actions,) float64: the value of each action at the root, by its place in the rules' order, or a bound."""
    root_bounds: Any
    """(num_actions,) int64: EXACT, UPPER or UNSEARCHED."""
    returns: Any
    """(players,) float64, scratch."""
    notes: Any
    """(1,) record of NOTES."""


def new_work(game: Game, plies: int, *, player: int, probes: bool, is_zero_sum: bool, is_open: bool = False) -> Work:
    """Return the memory of a walk of at most so many plies that has not begun."""
    rows, columns = plies + 1, game.num_actions
    num_outcomes = columns if game.has("chance_outcomes") else 0
    notes = np.zeros(1, NOTES).view(np.recarray)
    notes[0].ply, notes[0].player, notes[0].probes, notes[0].is_zero_sum = NOT_BEGUN, player, probes, is_zero_sum
    notes[0].is_open = is_open
    notes[0].low, notes[0].high = map(float, game.reward_range)
    return Work(
        states=game.new_states(rows),
        frames=np.zeros(rows, FRAME).view(np.recarray),
        actions=np.zeros((rows, columns), np.int64),
        probabilities=np.zeros((rows, num_outcomes)),
        lower=np.zeros((rows, num_outcomes)),
        upper=np.zeros((rows, num_outcomes)),
        variations=new_variations(rows, plies),
        root_values=np.full(columns, np.nan),
        root_bounds=np.zeros(columns, np.int64),
        returns=np.zeros(game.num_players),
        notes=notes,
    )


@kernel
def walk(work, limit):
    """Visit about `limit` more positions; return RUNNING, DONE or a failure."""
    notes, frames = work.notes[0], work.frames
    if notes.ply == NOT_BEGUN:
        notes.nodes = 1
        best = np.inf if notes.is_open else notes.high  # nothing is better than the best return
        status = open_frame(work, 0, -np.inf, best)
        if status < 0:
            return status
        notes.ply = 0
    ply, end = notes.ply, notes.nodes + limit
    while True:
        frame = frames[ply]
        # 1. The second pass over the outcomes of a chance node follows the first.
        if frame.kind == CHANCE_NODE and frame.is_probing and frame.index == frame.end:
            frame.is_probing = 0
            frame.index = 0
        # 2. Nothing left, or nothing that can matter: the value goes up.
        if frame.alpha >= frame.beta or frame.index >= frame.end:
            close_frame(work, ply)
            if ply == 0:
                notes.ply = ply
                return DONE
            ply -= 1
            take(work, ply)
            continue
        if notes.nodes >= end:
            notes.ply = ply
            return RUNNING
        # 3. The window of the next child; of an outcome there may be nothing left to know.
        if frame.kind == CHANCE_NODE and not set_window(work, ply):
            continue
        # 4. Go there. A leaf has its value at once, anything else gets a frame of its own.
        if ply + 1 == len(work.states):
            return TOO_LONG
        work.states[ply + 1] = work.states[ply]
        play(work.states[ply + 1], work.actions[ply, frame.index])
        status = look(work, ply)
        if status < 0:
            return status
        if status > 0:
            ply += 1


@kernel
def set_window(work, ply):
    """Set what need be known of the outcome that the chance node at `ply` is at; return False if it is nothing."""
    frame, i = work.frames[ply], work.frames[ply].index
    p, lower, upper = work.probabilities[ply, i], work.lower[ply, i], work.upper[ply, i]
    if not frame.is_probing and lower == upper:
        frame.index += 1
        return False
    frame.child_alpha = (frame.alpha - (frame.upper - p * upper)) / p
    frame.child_beta = (frame.beta - (frame.lower - p * lower)) / p
    if upper <= frame.child_alpha:
        leave(work, ply, frame.alpha)
        return False
    if lower >= frame.child_beta:
        leave(work, ply, frame.beta)
        return False
    return True


@kernel
def leave(work, ply, value):
    """Settle the chance node at `ply`: its value is not inside its window, but at `value` or beyond."""
    frame = work.frames[ply]
    work.notes[0].cuts += 1
    frame.is_probing = 0
    frame.index = frame.end + 1  # past the end: `close_frame` leaves the value alone
    frame.lower = value


@kernel
def look(work, ply):
    """Look at the child of the node at `ply`; return 0 if that is done with, 1 if it has a frame now, or a failure."""
    frame, notes, child = work.frames[ply], work.notes[0], work.states[ply + 1]
    is_first = frame.kind != CHANCE_NODE or frame.is_probing or not notes.probes
    work.variations[ply + 1, 0] = NO_ACTION
    if ply + 1 > notes.depth:
        notes.depth = ply + 1
    status = value_leaf(work, child, ply + 1)
    if status < 0:
        return status
    frame.is_bound = 0
    if status == DONE:
        notes.nodes += 1
        take(work, ply)
        return 0
    if frame.kind != CHANCE_NODE:
        notes.nodes += 1
        status = open_frame(work, ply + 1, frame.alpha, frame.beta)
        return status if status < 0 else 1
    if frame.is_probing and to_move(child) == CHANCE:  # nothing to choose there: it waits for the second pass
        frame.index += 1
        return 0
    if is_first or to_move(child) == CHANCE:
        notes.nodes += 1
    i = frame.index
    alpha, beta = max(work.lower[ply, i], frame.child_alpha), min(work.upper[ply, i], frame.child_beta)
    if frame.is_probing:
        return open_probe(work, ply, alpha, beta)
    status = open_frame(work, ply + 1, alpha, beta)
    if notes.probes and work.frames[ply + 1].kind != CHANCE_NODE:
        work.frames[ply + 1].index = 1  # what the probe found is in the bounds
    return status if status < 0 else 1


@kernel
def open_probe(work, ply, alpha, beta):
    """Open the frame of an outcome for its first action alone: a bound, from one side, of what it is worth."""
    child = work.frames[ply + 1]
    status = open_frame(work, ply + 1, alpha, beta)
    if status < 0:
        return status
    child.end = 1
    work.frames[ply].is_bound = child.count > 1
    if child.kind == MAX_NODE:
        child.alpha = work.notes[0].low
    else:
        child.beta = work.notes[0].high
    return 1


@kernel
def open_frame(work, ply, alpha, beta):
    """Make the frame of the state at `ply`; return RUNNING or a failure."""
    state, frame, notes = work.states[ply], work.frames[ply], work.notes[0]
    mover = to_move(state)
    count = list_branches(state, mover, work.actions[ply], work.probabilities[ply])
    if count < 0:
        return count
    frame.kind = CHANCE_NODE if mover == CHANCE else MAX_NODE if mover == notes.player else MIN_NODE
    frame.count = count
    frame.end = count
    frame.index = 0
    frame.alpha = alpha
    frame.beta = beta
    frame.is_probing = 0
    if HAS_CHANCE and mover == CHANCE:
        frame.is_probing = notes.probes
        frame.lower = 0.0
        frame.upper = 0.0
        for i in range(count):
            work.lower[ply, i] = notes.low
            work.upper[ply, i] = notes.high
            frame.lower += work.probabilities[ply, i] * notes.low
            frame.upper += work.probabilities[ply, i] * notes.high
    return RUNNING


@kernel
def value_leaf(work, state, ply):
    """Write the value of `state` to the notes and return DONE if it is a leaf; else return RUNNING, or a failure."""
    notes, returns = work.notes[0], work.returns
    is_end = is_terminal(state)
    if not is_end and not (HAS_HEURISTIC and ply == len(work.states) - 1 and ply < MAX_LENGTH):
        return RUNNING
    notes.leaves += 1
    if is_end:
        return value_end(state, returns, notes)
    for player in range(NUM_PLAYERS):
        returns[player] = 0.0
    heuristic(state, returns)
    notes.estimates += 1
    notes.value = returns[notes.player]
    return check_range(notes)


@kernel
def close_frame(work, ply):
    """Write the value of the node at `ply`, clipped to its window, to the notes."""
    frame, notes = work.frames[ply], work.notes[0]
    if frame.kind == MAX_NODE:
        notes.value = min(frame.alpha, frame.beta)
    elif frame.kind == MIN_NODE:
        notes.value = max(frame.alpha, frame.beta)
    elif frame.index > frame.end:
        notes.value = frame.lower
    else:
        mean = 0.0
        for i in range(frame.count):
            mean += work.probabilities[ply, i] * work.lower[ply, i]
        notes.value = max(frame.alpha, min(frame.beta, mean))


@kernel
def take(work, ply):
    """Give the node at `ply` the value, in the notes, of the child that it is at, and go on to the next one."""
    frame, notes, value = work.frames[ply], work.notes[0], work.notes[0].value
    if frame.kind == CHANCE_NODE:
        take_outcome(work, ply, value)
        return
    is_better = value > frame.alpha if frame.kind == MAX_NODE else value < frame.beta
    if ply == 0:
        work.root_values[frame.index] = value
        work.root_bounds[frame.index] = EXACT if is_better else UPPER
        is_better = is_better and (frame.index == 0 or value > notes.best)
        notes.best = value if is_better else notes.best
    if is_better:
        if ply == 0 and notes.is_open:
            pass
        elif frame.kind == MAX_NODE:
            frame.alpha = value
        else:
            frame.beta = value
        note_variation(work.variations[ply], work.actions[ply, frame.index], work.variations[ply + 1])
    frame.index += 1
    if frame.alpha >= frame.beta and frame.index < frame.end:
        notes.cuts += 1


@kernel
def take_outcome(work, ply, value):
    """Give the chance node at `ply` the value of the outcome that it is at, or what a probe of it found."""
    frame, child, i = work.frames[ply], work.frames[ply + 1], work.frames[ply].index
    is_above = not frame.is_bound or child.kind == MAX_NODE  # whether the outcome is worth `value` at least
    is_below = not frame.is_bound or child.kind == MIN_NODE
    if is_below and value <= frame.child_alpha:
        leave(work, ply, frame.alpha)
        return
    if is_above and value >= frame.child_beta:
        leave(work, ply, frame.beta)
        return
    p = work.probabilities[ply, i]
    if is_above:
        frame.lower += p * (value - work.lower[ply, i])
        work.lower[ply, i] = value
    if is_below:
        frame.upper += p * (value - work.upper[ply, i])
        work.upper[ply, i] = value
    frame.index += 1
