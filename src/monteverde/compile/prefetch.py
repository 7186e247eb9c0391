"""Ask for memory before it is needed, so that several waits for it run side by side."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

READ, KEEP_CLOSE, DATA = 0, 3, 1  # what LLVM's prefetch is told


def prefetch(array: Any, index: Any) -> None:
    """Fetch the cache line of `array[index]`; any index is harmless. As plain Python it does nothing."""


prefetch.__overloaded__ = True  # type: ignore[attr-defined]


@intrinsic
def _prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        value = context.make_array(array_type)(context, builder, arguments[0])
        item = cgutils.get_item_pointer(context, builder, array_type, value, [arguments[1]], wraparound=False)
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [builder.bitcast(item, byte), word(READ), word(KEEP_CLOSE), word(DATA)])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@overload(prefetch, inline="always")
def _compiled_prefetch(array, index):
    return lambda array, index: _prefetch(array, index)
