"""Adding to shared arrays: right alone, and with several threads no update is ever lost."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from monteverde.compile import bind, kernel
from monteverde.compile.atomics import ALONE, SHARED, add, atomic_add, atomic_compare_and_swap, compare_and_swap
from monteverde.compile.binding import interpret
from monteverde.compile.fingerprint import fingerprint
from monteverde.compile.gate import wait_for

NUM_THREADS = 2

BINDINGS = pytest.mark.parametrize("bindings", [ALONE, SHARED], ids=["alone", "shared"])
TYPES = pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float64])


@kernel
def add_one(array, index, amount):
    return add(array, index, amount)


@kernel
def swap_one(array, index, expected, desired):
    return compare_and_swap(array, index, expected, desired)


@kernel
def add_many(array, count, amount):
    for i in range(count):
        add(array, i % len(array), amount)


@kernel
def draw_tickets(counter, tickets):
    for i in range(len(tickets)):
        tickets[i] = add(counter, 0, 1)


@kernel
def claim(cells, me, won):
    for i in range(len(cells)):
        if compare_and_swap(cells, i, 0, me):
            won[i] = 1


@kernel
def count_under_lock(lock, total, count):
    for _ in range(count):
        while not compare_and_swap(lock, 0, 0, 1):
            pass
        total[0] += 1  # a plain addition: right only if one thread at a time is here
        compare_and_swap(lock, 0, 1, 0)


def in_threads(target: Callable[[int], Any]) -> None:
    """Run `target(thread number)` in several threads at once."""
    gate = threading.Barrier(NUM_THREADS)

    def run(number: int) -> None:
        gate.wait()
        target(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(NUM_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@BINDINGS
@TYPES
def test_add_adds_and_returns_what_was_there(bindings: Any, dtype: Any) -> None:
    """The answer is the value before, as a ticket machine gives it."""
    array = np.array([5, 7], dtype)
    assert bind(add_one, bindings)(array, 1, dtype(3)) == 7
    assert array.tolist() == [5, 10]


@BINDINGS
def test_add_takes_negative_amounts(bindings: Any) -> None:
    """Virtual visits are taken back by adding their negative."""
    array = np.array([5], np.int32)
    bind(add_one, bindings)(array, 0, -8)
    assert array.tolist() == [-3]


@BINDINGS
@pytest.mark.parametrize(("expected", "swapped", "after"), [(5, True, 9), (4, False, 5)])
def test_swap_happens_only_if_the_expected_is_there(bindings: Any, expected: int, swapped: bool, after: int) -> None:
    """The answer is whether it happened."""
    array = np.array([0, 5], np.int32)
    assert bool(bind(swap_one, bindings)(array, 1, expected, 9)) is swapped
    assert array.tolist() == [0, after]


@pytest.mark.compiled
@TYPES
def test_threads_lose_no_addition(dtype: Any) -> None:
    """Every addition of every thread is in the sums."""
    array, count = np.zeros(3, dtype), 300_000
    adding = bind(add_many, SHARED)
    adding(np.zeros(3, dtype), 1, dtype(2))  # compiles
    in_threads(lambda _: adding(array, count, dtype(2)))
    assert array.tolist() == [NUM_THREADS * count // 3 * 2] * 3


@pytest.mark.compiled
def test_threads_get_different_tickets() -> None:
    """No value before an addition is given out twice, and none is left out."""
    counter, tickets = np.zeros(1, np.int64), np.zeros((NUM_THREADS, 100_000), np.int64)
    drawing = bind(draw_tickets, SHARED)
    drawing(np.zeros(1, np.int64), np.zeros(1, np.int64))
    in_threads(lambda number: drawing(counter, tickets[number]))
    assert np.array_equal(np.sort(tickets, axis=None), np.arange(tickets.size))


@pytest.mark.compiled
def test_a_cell_is_claimed_by_one_thread() -> None:
    """Of all the threads that want to expand a node, exactly one does."""
    cells, won = np.zeros(200_000, np.int32), np.zeros((NUM_THREADS, 200_000), np.int64)
    claiming = bind(claim, SHARED)
    claiming(np.zeros(1, np.int32), 1, np.zeros(1, np.int64))
    in_threads(lambda number: claiming(cells, number + 1, won[number]))
    assert (won.sum(axis=0) == 1).all()
    assert np.array_equal(cells, won.argmax(axis=0) + 1)


@pytest.mark.compiled
def test_a_swap_publishes_what_was_written_before_it() -> None:
    """The swap acquires and releases: what one thread wrote before giving a lock back, the next one sees."""
    lock, total, count = np.zeros(1, np.int32), np.zeros(1, np.int64), 20_000
    counting = bind(count_under_lock, SHARED)
    counting(lock, np.zeros(1, np.int64), 1)
    in_threads(lambda _: counting(lock, total, count))
    assert total.tolist() == [NUM_THREADS * count]


@pytest.mark.parametrize("function", [atomic_add, atomic_compare_and_swap, wait_for])
def test_what_threads_run_is_found_in_the_cache(function: Any, new_process: Callable[..., str]) -> None:
    """Another process makes the same of it: nothing in it has an address."""
    source = f"""
        from monteverde.compile.fingerprint import fingerprint
        from {function.__module__} import {function.__name__}
        print(fingerprint({function.__name__}))
    """
    assert new_process(source).strip() == fingerprint(function)


def test_threads_of_plain_python_lose_nothing_either() -> None:
    """Each addition waits for its turn, however often the interpreter changes threads."""
    array, before = np.zeros(1, np.int64), sys.getswitchinterval()
    adding = interpret(add_many, SHARED)
    sys.setswitchinterval(1e-6)
    try:
        in_threads(lambda _: adding(array, 2000, 1))
    finally:
        sys.setswitchinterval(before)
    assert array.tolist() == [NUM_THREADS * 2000]
