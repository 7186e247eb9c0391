"""Binding puts a problem's own functions and constants where a kernel names slots and facts."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import numba
import numpy as np
import pytest

from monteverde.compile import Fact, bind, kernel, slot
from monteverde.compile.binding import interpret
from monteverde.errors import CompileError


@slot
def gain(x):
    """Return what `x` is worth."""


@slot
def limit(x):
    """Return `x`, cut off."""


PRICE = Fact("PRICE", "What one costs.")
BASE = 100


@kernel
def total(n):
    result = 0
    for i in range(n):
        result += gain(i)
    return result


@kernel
def bill(n):
    return PRICE * n


@kernel
def limited(x):
    return limit(x)


def _helper(n):
    return gain(n) + BASE


tools = types.ModuleType("tools")
tools.gain, tools.helper, tools.BASE = gain, _helper, BASE
tools.inner = types.ModuleType("tools.inner")


@kernel
def through_module(n):
    return tools.gain(n) + tools.helper(n) + tools.BASE


@kernel
def through_helper(n):
    return _helper(n) + total(n)


def _in_comprehension(n):
    return [gain(i) for i in range(n + 1)][n]


@kernel
def last(n):
    return _in_comprehension(n)


def _double(x):
    return 2 * x


def _square(x):
    return x * x


def _squared_gain(x):
    return gain(x) ** 2


@pytest.mark.parametrize("how", [bind, interpret])
def test_what_is_read_from_a_module_is_bound(how: Callable[..., Any]) -> None:
    """`tools.gain` is as good as `gain`, and the module itself stays as it was."""
    double = how(through_module, {gain: lambda x: 2 * x})
    square = how(through_module, {gain: lambda x: x * x})
    assert double(5) == 10 + (10 + BASE) + BASE
    assert square(5) == 25 + (25 + BASE) + BASE
    assert tools.gain is gain


@pytest.mark.parametrize("make", [bind, interpret])
def test_a_slot_becomes_what_is_bound_to_it(make: Callable[..., Any]) -> None:
    """The kernel calls the function that was supplied."""
    assert make(total, {gain: _double})(4) == 2 * (0 + 1 + 2 + 3)


@pytest.mark.parametrize("make", [bind, interpret])
def test_a_fact_becomes_what_is_bound_to_it(make: Callable[..., Any]) -> None:
    """The kernel reads the constant that was supplied."""
    assert make(bill, {PRICE: 7})(3) == 21


@pytest.mark.parametrize("make", [bind, interpret])
def test_reaches_helpers_and_nested_kernels(make: Callable[..., Any]) -> None:
    """Slots are replaced in whatever the kernel calls, and other globals stay what they are."""
    assert make(through_helper, {gain: _square})(3) == 9 + BASE + (0 + 1 + 4)


@pytest.mark.parametrize("make", [bind, interpret])
def test_reaches_comprehensions(make: Callable[..., Any]) -> None:
    """A list comprehension is code of its own in Python 3.11, with names of its own."""
    assert make(last, {gain: _square})(3) == 9


@pytest.mark.parametrize("make", [bind, interpret])
def test_what_is_bound_may_use_slots_itself(make: Callable[..., Any]) -> None:
    """A phase of the search calls the rules of the game."""
    assert make(limited, {limit: _squared_gain, gain: _double})(3) == 36


@pytest.mark.parametrize("make", [bind, interpret])
def test_reaches_closures(make: Callable[..., Any]) -> None:
    """A parameter of a family, and a function made beside a rule, are found through the closure."""

    def family(step: int) -> Callable[[int], int]:
        def local(x):
            return x + step

        def rule(x):
            return local(x) * step

        return rule

    assert [make(total, {gain: family(step)})(3) for step in (1, 10)] == [6, 330]


def test_one_kernel_bound_twice_gives_two_answers() -> None:
    """Binding clones: neither the kernel nor the first binding is changed by the second."""
    doubled, squared = bind(total, {gain: _double}), bind(total, {gain: _square})
    assert (doubled(4), squared(4), doubled(4)) == (12, 14, 12)


def test_the_kernel_itself_stays_unbound() -> None:
    """A kernel that was not bound refuses to run, and names the slot."""
    bind(total, {gain: _double})
    with pytest.raises(RuntimeError, match="gain is a slot"):
        total(2)


def test_a_fact_refuses_to_be_a_number() -> None:
    """A kernel that was not bound says which fact it lacks when it would loop over it."""
    with pytest.raises(RuntimeError, match="PRICE is a fact"):
        range(PRICE)  # type: ignore[call-overload]


@pytest.mark.parametrize(("unbound", "name"), [(total, "gain"), (bill, "PRICE"), (through_helper, "gain")])
def test_what_nothing_is_bound_to_names_itself(unbound: Any, name: str) -> None:
    """Forgetting a slot or a fact says which one."""
    with pytest.raises(RuntimeError, match=f"nothing is bound to {name}"):
        interpret(unbound, {})


def test_a_slot_keeps_its_name_its_meaning_and_its_parameters() -> None:
    """The documentation of a rule is the docstring of its slot."""
    assert (gain.__name__, gain.__doc__) == ("gain", "Return what `x` is worth.")
    assert list(inspect.signature(gain).parameters) == ["x"]


def _forever(x):
    return _forever(x - 1)


def _there(x):
    return _back(x)


def _back(x):
    return _there(x)


@pytest.mark.parametrize("rule", [_forever, _there])
def test_recursion_is_refused(rule: Any) -> None:
    """Depth is bounded by the declared longest game, never by a stack."""
    with pytest.raises(CompileError, match=r"calls itself; .* loop"):
        interpret(total, {gain: rule})


def test_a_slot_bound_to_its_own_caller_is_refused() -> None:
    """Recursion through a slot is recursion."""
    with pytest.raises(CompileError, match="_squared_gain calls itself"):
        interpret(total, {gain: _squared_gain})


def _heap(state):
    return state._heap


def test_a_function_may_have_the_name_of_a_field_that_it_reads() -> None:
    """`state._heap` inside `_heap` is no call of itself."""
    states = np.zeros(1, [("_heap", np.int64)]).view(np.recarray)
    states["_heap"] = 5
    assert bind(_heap, {})(states[0]) == 5


def _keyword(x, *, factor=3):
    return factor * x


def test_defaults_of_keywords_are_kept() -> None:
    """A helper's keyword-only parameter keeps its default (numba itself has no such calls)."""
    assert interpret(_keyword, {})(2) == 6


@numba.njit
def _marked(x):
    return x + 1


@pytest.mark.parametrize("make", [bind, interpret])
def test_a_helper_may_be_marked_for_numba_already(make: Callable[..., Any]) -> None:
    """Whoever knows numba marks helpers by habit."""
    assert make(total, {gain: _marked})(2) == 3


def test_a_function_without_a_module_is_bound() -> None:
    """Source that was executed in a bare namespace has no module."""
    scope: dict[str, Any] = {}
    exec("def rule(x): return x + 1", scope)
    assert scope["rule"].__module__ is None
    assert bind(total, {gain: scope["rule"]})(2) == 3


def test_interpreting_runs_as_plain_python() -> None:
    """The interpreted kernel takes what no compiled one can, here a fraction, also in helpers marked for numba."""
    kernel_of_marked = kernel(lambda n: _marked(PRICE * n))
    assert interpret(kernel_of_marked, {PRICE: Fraction(1, 3)})(2) == Fraction(5, 3)


def test_uncompiled_binding_leaves_unmarked_functions_alone() -> None:
    """For problems made of Python objects only kernels are cloned: a rule may be any callable."""
    assert bind(total, {gain: sqrt}, compiled=False)(2) == 1.0


def test_integers_wrap_silently_in_every_mode() -> None:
    """Random streams multiply beyond 64 bits; compiled code does not warn, so plain Python must not either."""
    wrap = kernel(lambda x: x * x)
    huge = np.uint64(2**63 + 1)
    assert bind(wrap, {})(huge) == interpret(wrap, {})(huge) == 1


def _half(n):
    return np.array([0.5])[0] * n


def test_a_rule_may_make_an_array() -> None:
    """Rules that allocate are slower, but allowed."""
    assert bind(total, {gain: _half})(3) == 1.5


def _refuse(n):
    if n > 2:
        raise ValueError("too many")
    return n


def test_what_a_rule_raises_is_what_the_caller_gets() -> None:
    """An exception raised by compiled code is no compile error."""
    with pytest.raises(ValueError, match="too many"):
        bind(total, {gain: _refuse})(5)
