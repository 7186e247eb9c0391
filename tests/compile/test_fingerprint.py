"""A fingerprint changes with whatever changes the machine code, and with nothing else."""

from __future__ import annotations

import argparse
import dis
import enum
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from monteverde.compile.fingerprint import fingerprint, global_names


def made(source: str, **names: Any) -> Callable[..., Any]:
    """Return the function `f` that `source` defines, with `names` as further globals."""
    scope: dict[str, Any] = dict(names)
    exec(source, scope)
    function: Callable[..., Any] = scope["f"]
    return function


def module(**names: Any) -> ModuleType:
    """Return a module with these names in it."""
    result = ModuleType("settings")
    vars(result).update(names)
    return result


def test_is_the_same_for_equal_source_elsewhere() -> None:
    """Names of files and line numbers do not compile to anything."""
    assert fingerprint(made("def f(x): return x + 1")) == fingerprint(made("\n\n# moved\ndef f(x):\n    return x + 1"))


def test_does_not_change_with_the_docstring() -> None:
    """A docstring does not compile to anything, nor does its absence."""
    assert len({fingerprint(made(f"def f(x):\n    {text}\n    return x + 1")) for text in ('"one"', '"two"', "")}) == 1


CHANGES = {
    "the body": ("def f(x): return x + 1", "def f(x): return x - 1"),
    "a constant": ("def f(x): return x + 1", "def f(x): return x + 2"),
    "the type of a constant": ("def f(x): return x + 1", "def f(x): return x + 1.0"),
    "the sign of zero": ("def f(x): return 0.0", "def f(x): return -0.0"),
    "the text in a lambda": ("f = lambda: 'a'", "f = lambda: 'b'"),
    "a default": ("def f(x=1): return x", "def f(x=2): return x"),
    "a keyword's default": ("def f(*, x=1): return x", "def f(*, x=2): return x"),
    "how arguments are taken": ("def f(a, b): return b", "def f(a, *b): return b"),
    "a helper": ("def g(x): return 1\ndef f(x): return g(x)", "def g(x): return 2\ndef f(x): return g(x)"),
    "a helper's helper": (
        "def h(): return 1\ndef g(): return h()\ndef f(): return g()",
        "def h(): return 2\ndef g(): return h()\ndef f(): return g()",
    ),
    "a global number": ("N = 1\ndef f(): return N", "N = 2\ndef f(): return N"),
    "a global read in a list comprehension": (
        "N = 1\ndef f(x): return [N for _ in range(x)]",
        "N = 2\ndef f(x): return [N for _ in range(x)]",
    ),
    "a global read in a lambda": ("N = 1\ndef f(): return (lambda: N)()", "N = 2\ndef f(): return (lambda: N)()"),
    "a tuple": ("N = (1, (2, 3))\ndef f(): return N", "N = (1, (2, 4))\ndef f(): return N"),
    "a name in a closure": (
        "def m(n):\n    def f(): return n\n    return f\nf = m(1)",
        "def m(n):\n    def f(): return n\n    return f\nf = m(2)",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes_with(change: str) -> None:
    """Whatever can change what a function does changes its fingerprint."""
    before, after = CHANGES[change]
    assert fingerprint(made(before)) != fingerprint(made(after))
    assert fingerprint(made(before)) == fingerprint(made(before))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (np.array([1, 2]), np.array([1, 3])),
        (np.array([1, 2]), np.array([1.0, 2.0])),
        (np.array([[1, 2]]), np.array([[1], [2]])),
        (np.int32(1), np.int64(1)),
        (enum.IntEnum("Colour", {"RED": 1}), enum.IntEnum("Colour", {"RED": 2})),
    ],
    ids=["contents", "dtype", "shape", "scalar type", "enumeration"],
)
def test_changes_with_a_global_value(before: Any, after: Any) -> None:
    """The value of a global is part of what is compiled."""
    source = "def f(): return N.RED" if isinstance(before, type) else "def f(): return N"
    assert fingerprint(made(source, N=before)) != fingerprint(made(source, N=after))


def test_changes_with_what_is_read_from_a_module() -> None:
    """Constants and functions reached as `settings.N` count like those imported by name."""
    source = "def f(): return settings.N"
    ones = [fingerprint(made(source, settings=module(N=n, other=n))) for n in (1, 2)]
    assert ones[0] != ones[1]


def test_modules_may_name_each_other() -> None:
    """What is read through two modules counts, and going in circles ends."""
    found = []
    for n in (1, 2):
        outer, inner = module(), module(N=n)
        outer.inner, inner.outer = inner, outer
        found.append(fingerprint(made("def f(): return outer.inner.N + outer.inner.outer.inner.N", outer=outer)))
    assert found[0] != found[1]


def test_ignores_what_is_not_read_from_a_module() -> None:
    """The rest of a module has no part in the machine code."""
    source = "def f(): return settings.N"
    assert len({fingerprint(made(source, settings=module(N=1, other=n))) for n in (1, 2)}) == 1


def test_ignores_a_global_with_the_name_of_an_attribute() -> None:
    """`state.N` reads no global."""
    assert len({fingerprint(made("def f(state): return state.N", N=n)) for n in (1, 2)}) == 1


def test_has_no_addresses_in_it() -> None:
    """Objects that print their address would make a new fingerprint in every process."""
    assert fingerprint(made("def f(): return N", N=object())) == fingerprint(made("def f(): return N", N=object()))


def test_globals_are_those_that_the_disassembler_finds() -> None:
    """In every function of a few large modules, one of them with more than 256 names in a function."""
    many = made("def f(): return (" + ",".join(f"x{i}, a.b{i}" for i in range(300)) + ")")
    functions = [value for module in (inspect, argparse, dis) for value in vars(module).values()]
    checked = [function.__code__ for function in (many, *functions) if inspect.isfunction(function)]
    assert len(checked) > 50
    for code in checked:
        found = {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}
        assert found <= set(global_names(code))
        assert found == set(global_names(code)) or any(inspect.iscode(constant) for constant in code.co_consts)
