"""What is bound alike is compiled once in a process, and never taken for something else."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from monteverde.compile import Fact, bind, kernel, slot
from monteverde.compile.binding import is_jit_enabled

PRICE = Fact("PRICE", "What one costs.")
table = np.array([1, 2, 3])


@slot
def worth(x):
    """Return what `x` is worth."""


@kernel
def once(x):
    return x * PRICE


@kernel
def of_first(x):
    return once(x) + worth(x)


@kernel
def of_second(x):
    return once(x) - worth(x)


@kernel
def looked_up(x):
    return table[x]


@kernel
def through_table(x):
    return looked_up(x)


def _plus(step: int) -> Any:
    def plus(x):
        return x + step

    return plus


def _default(given: int) -> Any:
    def plus(x, step=given):
        return x + step

    return plus


def _inner(bound: Any, name: str) -> Any:
    """Return the compiled function that the bound kernel calls by `name`."""
    kernel_itself = bound.dispatcher.py_func.__closure__[0].cell_contents
    return kernel_itself.py_func.__globals__[name]


needs_compiler = pytest.mark.skipif(not is_jit_enabled(), reason="needs machine code; runs in the compiled mode")


@needs_compiler
def test_two_kernels_share_what_they_reach():
    """A function that two kernels reach with the same constants is one compiled function, compiled once."""
    first, second = bind(of_first, {PRICE: 3, worth: _plus(1)}), bind(of_second, {PRICE: 3, worth: _plus(2)})
    assert (first(10), second(10)) == (41, 18)
    assert _inner(first, "once") is _inner(second, "once")
    assert len(_inner(first, "once").signatures) == 1


@needs_compiler
def test_compiled_once_however_often_bound(monkeypatch: pytest.MonkeyPatch):
    """Binding the same again marks nothing anew for the compiler but the entry point."""
    kept = bind(of_first, {PRICE: 5, worth: _plus(1)})
    marked: list[str] = []
    njit = numba.njit

    def counting(**flags: Any) -> Any:
        return lambda function: marked.append(function.__qualname__) or njit(**flags)(function)

    monkeypatch.setattr(numba, "njit", counting)
    again = bind(of_first, {PRICE: 5, worth: _plus(1)})
    assert marked == ["of_first"]
    assert again(10) == kept(10) == 61


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({PRICE: 3, worth: _plus(1)}, {PRICE: 4, worth: _plus(1)}),
        ({PRICE: 3, worth: _plus(1)}, {PRICE: 3.0, worth: _plus(1)}),
        ({PRICE: 0.0, worth: _plus(1)}, {PRICE: -0.0, worth: _plus(1)}),
        ({PRICE: 1, worth: _plus(1)}, {PRICE: True, worth: _plus(7)}),
        ({PRICE: 3, worth: _plus(1)}, {PRICE: 3, worth: _plus(2)}),
        ({PRICE: 3, worth: _default(1)}, {PRICE: 3, worth: _default(2)}),
    ],
    ids=["constant", "type", "zero's sign", "a truth value", "closure", "default"],
)
def test_what_differs_is_not_shared(one: Any, other: Any):
    """Constants, their types, closures and defaults tell functions apart: each bound kernel answers for its own."""
    for bindings in (one, other, one):
        expected = 10 * bindings[PRICE] + bindings[worth](10)
        got = bind(of_first, bindings)(10)
        assert got == expected
        assert isinstance(got, (float, np.floating)) == isinstance(bindings[PRICE], float)


def test_an_array_counts_by_its_content():
    """An array that was written to meanwhile is another constant."""
    try:
        assert bind(through_table, {})(1) == 2
        table[1] = 20
        assert bind(through_table, {})(1) == 20
    finally:
        table[1] = 2


@kernel
def first_field(records):
    return records[0].a


@kernel
def one_of(records):
    return first_field(records)


@kernel
def twice_of(records):
    return 2.0 * first_field(records)


@pytest.mark.parametrize("fields", ["a", "ab", "ba"])
def test_records_that_begin_alike_are_read_by_their_own_layout(fields: str):
    """Whatever was compiled before, and without a warning, which is an error here."""
    records = np.zeros(1, [(name, np.float64) for name in fields]).view(np.recarray)
    for name in fields:
        records[0][name] = ord(name)
    assert bind(one_of, {})(records) == ord("a")
    assert bind(twice_of, {})(records) == 2 * ord("a")
