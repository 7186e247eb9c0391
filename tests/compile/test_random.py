"""Random streams: the published generator, the same in every mode, each thread's own, with the right distributions."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from monteverde.compile import below, beta, bind, gamma, kernel, new_stream, next_u64, normal, uniform
from monteverde.compile.random import PYTHON_STREAMS, STREAMS

Fill = Callable[..., np.ndarray]

# The first outputs of the authors' splitmix64.c from this state, as Rosetta Code lists them.
STATE = 1234567
OUTPUTS = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
SIGMAS = 5.0  # a right generator is further off than this once in two million tries, and the seeds are fixed


@kernel
def fill_bits(rng, out):
    for i in range(len(out)):
        out[i] = next_u64(rng)


@kernel
def fill_below(rng, out, n):
    for i in range(len(out)):
        out[i] = below(rng, n)


@kernel
def fill_uniform(rng, out):
    for i in range(len(out)):
        out[i] = uniform(rng)


@kernel
def fill_normal(rng, out):
    for i in range(len(out)):
        out[i] = normal(rng)


@kernel
def fill_gamma(rng, out, shape):
    for i in range(len(out)):
        out[i] = gamma(rng, shape)


@kernel
def fill_beta(rng, out, a, b):
    for i in range(len(out)):
        out[i] = beta(rng, a, b)


def drawn(fill: Callable[..., None], count: int, *parameters: float, seed: int = 1) -> np.ndarray:
    """Return `count` float64 draws of one stream."""
    out = np.zeros(count)
    bind(fill, STREAMS)(new_stream(seed), out, *parameters)
    return out


def test_the_bits_are_those_of_the_published_generator() -> None:
    """SplitMix64, started where its authors' program is started, gives their numbers."""
    out = np.zeros(len(OUTPUTS), np.uint64)
    bind(fill_bits, STREAMS)(np.array([STATE], np.uint64), out)
    assert out.tolist() == OUTPUTS


def test_the_stream_moves_by_the_golden_ratio() -> None:
    """A stream is a counter: it visits every state before it repeats one."""
    rng = np.array([STATE], np.uint64)
    bind(fill_bits, STREAMS)(rng, np.zeros(3, np.uint64))
    assert int(rng[0]) == (STATE + 3 * 0x9E3779B97F4A7C15) % 2**64


def first_draws() -> dict[str, list[str]]:
    """Return the first draws of every kind, with all their bits."""
    fills: dict[str, Any] = {"below": (fill_below, 10), "uniform": (fill_uniform,), "normal": (fill_normal,)}
    fills |= {"gamma": (fill_gamma, 2.5), "beta": (fill_beta, 2.0, 3.0)}
    return {name: [x.hex() for x in drawn(fill, 50, *rest).tolist()] for name, (fill, *rest) in fills.items()}


def test_every_draw_is_the_same_compiled_and_not(is_compiled: bool, new_process: Callable[..., str]) -> None:
    """One seed gives one search, with the compiler on and off."""
    source = f"""
        import json, sys
        sys.path.insert(0, {str(Path(__file__).parents[2])!r})
        from tests.compile.test_random import first_draws
        print(json.dumps(first_draws()))
        """
    elsewhere = json.loads(new_process(source, NUMBA_DISABLE_JIT="1" if is_compiled else "0"))
    assert first_draws() == elsewhere


def test_a_seed_and_a_stream_number_decide_the_stream() -> None:
    """The same pair gives the same stream in every run; an array of one uint64."""
    assert new_stream(3, 1).tolist() == new_stream(3, 1).tolist()
    assert new_stream(3).tolist() == new_stream(3, 0).tolist()
    assert (new_stream(3).dtype, new_stream(3).shape) == (np.uint64, (1,))


def test_streams_are_distinct() -> None:
    """Each thread of each seed starts at a place of its own."""
    starts = {int(new_stream(seed, stream)[0]) for seed in range(40) for stream in range(40)}
    assert len(starts) == 1600


def test_threads_draw_independently() -> None:
    """Two streams of one seed are not correlated."""
    a, b = np.zeros(2000), np.zeros(2000)
    fill = bind(fill_uniform, STREAMS)
    fill(new_stream(9, 0), a)
    fill(new_stream(9, 1), b)
    assert abs(np.corrcoef(a, b)[0, 1]) < SIGMAS / math.sqrt(len(a))


@pytest.mark.parametrize("n", [1, 2, 6, 1000, 2**32 - 1])
def test_below_stays_below(n: int) -> None:
    """Every draw is a whole number in 0 .. n - 1."""
    out = drawn(fill_below, 1000, n)
    assert out.min() >= 0
    assert out.max() <= n - 1
    assert (out == np.floor(out)).all()


@pytest.mark.parametrize("n", [2, 6, 50])
def test_below_is_uniform(n: int, budget: Callable[..., int]) -> None:
    """Pearson's chi-square of the counts is near its mean n - 1; its variance is 2 (n - 1)."""
    count = budget(200_000, least=5000)
    observed = np.bincount(drawn(fill_below, count, n).astype(np.int64), minlength=n)
    chi_square = ((observed - count / n) ** 2).sum() / (count / n)
    assert abs(chi_square - (n - 1)) < SIGMAS * math.sqrt(2.0 * (n - 1)) + 1.0


def test_uniform_has_53_bits() -> None:
    """Every draw is a multiple of 2^-53 in [0, 1), and the lowest of these bits is used."""
    scaled = drawn(fill_uniform, 1000) * 2.0**53
    assert (scaled == np.floor(scaled)).all()
    assert set(scaled % 2.0) == {0.0, 1.0}
    assert scaled.min() >= 0.0
    assert scaled.max() < 2.0**53


def near(draws: np.ndarray, mean: float, variance: float, fourth: float) -> bool:
    """Whether the sample's mean and variance are as they should; `fourth` is the fourth central moment."""
    count = len(draws)
    mean_error = abs(draws.mean() - mean) / math.sqrt(variance / count)
    variance_error = abs(((draws - mean) ** 2).mean() - variance) / math.sqrt((fourth - variance**2) / count)
    return max(mean_error, variance_error) < SIGMAS


def test_uniform_has_the_right_moments(budget: Callable[..., int]) -> None:
    """Mean 1/2, variance 1/12, fourth central moment 1/80."""
    assert near(drawn(fill_uniform, budget(100_000, least=5000)), 1 / 2, 1 / 12, 1 / 80)


def test_normal_has_the_right_moments(budget: Callable[..., int]) -> None:
    """Mean 0, variance 1, fourth moment 3."""
    assert near(drawn(fill_normal, budget(100_000, least=5000)), 0.0, 1.0, 3.0)


def test_normal_has_the_right_tails(budget: Callable[..., int]) -> None:
    """A share of 0.6827 lies within one standard deviation, 0.9545 within two."""
    draws = np.abs(drawn(fill_normal, budget(100_000, least=5000)))
    for limit, share in ((1.0, 0.6826895), (2.0, 0.9544997)):
        slack = SIGMAS * math.sqrt(share * (1.0 - share) / len(draws))
        assert abs((draws < limit).mean() - share) < slack


@pytest.mark.parametrize("shape", [1.0, 2.5, 100.0])
def test_gamma_has_the_right_moments(shape: float, budget: Callable[..., int]) -> None:
    """Mean and variance are the shape k, the fourth central moment is 3 k^2 + 6 k."""
    assert near(drawn(fill_gamma, budget(50_000, least=3000), shape), shape, shape, 3 * shape**2 + 6 * shape)


@pytest.mark.parametrize(("a", "b"), [(1.0, 1.0), (2.0, 5.0), (300.0, 100.0)])
def test_beta_has_the_right_moments(a: float, b: float, budget: Callable[..., int]) -> None:
    """Mean a / (a + b); variance and fourth central moment as in every table."""
    total = a + b
    variance = a * b / (total**2 * (total + 1))
    excess = 6 * ((a - b) ** 2 * (total + 1) - a * b * (total + 2)) / (a * b * (total + 2) * (total + 3))
    draws = drawn(fill_beta, budget(50_000, least=3000), a, b)
    assert near(draws, a / total, variance, (excess + 3) * variance**2)
    assert ((draws >= 0.0) & (draws <= 1.0)).all()


def test_problems_of_python_objects_draw_from_pythons_generator() -> None:
    """There a stream is a `random.Random`, and the same kernels draw from it."""
    out = np.zeros(200)
    bind(fill_below, PYTHON_STREAMS, compiled=False)(random.Random(1), out, 6)
    assert set(out) == {0, 1, 2, 3, 4, 5}
    bind(fill_uniform, PYTHON_STREAMS, compiled=False)(random.Random(1), out)
    assert ((out >= 0.0) & (out < 1.0)).all()
