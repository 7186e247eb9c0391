"""Waiting for another thread inside a kernel: a flag is written once what it announces is there, and read before that.

`store` releases and `load` acquires: whoever reads the flag sees all that was written before it. A kernel that waits
calls `wait_for`, which looks at two flags again and again and, when that has not helped for a while, lets other threads
have the core. Beside the atomic additions of `atomics.py` that is all that threads of one search need to meet.
"""

from __future__ import annotations

import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from monteverde.compile.markers import kernel

LOOKS = 2000  # before a core is given away: a few microseconds, as long as a short playout
WORD = 8  # bytes: how flags lie in memory


@intrinsic
def _load(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _item(context, builder, signature, arguments)
        return builder.load_atomic(pointer, "acquire", WORD)

    return types.int64(array, types.intp), generate


@intrinsic
def _store(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _item(context, builder, signature, arguments)
        builder.store_atomic(arguments[2], pointer, "release", WORD)
        return context.get_dummy_value()

    return types.none(array, types.intp, types.int64), generate


@intrinsic
def _give_way(typing_context: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(32), ())
        builder.call(cgutils.get_or_insert_function(builder.module, kind, "sched_yield"), ())
        return context.get_dummy_value()

    return types.none(), generate


def _item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # pragma: no cover  (numba calls it)
    array_type = signature.args[0]
    array = context.make_array(array_type)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, array_type, array, [arguments[1]], wraparound=False)


def load(array: Any, index: Any) -> Any:
    """Return the flag `array[index]` (int64). As plain Python, let other threads run before."""
    time.sleep(0)
    return array[index]


def store(array: Any, index: Any, value: Any) -> None:
    """Set the flag `array[index]` (int64)."""
    array[index] = value


def give_way() -> None:
    """Let another thread have the core, if one waits for it."""
    time.sleep(0)


load.__overloaded__ = True  # type: ignore[attr-defined]
store.__overloaded__ = True  # type: ignore[attr-defined]
give_way.__overloaded__ = True  # type: ignore[attr-defined]


@overload(load, inline="always")
def _load_flag(array, index):  # numba wants the same names and annotations here as below
    return lambda array, index: _load(array, index)


@overload(store, inline="always")
def _store_flag(array, index, value):
    return lambda array, index, value: _store(array, index, value)


@overload(give_way, inline="always")
def _give_core_way():
    return lambda: _give_way()


@kernel
def wait_for(array, index, value, ending, place):
    """Wait until the flag `array[index]` is `value`, and return True; return False if `ending[place]` is set first."""
    looks = 0
    while load(array, index) != value:
        if load(ending, place) != 0:
            return load(array, index) == value  # it may have been set just before
        looks += 1
        if looks > LOOKS:
            give_way()
    return True
