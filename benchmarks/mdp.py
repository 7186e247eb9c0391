"""Value iteration on a small and on a large decision process, beside a dense NumPy loop and QuantEcon.

All do the same sweeps over the same numbers, from values of 0 to the same error, and are given matrices that are ready;
what is compared is sweeps a second. How long it takes from the rules to the answer, all states listed, is a row of its
own: the others have nothing to put beside it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import Run, compare, interleave, median_rate
from quantecon.markov import DiscreteDP
from table import Row, print_table, rate, ratio_row

import monteverde as mv
from monteverde.anytime import Clock
from monteverde.exact.methods.value_iteration import ValueIteration
from monteverde.exact.model import Model, build_model

TOLERANCE = 1e-6
ROUNDS = 5
DENSE_SWEEPS = 5  # of the large process, where each takes about half a second
WHAT = "value iteration, sweeps"


def large_map(side: int = 100) -> str:
    """Return a map with the start and the goal in opposite corners, and traps here and there."""
    rows = [["T" if (7 * r + 11 * c) % 29 == 5 else "." for c in range(side)] for r in range(side)]
    rows[side - 1][0], rows[0][side - 1] = "S", "G"
    return "/".join(map("".join, rows))


GAMES = {
    "frozen_lake 8x8": mv.load_game("frozen_lake:8"),
    "grid_world 100x100": mv.load_game(f"grid_world:layout={large_map()},discount=0.99"),
}


def modelled(game: mv.Game) -> Model:
    model = build_model(game.initial(), 10**6, Clock(), "benchmark")
    assert isinstance(model, Model)
    return model


def ours(model: Model) -> Run:
    method = ValueIteration(TOLERANCE)
    return lambda: method.iterate(model, Clock(), lambda solution: None).sweeps


def dense_numpy(model: Model, sweeps: int) -> Run:
    """Return the loop as a textbook has it: an array of (actions, states, states), a product and a maximum a sweep."""
    size, num_actions = model.num_states, 4
    transitions = model.transitions.toarray().reshape(size, num_actions, size).transpose(1, 0, 2).copy()
    rewards = model.rewards[:, 0].reshape(size, num_actions).T.copy()

    def run() -> int:
        values = np.zeros(size)
        for _ in range(sweeps):
            values = (rewards + model.discount * (transitions @ values)).max(axis=0)
        return sweeps

    return run


def as_quantecon(model: Model) -> Any:
    """Return the process as QuantEcon has it: pairs of state and action, rows that sum to one, the end as a state."""
    import scipy.sparse

    goes_on = np.asarray(model.transitions.sum(axis=1)).ravel()
    transitions = scipy.sparse.hstack([model.transitions, scipy.sparse.csr_array((1.0 - goes_on)[:, None])])
    at_the_end = scipy.sparse.csr_array(([1.0], ([0], [model.num_states])), shape=(1, model.num_states + 1))
    return DiscreteDP(
        np.append(model.rewards[:, 0], 0.0),
        scipy.sparse.csr_matrix(scipy.sparse.vstack([transitions, at_the_end])),
        model.discount,
        np.append(model.row_states, model.num_states),
        np.append(model.actions, 0).astype(np.int64),
    )


def quantecon(model: Model) -> Run:
    process, zeros = as_quantecon(model), np.zeros(model.num_states + 1)

    def run() -> int:  # its epsilon is twice the error
        return int(process.solve("value_iteration", v_init=zeros, epsilon=2 * TOLERANCE, max_iter=10**6).num_iter)

    return run


def agree(model: Model) -> None:
    """Raise unless the values are those that QuantEcon finds."""
    values = ValueIteration(TOLERANCE).iterate(model, Clock(), lambda solution: None).values[:, 0]
    theirs = as_quantecon(model).solve("policy_iteration").v[:-1]
    assert np.abs(values - theirs).max() < 2 * TOLERANCE


def rows_of(name: str, game: mv.Game) -> Iterator[Row]:
    model = modelled(game)
    agree(model)
    own = ours(model)
    dense = dense_numpy(model, own() if model.num_states < 1000 else DENSE_SWEEPS)
    runs = {"ours": own, "dense NumPy": dense, "QuantEcon": quantecon(model)}
    samples = interleave(runs, ROUNDS)
    for peer in runs:
        if peer != "ours":
            yield ratio_row(
                WHAT,
                f"{name}, {model.num_states:,} states",
                compare(samples["ours"], samples[peer]),
                rate(median_rate(samples["ours"])),
                rate(median_rate(samples[peer]), peer),
            )
    began = time.perf_counter()
    result = ValueIteration(TOLERANCE).solve(game.initial())
    seconds = time.perf_counter() - began
    yield Row("value iteration from the rules", f"{name}, {result.nodes:,} states with chance nodes", seconds, "s")


def rows() -> list[Row]:
    return [row for name, game in GAMES.items() for row in rows_of(name, game)]


if __name__ == "__main__":
    print_table(rows())
