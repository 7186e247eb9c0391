"""Threads that wait for each other inside kernels."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from monteverde.compile import bind, kernel
from monteverde.compile.gate import LOOKS, give_way, load, store, wait_for


@kernel
def waited(flags, value, ending):
    return wait_for(flags, 1, value, ending, 0)


@kernel
def play_ball(flags, mine, other, rounds, ball, ending):
    """Wait for the other's number, add to the ball without any lock, and say so."""
    for number in range(1, rounds + 1):
        if not wait_for(flags, other, number - 1 + mine, ending, 0):
            return number
        ball[0] += 1
        store(flags, mine, number)
    return 0


@kernel
def touch(flags):
    give_way()
    store(flags, 0, load(flags, 1) + 1)


def test_a_flag_that_is_set_is_not_waited_for() -> None:
    """Whether or not there is an end in sight."""
    for ended in (0, 1):
        assert bind(waited, {})(np.array([0, 7]), 7, np.array([ended]))


def test_waiting_ends_when_it_is_over() -> None:
    """A flag that will not be set is given up."""
    assert not bind(waited, {})(np.array([0, 6]), 7, np.array([1]))


def test_flags_are_read_and_written() -> None:
    """As any other entry of an array."""
    flags = np.array([0, 41])
    bind(touch, {})(flags)
    assert flags.tolist() == [42, 41]


@pytest.mark.parametrize("players", [1, 4])
def test_who_sees_the_flag_sees_what_was_written_before_it(players: int) -> None:
    """Pairs that take turns on a plain counter lose no addition, also when there are more of them than cores."""
    rounds = 2 * LOOKS // 10
    playing = bind(play_ball, {})
    ending = np.zeros(1, np.int64)
    playing(np.zeros(2, np.int64), 0, 1, 0, np.zeros(1, np.int64), ending)  # compiles
    balls = np.zeros((players, 1), np.int64)
    pairs = [np.zeros(2, np.int64) for _ in range(players)]

    def run(pair: int, mine: int) -> None:
        left.append(playing(pairs[pair], mine, 1 - mine, rounds, balls[pair], ending))

    left: list[Any] = []
    threads = [threading.Thread(target=run, args=(pair, mine)) for pair in range(players) for mine in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not any(left)
    assert balls.ravel().tolist() == [2 * rounds] * players
