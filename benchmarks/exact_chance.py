"""How much Star1 and Star2 save over expectimax on regular trees: Max, chance, Min, chance, ..., and leaves at random.

The same ten trees for all. The figure is the leaves that expectimax looks at over ours; *by wall time* says what is
left of that where a leaf costs next to nothing, as here. Ballard, who had other regular trees, reports that Star1 saves
25 to 30 % and Star2 more than half in random order, and that Star2 saves an order of magnitude in the best order.
"""

from __future__ import annotations

import numpy as np
from measure import Run, compare, interleave
from table import Row, print_table

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.compile.random import STEP
from monteverde.exact import load_method
from monteverde.game import CHANCE, Game, Position, family

NUM_TREES = 10
BRANCHING, PLIES = 4, 9
ORDERS = {"random order": False, "good actions first": True}
UNIT = 2.0**-53


@family
def regular_tree(branching: int = BRANCHING, plies: int = PLIES, is_ordered: bool = False) -> type[Game]:
    """Max, chance, Min, chance, ... in turn; values of leaves uniform in 0 .. 1, or lower the later the actions."""

    class RegularTree(Game):
        state = [("path", np.uint64), ("ply", np.int64), ("shift", np.int64)]
        num_players, num_actions, max_length = 2, branching, plies
        reward_range = (0.0, 1.0)

        def start(state):
            state.path = STEP

        def to_move(state):
            if state.ply % 2 == 1:
                return CHANCE
            return state.ply // 2 % 2

        def legal_actions(state, out):
            for action in range(branching):
                out[action] = action
            return branching

        def chance_outcomes(state, outcomes, probabilities):
            for outcome in range(branching):
                outcomes[outcome] = outcome
                probabilities[outcome] = 1.0 / branching
            return branching

        def play(state, action):
            if state.ply % 4 == 0:
                state.shift -= action
            elif state.ply % 4 == 2:
                state.shift += action
            state.path = mix_bits(state.path + STEP * np.uint64(action + 1))
            state.ply += 1

        def is_terminal(state):
            return state.ply == plies

        def rewards(state, out):
            out[0] = value_of(state)
            out[1] = 1.0 - out[0]

    @kernel
    def value_of(state):
        noise = np.float64(state.path >> np.uint64(11)) * UNIT
        return 0.5 + 0.25 * (noise - 0.5) + 0.1 * state.shift / branching if is_ordered else noise

    return RegularTree


def roots(game: Game) -> list[Position]:
    """Return the roots of the trees: their seeds are in the states, so all share one compiled search."""
    states = game.new_states(NUM_TREES)
    states.path = np.random.default_rng(1).integers(2**63, size=NUM_TREES, dtype=np.uint64)
    return [Position(game, states[i : i + 1]) for i in range(NUM_TREES)]


def solved(method: str, positions: list[Position]) -> tuple[int, list[float]]:
    """Return how many leaves `method` looks at in all, and the values."""
    results = [load_method(method).solve(position) for position in positions]
    return sum(result.leaves for result in results), [result.value[0] for result in results]


def rows() -> list[Row]:
    """Return a row for each method and each order of actions."""
    table = []
    for order, is_ordered in ORDERS.items():
        positions = roots(regular_tree(is_ordered=is_ordered))
        whole, values = solved("expectimax", positions)

        def work(method: str, positions: list[Position] = positions) -> Run:
            return lambda: len([load_method(method).solve(position) for position in positions])

        for method in ("star1", "star2"):
            leaves, found = solved(method, positions)
            assert np.allclose(found, values, rtol=0, atol=1e-12), "pruning changed a value"
            samples = interleave({name: work(name) for name in (method, "expectimax")})
            ratio = compare(samples[method], samples["expectimax"])
            table.append(
                Row(
                    f"leaves of expectimax over {method}",
                    f"{NUM_TREES} regular trees, {BRANCHING} branches, {PLIES} plies, {order}",
                    whole / leaves,
                    "x",
                    ours=f"{leaves:,} leaves",
                    theirs=f"{whole:,} leaves",
                    wall=ratio.wall,
                )
            )
    return table


if __name__ == "__main__":
    print_table(rows())
