"""Telling the compiler how an array lies in memory, where its type does not say."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def assume_stride(array: Any, stride: Any) -> None:
    """Promise that the entries of `array` begin `stride` bytes apart: a constant, in the place of a multiplication.

    It holds for all that follows in the kernel that says so, and in what it calls. Of an array without gaps the
    compiler knows better, and as plain Python it does nothing.
    """


assume_stride.__overloaded__ = True  # type: ignore[attr-defined]


@intrinsic
def _assume_stride(typing_context: Any, array: Any, stride: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if signature.args[0].layout != "A":
            return context.get_dummy_value()
        value = context.make_array(signature.args[0])(context, builder, arguments[0])
        (found,) = cgutils.unpack_tuple(builder, value.strides, 1)
        is_equal = builder.icmp_unsigned("==", found, arguments[1])
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(1)])
        builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.assume"), [is_equal])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@overload(assume_stride, inline="always")
def _compiled_assume_stride(array, stride):
    return lambda array, stride: _assume_stride(array, stride)
