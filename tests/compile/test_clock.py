"""The clock that kernels read."""

from __future__ import annotations

import time

from numba import njit

from monteverde.compile.clock import seconds_now


@njit
def read_compiled() -> float:
    """Return the time, as a kernel reads it."""
    return seconds_now()


def test_kernels_and_python_read_the_same_clock() -> None:
    """Read in turn, it never goes back."""
    times = [time.perf_counter(), read_compiled(), seconds_now(), time.perf_counter(), read_compiled()]
    assert times == sorted(times, key=lambda moment: round(moment, 6))
    assert times[-1] - times[0] < 60.0
