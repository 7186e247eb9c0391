"""The threads of one run: each works in slices, and looks at the clock and the stop flag between them."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING

from monteverde.anytime import PROGRESS_SECONDS, SLICE_SECONDS
from monteverde.compile import is_jit_enabled
from monteverde.search.evaluation import External
from monteverde.search.mcts import Progress
from monteverde.search.room import PRUNE, SECONDS_A_NODE, put_off
from monteverde.search.workspace import Workspace

if TYPE_CHECKING:
    from monteverde.search.session import Search


class Crew:
    """The threads of one run."""

    def __init__(self, search: Search, iterations: int | None, deadline: float, progress: Progress | None) -> None:
        self.search = search
        self.deadline = deadline
        self.progress = progress
        self.next_progress = time.perf_counter() + PROGRESS_SECONDS
        number = len(search.workspaces)
        self.shares: list[float] = [math.inf] * number
        if iterations is not None:
            self.shares = [iterations // number + (index < iterations % number) for index in range(number)]
        self.errors: list[BaseException] = []
        self.lock = threading.Lock()

    def run(self) -> str:
        """Run until a budget is used up; return why it ended."""
        self._run_threads()
        while self.search.wants_room and self.search.mcts.on_full == PRUNE and not self.search.is_stopping:
            size = int(self.search.tree.size[0])
            if time.perf_counter() + size * SECONDS_A_NODE > self.deadline:
                put_off(self.search)
            else:
                self.search.make_room()
            self._run_threads()
        if self.search.is_stopping:
            return "interrupted" if self.search.interrupted else "stopped"
        if self.search.is_solved:
            return "proven"
        if self.search.wants_room:
            return "memory"
        return "seconds" if time.perf_counter() >= self.deadline else "iterations"

    def _run_threads(self) -> None:
        """Run until a budget is used up, or the search wants room."""
        others = [threading.Thread(target=self._work, args=(i,)) for i in range(1, len(self.shares))]
        for thread in others:
            thread.start()
        try:
            self._work(0)
            for thread in others:
                while thread.is_alive():
                    thread.join(SLICE_SECONDS)
                    self._report()
        except BaseException:
            self.search.stop()
            raise
        finally:
            for thread in others:
                thread.join()
        if self.errors:
            raise self.errors[0]

    def _work(self, index: int) -> None:
        try:
            self._run_slices(index)
        except BaseException as error:
            self.errors.append(error)
            self.search.stop()
            if index == 0:
                raise

    def _run_slices(self, index: int) -> None:
        work, left, count = self.search.workspaces[index], self.shares[index], 1
        while left > 0 and not (self.search.is_stopping or self.search.is_solved or self.search.wants_room):
            begun = time.perf_counter()
            if begun >= self.deadline:
                return
            count = self._slice(work, count, left)
            left -= count
            self.shares[index] = left
            now = time.perf_counter()
            room = min(SLICE_SECONDS, self.deadline - now)
            count = max(1, min(4 * count, int(count * room / max(now - begun, 1e-9))))
            if index == 0:
                self._report()

    def _slice(self, work: Workspace, count: int, left: float) -> int:
        """Run `count` simulations, or `left` if fewer; return how many. A batch is whole, whatever the clock."""
        evaluation = self.search.mcts.evaluation
        if isinstance(evaluation, External):
            return self.search.step(int(min(evaluation.batch, left)))
        count, before = int(min(count, left)), int(work.counters.simulations[0])
        if len(self.shares) > 1 and not runs_free_of_the_interpreter(self.search):
            with self.lock:
                self.search.simulate(work, count)
        else:
            self.search.simulate(work, count)
        return int(work.counters.simulations[0]) - before

    def _report(self) -> None:
        if self.progress is not None and time.perf_counter() >= self.next_progress:
            with self.lock:  # not while another thread changes a tree of objects
                result = self.search.result()
            self.progress(result)
            self.next_progress = time.perf_counter() + PROGRESS_SECONDS


def runs_free_of_the_interpreter(search: Search) -> bool:
    """Return whether the loop is compiled, so that its updates are atomic without a lock."""
    return search.problem.compiled and is_jit_enabled()
