"""How long a new process takes to its first result: `import monteverde` and a short search, from start to exit.

SciPy is hidden from these processes. OpenSpiel brings it into the environment of the benchmarks, Numba imports it
where it finds it, and our own installation does not have it.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from table import Row, print_table, short

HIDE_SCIPY = "import sys; sys.modules['scipy'] = None; "
PROGRAM = HIDE_SCIPY + "import monteverde as mv; mv.search('connect_four', iterations=1000, seed=1)"
NUMBA_ALONE = HIDE_SCIPY + "import numba"
WARM_RUNS, COLD_RUNS = 7, 3
WARM_TARGET, COLD_TARGET = 1, 15


@dataclass(frozen=True)
class Times:
    """What one process took, in seconds."""

    cpu: float
    wall: float


def run(program: str, cache: str) -> Times:
    """Run `program` in a new process that keeps compiled kernels in the folder `cache`."""
    cpu, wall = children_cpu(), time.perf_counter()
    environment = os.environ | {"MONTEVERDE_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    return Times(children_cpu() - cpu, time.perf_counter() - wall)


def children_cpu() -> float:
    """Return the CPU time that processes started here have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def warm() -> tuple[list[Times], list[Times]]:
    """Return the times with a full cache and, alternately, those of a process that only imports Numba."""
    with tempfile.TemporaryDirectory() as cache:
        run(PROGRAM, cache)
        pairs = [(run(PROGRAM, cache), run(NUMBA_ALONE, cache)) for _ in range(WARM_RUNS)]
    ours, numba_alone = zip(*pairs, strict=True)
    return list(ours), list(numba_alone)


def cold() -> list[Times]:
    """Return the times with an empty cache."""
    times = []
    for _ in range(COLD_RUNS):
        with tempfile.TemporaryDirectory() as cache:
            times.append(run(PROGRAM, cache))
    return times


def seconds_row(case: str, times: list[Times], beside: str, target: float) -> Row:
    cpu, wall = [t.cpu for t in times], statistics.median(t.wall for t in times)
    what, spread = "new process to first result", (min(cpu), max(cpu))
    return Row(what, case, statistics.median(cpu), "s", theirs=beside, spread=spread, wall=wall, at_most=target)


def rows() -> list[Row]:
    """Return a row for a warm cache and one for an empty one."""
    warm_times, numba_alone = warm()
    beside = f"import numba alone {short(statistics.median(t.cpu for t in numba_alone))} s"
    return [
        seconds_row("connect_four, warm cache", warm_times, beside, WARM_TARGET),
        seconds_row("connect_four, empty cache", cold(), "", COLD_TARGET),
    ]


if __name__ == "__main__":
    print_table(rows())
