"""A thread that keeps slices short: it tells loops to halt that run on when they should have ended.

How many simulations fit into a slice is an estimate, and playouts may suddenly take a thousand times longer. The loops
look at a flag before each simulation (`Workspace.halt`); this thread raises it at the deadline, after a stop, and for
slices that have grown too long. So a search ends with the simulation at hand, whatever was estimated.

It is a thread of the plainest kind: on a busy machine whoever starts a `threading.Thread`, or waits for its end, waits
for a turn of the processor, which can take longer than a short search.
"""

from __future__ import annotations

import _thread
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

TICK = 0.004  # seconds between two looks
LONGEST_SLICE = 0.008  # seconds after which a slice is cut, so that Ctrl-C is never far
BEGINS_AFTER = 0.001  # seconds of a run without a deadline in which it is not worth a thread


class Watch:
    """Watches the slices of one run."""

    def __init__(
        self,
        halts: Sequence[Any],
        deadline: float,
        is_over: Callable[[], bool],
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Get ready.

        Args:
            halts: the flag of each thread's loop.
            deadline: when all are to halt, by the clock `now`; infinite without one.
            is_over: whether all are to halt now.
            now: the clock, in seconds.
        """
        self.halts = halts
        self.deadline = deadline
        self.is_over = is_over
        self.now = now
        self.begun = [math.inf] * len(halts)
        """When the present slice of each thread began; infinite between slices."""
        self._has_begun = False
        self._lock = threading.Lock()  # held while flags are raised, so that none is after the end
        self._is_done = threading.Event()

    def start(self) -> None:
        """Begin to watch, unless it has begun."""
        if not self._has_begun:
            self._has_begun = True
            _thread.start_new_thread(self._run, ())

    def end(self) -> None:
        """Raise no flag from now on. The thread goes as soon as it gets its turn."""
        with self._lock:
            self._is_done.set()

    def look(self) -> None:
        """Tell those loops to halt that should."""
        now = self.now()
        is_over = now >= self.deadline or self.is_over()
        with self._lock:
            if self._is_done.is_set():
                return
            for halt, begun in zip(self.halts, self.begun, strict=True):
                if is_over or now - begun >= LONGEST_SLICE:
                    halt[0] = 1

    def pause(self) -> float:
        """Return how long to wait until the next look: until the deadline if that is sooner."""
        left = self.deadline - self.now()
        return left if 0.0 < left < TICK else TICK

    def _run(self) -> None:
        while not self._is_done.wait(self.pause()):
            self.look()
