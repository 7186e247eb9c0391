"""Several threads on one tree: nothing is lost, nothing stays in flight, whenever they are stopped."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import Node, TreeObject, p1, p2, seat
from tests.search.whole_trees import check, children

import monteverde as mv
from monteverde.compile.bits import write_bits
from monteverde.games.tic_tac_toe import CELLS, TicTacToe
from monteverde.search.expansion import AllChildrenLater
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

Budget = Callable[..., int]

ROUNDS_ON_ONE_TREE = 25  # then a fresh one: it stays small, and the first moments come again
VIRTUAL_VISITS = (0, 1, 3, 10)


@contextmanager
def stopping(search: Search, seconds: float) -> Iterator[None]:
    """Stop `search` from another thread, so many seconds after this block begins."""
    is_done = threading.Event()

    def stop() -> None:
        while not is_done.wait(seconds):  # again and again: the run may not have begun yet
            search.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    try:
        yield
    finally:
        is_done.set()
        stopper.join()


def stop_at_random(mcts: mv.MCTS, position: Any, rounds: int) -> None:
    """Run `mcts` again and again, each time until it is stopped at a random moment, and look at the trees."""
    rng = random.Random(rounds)
    for seed in range(0, rounds, ROUNDS_ON_ONE_TREE):
        search = mcts.start(position, seed=seed, expected=10_000)
        search.warm_up()
        for _ in range(min(ROUNDS_ON_ONE_TREE, rounds - seed)):
            with stopping(search, rng.uniform(0.0, 0.002)):
                search.run(iterations=10**9)
            assert search.stopped_by == "stopped"
            check(search)


@pytest.mark.parametrize("virtual_visits", VIRTUAL_VISITS)
@pytest.mark.parametrize(("threads", "rounds"), [(1, 50), (2, 100), (8, 100)])
def test_threads_stopped_at_any_time_leave_a_whole_tree(
    threads: int, rounds: int, virtual_visits: int, budget: Budget
) -> None:
    """A thousand rounds in all, each stopped by another thread at a random moment."""
    mcts = mv.MCTS(threads=threads, virtual_visits=virtual_visits)
    stop_at_random(mcts, TicTacToe().initial(), budget(rounds))


def test_many_fresh_trees(budget: Budget) -> None:
    """The first moments, when both threads want to give the same nodes their children."""
    for seed in range(budget(100, least=3)):
        search = mv.MCTS(threads=2).start(TicTacToe().initial(), seed=seed, expected=300)
        search.run(iterations=budget(300))
        check(search)


@pytest.mark.parametrize("iterations", [1, 2, 3, 101])
def test_threads_share_the_iterations(iterations: int) -> None:
    """Together exactly as many as were asked for, also when there are fewer than threads."""
    search = mv.MCTS(threads=3).start(TicTacToe().initial(), seed=1, expected=iterations)
    search.run(iterations=iterations)
    assert search.result().simulations == iterations
    check(search)


def test_threads_find_what_one_finds(budget: Budget) -> None:
    """The only move that does not lose."""
    position = TicTacToe().initial().play_all("a1 b2 b1")
    assert mv.search(position, iterations=budget(20_000, least=1000), threads=2, seed=1).action_name == "c1"


def test_a_full_tree_stays_whole_under_threads(budget: Budget) -> None:
    """When both threads are refused, the count of nodes is right and both go on."""
    search = mv.MCTS(threads=2, memory=24 * 100).start(TicTacToe().initial(), seed=1)
    search.run(iterations=budget(20_000, least=400))
    check(search)
    assert search.tree.size[0] <= 100
    assert search.result().statistics.tree_full > 0


LONG = 30_000_000  # turns of a loop: some hundredths of a second


class SlowToOpen(TicTacToe):
    """Tic-tac-toe in which it takes long to find out what can be done at the beginning."""

    def legal_actions(state, out):
        count = 0
        for turn in range(LONG if state.ply == 0 else 1):
            count = write_bits(CELLS ^ (state.mover | state.other) ^ np.uint64(turn & 0), out)
        return count


@pytest.mark.compiled
def test_no_simulation_ends_at_a_root_that_is_being_opened() -> None:
    """Playouts do not ask for the actions, so they would be through millions of times."""
    search = mv.MCTS(threads=2).start(SlowToOpen().initial(), seed=1)
    search.run(iterations=10_000)
    assert sum(search.result().visits.values()) == 10_000


def test_threads_that_share_statistics_lose_none(budget: Budget) -> None:
    """The root's table has counted every action of every simulation once, and each node's no more than its visits.

    No action of tic-tac-toe comes twice in a game, so a simulation has as many codes as plies: one for each node below
    the root that it passes, and those of its playout.
    """
    search = mv.MCTS(mv.GRAVE(ref=5.0), AllChildrenLater(), threads=2).start(TicTacToe().initial(), seed=1)
    search.run(iterations=budget(30_000, least=200))
    check(search)
    tree, size = search.tree, int(search.tree.size[0])
    shared, codes = tree.shared, search.num_codes
    plies = int(np.sum(tree.visits[1:size], dtype=np.int64)) + sum(int(w.counters.plies[0]) for w in search.workspaces)
    assert int(np.sum(shared.counts[:codes], dtype=np.int64)) == plies
    assert shared.playouts[0] == tree.visits[ROOT]
    tables = tree.table[1:size]
    owners, numbers = np.flatnonzero(tables) + 1, tables[tables > 0]
    assert sorted(numbers) == list(range(1, int(shared.used[0])))  # each table has one owner
    assert (shared.playouts[numbers] <= tree.visits[owners]).all()


# -- virtual loss --------------------------------------------------------------------------------------------------


def sixteen_visits(**options: Any) -> Search:
    """Return a search, on the tree that threads share, whose root has had 16 visits: 10 (sum 6), 5 (2) and 1 (1)."""
    tree = p1(**dict.fromkeys("abc", p2(d=p1(f=0, g=0), e=p1(f=0, g=0))))
    search = mv.MCTS(UCB1(1.4), threads=2, **options).start(TreeObject(tree), seed=1)
    search.simulate(search.workspaces[0], 3)
    search.tree.visits[ROOT] = 16
    for child, visits, value_sum in zip(children(search.tree, ROOT), (10, 5, 1), (6.0, 2.0, 1.0), strict=True):
        search.tree.visits[child], search.tree.value_sum[child] = visits, value_sum
    search.workspaces[0].counters.simulations[0] = 16
    return search


def root_visits(search: Search) -> list[int]:
    """Return the visits of the root and of its children as they lie in the tree."""
    return [int(search.tree.visits[node]) for node in (ROOT, *children(search.tree, ROOT))]


@pytest.mark.parametrize(
    ("virtual_visits", "in_flight", "after"),
    [
        (3, [22, 10, 8, 4], [18, 10, 6, 2]),  # 1.34, 1.44, 3.33, then 1.36, 1.47, 1.45
        (1, [18, 10, 5, 3], [18, 10, 5, 3]),  # the third stands at 2.17 and is chosen again
        (0, [16, 10, 5, 1], [18, 10, 5, 3]),
        (10, [36, 10, 15, 11], [18, 10, 6, 2]),
    ],
)
def test_sixteen_visits_on_the_shared_tree(virtual_visits: int, in_flight: list[int], after: list[int]) -> None:
    """N = 16, c = 1.4: a virtual loss of 3 makes N = 19, n = 4, and sends the second descent to the second child."""
    search = sixteen_visits(virtual_visits=virtual_visits)
    assert search.gather(2) == 2
    assert root_visits(search) == in_flight
    search.complete(np.zeros((len(search.leaf_states), search.problem.num_players)))
    assert root_visits(search) == after


def bush(depth: int) -> Node:
    """Return a tree in which every level is one node, reached by three actions; nothing is worth more than another."""
    tree: Node | tuple[float, float] = (0.25, 0.75)
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abc", tree))
    assert isinstance(tree, Node)
    return tree


@pytest.mark.parametrize("depth", [6, 7])
def test_virtual_loss_is_a_loss_for_either_colour(depth: int) -> None:
    """Sixty descents in flight spread evenly where the first player chooses and where the second does.

    A loss counted for the same player everywhere would send all of the other's descents the same way.
    """
    search = mv.MCTS(UCB1(0.1), threads=2).start(TreeObject(bush(depth)), seed=1)
    search.gather(60)
    tree = search.tree
    at_root = [int(tree.visits[child]) for child in children(tree, ROOT)]
    assert sum(at_root) == 60
    assert max(at_root) - min(at_root) <= 1
    for child in children(tree, ROOT):
        below = [int(tree.visits[grandchild]) for grandchild in children(tree, child)]
        assert sum(below) >= 18
        assert max(below) - min(below) <= 1
    search.abandon()
    assert not any(tree.visits)


# -- objects, failures ---------------------------------------------------------------------------------------------


def test_threads_on_a_python_object_take_turns() -> None:
    """Its methods hold the interpreter anyway; the tree is whole and the count is right."""
    search = mv.MCTS(threads=2).start(TreeObject(bush(5), reward_range=(0, 1)), seed=1)
    search.run(iterations=301)
    assert search.num_simulations == 301
    check(search)


class Refusal(Exception):
    """What a method may raise."""


class Refusing(TreeObject):
    """A tree that raises in every thread but the main one."""

    def play(self, action: str) -> None:
        """Go to a child in the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            raise Refusal
        super().play(action)


class Mute(TreeObject):
    """A tree whose actions cannot be listed below the root, once."""

    is_mute = False

    def legal_actions(self) -> list[str]:
        """Raise while muted and away from the root."""
        if Mute.is_mute and "a" in self.node.children and self.node.mover == 1:
            raise Refusal
        return super().legal_actions()


def test_a_simulation_that_raises_leaves_no_trace_without_virtual_visits() -> None:
    """The node that was being given children can have them later."""
    mcts = mv.MCTS(mv.ThompsonSampling(), virtual_visits=0)
    search = mcts.start(Mute(bush(6), reward_range=(0, 1)), seed=1)
    search.run(iterations=4)
    Mute.is_mute = True
    try:
        with pytest.raises(Refusal):
            search.run(iterations=50)
    finally:
        Mute.is_mute = False
    check(search)


def test_an_error_in_any_thread_is_raised() -> None:
    """The others stop, and the tree is whole."""
    search = mv.MCTS(threads=2).start(Refusing(bush(5), reward_range=(0, 1)), seed=1)
    with pytest.raises(Refusal):
        search.run(seconds=60)
    check(search)


def test_a_thread_that_cannot_be_started_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that run already are ended, and it is whole and can be run again."""
    search = mv.MCTS(threads=3).start(TicTacToe().initial(), seed=1, expected=100)
    assert_start_fails(search, monkeypatch)


def assert_start_fails(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the second thread of `search` refuse to start, and look at what is left."""
    search.warm_up()
    started: list[threading.Thread] = []
    start = threading.Thread.start

    def start_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        search.run(iterations=10**9)
    assert not started[0].is_alive()
    monkeypatch.undo()
    search.run(iterations=50)
    check(search)


def test_progress_goes_on_while_other_threads_work() -> None:
    """The main thread may be done first: its share of the work is smaller or faster."""
    seen: list[Any] = []

    class Slow(TreeObject):
        def play(self, action: str) -> None:
            if threading.current_thread() is not threading.main_thread():
                threading.Event().wait(0.05)
            super().play(action)

    problem = Slow(p1(a=p1(a=0, b=1), b=1))
    mv.search(problem, iterations=9, threads=2, seed=1, progress=seen.append)
    assert seen
