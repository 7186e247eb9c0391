"""From the arrays that a walk leaves behind to a result for people: what several methods share."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from monteverde.anytime import Clock, interruptible, run_in_slices
from monteverde.compile import bind
from monteverde.exact.method import Progress
from monteverde.exact.result import AT_MOST, UNKNOWN, ActionValue, SolveResult, SolveStatistics
from monteverde.exact.status import DONE, raise_for
from monteverde.exact.variation import NO_ACTION
from monteverde.game import CHANCE, Game, Position

BOUND_KERNELS = 64  # how many bound kernels are kept in memory
TOLERANCE = 1e-9  # of the range of returns: values nearer than this are the same, for a sum is rounded
RUNNING = "running"  # instead of why it ended
NATURE = "(nature draws)"  # in place of an action


@functools.lru_cache(maxsize=BOUND_KERNELS)
def bound(kernel: Any, game: Game) -> Callable[..., int]:
    """Return `kernel` bound to the rules of `game`."""
    return bind(kernel, game.bindings)


def drive(
    step: Callable[[int], bool], clock: Clock, progress: Progress | None, read: Callable[[str], SolveResult]
) -> str:
    """Call `step(nodes)` in slices until it returns that all is done; return why it ended.

    `progress` is called with what `read` finds in the arrays meanwhile.
    """
    report = None if progress is None else (lambda: progress(read(RUNNING)))
    with interruptible(clock.interrupt):
        return run_in_slices(step, clock, report)


def run_walk(
    kernel: Any,
    work: Any,
    position: Position,
    method: str,
    seconds: float | None,
    progress: Progress | None,
    read: Callable[[Clock, str], SolveResult],
) -> SolveResult:
    """Let `kernel` walk the tree of `position` to its end, or until time is up; return what `read` finds in the arrays.

    It is compiled before the clock starts.

    Raises:
        GameError: if the problem breaks its contract.
        UnsuitableError: if the method does not suit the problem.
    """
    game = position.game
    work.states[0] = position.states()[0]
    walk = bound(kernel, game)

    def step(nodes: int) -> bool:
        status = walk(work, nodes)
        raise_for(status, method, game.spec, game.max_length)
        return bool(status == DONE)

    step(0)
    clock = Clock(seconds)
    ending = drive(step, clock, progress, lambda ending: read(clock, ending))
    return read(clock, ending)


def action_values(
    position: Position, actions: Iterable[int], values: Sequence[float], bounds: Sequence[str]
) -> tuple[ActionValue, ...]:
    """Return the line of each action, best first, values for the player to move; of equals the first is first.

    The best are those that are known to be no worse than any other: an upper bound does not make an action one of them.
    """
    low, high = map(float, position.game.reward_range)
    known = [value for value, bound in zip(values, bounds, strict=True) if bound not in (UNKNOWN, AT_MOST)]
    least_best = max(known, default=math.nan) - TOLERANCE * (high - low)
    is_choice = position.to_move != CHANCE
    lines = [
        ActionValue(
            action=int(action),
            name=position.action_name(int(action)),
            value=float(value) if bound != UNKNOWN else math.nan,
            bound=bound,
            is_best=is_choice and bound not in (UNKNOWN, AT_MOST) and value >= least_best,
        )
        for action, value, bound in zip(actions, values, bounds, strict=True)
    ]
    if not is_choice:
        return tuple(lines)
    return tuple(sorted(lines, key=lambda line: (not line.is_best, line.bound == UNKNOWN, -_number(line.value))))


def _number(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def outcome_of(game: Game, value: float) -> str | None:
    """Return "win", "draw" or "loss" for a proven value of one of two players: best, middle, worst of the range."""
    low, high = map(float, game.reward_range)
    if game.num_players != 2:
        return None
    for word, level in (("win", high), ("draw", (low + high) / 2), ("loss", low)):
        if abs(value - level) <= TOLERANCE * (high - low):
            return word
    return None


def new_result(
    method: str,
    position: Position,
    *,
    action: int,
    value: Sequence[float],
    is_proven: bool,
    outcome: str | None,
    lines: tuple[ActionValue, ...],
    variation: Iterable[int],
    statistics: SolveStatistics,
    notes: Sequence[str],
) -> SolveResult:
    """Return the result, with names for all that has a number."""
    game, mover = position.game, position.to_move
    played = list(variation)
    return SolveResult(
        method=method,
        game=game.spec,
        player=mover,
        player_name=game.player_name(mover),
        action=action,
        action_name=position.action_name(action) if action != NO_ACTION else NATURE,
        value=tuple(map(float, value)),
        is_proven=is_proven,
        outcome=outcome if is_proven else None,
        distance=None,
        actions=lines,
        principal_variation=tuple(played),
        principal_names=tuple(position.action_name(each) for each in played),
        statistics=statistics,
        notes=tuple(notes),
    )


def statistics_of(
    counted: Any, frames: Any, clock: Clock, ending: str, details: Mapping[str, int | float | str]
) -> SolveStatistics:
    """Return how a walk went: its notes, `details`, leaves that the heuristic valued, and the share done by now.

    The share is read from the first two plies, as if all actions took equally long.
    """
    more: dict[str, int | float | str] = dict(details)
    if counted.estimates:
        more["estimates"] = int(counted.estimates)
    if ending == RUNNING:
        shares = [min(frame.index / max(frame.count, 1), 1.0) for frame in frames[:2]]
        more["done"] = min(1.0, shares[0] + sum(shares[1:]) / max(int(frames[0].count), 1))
    return SolveStatistics(
        nodes=int(counted.nodes),
        leaves=int(counted.leaves),
        seconds=clock.seconds,
        depth=int(counted.depth),
        stopped_by=ending,
        details=more,
    )


def ending_note(is_finished: bool) -> tuple[str, ...]:
    """Return what to say of a search that was cut short."""
    return () if is_finished else ("the search was cut short: what is said here is not proven",)
