"""Bit tricks on uint64, the same compiled and as plain Python.

Keep both operands uint64: mixing uint64 with a signed integer turns into float64 when compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

ONE = np.uint64(1)


def popcount(bits: Any) -> int:
    """Return how many bits of the uint64 `bits` are set (int64)."""
    return int(bits).bit_count()


def lowest_bit(bits: Any) -> int:
    """Return the index, 0 to 63, of the lowest set bit of the uint64 `bits` (int64); 64 if none is set."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else 64


def nth_bit(bits: Any, n: Any) -> int:
    """Return the index of set bit number `n` (0 is the lowest) of the uint64 `bits` (int64); `bits` must have it."""
    bits = int(bits)
    for _ in range(int(n)):
        bits &= bits - 1
    return lowest_bit(bits)


popcount.__overloaded__ = True  # type: ignore[attr-defined]
lowest_bit.__overloaded__ = True  # type: ignore[attr-defined]
nth_bit.__overloaded__ = True  # type: ignore[attr-defined]


@intrinsic
def _count_ones(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _count_trailing_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@overload(popcount, inline="always")
def _popcount(bits: Any) -> Any:
    return lambda bits: _count_ones(np.uint64(bits))


@overload(lowest_bit, inline="always")
def _lowest_bit(bits: Any) -> Any:
    return lambda bits: _count_trailing_zeros(np.uint64(bits))


@overload(nth_bit)
def _nth_bit(bits: Any, n: Any) -> Any:
    def nth(bits: Any, n: Any) -> Any:
        rest = np.uint64(bits)
        for _ in range(n):
            rest &= rest - ONE
        return _count_trailing_zeros(rest)

    return nth
