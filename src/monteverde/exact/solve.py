"""`solve`: the one call that does everything exact."""

from __future__ import annotations

from typing import Any

from monteverde.exact.method import Method, Progress
from monteverde.exact.registry import load_method, method_for
from monteverde.exact.result import SolveResult
from monteverde.game import position_of


def solve(
    position: Any, *, method: str | Method | None = None, seconds: float | None = None, progress: Progress | None = None
) -> SolveResult:
    """Return what `position` is worth under best play of all, what to play, and whether that is proven.

    Args:
        position: a Position, a Game (its initial position), or a game's name (`"tic_tac_toe"`, `"mygame.py:Nim"`).
        method: a name such as "alphabeta:order=centre" or "value_iteration", or a configured `Method`; None takes
            what suits the problem.
        seconds: the most wall time; None: until it is solved. Ctrl-C ends it too, and what is known then is returned.
        progress: called with the result so far about ten times a second.

    Raises:
        UsageError: for any argument that cannot be used, or a method that does not suit the problem.
        GameError: if the problem breaks its contract.
    """
    start = position_of(position)
    chosen = method_for(start.game) if method is None else load_method(method) if isinstance(method, str) else method
    return chosen.solve(start, seconds=seconds, progress=progress)
