"""How long a new process takes to its first result: `import monteverde` and a short search, from start to exit."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from table import Row, print_table, short

PROGRAM = "import monteverde as mv; mv.search('connect_four', iterations=1000, seed=1)"
EMPTY = "import numpy"
WARM_RUNS, COLD_RUNS = 7, 2
WARM_TARGET, COLD_TARGET = 1, 15


def seconds(program: str, cache: str) -> float:
    """Return the wall time of `program` in a new process with compiled kernels in the folder `cache`."""
    environment = os.environ | {"MONTEVERDE_CACHE_DIR": cache}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    return time.perf_counter() - begin


def cold() -> list[float]:
    """Return the times with an empty cache."""
    times = []
    for _ in range(COLD_RUNS):
        with tempfile.TemporaryDirectory() as cache:
            times.append(seconds(PROGRAM, cache))
    return times


def warm() -> tuple[list[float], list[float]]:
    """Return the times once the cache is full and, alternately, those of a process that only imports NumPy."""
    with tempfile.TemporaryDirectory() as cache:
        seconds(PROGRAM, cache)
        pairs = [(seconds(PROGRAM, cache), seconds(EMPTY, cache)) for _ in range(WARM_RUNS)]
    ours, numpy_alone = zip(*pairs, strict=True)
    return list(ours), list(numpy_alone)


def rows() -> list[Row]:
    """Return a row for a warm cache and one for an empty one."""
    warm_times, numpy_alone = warm()
    beside = f"import numpy {short(statistics.median(numpy_alone))} s"
    return [
        seconds_row("warm cache", warm_times, beside, WARM_TARGET),
        seconds_row("empty cache", cold(), "", COLD_TARGET),
    ]


def seconds_row(case: str, times: list[float], beside: str, target: float) -> Row:
    spread = (min(times), max(times))
    what = "new process to first result"
    return Row(what, case, statistics.median(times), "s", theirs=beside, spread=spread, at_most=target)


if __name__ == "__main__":
    print_table(rows())
