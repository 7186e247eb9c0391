"""How late a search ends: its worst overrun of 10 ms, 50 ms, 1 s and 10 s, with fast and slow playouts.

The bound is one simulation or 20 ms, whichever is larger. `run` is the overrun of the search itself, `call` that of the
whole call, which also sets memory aside and reads the result; `stop` is how long after `stop()`, called from another
thread at a random moment, the search had ended. The last column is what the same machine did in the same
minute: how much later than asked a thread woke that only slept.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
from collections.abc import Callable
from typing import Any

from object_games import ConnectFour

import monteverde as mv
from monteverde.search.evaluation import External

RUNS = {0.01: 200, 0.05: 200, 1.0: 20, 10.0: 2}  # how often each budget is run; --full: 200 of all but the last
FULL_RUNS = {0.01: 200, 0.05: 200, 1.0: 200, 10.0: 10}
SLOW_SECONDS = 0.2


class SlowConnectFour(ConnectFour):
    """Connect Four whose playouts take 200 ms."""

    def rewards(self) -> tuple[float, float]:
        """Return the rewards, at leisure."""
        time.sleep(SLOW_SECONDS)
        return super().rewards()


class SlowingConnectFour(ConnectFour):
    """Connect Four whose playouts take no time at first, and 5 ms from the 300th on."""

    count = 0

    def rewards(self) -> tuple[float, float]:
        """Return the rewards, later and later."""
        SlowingConnectFour.count += 1
        if SlowingConnectFour.count > 300:
            time.sleep(0.005)
        return super().rewards()


def guess(states: Any) -> Any:
    """Return even values for a batch of states, after 3 ms."""
    time.sleep(0.003)
    return [[0.0, 0.0]] * len(states)


CASES: dict[str, tuple[Callable[[], Any], mv.MCTS]] = {
    "nim": (lambda: "nim", mv.MCTS()),
    "connect_four": (lambda: "connect_four", mv.MCTS()),
    "connect_four, 2 threads": (lambda: "connect_four", mv.MCTS(threads=2)),
    "go:19": (lambda: "go:19", mv.MCTS()),
    "connect_four, batches of 3 ms": (lambda: "connect_four", mv.MCTS(evaluation=External(guess, batch=16))),
    "object": (ConnectFour, mv.MCTS()),
    "object, 2 threads": (ConnectFour, mv.MCTS(threads=2)),
    "object, playouts of 200 ms": (SlowConnectFour, mv.MCTS()),
    "object, slows down to 5 ms": (SlowingConnectFour, mv.MCTS()),
}


def overruns(problem: Callable[[], Any], mcts: mv.MCTS, seconds: float, runs: int) -> tuple[float, float]:
    """Return the worst overrun of the search, and of the whole call, in milliseconds."""
    worst_run = worst_call = 0.0
    for seed in range(runs):
        SlowingConnectFour.count = 0
        root = problem()
        begun = time.perf_counter()
        result = mcts.search(root, seconds=seconds, seed=seed)
        taken = time.perf_counter() - begun
        worst_run = max(worst_run, result.seconds - seconds)
        worst_call = max(worst_call, taken - seconds)
        assert result.simulations >= 1
    return 1000 * worst_run, 1000 * worst_call


def slowest_stop(problem: Callable[[], Any], mcts: mv.MCTS, runs: int) -> float:
    """Return how long after `stop()` a search had ended at the worst, in milliseconds."""
    worst, draw = 0.0, random.Random(runs)
    for seed in range(runs):
        SlowingConnectFour.count = 0
        search = mcts.start(problem(), seed=seed)
        search.warm_up()
        stopped = []

        def stop(search: mv.Search = search, stopped: list[float] = stopped) -> None:
            stopped.append(time.perf_counter())
            search.stop()

        timer = threading.Timer(draw.uniform(0.01, 0.03), stop)
        timer.start()
        search.run(seconds=60)
        ended = time.perf_counter()
        timer.join()
        worst = max(worst, ended - stopped[0])
    return 1000 * worst


def oversleep(runs: int) -> float:
    """Return how much later than asked a sleeper woke at the worst, in milliseconds."""
    worst = 0.0
    for _ in range(runs):
        begun = time.perf_counter()
        time.sleep(0.01)
        worst = max(worst, time.perf_counter() - begun - 0.01)
    return 1000 * worst


def main() -> None:
    """Print a row for each case and budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="200 runs of a second as well; some hours")
    parser.add_argument("--longest", type=float, default=1.0, help="leave out budgets above so many seconds")
    parser.add_argument("--only", default="", help="only cases whose names have this in them")
    options = parser.parse_args()
    runs = FULL_RUNS if options.full else RUNS
    print(f"{'case':32} {'budget':>8} {'runs':>5} {'run, ms':>9} {'call, ms':>9} {'stop, ms':>9} {'sleep, ms':>9}")
    for name, (problem, mcts) in CASES.items():
        if options.only not in name:
            continue
        mcts.search(problem(), iterations=2, seed=0)  # compiles
        for seconds, count in runs.items():
            if seconds > options.longest:
                continue
            number = max(2, count // 10) if "200 ms" in name else count
            run, call = overruns(problem, mcts, seconds, number)
            stop = slowest_stop(problem, mcts, number)
            print(
                f"{name:32} {seconds:8g} {number:5} {run:9.1f} {call:9.1f} {stop:9.1f} {oversleep(50):9.1f}", flush=True
            )


if __name__ == "__main__":
    main()
