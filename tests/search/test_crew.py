"""The threads of a run: they end at the deadline, and leave the tree whole, whatever happens."""

from __future__ import annotations

import contextlib
import gc
import threading
import time
from typing import Any

import pytest
from tests.reference.search_trees import Node, TreeObject, seat

import monteverde as mv
from monteverde.search import crew
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.result import SearchResult
from monteverde.search.session import Search
from monteverde.search.workspace import Workspace


def bush(depth: int) -> Node:
    """Return a tree in which every level is one node, reached by three actions."""
    tree: Node | float = 0.25
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abc", tree))
    assert isinstance(tree, Node)
    return tree


PROBLEMS = ["tic_tac_toe", TreeObject(bush(5))]
LOOPS = [*((problem, mv.MCTS()) for problem in PROBLEMS), (PROBLEMS[1], mv.MCTS(evaluation=RandomPlayout(2)))]
"""The compiled loop, that over kept states, and the kernels uncompiled."""


@pytest.mark.parametrize(("problem", "mcts"), LOOPS)
def test_a_loop_ends_at_its_deadline(problem: Any, mcts: mv.MCTS) -> None:
    """With the simulation at hand if the deadline is over; without a deadline it runs to the end."""
    search = mcts.start(problem, seed=1, expected=1000)
    search.simulate(search.workspaces[0], 1000, until=0.0)
    assert search.num_simulations == 1
    search.simulate(search.workspaces[0], 100)
    assert search.num_simulations == 101
    search.simulate(search.workspaces[0], 100, until=time.perf_counter() + 60)
    assert search.num_simulations == search.tree.visits[0] == 201


def test_no_long_collection_delays_the_end() -> None:
    """What was put off before the deadline does not come down on it: what is young is collected, and no more."""
    search = mv.MCTS().start(TreeObject(bush(8)), seed=1)
    search.run(iterations=1)
    generations: list[int] = []

    def note(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            generations.append(told["generation"])

    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(10, 1, 1)
    gc.callbacks.append(note)
    try:
        for _ in range(5):
            kept = [[number] for number in range(100)]  # there is always something young
            generations.clear()
            search.run(seconds=0.01)
            assert kept
            assert set(generations[-1:]) == {0}
    finally:
        gc.callbacks.remove(note)
        gc.set_threshold(*before)


def test_short_simulations_are_not_timed_one_by_one() -> None:
    """A loop looks at the clock after so many simulations as it is told."""
    search = mv.MCTS().start("tic_tac_toe", seed=1, expected=1000)
    search.simulate(search.workspaces[0], 1000, until=0.0, stride=16)
    assert search.num_simulations == 16


def test_slices_are_bounded_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each may take until the deadline, and never longer than Ctrl-C may wait; strides stay in their bounds."""
    seen: list[tuple[float, int]] = []
    simulate = Search.simulate

    def note(
        search: Search, work: Workspace, count: int, tree: Any = None, until: float = 0.0, stride: int = 1
    ) -> None:
        seen.append((until - time.perf_counter(), stride))
        simulate(search, work, count, tree, until, stride)

    monkeypatch.setattr(Search, "simulate", note)
    search = mv.MCTS().start("tic_tac_toe", seed=1)
    search.run(seconds=0.1)
    slices = seen[1:]  # the first one only compiles
    assert max(left for left, _ in slices) <= crew.LONGEST_SLICE
    assert sum(left for left, _ in slices[-1:]) <= 0.1
    assert all(1 <= stride <= crew.MOST_STRIDE for _, stride in slices)


FAST_PLIES, SLOW_SECONDS, DEPTH = 3000, 0.005, 4


class Slowing(TreeObject):
    """A tree whose playouts suddenly take a long time."""

    plies = 0

    def play(self, action: str) -> None:
        """Go to a child, slowly from some moment on."""
        Slowing.plies += 1
        if Slowing.plies > FAST_PLIES:
            time.sleep(SLOW_SECONDS)
        super().play(action)


@pytest.mark.parametrize("playouts", [1, 2])  # two: the loop of the kernels, uncompiled
@pytest.mark.parametrize("threads", [1, 2])
def test_playouts_that_slow_down_are_cut_at_the_deadline(
    threads: int, playouts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The slice at hand would take seconds: by the estimate before, it would have ended at once."""
    monkeypatch.setattr(crew, "MOST_GROWTH", 1000)
    Slowing.plies = 0
    search = mv.MCTS(threads=threads, evaluation=RandomPlayout(playouts)).start(Slowing(bush(DEPTH)), seed=1)
    search.run(seconds=0.3)
    assert search.stopped_by == "seconds"
    # Each slow ply sleeps that long at least, one after the other; every thread may end the playouts at hand.
    assert Slowing.plies - FAST_PLIES <= 0.3 / SLOW_SECONDS + threads * DEPTH * (1 + playouts)
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
    search = mv.MCTS().start(Slowing(bush(DEPTH)), seed=1)
    stopper = threading.Timer(0.3, search.stop)
    stopper.start()
    search.run(iterations=1_000_000)
    stopper.join()
    assert search.stopped_by == "stopped"
    assert search.tree.visits[0] == search.num_simulations


class Callback(Exception):
    """What a progress callback raises."""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("problem", PROBLEMS)
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


@pytest.mark.parametrize("problem", PROBLEMS)
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


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_is_collected_just_before_the_deadline(fails: bool) -> None:
    """A full collection takes longer than a search may be late; afterwards it goes on, also after an error."""
    seen: list[bool] = []

    class Asking(TreeObject):
        def play(self, action: str) -> None:
            seen.append(gc.isenabled())
            if fails:
                raise Callback
            super().play(action)

    search = mv.MCTS().start(Asking(bush(4)), seed=1)
    with pytest.raises(Callback) if fails else contextlib.nullcontext():
        search.run(seconds=0.05)
    assert gc.isenabled()
    assert not any(seen)
    seen.clear()
    with pytest.raises(Callback) if fails else contextlib.nullcontext():
        search.run(iterations=2)
    assert all(seen)
