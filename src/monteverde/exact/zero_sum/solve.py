"""From a position to a `SolveResult`: deepening, aspiration windows, and what the other actions are worth.

Iterative deepening searches one ply deep, then two, ...: each search orders the next, and when time runs out the
deepest finished one stands. An aspiration window is a guess from the last iteration; a score outside it is searched
again with that side open.

Sources: Slate and Atkin, *Chess 4.5*, 1977 (deepening); Baudet, *On the branching factor of the alpha-beta pruning
algorithm*, 1978 (aspiration).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from monteverde.anytime import FINISHED, Clock, interruptible
from monteverde.exact.readout import new_result, outcome_of
from monteverde.exact.result import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    UNKNOWN,
    ActionValue,
    SolveResult,
    SolveStatistics,
)
from monteverde.exact.result import EXACT as PROVEN
from monteverde.exact.zero_sum.session import Iteration, Line, ZeroSumSearch
from monteverde.exact.zero_sum.table import EXACT, LOWER, UPPER
from monteverde.game import Position

EVEN = 1e-12  # a margin nearer to nothing than this is a draw; scores nearer to each other are equal
ONE, BEST, ALL = "one", "best", "all"
Details = dict[str, int | float | str]
WORDS = {EXACT: PROVEN, LOWER: AT_LEAST, UPPER: AT_MOST}
CUT_SHORT = "the search was cut short: {searched} of {count} actions were looked at, and nothing is proven"
TOO_SHORT = "time ran out before anything was found; the action that would be tried first is given, unproven"
DEPTH_ONLY = "the search went {depth} plies deep; beyond that the heuristic was believed"


@dataclass(frozen=True)
class Plan:
    """What is asked about a position."""

    depth: int | None = None
    """How many plies deep; None: to the end."""
    is_deepening: bool = False
    aspiration: float = 0.0
    """Half the width of the first window of an iteration, as a share of the reward range; 0 for an open one."""
    actions: str = BEST
    """ONE best action, all the BEST ones, or the value of ALL."""


def solve(
    search: ZeroSumSearch, position: Position, plan: Plan, clock: Clock, report: Callable[[SolveResult], object] | None
) -> SolveResult:
    """Return what `search` finds of `position`, as far as the clock lets it."""
    search.grow_older()
    best: Iteration | None = None

    def progress() -> None:
        if report is not None:
            lines = (best or search.read(0)).lines
            report(_result(search, position, best, lines, clock, {"done": search.share_done}))

    with interruptible(clock.interrupt):
        for depth in _depths(search, plan):
            found = _search_near(search, position, plan, depth, None if best is None else best.score, clock, progress)
            if found is None:
                break
            best = found
            if best.is_proof:
                break
        work: Details = {"estimates": int(search.notes.estimates)} if search.notes.estimates else {}
        if len(search.work.table):
            work["table_hits"] = int(search.notes.hits)
        main_nodes, main_leaves, deepest = map(int, (search.notes.nodes, search.notes.leaves, search.notes.depth))
        lines = search.read(0).lines if best is None else best.lines
        if best is not None and plan.actions != ONE:
            lines = tuple(_refined(search, position, best, plan, clock, progress))
            if search.notes.nodes > main_nodes:
                work["nodes_for_other_actions"] = int(search.notes.nodes) - main_nodes
    result = _result(search, position, best, lines, clock, work)
    statistics = replace(result.statistics, nodes=main_nodes, leaves=main_leaves, depth=deepest)
    return replace(result, statistics=statistics)


def _depths(search: ZeroSumSearch, plan: Plan) -> Iterator[int]:
    last = search.full_depth if plan.depth is None else min(plan.depth, search.full_depth)
    return iter(range(1, last + 1)) if plan.is_deepening else iter([last])


def _search_near(
    search: ZeroSumSearch,
    position: Position,
    plan: Plan,
    depth: int,
    guess: float | None,
    clock: Clock,
    progress: Callable[[], object],
) -> Iteration | None:
    """Search in a window around `guess`, opened on the side on which it fails; None if time ran out."""
    low, high = -math.inf, math.inf
    if guess is not None and plan.aspiration > 0.0:
        low, high = guess - 2.0 * plan.aspiration, guess + 2.0 * plan.aspiration
    while True:
        found = search.search(position, clock, depth=depth, window=(low, high), progress=progress)
        if found is None or low < found.score < high:
            return found
        low, high = (-math.inf, high) if found.score <= low else (low, math.inf)


def _refined(
    search: ZeroSumSearch,
    position: Position,
    best: Iteration,
    plan: Plan,
    clock: Clock,
    progress: Callable[[], object],
) -> Iterator[Line]:
    """Yield the line of each action, made as sharp as is asked: whether it is a best one too, or what it is worth."""
    wants_all = plan.actions == ALL
    depth = plan.depth - 1 if plan.depth is not None else None if best.is_proof else max(best.depth - 1, 1)
    for line in best.lines:
        may_improve = depth is None and line.is_estimated  # the depth that proved the best may not do for this one
        is_open = may_improve or (line.bound != EXACT and (wants_all or line.score >= best.score - EVEN))
        if not is_open or clock.ending is not None:
            yield line
            continue
        floor = float(np.nextafter(best.score, -math.inf))
        low, high = (-math.inf, math.inf) if wants_all else (floor, best.score)
        child = position.play(line.action)
        sign = 1 if child.to_move == position.to_move else -1
        window = (low, high) if sign == 1 else (-high, -low)
        window = (search.shifted(window[0], -1), search.shifted(window[1], -1))
        found = search.search(child, clock, depth=depth, window=window, progress=progress)
        if found is None:
            yield line
            continue
        score = search.shifted(sign * found.score, 1)
        if wants_all:
            bound = EXACT
        elif score >= best.score - EVEN:  # nothing is better than the best
            score, bound = best.score, EXACT
        else:
            bound = UPPER
        yield Line(line.action, score, bound, found.is_estimated)


def _result(
    search: ZeroSumSearch,
    position: Position,
    best: Iteration | None,
    lines: tuple[Line, ...],
    clock: Clock,
    details: Details,
) -> SolveResult:
    player, game = position.to_move, search.game
    is_proven = best is not None and best.is_proof
    legal = position.legal_actions()
    leader = max(lines, key=lambda line: line.score, default=Line(search.first_action, math.nan, 0, True))
    score, action = (leader.score, leader.action) if best is None else (best.score, best.action)
    actions = sorted(
        (_action_value(search, position, legal_action, lines, score) for legal_action in legal),
        key=lambda value: (not value.is_best, -np.nan_to_num(value.value, nan=-np.inf), value.bound != PROVEN),
    )
    variation = (action,) if best is None else best.variation
    if is_proven:
        variation = search.known_variation(position, variation)
    ending = None if is_proven else clock.ending
    value = search.returns_of(score, player) if not math.isnan(score) else (math.nan,) * game.num_players
    result = new_result(
        search.method,
        position,
        action=action,
        value=value,
        is_proven=is_proven,
        outcome=outcome_of(game, value[player]),
        lines=tuple(actions),
        variation=variation,
        statistics=SolveStatistics(
            nodes=int(search.notes.nodes),
            leaves=int(search.notes.leaves),
            seconds=clock.seconds,
            depth=int(search.notes.depth),
            stopped_by=ending or FINISHED,
            details=details,
        ),
        notes=tuple(_notes(best, lines, len(legal))),
    )
    return replace(result, distance=search.plies_of(score) if is_proven else None)


def _notes(best: Iteration | None, lines: tuple[Line, ...], count: int) -> Iterator[str]:
    if best is None and not lines:
        yield TOO_SHORT
    elif best is None:
        yield CUT_SHORT.format(searched=len(lines), count=count)
    elif not best.is_proof:
        yield DEPTH_ONLY.format(depth=best.depth)


def _action_value(
    search: ZeroSumSearch, position: Position, action: int, lines: tuple[Line, ...], best: float
) -> ActionValue:
    line = next((line for line in lines if line.action == action), None)
    name, player = position.action_name(action), position.to_move
    if line is None:
        return ActionValue(action, name, math.nan, UNKNOWN)
    is_estimate = line.is_estimated and abs(line.score) <= 1.0
    return ActionValue(
        action=action,
        name=name,
        value=search.returns_of(line.score, player)[player],
        bound=ESTIMATE if is_estimate and line.bound == EXACT else WORDS[line.bound],
        is_best=line.bound != UPPER and line.score >= best - EVEN,
        distance=search.plies_of(line.score) if line.bound == EXACT else None,
    )
