"""Time two or more programs alternately and compare them pair by pair.

A shared or a virtual machine changes its speed from second to second, by a factor of two and more, so a rate alone
means little. What holds still is the ratio of two rates that were taken right after each other: run A, B, A, B, ...,
divide within each pair, and take the median of the quotients.

CPU time is what counts here (other work on the machine disturbs it least); wall time is kept beside it.
"""

from __future__ import annotations

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

Run = Callable[[], int]
"""Does some work and returns how many simulations that was."""

LARGE = 4096  # bytes: the first block of this size makes malloc sort what was freed, which can take half a millisecond
ROUNDS = 7  # pairs in one comparison; odd, so that the median is one of them


@dataclass(frozen=True)
class Sample:
    """One timed run."""

    simulations: int
    cpu_seconds: float
    wall_seconds: float

    @property
    def rate(self) -> float:
        """Simulations per second of CPU time."""
        return self.simulations / self.cpu_seconds

    @property
    def wall_rate(self) -> float:
        """Simulations per second of wall time."""
        return self.simulations / self.wall_seconds


@dataclass(frozen=True)
class Ratio:
    """How many times as fast one program was as another."""

    median: float
    lowest: float
    highest: float
    wall: float
    """The median again, of wall time."""


def timed(run: Run) -> Sample:
    """Run once and return how long it took; what earlier runs left behind is cleared first."""
    gc.collect()
    bytearray(LARGE)
    wall, cpu = time.perf_counter(), time.process_time()
    simulations = run()
    return Sample(simulations, time.process_time() - cpu, time.perf_counter() - wall)


def interleave(runs: Mapping[str, Run], rounds: int = ROUNDS) -> dict[str, list[Sample]]:
    """Run each once untimed (to compile, load and warm up), then all in turn, `rounds` times over."""
    for run in runs.values():
        run()
    samples: dict[str, list[Sample]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            samples[name].append(timed(run))
    return samples


def compare(ours: Sequence[Sample], theirs: Sequence[Sample]) -> Ratio:
    """Return the ratio of our rate to theirs, pair by pair."""
    quotients = [a.rate / b.rate for a, b in zip(ours, theirs, strict=True)]
    wall = statistics.median(a.wall_rate / b.wall_rate for a, b in zip(ours, theirs, strict=True))
    return Ratio(statistics.median(quotients), min(quotients), max(quotients), wall)


def median_rate(samples: Iterable[Sample]) -> float:
    """Return the median of the rates, in simulations per second of CPU time."""
    return statistics.median(sample.rate for sample in samples)


def geometric_mean(values: Iterable[float]) -> float:
    """Return the geometric mean: the mean for ratios, since twice and half as fast cancel out."""
    return math.exp(statistics.fmean(math.log(value) for value in values))
