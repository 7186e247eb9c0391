"""Errors: one tree, one sentence each, and the nearest names for a wrong one."""

from __future__ import annotations

import inspect
import pickle

import pytest

from monteverde import errors
from monteverde.errors import (
    BudgetError,
    CompileError,
    GameError,
    IllegalActionError,
    MissingExtraError,
    MonteverdeError,
    UnknownNameError,
    UnsuitableError,
    UsageError,
)

ALL = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, Exception)]


def test_the_tree_is_as_drawn() -> None:
    """The drawing in the module's docstring has every class, under its parent."""
    parents: list[str] = []
    drawn = {}
    for line in errors.__doc__.splitlines()[2:]:
        name = next((cls.__name__ for cls in ALL if f" {cls.__name__}" in line), None)
        if name is not None:
            depth = (line.index(name) - 4) // 4
            parents[depth:] = [name]
            drawn[name] = parents[depth - 1] if depth else "Exception"
    assert drawn == {cls.__name__: cls.__bases__[0].__name__ for cls in ALL}


@pytest.mark.parametrize("cls", ALL)
def test_one_except_catches_all(cls: type[Exception]) -> None:
    """Whatever is raised on purpose is a MonteverdeError."""
    assert issubclass(cls, MonteverdeError)


@pytest.mark.parametrize("cls", [UsageError, UnknownNameError, IllegalActionError, BudgetError, UnsuitableError])
def test_wrong_arguments_are_value_errors(cls: type[Exception]) -> None:
    """Whoever catches ValueError around a call catches these."""
    assert issubclass(cls, ValueError)


def test_a_rule_that_does_not_compile_is_a_broken_game() -> None:
    """Whoever catches what games do wrong catches this too."""
    assert issubclass(CompileError, GameError)


def test_an_unknown_name_gets_the_nearest() -> None:
    """The sentence and the attribute have the names that may have been meant, best first."""
    error = UnknownNameError("game", "conect_four", ["hex", "connect_four", "connect_six"])
    assert str(error) == "unknown game 'conect_four'; did you mean connect_four, connect_six?"
    assert error.nearest == ["connect_four", "connect_six"]


def test_an_unknown_name_unlike_any_gets_all() -> None:
    """Where nothing is near, all that is known is listed, sorted."""
    error = UnknownNameError("game", "zzz", ["hex", "go"])
    assert str(error) == "unknown game 'zzz'; known: go, hex."
    assert error.nearest == []


def test_an_unknown_name_among_none() -> None:
    """Where nothing is known, that is said."""
    assert str(UnknownNameError("game in a.py", "Nim", [])) == "unknown game in a.py 'Nim'; known: none."


def test_an_unknown_name_may_have_a_hint() -> None:
    """What else could be done comes last."""
    assert str(UnknownNameError("game", "zzz", ["go"], "A file works too.")).endswith("known: go. A file works too.")


def test_a_missing_extra_says_how_to_install_it() -> None:
    """The command can be copied."""
    error = MissingExtraError("drawing a plot", "plot")
    assert str(error).endswith("install it with: pip install 'monteverde[plot]'")
    assert isinstance(error, ImportError)


@pytest.mark.parametrize("error", [UnknownNameError("game", "hax", ["hex"]), MissingExtraError("a plot", "plot")])
def test_errors_come_whole_from_other_processes(error: MonteverdeError) -> None:
    """A worker's error is pickled on its way to the caller."""
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy)) == (type(error), str(error))
    assert getattr(copy, "nearest", None) == getattr(error, "nearest", None)
