"""What tree parallelism would gain on more cores than this machine has: a model of contention, not a measurement.

    python benchmarks/contention.py [GAME ...]

Measured here, in one run: the seconds of a simulation on 1 thread, and of one in the loop of several threads while only
one of them works (shorter: what is leased is not scanned); of moving a cache line from core to core (two threads that
take turns); and the rate of 2 threads on one tree. Then

    think time   Z(N) = t + d a (N - 1) / N     t: a simulation of that loop; a: a line; d: lines last
                                                written by another thread, as explain the rate of two
    at the root  D = m a                        m: additions to the root's two words a simulation makes
    rate         X(N) = N / (Z(N) + R(N)),  R(N) = D (1 + X(N-1) R(N-1))    (mean value analysis of one queue)

m is 2 if each simulation counts at the root at once, and 2/1024 as threads hold counts back (`search/held.py`). The
model leaves out memory bandwidth, sockets, and that cores slow down when all are busy. It writes
results/contention.json.
"""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
from kept import keep, machine
from threads import ROUNDS as RUNS
from threads import SECONDS, best_of

import monteverde as mv
from monteverde.compile import bind, kernel
from monteverde.compile.gate import store, wait_for
from monteverde.search.held import MOST_SHARE

GAMES = ("connect_four", "hex:11", "go:9")
THREADS = (1, 2, 4, 8, 16, 32, 64)
ROUNDS = 200_000
MANY, STRIDE = 2**31 - 1, 16  # simulations: more than there is time for, and between two looks at the clock
FAR = 32  # int64 between two flags, so that they share no cache line
AT_ONCE, HELD = 2.0, 2.0 / MOST_SHARE


@kernel
def serve(flags, rounds, ending):
    for number in range(1, rounds + 1):
        store(flags, 0, number)
        wait_for(flags, FAR, number, ending, 0)


@kernel
def answer(flags, rounds, ending):
    for number in range(1, rounds + 1):
        wait_for(flags, 0, number, ending, 0)
        store(flags, FAR, number)


def transfer_seconds() -> float:
    """Return how long a line takes from core to core: half a round trip, the best of five."""
    serving, answering, ending = bind(serve, {}), bind(answer, {}), np.zeros(1, np.int64)
    for compiled in (serving, answering):
        compiled(np.zeros(2 * FAR, np.int64), 0, ending)
    trips = []
    for _ in range(5):
        flags = np.zeros(2 * FAR, np.int64)
        begun = time.perf_counter()
        other = threading.Thread(target=answering, args=(flags, ROUNDS, ending))
        other.start()
        serving(flags, ROUNDS, ending)
        other.join()
        trips.append((time.perf_counter() - begun) / ROUNDS / 2)
    return min(trips)


def seconds_by_oneself(game: str) -> float:
    """Return how long a simulation takes in the loop of two threads while the other one rests; the best of several."""
    taken = []
    for seed in range(RUNS):
        search = mv.MCTS(threads=2).start(game, seed=seed)
        search.warm_up()
        begun = time.perf_counter()
        search.simulate(search.workspaces[0], MANY, search.tree, begun + SECONDS, STRIDE)
        taken.append((time.perf_counter() - begun) / search.num_simulations)
    return min(taken)


def rates(alone: float, transfer: float, lines: float, at_root: float) -> list[float]:
    """Return X(N) for N = 1, 2, ..., the last of THREADS."""
    demand, queue, found = at_root * transfer, 0.0, []
    for threads in range(1, THREADS[-1] + 1):
        think = alone + lines * transfer * (threads - 1) / threads
        response = demand * (1.0 + queue) if threads > 1 else 0.0  # alone, the line stays where it is
        found.append(threads / (think + response))
        queue = found[-1] * response
    return found


def lines_of(alone: float, transfer: float, rate_of_two: float) -> float:
    """Return the d with which the model gives the measured rate of 2 threads; 0 if that needs none."""
    each = 2.0 / rate_of_two - alone - HELD * transfer
    return max(0.0, each / (transfer / 2.0))


def main() -> None:
    """Measure and print a table for each game."""
    before, transfer, models = machine(), transfer_seconds(), {}
    print(f"a cache line from core to core: {1e9 * transfer:.0f} ns (measured)")
    for game in sys.argv[1:] or GAMES:
        found = best_of(game, {"one": {"threads": 1}, "two": {"threads": 2}})
        plain, alone = 1.0 / found["one"].rate, seconds_by_oneself(game)
        lines = lines_of(alone, transfer, found["two"].rate)
        gain = found["two"].rate * plain
        print(f"\n{game}: {1e9 * plain:.0f} ns a simulation on 1 thread, {1e9 * alone:.0f} in the loop of several;")
        print(f"2 threads are {gain:.2f} times as fast as 1 (measured),")
        print(f"which takes d = {lines:.1f} lines a simulation. The model:\n")
        print("| threads | times as fast | efficiency | if each visit counted at once |")
        print("|---|---|---|---|")
        held, at_once = (rates(alone, transfer, lines, at_root) for at_root in (HELD, AT_ONCE))
        models[game] = {
            "seconds": plain,
            "seconds_by_oneself": alone,
            "lines": lines,
            "two": gain,
            "held": {},
            "at_once": {},
        }
        for threads in THREADS:
            gain, slower = (rate[threads - 1] * plain for rate in (held, at_once))
            models[game]["held"][threads], models[game]["at_once"][threads] = gain, slower
            print(f"| {threads} | {gain:.1f} | {gain / threads:.0%} | {slower:.1f} |")
    keep("contention", before, transfer_seconds=transfer, models=models)


if __name__ == "__main__":
    main()
