"""Random numbers for kernels: one independent stream a thread, the same compiled and as plain Python.

A stream is an array of one uint64, a counter that advances by a fixed odd step and is mixed on the way out
(SplitMix64: Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014). Streams start at
points of the 2^64 cycle drawn by `numpy.random.SeedSequence`, so two threads overlap with negligible probability.
The slots are what kernels call; problems whose states are Python objects bind Python's own generator to them.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile.markers import kernel, slot

STEP = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio, odd
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31 = np.uint64(30), np.uint64(27), np.uint64(31)
SHIFT_11, SHIFT_32 = np.uint64(11), np.uint64(32)
TO_UNIT = 2.0**-53


def new_stream(seed: int, stream: int = 0) -> npt.NDArray[np.uint64]:
    """Return stream number `stream` of `seed`: a uint64 array of length 1 that the draws below advance in place."""
    return np.array(np.random.SeedSequence(seed, spawn_key=(stream,)).generate_state(1, np.uint64), np.uint64)


@slot
def below(rng, n):
    """Return a uniform integer in 0 .. n-1, for 1 <= n < 2^32 (bias below n / 2^32)."""


@slot
def uniform(rng):
    """Return a uniform float64 in [0, 1) with 53 random bits."""


@kernel
def next_u64(rng):
    """Advance the stream and return 64 random bits."""
    rng[0] += STEP
    z = rng[0]
    z = (z ^ (z >> SHIFT_30)) * MIX_1
    z = (z ^ (z >> SHIFT_27)) * MIX_2
    return z ^ (z >> SHIFT_31)


@kernel
def below_u64(rng, n):
    return np.int64(((next_u64(rng) >> SHIFT_32) * np.uint64(n)) >> SHIFT_32)


@kernel
def uniform_u64(rng):
    return np.float64(next_u64(rng) >> SHIFT_11) * TO_UNIT


@kernel
def normal(rng):
    """Return a standard normal deviate (Box and Muller 1958)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - uniform(rng)))
    return radius * math.cos(2.0 * math.pi * uniform(rng))


@kernel
def gamma(rng, shape):
    """Return a gamma deviate of scale 1, for shape >= 1 (Marsaglia and Tsang 2000)."""
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(rng)
        t = 1.0 + c * x
        v = t * t * t  # t**3 would be rounded otherwise compiled than as plain Python
        if v > 0.0 and math.log(1.0 - uniform(rng)) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v


@kernel
def beta(rng, a, b):
    """Return a beta deviate, for a, b >= 1."""
    x = gamma(rng, a)
    return x / (x + gamma(rng, b))


PYTHON_BITS = 30  # one digit of Python's integers: with more, a draw takes twice as long


def python_below(rng: random.Random, n: int) -> int:
    """Return a uniform integer in 0 .. n-1, for 1 <= n < 2^30 (bias below n / 2^30)."""
    return rng.getrandbits(PYTHON_BITS) % n


def python_uniform(rng: random.Random) -> float:
    return rng.random()


STREAMS: dict[Any, Any] = {below: below_u64, uniform: uniform_u64}
PYTHON_STREAMS: dict[Any, Any] = {below: python_below, uniform: python_uniform}
