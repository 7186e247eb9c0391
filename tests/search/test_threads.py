"""Several threads on one tree: nothing is lost, nothing stays in flight, whenever they are stopped."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.reference.search_trees import Node, TreeObject, p1, seat

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.session import Search
from monteverde.search.tree import BUSY, ROOT

Budget = Callable[..., int]


def check(search: Search) -> None:
    """Assert that every simulation left one visit, one value for each player, and nothing else."""
    tree, size = search.tree, int(search.tree.size[0])
    assert tree.visits[ROOT] == search.num_simulations
    for node in range(size):
        first, count = int(tree.first_child[node]), int(tree.num_children[node])
        assert first != BUSY
        own = int(tree.visits[node]) - sum(int(tree.visits[first + i]) for i in range(count))
        assert own >= 0
        assert 0.0 <= tree.value_sum[node] <= tree.visits[node]
        if count and node != ROOT:  # unit values of two players sum to one, and each own visit is worth 0 to 1
            lost = sum(float(tree.visits[first + i] - tree.value_sum[first + i]) for i in range(count))
            assert lost <= tree.value_sum[node] <= lost + own
    paid = sum(float(work.totals[0]) for work in search.workspaces)
    first, count = int(tree.first_child[ROOT]), int(tree.num_children[ROOT])
    won = sum(float(tree.value_sum[first + i]) for i in range(count))
    own = int(tree.visits[ROOT]) - sum(int(tree.visits[first + i]) for i in range(count))
    assert won <= paid <= won + own


def test_threads_stopped_at_any_time_leave_a_whole_tree(budget: Budget) -> None:
    """Thirty short runs, each stopped by another thread after a random moment; one after each other on one tree."""
    rng = random.Random(1)
    search = mv.MCTS(threads=2, virtual_visits=3).start(TicTacToe().initial(), seed=1, expected=1000)
    search.run(iterations=1)
    for _ in range(budget(30, least=3)):
        is_done = threading.Event()

        def stop_after(seconds: float, is_done: threading.Event = is_done) -> None:
            while not is_done.wait(seconds):  # again and again: the run may not have begun yet
                search.stop()

        stopper = threading.Thread(target=stop_after, args=(rng.uniform(0.0, 0.004),))
        stopper.start()
        search.run(iterations=1_000_000)
        is_done.set()
        stopper.join()
        check(search)


def test_many_fresh_trees(budget: Budget) -> None:
    """The first moments, when both threads want to give the same nodes their children."""
    for seed in range(budget(100, least=3)):
        search = mv.MCTS(threads=2).start(TicTacToe().initial(), seed=seed, expected=300)
        search.run(iterations=budget(300))
        check(search)


@pytest.mark.parametrize("iterations", [1, 2, 3, 101])
def test_threads_share_the_iterations(iterations: int) -> None:
    """Together exactly as many as were asked for, also when there are fewer than threads."""
    result = mv.search(TicTacToe().initial(), iterations=iterations, threads=3, seed=1)
    assert result.simulations == sum(result.visits.values()) == iterations


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


def bush(depth: int) -> Node:
    """Return a tree in which every level is one node, reached by three actions."""
    tree: Node | tuple[float, float] = (0.25, 0.75)
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abc", tree))
    assert isinstance(tree, Node)
    return tree


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


def test_an_error_in_any_thread_is_raised() -> None:
    """The others stop, and the tree is whole."""
    search = mv.MCTS(threads=2).start(Refusing(bush(5), reward_range=(0, 1)), seed=1)
    with pytest.raises(Refusal):
        search.run(seconds=60)
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


@pytest.mark.parametrize(("field", "most"), [("threads", 1024), ("virtual_visits", 1000)])
@pytest.mark.parametrize("value", [0, -1, 1.5, "2", 10_000])
def test_senseless_numbers_are_refused(field: str, most: int, value: Any) -> None:
    """The sentence has the name, the value and what is expected."""
    with pytest.raises(UsageError, match=rf"{field} is {value!r}; it must be a whole number from 1 to {most}"):
        mv.MCTS(**{field: value})
