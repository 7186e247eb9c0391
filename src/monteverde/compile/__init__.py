"""All that knows Numba: marks for kernel source, binding and compiling, the cache, atomics, random numbers, bits."""

from monteverde.compile.binding import bind, is_jit_enabled
from monteverde.compile.bits import lowest_bit, nth_bit, popcount
from monteverde.compile.cache import CACHE_VARIABLE, cache_directory
from monteverde.compile.markers import Fact, kernel, slot
from monteverde.compile.random import below, beta, gamma, new_stream, next_u64, normal, uniform

__all__ = [
    "CACHE_VARIABLE",
    "Fact",
    "below",
    "beta",
    "bind",
    "cache_directory",
    "gamma",
    "is_jit_enabled",
    "kernel",
    "lowest_bit",
    "new_stream",
    "next_u64",
    "normal",
    "nth_bit",
    "popcount",
    "slot",
    "uniform",
]
