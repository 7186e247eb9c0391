"""The threads of one run: each works in slices, and looks at the clock and the stop flag between them."""

from __future__ import annotations

import math
import threading
import time
from typing import TYPE_CHECKING

from monteverde.anytime import PROGRESS_SECONDS, SLICE_SECONDS
from monteverde.compile import is_jit_enabled
from monteverde.search.evaluation import External
from monteverde.search.held import give_back
from monteverde.search.mcts import Progress
from monteverde.search.problem import Problem
from monteverde.search.room import PRUNE, SECONDS_A_NODE, put_off

if TYPE_CHECKING:
    from monteverde.search.session import Search


class Crew:
    """The threads of one run."""

    def __init__(self, search: Search, iterations: int | None, deadline: float, progress: Progress | None) -> None:
        self.search = search
        self.deadline = deadline
        self.progress = progress
        self.next_progress = time.perf_counter() + PROGRESS_SECONDS
        self.team = search.team
        self.trees = () if search.kept is not None else search.trees
        number = 1 if self.team else len(search.workspaces)  # a team works through one share
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
        if self.team:
            self.team.open()
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
                    self._report()
        except BaseException:
            self.search.stop()
            raise
        finally:
            self._close()
            for thread in started:
                thread.join()
            self._give_back()
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

    def _give_back(self) -> None:
        """Take back the nodes that threads have in hand, last ones first."""
        if not self.search.problem.compiled:
            return
        division = self.search.mcts.division
        rooms = [(self.trees[division.tree_of(i)], work.held) for i, work in enumerate(self.search.workspaces)]
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
        left, count = self.shares[index], 1
        while left > 0 and not (self.search.is_stopping or self.search.is_solved or self.search.wants_room):
            begun = time.perf_counter()
            if begun >= self.deadline:
                return
            count = self._slice(index, count, left)
            left -= count
            self.shares[index] = left
            now = time.perf_counter()
            room = min(SLICE_SECONDS, self.deadline - now)
            count = max(1, min(4 * count, int(count * room / max(now - begun, 1e-9))))
            if index == 0:
                self._report()

    def _slice(self, index: int, count: int, left: float) -> int:
        """Run `count` simulations, or `left` if fewer; return how many. A batch is whole, whatever the clock."""
        if self.team:  # whole leaves: from which fewer play must not depend on the clock
            size = len(self.team.workspaces)
            count = int(min(max(count // size, 1) * size, left))
            self.search.lead(count)
            return count
        work = self.search.workspaces[index]
        tree = self.trees[self.search.mcts.division.tree_of(index)] if self.trees else None
        evaluation = self.search.mcts.evaluation
        if isinstance(evaluation, External):
            return self.search.step(int(min(evaluation.batch, left)))
        count, before = int(min(count, left)), int(work.counters.simulations[0])
        if len(self.shares) > 1 and not runs_free_of_the_interpreter(self.search.problem):
            with self.lock:
                self.search.simulate(work, count, tree)
        else:
            self.search.simulate(work, count, tree)
        return int(work.counters.simulations[0]) - before

    def _report(self) -> None:
        if self.progress is not None and time.perf_counter() >= self.next_progress:
            with self.lock:  # not while another thread changes a tree of objects
                result = self.search.result()
            self.progress(result)
            self.next_progress = time.perf_counter() + PROGRESS_SECONDS


def runs_free_of_the_interpreter(problem: Problem) -> bool:
    """Return whether the loop is compiled, so that its updates are atomic without a lock."""
    return problem.compiled and is_jit_enabled()
