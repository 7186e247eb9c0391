"""What the methods that list all states share: how they are asked, and what they answer.

`solve` answers about one position like every method; `tabulate` gives the values and the best actions of all states.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from monteverde.anytime import FINISHED, PROGRESS_SECONDS, Clock, interruptible
from monteverde.errors import BudgetError
from monteverde.exact.answer import answer
from monteverde.exact.method import Method, Progress, Solver, check_start
from monteverde.exact.model import MAX_STATES, Model, build_model, compile_for_models
from monteverde.exact.result import SolveResult, SolveStatistics
from monteverde.exact.solution import Solution
from monteverde.exact.states import compile_for
from monteverde.game import CHANCE, Game, Position

SHOWN_PLIES = 100  # of best play, which need not end

Report = Callable[[Callable[[], Solution]], object]
"""What a method calls after each sweep, with a function that makes the solution so far."""


@dataclass(frozen=True)
class Enumerative(Method):
    """A method that lists every state that can be reached."""

    rules = ("play",)

    max_states: int = field(default=MAX_STATES, kw_only=True)
    """The most states, chance nodes and ends included, that are listed before it gives up, at least 1."""

    def __post_init__(self) -> None:
        self.require("max_states", self.max_states >= 1, "at least 1")

    @abstractmethod
    def iterate(self, model: Model, clock: Clock, report: Report) -> Solution:
        """Find the values of all states; end when `clock` says so, and `report` what is known after each sweep."""

    def tabulate(self, position: Position, *, seconds: float | None = None) -> Solution:
        """Return the values of all states that can be reached from `position`; nature may move there.

        Raises:
            BudgetError: if there are more than `max_states` states, or `seconds` end before all are listed.
            GameError: if the problem breaks its contract.
            MissingExtraError: without SciPy (the extra "mdp").
            UnsuitableError: if the method does not suit the problem.
        """
        check_start(position, seconds)
        self.check(position.game)
        clock = self._clock(position, seconds)
        with interruptible(clock.interrupt):
            model = build_model(position, self.max_states, clock, self.method_name())
            if isinstance(model, str):
                raise BudgetError(f"{self.method_name()} was stopped while it listed the states; give it more time")
            return self.iterate(model, clock, lambda solution: None)

    def _clock(self, position: Position, seconds: float | None) -> Clock:
        """Return a clock that starts when all is compiled."""
        compile_for_models()
        compile_for(position.game)
        return Clock(seconds)

    def solver(self, game: Game) -> Solver:
        """Return a function that solves positions of `game`; it keeps what was finished last and looks there first."""
        self.check(game)
        kept: list[Solution] = []

        def solve(position: Position, *, seconds: float | None = None, progress: Progress | None = None) -> SolveResult:
            check_start(position, seconds)
            if kept and kept[0].model.has(position):
                return self._result(position, kept[0], Clock())
            found = self._found(position, seconds, progress)
            if isinstance(found, SolveResult):
                return found
            solution, clock = found
            if solution.stopped_by == FINISHED:
                kept[:] = [solution]
            return self._result(position, solution, clock)

        return solve

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        found = self._found(position, seconds, progress)
        return found if isinstance(found, SolveResult) else self._result(position, *found)

    def _found(
        self, position: Position, seconds: float | None, progress: Progress | None
    ) -> tuple[Solution, Clock] | SolveResult:
        """Return the solution and the time it took; a result that knows nothing if not even all states were listed."""
        clock = self._clock(position, seconds)
        reported = 0.0

        def report(solution: Callable[[], Solution]) -> None:
            nonlocal reported
            if progress is not None and clock.seconds - reported >= PROGRESS_SECONDS:
                progress(self._result(position, solution(), clock))
                reported = clock.seconds

        with interruptible(clock.interrupt):
            model = build_model(position, self.max_states, clock, self.method_name())
            if isinstance(model, str):
                note = "it was stopped while it listed the states, so nothing is known of any action"
                statistics = SolveStatistics(nodes=0, leaves=0, seconds=clock.seconds, depth=0, stopped_by=model)
                return answer(self, position, {}, statistics, notes=(note,))
            return self.iterate(model, clock, report), clock

    def _result(self, position: Position, solution: Solution, clock: Clock) -> SolveResult:
        details = {
            "decision_states": solution.model.num_states,
            "transitions": int(solution.model.transitions.nnz),
            "sweeps": solution.sweeps,
        }
        statistics = SolveStatistics(
            nodes=solution.model.table.num_states,
            leaves=solution.num_ends,
            seconds=clock.seconds,
            depth=solution.sweeps,
            stopped_by=solution.stopped_by,
            details=details | ({"error": float(solution.error)} if np.isfinite(solution.error) else {}),
        )
        return answer(
            self,
            position,
            solution.of_actions(position),
            statistics,
            value=solution.value(position),
            is_proven=solution.is_proven,
            variation=_best_play(position, solution),
            notes=solution.notes,
        )


def _best_play(position: Position, solution: Solution) -> tuple[int, ...]:
    """Return the best actions from `position` on, as far as nature leaves no doubt of what comes next."""
    found: list[int] = []
    while not position.is_terminal and position.to_move != CHANCE and len(found) < SHOWN_PLIES:
        found.append(solution.action(position))
        position = position.play(found[-1])
    return tuple(found)
