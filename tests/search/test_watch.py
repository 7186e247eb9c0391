"""The thread that keeps slices short, by a clock of the test's own; and that loops obey it."""

from __future__ import annotations

import _thread
import math
import threading
import time
from typing import Any

import pytest
from tests.reference.search_trees import Node, TreeObject, seat

import monteverde as mv
from monteverde.search import crew
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.result import SearchResult
from monteverde.search.watch import LONGEST_SLICE, TICK, Watch


class FakeClock:
    """A clock that stands still until it is set."""

    time = 100.0

    def __call__(self) -> float:
        return self.time


def watch_of(deadline: float = math.inf, is_over: bool = False) -> tuple[Watch, FakeClock, list[list[int]]]:
    """Return a watch of two loops, its clock and the flags."""
    clock, halts = FakeClock(), [[0], [0]]
    return Watch(halts, deadline, lambda: is_over, clock), clock, halts


def test_loops_halt_at_the_deadline() -> None:
    """All of them, and not before."""
    watch, clock, halts = watch_of(deadline=101.0)
    clock.time = 100.99
    watch.look()
    assert halts == [[0], [0]]
    clock.time = 101.0
    watch.look()
    assert halts == [[1], [1]]


def test_loops_halt_when_the_run_is_over() -> None:
    """Because it was stopped, or an ending had a reason."""
    watch, _, halts = watch_of(is_over=True)
    watch.look()
    assert halts == [[1], [1]]


def test_a_slice_that_is_too_long_is_cut() -> None:
    """That one alone."""
    watch, clock, halts = watch_of()
    watch.begun[1] = 100.0
    clock.time = 100.001 + LONGEST_SLICE
    watch.look()
    assert halts == [[0], [1]]


def test_it_looks_in_time_for_the_deadline() -> None:
    """Sooner than at the next tick if the deadline is; at each tick once it is over."""
    watch, clock, _ = watch_of(deadline=101.0)
    assert watch.pause() == TICK
    clock.time = 101.0 - TICK / 2
    assert watch.pause() == pytest.approx(TICK / 2)
    clock.time = 105.0
    assert watch.pause() == TICK


def test_no_flag_is_raised_after_the_end() -> None:
    """The next run may have begun."""
    watch, _, halts = watch_of(is_over=True)
    watch.end()
    watch.look()
    assert halts == [[0], [0]]


def test_its_thread_ends_with_the_run() -> None:
    """As soon as it gets its turn; a watch that is started twice has one."""
    before = _thread._count()
    watch, _, halts = watch_of(is_over=True)
    watch.start()
    watch.start()
    assert _thread._count() <= before + 1
    while halts[0] != [1]:
        time.sleep(0.001)
    watch.end()
    while _thread._count() > before:
        time.sleep(0.001)


def bush(depth: int) -> Node:
    """Return a tree in which every level is one node, reached by three actions."""
    tree: Node | float = 0.25
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abc", tree))
    assert isinstance(tree, Node)
    return tree


class Slowing(TreeObject):
    """A tree whose playouts suddenly take a long time."""

    plies = 0

    def play(self, action: str) -> None:
        """Go to a child, slowly from some moment on."""
        Slowing.plies += 1
        if Slowing.plies > 3000:
            time.sleep(0.005)
        super().play(action)


@pytest.mark.parametrize("playouts", [1, 2])  # two: the loop of the kernels, uncompiled
@pytest.mark.parametrize("threads", [1, 2])
def test_playouts_that_slow_down_are_cut_at_the_deadline(
    threads: int, playouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slice at hand would take seconds: by the estimate before, it would have ended at once."""
    monkeypatch.setattr(crew, "MOST_GROWTH", 1000)
    Slowing.plies = 0
    search = mv.MCTS(threads=threads, evaluation=RandomPlayout(playouts)).start(Slowing(bush(4)), seed=1)
    search.run(seconds=0.3)
    assert search.stopped_by == "seconds"
    assert search.seconds < 1.0
    assert search.tree.visits[0] == search.num_simulations


@pytest.mark.parametrize("threads", [1, 2])
def test_a_loop_halts_where_it_stands(threads: int) -> None:
    """A loop of a thousand million simulations, told to halt from another thread, ends and has lost nothing."""
    search = mv.MCTS(threads=threads).start("nim", seed=1, expected=1000)
    search.warm_up()
    work = search.workspaces[0]
    is_done = threading.Event()

    def halt() -> None:
        while not is_done.wait(0.01):  # again and again: the loop may not have begun yet
            search.halt()

    other = threading.Thread(target=halt)
    other.start()
    search.simulate(work, 10**9)
    is_done.set()
    other.join()
    assert search.tree.visits[0] == search.num_simulations > 0


def test_a_stop_does_not_wait_for_the_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playouts that have become slow are stopped with the one at hand, from another thread."""
    monkeypatch.setattr(crew, "MOST_GROWTH", 1000)
    Slowing.plies = 0
    search = mv.MCTS().start(Slowing(bush(4)), seed=1)
    stopper = threading.Timer(0.3, search.stop)
    stopper.start()
    search.run(iterations=1_000_000)
    stopper.join()
    assert search.stopped_by == "stopped"
    assert search.tree.visits[0] == search.num_simulations


class Callback(Exception):
    """What a progress callback raises."""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("problem", ["tic_tac_toe", TreeObject(bush(5))])
def test_a_callback_that_raises_leaves_nothing_in_flight(threads: int, problem: Any) -> None:
    """Every thread has ended, the exception reaches the caller, and the search can go on."""

    def fail(result: SearchResult) -> None:
        raise Callback

    before = threading.active_count()
    search = mv.MCTS(threads=threads, virtual_visits=3).start(problem, seed=1)
    with pytest.raises(Callback):
        search.run(seconds=60, progress=fail)
    assert threading.active_count() == before
    assert search.tree.visits[0] == search.num_simulations
    search.run(iterations=10)
    assert sum(search.result().visits.values()) == search.num_simulations


@pytest.mark.parametrize("problem", ["tic_tac_toe", TreeObject(bush(5))])
def test_a_snapshot_stays_as_it_was(problem: Any) -> None:
    """What is reported while threads search is a value: what comes later does not change it."""
    seen: list[tuple[SearchResult, str, list[int]]] = []

    def note(result: SearchResult) -> None:
        seen.append((result, str(result), result.root.visits.tolist()))

    search = mv.MCTS(threads=2, virtual_visits=2).start(problem, seed=1)
    search.run(seconds=0.35, progress=note)
    assert seen
    for result, text, visits in seen:
        assert str(result) == text
        assert result.root.visits.tolist() == visits
        assert sum(visits) <= search.num_simulations + 2 * 2
