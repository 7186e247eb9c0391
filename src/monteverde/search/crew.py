"""The threads of one run: each works in slices, and looks at the clock and the stop flag between them.

How many simulations fit into a slice is an estimate, and playouts may suddenly take a thousand times longer. So the
loops look at the clock themselves: after each simulation, or if these are short after a few, since a look takes time.
"""

from __future__ import annotations

import gc
import math
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from monteverde.anytime import PROGRESS_SECONDS, SLICE_SECONDS
from monteverde.compile import is_jit_enabled
from monteverde.search.collector import what_is_new
from monteverde.search.endings import Ending
from monteverde.search.evaluation import External
from monteverde.search.held import give_back
from monteverde.search.mcts import Progress
from monteverde.search.problem import Problem
from monteverde.search.room import PRUNE, SECONDS_A_NODE, put_off
from monteverde.search.tree import NO_NODE, ROOT

if TYPE_CHECKING:
    from monteverde.search.session import Search

MOST_GROWTH = 64  # times that a slice may grow from one to the next; whatever it is asked, it ends in time
LONGEST_SLICE = 0.01  # seconds; Ctrl-C waits for the end of a slice
LOOK_SECONDS = 8e-6  # of simulations between two looks at the clock: hundreds of times what a look takes
MOST_STRIDE = 64  # simulations between two looks at the most, should they become slow
QUIET_SECONDS = 0.25  # before a deadline in which nothing is collected: a full collection takes 50 to 250 ms


class Crew:
    """The threads of one run."""

    def __init__(
        self,
        search: Search,
        iterations: int | None,
        deadline: float,
        progress: Progress | None,
        endings: Sequence[Ending] = (),
    ) -> None:
        self.search = search
        self.deadline = deadline
        self.progress = progress
        self.endings = endings
        self.ended_by: str | None = None
        self.next_progress = time.perf_counter() + PROGRESS_SECONDS
        self.team = search.team
        self.trees = () if search.kept is not None else search.trees
        number = 1 if self.team else len(search.workspaces)  # a team works through one share
        self.shares: list[float] = [math.inf] * number
        if iterations is not None:
            self.shares = [iterations // number + (index < iterations % number) for index in range(number)]
        self.errors: list[BaseException] = []
        self.lock = threading.Lock()
        self.asking = threading.Lock()
        self.holds_collector = False

    def run(self) -> str:
        """Run until a budget is used up, or an ending has a reason; return why it ended."""
        with what_is_new():
            self._run_to_the_end()
        if self.search.is_stopping:
            return "interrupted" if self.search.interrupted else "stopped"
        if self.search.is_solved:
            return "proven"
        if self.ended_by is not None:
            return self.ended_by
        if self.search.wants_room:
            return "memory"
        return "seconds" if time.perf_counter() >= self.deadline else "iterations"

    def _run_to_the_end(self) -> None:
        self._run_threads()
        while self.search.wants_room and self.search.mcts.on_full == PRUNE and not self._has_ended():
            size = int(self.search.tree.size[0])
            if time.perf_counter() + size * SECONDS_A_NODE > self.deadline:
                put_off(self.search)
            else:
                self.search.make_room()
            self._run_threads()

    def _run_threads(self) -> None:
        """Run until a budget is used up, an ending has a reason, or the search wants room."""
        if self.team:
            self.team.open()
        elif runs_free_of_the_interpreter(self.search.problem):
            self._open_roots()
        work = self._follow if self.team else self._work
        others = [threading.Thread(target=work, args=(i,)) for i in range(1, len(self.search.workspaces))]
        started: list[threading.Thread] = []
        try:
            for thread in others:
                thread.start()
                started.append(thread)
            self._work(0)
            self._close()
            for thread in others:
                while thread.is_alive():
                    thread.join(SLICE_SECONDS)
                    self._look_around()
        except BaseException:
            self.search.stop()
            raise
        finally:
            self._close()
            for thread in started:
                thread.join()
            self._give_back()
            if self.holds_collector:
                gc.collect(0)  # else the next object would set off what was put off, a full collection perhaps
                gc.enable()
        if self.errors:
            raise self.errors[0]

    def _open_roots(self) -> None:
        """Give each root its children before its other threads come.

        Whoever comes to a node while another thread expands it evaluates it and turns back. That takes next to no time,
        unless the system takes the core away just then: at the root, all simulations of the others would end there.
        """
        division = self.search.mcts.division
        for index in range(division.trees if division.is_shared else 0):
            tree, full = self.trees[index], self.search.workspaces[index].counters.full
            while tree.first_child[ROOT] == NO_NODE and self._has_work(index) and not full[0]:
                done, _ = self._slice(index, 1, self.shares[index], 1)
                self.shares[index] -= done

    def _has_work(self, index: int) -> bool:
        return self.shares[index] > 0 and not self._is_over() and time.perf_counter() < self.deadline

    def _work(self, index: int) -> None:
        try:
            self._run_slices(index)
        except BaseException as error:
            self.errors.append(error)
            self.search.stop()
            if index == 0:
                raise

    def _give_back(self) -> None:
        """Take back the nodes that threads have in hand, last ones first."""
        if not self.search.problem.compiled:
            return
        division = self.search.mcts.division
        rooms = [
            (self.trees[division.tree_of(i)], work.held) for i, work in enumerate(self.search.workspaces) if work.held
        ]
        for tree, held in sorted(rooms, key=lambda room: -room[1].room[1]):
            give_back(tree, held)

    def _close(self) -> None:
        if self.team:
            self.team.close()

    def _follow(self, index: int) -> None:
        """Play from the leaves that the first thread comes to."""
        assert self.team is not None
        try:
            self.search.follow(index)
        except BaseException as error:  # noqa: BLE001  (the caller's thread raises it)
            self.errors.append(error)
            self.search.stop()
        finally:
            self.team.leave(index)

    def _run_slices(self, index: int) -> None:
        size, stride = 1, 1
        while self._has_work(index):
            if self.deadline - time.perf_counter() < QUIET_SECONDS and gc.isenabled():
                self.holds_collector = True
                gc.disable()
            done, seconds = self._slice(index, size, self.shares[index], stride)
            self.shares[index] -= done
            if done:
                each = max(seconds / done, 1e-9)
                room = max(0.0, min(SLICE_SECONDS, self.deadline - time.perf_counter()))
                size = max(1, min(MOST_GROWTH * size, int(room / each)))
                stride = max(1, min(MOST_STRIDE, int(LOOK_SECONDS / each)))
            if index == 0:
                self._look_around()
            else:  # the first thread may be slow: it may have no core, or be in the callback
                self._ask_endings()

    def _slice(self, index: int, size: int, left: float, stride: int) -> tuple[int, float]:
        """Run `size` simulations, or `left` if fewer; return how many were run, and the seconds that they took.

        A batch is whole, whatever the clock.
        """
        begun = time.perf_counter()
        if self.team:  # whole leaves: from which fewer play must not depend on the clock
            number = len(self.team.workspaces)
            count = int(min(max(size // number, 1) * number, left))
            before = self.search.num_simulations
            self.search.lead(count, min(self.deadline, begun + LONGEST_SLICE))
            return self.search.num_simulations - before, time.perf_counter() - begun
        evaluation = self.search.mcts.evaluation
        if isinstance(evaluation, External):
            return self.search.step(int(min(evaluation.batch, left))), time.perf_counter() - begun
        count = int(min(size, left, *(ending.patience(self.search) for ending in self.endings)))
        if len(self.shares) == 1 or runs_free_of_the_interpreter(self.search.problem):
            return self._simulated(index, count, stride)
        with self.lock:
            if self._is_over() or time.perf_counter() >= self.deadline:  # it may have waited long
                return 0, 0.0
            return self._simulated(index, count, stride)

    def _simulated(self, index: int, count: int, stride: int) -> tuple[int, float]:
        work = self.search.workspaces[index]
        done, begun = int(work.counters.simulations[0]), time.perf_counter()
        tree = self.trees[self.search.mcts.division.tree_of(index)] if self.trees else None
        self.search.simulate(work, count, tree, min(self.deadline, begun + LONGEST_SLICE), stride)
        return int(work.counters.simulations[0]) - done, time.perf_counter() - begun

    def _is_over(self) -> bool:
        return self._has_ended() or self.search.is_solved or self.search.wants_room

    def _has_ended(self) -> bool:
        return self.search.is_stopping or self.ended_by is not None

    def _ask_endings(self) -> None:
        """End the run if an ending has a reason, unless another thread is asking just now."""
        if not self.endings or not self.asking.acquire(blocking=False):
            return
        try:
            for ending in self.endings:
                reason = ending.reason(self.search)
                if reason is not None and self.ended_by is None:
                    self.ended_by = reason
                    self.search.halt()
        finally:
            self.asking.release()

    def _look_around(self) -> None:
        """Ask the endings, and report progress."""
        self._ask_endings()
        if self.progress is not None and time.perf_counter() >= self.next_progress:
            with self.lock:  # not while another thread changes a tree of objects
                result = self.search.result()
            self.progress(result)
            self.next_progress = time.perf_counter() + PROGRESS_SECONDS


def runs_free_of_the_interpreter(problem: Problem) -> bool:
    """Return whether the loop is compiled, so that its updates are atomic without a lock."""
    return problem.compiled and is_jit_enabled()
