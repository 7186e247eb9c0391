"""Work in slices: between them Python looks at the clock and at Ctrl-C, so that whatever runs can be ended at any time.

A kernel cannot be interrupted; one that does a bounded piece of its work and keeps the rest in arrays can.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

SLICE_SECONDS = 0.005  # how long a kernel runs before Python looks at the clock again
FIRST_SLICE = 256  # units of work, when nothing is known of how long one takes
MOST_GROWTH = 8  # times that a slice may grow from one to the next
PROGRESS_SECONDS = 0.1  # how often progress is reported

FINISHED, OUT_OF_TIME, INTERRUPTED = "finished", "seconds", "interrupted"


@contextmanager
def interruptible(interrupt: Callable[[], None]) -> Iterator[None]:
    """Call `interrupt` at the first Ctrl-C in this block instead of raising; a second one is raised as always.

    Outside the main thread, and where the host handles Ctrl-C in its own way, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield
        return

    def handle(number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, before)
        interrupt()

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Clock:
    """The time that something takes, how much it may take, and whether Ctrl-C was pressed meanwhile."""

    def __init__(self, seconds: float | None = None) -> None:
        self.began = time.perf_counter()
        self.limit = seconds
        self.is_interrupted = False

    @property
    def seconds(self) -> float:
        """Wall time so far."""
        return time.perf_counter() - self.began

    @property
    def left(self) -> float:
        """Wall time left; infinite without a limit."""
        return float("inf") if self.limit is None else self.limit - self.seconds

    def interrupt(self) -> None:
        """Note that it must end."""
        self.is_interrupted = True

    @property
    def ending(self) -> str | None:
        """Why it must end now: INTERRUPTED or OUT_OF_TIME, or None."""
        return INTERRUPTED if self.is_interrupted else OUT_OF_TIME if self.left <= 0 else None


def run_in_slices(
    work: Callable[[int], bool], clock: Clock, progress: Callable[[], object] | None = None, first: int = FIRST_SLICE
) -> str:
    """Call `work(units)` again and again, each time for a few milliseconds; return why it ended.

    Args:
        work: does about so many units of its work (nodes, say); returns whether all is done.
        clock: its limit and its Ctrl-C end the work. Wrap several calls that belong together in
            `interruptible(clock.interrupt)`.
        progress: called about ten times a second.
        first: the units of the first slice.
    """
    units, reported = first, clock.seconds
    while clock.ending is None:
        begun = time.perf_counter()
        if work(units):
            return FINISHED
        taken = time.perf_counter() - begun
        aim = min(SLICE_SECONDS, max(clock.left, 0.0)) / max(taken, 1e-9)
        units = max(1, int(units * min(aim, MOST_GROWTH)))
        if progress is not None and clock.seconds - reported >= PROGRESS_SECONDS:
            progress()
            reported = clock.seconds
    return clock.ending or FINISHED
