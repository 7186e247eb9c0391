"""Bit tricks on uint64, the same compiled and as plain Python.

Keep both operands uint64: mixing uint64 with a signed integer turns into float64 when compiled.

Compiled, no draw branches on the bits: a loop over them ends in a mispredicted branch, which costs more than the rest
of a playout's ply. `nth_bit` is one instruction (PDEP) where the processor has a fast one, else broadword arithmetic
(Vigna, *Broadword implementation of rank/select queries*, WEA 2008, section 4).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload

from monteverde.compile.markers import kernel
from monteverde.compile.random import MIX_1, MIX_2, SHIFT_27, SHIFT_30, SHIFT_31

ONE = np.uint64(1)
SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")  # PDEP in microcode: hundreds of cycles (Fog, *Instruction tables*)


def popcount(bits: Any) -> int:
    """Return how many bits of the uint64 `bits` are set (int64)."""
    return int(bits).bit_count()


def lowest_bit(bits: Any) -> int:
    """Return the index, 0 to 63, of the lowest set bit of the uint64 `bits` (int64); 64 if none is set."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else 64


def highest_bit(bits: Any) -> int:
    """Return the index, 0 to 63, of the highest set bit of the uint64 `bits` (int64); -1 if none is set."""
    return int(bits).bit_length() - 1


def nth_bit(bits: Any, n: Any) -> int:
    """Return the index of set bit number `n` (0 is the lowest) of the uint64 `bits` (int64); `bits` must have it."""
    bits = int(bits)
    for _ in range(int(n)):
        bits &= bits - 1
    return lowest_bit(bits)


@kernel
def write_bits(bits, out):
    """Write the indices of the set bits of the uint64 `bits` to `out` (int64), lowest first; return how many."""
    count = 0
    while bits:
        out[count] = lowest_bit(bits)
        bits &= bits - ONE
        count += 1
    return count


@kernel
def mix_bits(bits):
    """Return a scrambled uint64, another one for each other `bits`: the last step of SplitMix64, for hash keys."""
    bits = (bits ^ (bits >> SHIFT_30)) * MIX_1
    bits = (bits ^ (bits >> SHIFT_27)) * MIX_2
    return bits ^ (bits >> SHIFT_31)


popcount.__overloaded__ = True  # type: ignore[attr-defined]
lowest_bit.__overloaded__ = True  # type: ignore[attr-defined]
highest_bit.__overloaded__ = True  # type: ignore[attr-defined]
nth_bit.__overloaded__ = True  # type: ignore[attr-defined]


# -- the compiled versions -------------------------------------------------------------------------------------------


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


@intrinsic
def _count_leading_zeros(typing_context: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def _deposit(typing_context: Any, source: Any, mask: Any) -> Any:
    """Put the low bits of `source` where `mask` has ones (the x86 instruction PDEP)."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        function_type = ir.FunctionType(word, [word, word])
        function = cgutils.get_or_insert_function(builder.module, function_type, "llvm.x86.bmi.pdep.64")
        return builder.call(function, arguments)

    return types.uint64(types.uint64, types.uint64), generate


# `strict=False`: the annotations here need not be those of the lambdas.
@overload(popcount, strict=False, inline="always")
def _popcount(bits: Any) -> Any:
    return lambda bits: _count_ones(np.uint64(bits))


@overload(lowest_bit, strict=False, inline="always")
def _lowest_bit(bits: Any) -> Any:
    return lambda bits: _count_trailing_zeros(np.uint64(bits))


@overload(highest_bit, strict=False, inline="always")
def _highest_bit(bits: Any) -> Any:
    return lambda bits: 63 - _count_leading_zeros(np.uint64(bits))


@overload(nth_bit, strict=False, inline="always")
def _nth_bit(bits: Any, n: Any) -> Any:
    if has_fast_deposit():
        return lambda bits, n: _count_trailing_zeros(_deposit(ONE << np.uint64(n), np.uint64(bits)))
    return broadword_nth_bit


def has_fast_deposit() -> bool:
    """Return whether the processor that is compiled for has PDEP, and not as slow microcode."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in SLOW_DEPOSIT


# Vigna's names: L_n has the lowest bit of every n-bit field set, H_8 the highest bit of every byte.
TWO, FOUR, SEVEN, EIGHT, TOP_BYTE = np.uint64(2), np.uint64(4), np.uint64(7), np.uint64(8), np.uint64(56)
PAIRS, QUADS, BYTES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
L_8, H_8, BYTE = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080), np.uint64(0xFF)
NTH_BIT_OF_BYTE = np.array([[nth_bit(byte, n) for n in range(8)] for byte in range(256)], np.int64)


@kernel
def broadword_nth_bit(bits, n):
    """Return what `nth_bit` returns, by arithmetic that every processor has."""
    bits, n = np.uint64(bits), np.uint64(n)
    sums = bits - ((bits >> ONE) & PAIRS)
    sums = (sums & QUADS) + ((sums >> TWO) & QUADS)
    sums = ((sums + (sums >> FOUR)) & BYTES) * L_8  # byte k counts the ones of bytes 0 to k
    is_before = (((n * L_8) | H_8) - sums) & H_8  # the bytes whose count is at most n
    place = (((is_before >> SEVEN) * L_8) >> TOP_BYTE) * EIGHT
    rank = n - (((sums << EIGHT) >> place) & BYTE)
    return np.int64(place) + NTH_BIT_OF_BYTE[(bits >> place) & BYTE, rank]
