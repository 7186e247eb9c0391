"""Games in processes of their own, one core each, so that two games at once do not take each other's time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.synchronize import Lock
from typing import Any

from monteverde.arena.record import GameRecord
from monteverde.arena.table import Table, TableCard
from monteverde.errors import MonteverdeError

PATIENCE = 5.0  # seconds for a process to end when it is told to


def played_at_once(card: TableCard, numbers: Iterable[int], jobs: int) -> Iterator[GameRecord]:
    """Play the games of these numbers, `jobs` at once, and yield each when it is done.

    Closing the iterator stops the games that are not done.

    Raises:
        MonteverdeError: what a game raised, or if a process died.
    """
    context = multiprocessing.get_context("spawn")  # a fork would copy what Numba's threads and locks stood at
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _begin, (card, context.Lock(), context.Value("q", 0)))
    waiting = iter(numbers)
    try:
        running: set[Future[GameRecord]] = {pool.submit(_play, number) for number in islice(waiting, jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(_play, number) for number in islice(waiting, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise MonteverdeError("a process that played a game died; the games before it are kept") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
            process.join(PATIENCE)
            process.kill()  # one that was only just beginning may have missed it
            process.join()


_table: list[Table] = []  # of this process


def _begin(card: TableCard, lock: Lock, count: Any) -> None:
    """Make this process ready for games: with a core of its own, deaf to Ctrl-C, which is its parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    with lock:
        index = count.value
        count.value += 1
    if hasattr(os, "sched_setaffinity"):  # not everywhere
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[index % len(cores)]})
    _table.append(card.table())


def _play(number: int) -> GameRecord:
    return _table[0].play(number)


def _leave(number: int, frame: Any) -> None:
    """End in good order, so that players can end what they have started."""
    sys.exit()
