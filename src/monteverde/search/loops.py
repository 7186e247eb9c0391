"""The compiled loop of a search: a kernel bound to the problem's rules and the search's components, and remembered."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from monteverde.compile import bind
from monteverde.compile.atomics import ALONE, SHARED
from monteverde.search import phases
from monteverde.search.held import enter_held, leased_child, reserve_held, retreat_held, settle_held
from monteverde.search.loop import enter, retreat, settle, simulate
from monteverde.search.mcts import MCTS
from monteverde.search.problem import Problem
from monteverde.search.room import STOP_GROWING
from monteverde.search.selection.base import best_child
from monteverde.search.tree import reserve

HELD = {
    enter: enter_held,
    retreat: retreat_held,
    settle: settle_held,
    reserve: reserve_held,
    phases.select: leased_child,
}
BOUND_LOOPS = 256  # how many bound loops are kept in memory


class LoopKey:
    """A problem and a search, compared by what decides the compiled loop."""

    def __init__(self, problem: Problem, mcts: MCTS, capacity: int) -> None:
        self.problem, self.mcts, self.capacity = problem, mcts, capacity
        parts = tuple(type(part) for component in mcts.components for part in component.parts)
        modes = (mcts.division.is_shared, mcts.solver, mcts.on_full == STOP_GROWING)
        self.identity = (problem.identity, parts, *modes)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoopKey) and self.identity == other.identity


@functools.lru_cache(maxsize=BOUND_LOOPS)
def shared_loop(kernel: Callable[..., Any], key: LoopKey) -> Callable[..., Any]:
    """Return the loop for all searches with an equal key."""
    return bind_loop(kernel, key)


def bind_loop(kernel: Callable[..., Any], key: LoopKey) -> Callable[..., Any]:
    """Return `kernel` with the problem's rules and the components' kernels in place of the slots."""
    sharing = SHARED if key.mcts.division.is_shared else ALONE
    problem, mcts = key.problem, key.mcts
    bindings = {**problem.bindings(key.capacity), **mcts.bindings(), **sharing, **problem.twins(mcts)}
    if kernel is simulate and problem.compiled:
        if not mcts.division.is_shared:
            bindings |= {} if mcts.transpositions else mcts.selection.alone
        elif can_hold(mcts):
            bindings |= {**HELD, **mcts.backup.among_threads}
    return bind(kernel, bindings, compiled=key.problem.compiled)


def can_hold(mcts: MCTS) -> bool:
    """Return whether threads may hold counts back.

    The backup must have twins for that, nothing but means may be learnt, and the selection must compare scores.
    """
    is_plain = not (mcts.selection.shares or mcts.solver) and mcts.bindings().get(phases.select) is best_child
    return bool(mcts.backup.among_threads) and "square_sum" not in mcts.needs and is_plain
