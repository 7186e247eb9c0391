"""Adding to shared arrays, alone or among threads.

`add` and `compare_and_swap` are slots: a search on one thread binds the plain versions, a search on several the
atomic ones, so the kernels are written once. Atomic additions are relaxed (counts need no order); the swap that
publishes a node acquires and releases.
"""

from __future__ import annotations

import threading
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from monteverde.compile.markers import kernel, slot
from monteverde.compile.unsigned import unsigned


@slot
def add(array, index, amount):
    """Add `amount` to `array[index]` and return what was there before."""


@slot
def compare_and_swap(array, index, expected, desired):
    """Set `array[index]` to `desired` if it holds `expected`; return whether it did."""


@kernel
def plain_add(array, index, amount):
    before = array[unsigned(index)]
    array[unsigned(index)] = before + amount
    return before


@kernel
def plain_compare_and_swap(array, index, expected, desired):
    if array[index] != expected:
        return False
    array[index] = desired
    return True


@intrinsic
def _fetch_add(typing_context: Any, array: Any, index: Any, amount: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _item_pointer(context, builder, signature, arguments)
        operation = "fadd" if isinstance(array.dtype, types.Float) else "add"
        return builder.atomic_rmw(operation, pointer, arguments[2], "monotonic")

    return array.dtype(array, types.intp, array.dtype), generate


@intrinsic
def _exchange_if(typing_context: Any, array: Any, index: Any, expected: Any, desired: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _item_pointer(context, builder, signature, arguments)
        result = builder.cmpxchg(pointer, arguments[2], arguments[3], "acq_rel", "monotonic")
        return builder.extract_value(result, 1)

    return types.boolean(array, types.intp, array.dtype, array.dtype), generate


def _item_pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array_type = signature.args[0]
    array = context.make_array(array_type)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, array_type, array, [arguments[1]], wraparound=False)


class _Turns:
    """A lock for plain Python, which takes several steps; without an address in its text, for the cache's sake."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __enter__(self) -> None:
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


ONE_AT_A_TIME = _Turns()


def atomic_add(array: Any, index: Any, amount: Any) -> Any:
    """Add atomically."""
    with ONE_AT_A_TIME:
        return plain_add(array, index, amount)  # type: ignore[no-untyped-call]  # a kernel


def atomic_compare_and_swap(array: Any, index: Any, expected: Any, desired: Any) -> Any:
    """Compare and swap atomically."""
    with ONE_AT_A_TIME:
        return plain_compare_and_swap(array, index, expected, desired)  # type: ignore[no-untyped-call]  # a kernel


atomic_add.__overloaded__ = True  # type: ignore[attr-defined]
atomic_compare_and_swap.__overloaded__ = True  # type: ignore[attr-defined]


@overload(atomic_add, inline="always")
def _atomic_add(array, index, amount):  # numba wants the same names and annotations here as below
    return lambda array, index, amount: _fetch_add(array, index, amount)


@overload(atomic_compare_and_swap, inline="always")
def _atomic_compare_and_swap(array, index, expected, desired):
    return lambda array, index, expected, desired: _exchange_if(array, index, expected, desired)


ALONE = {add: plain_add, compare_and_swap: plain_compare_and_swap}
SHARED = {add: atomic_add, compare_and_swap: atomic_compare_and_swap}
