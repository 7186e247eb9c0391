"""Calling one rule as plain Python, so that whatever it does wrong is noticed and said.

Compiled code does not check its indices, and lets a rule write where it must not. Here the arrays that rules write to
refuse every index outside themselves, also the negative ones that Python allows; and the state is compared before and
after. The rules run from the same clones that a search would compile (`interpret`), so draws of random numbers work.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile.binding import interpret
from monteverde.compile.explain import is_engine
from monteverde.errors import CompileError
from monteverde.game.conformance.report import Findings
from monteverde.game.game import Game

UNWRITTEN = np.int64(-(2**62))  # an action that no rule would write


class RuleFailedError(Exception):
    """A rule gave no answer that one could go on from; why is among the findings already."""


class OutsideError(IndexError):
    """A rule used an index outside the array that it was given."""


class Scratch(np.ndarray[Any, Any]):
    """An array that refuses indices outside itself, negative ones too."""

    def __getitem__(self, index: Any) -> Any:
        self._refuse_outside(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._refuse_outside(index)
        super().__setitem__(index, value)

    def _refuse_outside(self, index: Any) -> None:
        if isinstance(index, (int, np.integer)) and not 0 <= index < len(self):
            raise OutsideError(f"index {index} is outside 0 .. {len(self) - 1}, all that the array has")


def scratch(length: int, fill: Any) -> npt.NDArray[Any]:
    """Return a guarded array of this length, of the type of `fill` and full of it."""
    return np.full(length, fill).view(Scratch)


class Guard:
    """Calls the rules of one game and keeps what they do wrong."""

    def __init__(self, game: Game, findings: Findings) -> None:
        self.game = game
        self.findings = findings
        self.history: list[int] = []
        """The actions played since the initial state, for whoever reads about a problem."""
        self.rules: dict[str, Any] = {}
        for name, rule in game.rules.items():
            try:
                self.rules[name] = interpret(getattr(rule, "py_func", rule), game.bindings)  # numba's mark or not
            except (CompileError, RuntimeError) as error:
                findings.problem(name, "bind", f"{error}")

    def problem(self, rule: str, kind: str, sentence: str) -> None:
        """Keep a problem that the moves so far lead to."""
        if not self.findings.knows(rule, kind):
            self.findings.problem(rule, kind, sentence, self.moves(self.history))

    def fail(self, rule: str, kind: str, sentence: str) -> RuleFailedError:
        """Keep a problem after which there is no going on, and return what to raise."""
        self.problem(rule, kind, sentence)
        return RuleFailedError(sentence)

    def call(self, rule: str, *arguments: Any) -> Any:
        """Return what `rule` answers.

        Raises:
            RuleFailedError: if it raises.
        """
        try:
            return self.rules[rule](*arguments)
        except Exception as error:  # noqa: BLE001  (anybody's rule may raise anything; saying so is the purpose)
            raise self.fail(rule, "raises", f"it raises {describe(error)}") from None

    def ask(self, rule: str, states: Any, *arguments: Any) -> Any:
        """Return what `rule` answers about `states[0]`, which it must leave as it is."""
        before = states.tobytes()
        answer = self.call(rule, states[0], *arguments)
        changed = states.tobytes() != before and changed_fields(before, states)
        if changed:
            self.problem(rule, "writes", f"it changes the state ({changed}), as only start, play and step may")
            states[:] = np.frombuffer(before, states.dtype)
        return answer

    def ask_whole(self, rule: str, states: Any, *arguments: Any) -> int:
        """Return the whole number that `rule` answers about `states[0]`."""
        answer = self.ask(rule, states, *arguments)
        if isinstance(answer, (int, np.integer)) and not isinstance(answer, bool):
            return int(answer)
        hint = "; is a return missing?" if answer is None else ""
        raise self.fail(rule, "type", f"it returns {answer!r}; it must return a whole number{hint}")

    def moves(self, actions: Sequence[int]) -> list[str]:
        """Return what people call `actions`, or their numbers where that fails."""
        return [self.name(action) for action in actions]

    def name(self, action: int) -> str:
        """Return what people call `action`, or its number where that fails."""
        try:
            return str(type(self.game).action_name(action))
        except Exception:  # noqa: BLE001  (`looks.py` reports it where it is asked for)
            return str(action)


def describe(error: Exception) -> str:
    """Return the exception and the innermost line of the game's own code that led to it."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not is_engine(f.filename)]
    if not frames:
        return what
    quoted = f": `{frames[-1].line}`" if frames[-1].line else ""  # there is no file of what was typed at a prompt
    return f"{what}, at {frames[-1].filename}, line {frames[-1].lineno}{quoted}"


def changed_fields(before: bytes, states: Any) -> str:
    """Return the names of the fields in which `states[0]` differs from `before`."""
    old = np.frombuffer(before, states.dtype)
    return ", ".join(name for name in states.dtype.names if old[name].tobytes() != states[name].tobytes())
