"""Every error that monteverde raises on purpose.

    MonteverdeError
    ├── UsageError               an argument that cannot be used
    │   ├── UnknownNameError     a name that nothing answers to; carries the nearest ones
    │   ├── IllegalActionError   an action that the rules do not allow in this position
    │   ├── BudgetError          a budget or a memory limit that makes no search
    │   ├── RecordError          a record of a game that cannot be read
    │   └── UnsuitableError      a search component and a problem, or two components, that do not fit
    ├── GameError                a problem that breaks its contract
    │   └── CompileError         a rule that cannot be compiled
    ├── EngineError              another program that plays did something that loses the game
    └── MissingExtraError        an optional dependency that is not installed

The command line prints the sentence of any of these and leaves with exit code 2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class MonteverdeError(Exception):
    """The root of all errors raised on purpose; `str(error)` is one sentence for people."""

    def __reduce__(self) -> tuple[Any, ...]:  # a worker's error must survive the way to its caller
        return (_restored, (type(self), self.args, self.__dict__))


def _restored(kind: type[MonteverdeError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> MonteverdeError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class UsageError(MonteverdeError, ValueError):
    """An argument that cannot be used."""


class UnknownNameError(UsageError):
    """A name that nothing answers to. `nearest` holds the names it may have meant, best first."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        known = sorted(known)
        self.nearest = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        listed = ", ".join(self.nearest or known)
        advice = f"did you mean {listed}?" if self.nearest else f"known: {listed or 'none'}."
        super().__init__(f"unknown {kind} {name!r}; {advice}" + (f" {hint}" if hint else ""))


class IllegalActionError(UsageError):
    """An action that the rules do not allow in this position."""


class BudgetError(UsageError):
    """A budget or a memory limit with which no search can run."""


class RecordError(UsageError):
    """A record of a game that cannot be read; the sentence names the file and the place in it."""


class UnsuitableError(UsageError):
    """Two parts that do not fit: a component and a problem, or two components."""


class GameError(MonteverdeError):
    """A problem that breaks its contract."""


class CompileError(GameError):
    """A rule that cannot be compiled."""


class EngineError(MonteverdeError):
    """Another program that plays did what loses the game: it ended, or hung, or answered what is no answer."""


class MissingExtraError(MonteverdeError, ImportError):
    """An optional dependency that is not installed."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs an optional dependency; install it with: pip install 'monteverde[{extra}]'")
