"""What every exact method is: a frozen dataclass whose fields are its parameters."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, Protocol

from monteverde.errors import BudgetError, UnsuitableError, UsageError
from monteverde.exact.result import SolveResult
from monteverde.game import Game, Position
from monteverde.spec import format_spec

Progress = Callable[[SolveResult], object]


class Solver(Protocol):
    """What solves position after position of one game; as `Method.solve`."""

    def __call__(
        self, position: Position, *, seconds: float | None = None, progress: Progress | None = None
    ) -> SolveResult: ...


def check_start(position: Position, seconds: float | None) -> None:
    """Raise UsageError unless something is to be decided in `position`, in a time above zero."""
    if seconds is not None and not seconds > 0:
        raise BudgetError(f"seconds is {seconds}; it must be above 0")
    if position.is_terminal:
        raise UsageError(f"the game of {position.game.name} is over; give a position with something to decide")


@dataclass(frozen=True)
class Method(ABC):
    """A way to find the exact value of a position. A subclass in a file of `methods/` is found by its name."""

    alias: ClassVar[tuple[str, ...]] = ()
    """Other names that it is known under."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The optional rules that a problem must have for it."""
    preference: ClassVar[int | None] = None
    """Among the methods that suit a problem the one with the least is taken, if none is asked for; None: never."""

    @classmethod
    def method_name(cls) -> str:
        """Return the class's name in snake case, in which numbers stay with the word before them."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    @property
    def spec(self) -> str:
        """The name, with the parameters that differ from their defaults: `alphabeta:depth=8`."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        given = {f.name: values[f.name] for f in fields(self) if values[f.name] != f.default}
        return format_spec(self.method_name(), given)

    def solve(
        self, position: Position, *, seconds: float | None = None, progress: Progress | None = None
    ) -> SolveResult:
        """Return what `position` is worth, and what to play.

        Args:
            position: a position that is not over.
            seconds: the most wall time; None: until it is solved. What is not proven by then is marked so.
            progress: called with the result so far about ten times a second.

        Raises:
            UsageError: if the position is over, or a parameter cannot be used.
            UnsuitableError: if the method does not suit the problem.
            GameError: if the problem breaks its contract.
        """
        self.check(position.game)
        check_start(position, seconds)
        return self.run(position, seconds, progress)

    def solver(self, game: Game) -> Solver:
        """Return a function from positions of `game` to results; it may remember what it learned from one to the next.

        Raises:
            UnsuitableError: if the method does not suit `game`.
        """
        self.check(game)
        return self.solve

    def for_all_actions(self) -> Method:
        """Return this method, made to find the value of every action if it would else leave some out."""
        return self

    def is_first_choice(self, game: Game) -> bool:
        """Return whether this may be taken for `game`, which it suits, if no method is asked for."""
        return self.preference is not None

    def check(self, game: Game) -> None:
        """Raise UnsuitableError, naming both, unless this suits `game`."""
        for rule in self.rules:
            game.require(rule, self.method_name())

    @abstractmethod
    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        """Do what `solve` promises, for arguments that have been checked."""

    # -- what subclasses check with ------------------------------------------------------------------------------

    def require(self, field: str, holds: bool, expected: str) -> None:
        """Raise UsageError, naming the field and its value, unless `holds`."""
        if not holds:
            raise UsageError(f"{self.method_name()}: {field} is {getattr(self, field)!r}; it must be {expected}")

    def refuse(self, game: Game, if_so: bool, because: str, instead: str) -> None:
        """Raise UnsuitableError if `if_so`: why this method cannot do `game`, and what to use instead."""
        if if_so:
            raise UnsuitableError(f"{self.method_name()} cannot solve {game.spec}: {because}; use {instead}")
