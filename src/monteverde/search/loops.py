"""The compiled loop of a search: a kernel bound to the problem's rules and the search's components, and remembered."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from monteverde.compile import bind
from monteverde.compile.atomics import ALONE, SHARED
from monteverde.search.loop import simulate
from monteverde.search.mcts import MCTS
from monteverde.search.problem import Problem

BOUND_LOOPS = 256  # how many bound loops are kept in memory


class LoopKey:
    """A problem and a search, compared by what decides the compiled loop."""

    def __init__(self, problem: Problem, mcts: MCTS, capacity: int) -> None:
        self.problem, self.mcts, self.capacity = problem, mcts, capacity
        parts = tuple(type(part) for component in mcts.components for part in component.parts)
        self.identity = (problem.identity, parts, mcts.threads > 1)

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
    sharing = SHARED if key.mcts.threads > 1 else ALONE
    problem, mcts = key.problem, key.mcts
    bindings = {**problem.bindings(key.capacity), **mcts.bindings(), **sharing, **problem.twins(mcts)}
    if kernel is simulate and problem.compiled and mcts.threads == 1:
        bindings |= mcts.selection.alone
    return bind(kernel, bindings, compiled=key.problem.compiled)
