"""Random games, thousands of them for one compiled search: the seed is in the state, not in the class.

A node is known by its ply and by the sum of what was played on the way to it, so different orders of the same actions
meet (transpositions). All else follows from a hash of these and the seed: how many actions there are, whose turn it
is (a player may move twice in a row), whether the game ends early, and what it pays.
"""

from __future__ import annotations

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.game import Game, Position, family

TWO_TO_53 = 2.0**53
BITS = np.uint64(11)


@kernel
def noise(state, salt):
    """Return a float64 in [0, 1) that belongs to the node and to `salt`."""
    hashed = mix_bits(mix_bits(state.seed ^ (state.played << np.uint64(20))) + np.uint64(97 * state.ply + salt))
    return np.float64(hashed >> BITS) / TWO_TO_53


@family
def seeded_tree(
    branching: int = 3, depth: int = 5, real: bool = False, general: bool = False, early: float = 0.15
) -> type[Game]:
    """A random game: wins, draws and losses, or `real` values; `general` pays what does not sum to the same.

    A share `early` of the nodes below the second ply are ends.
    """

    class SeededTree(Game):
        state = [("seed", np.uint64), ("played", np.uint64), ("ply", np.int64)]
        num_players, num_actions, max_length = 2, branching, depth
        reward_range = (-2.0, 3.0)

        def start(state):
            state.seed = np.uint64(1)

        def to_move(state):
            return int(noise(state, 1) < 0.5)

        def legal_actions(state, out):
            count = 1 + int(noise(state, 2) * branching)
            for i in range(count):
                out[i] = branching - 1 - i
            return count

        def play(state, action):
            state.played += np.uint64(1) << np.uint64(4 * action)
            state.ply += 1

        def is_terminal(state):
            return state.ply == depth or (state.ply > 1 and noise(state, 3) < early)

        def rewards(state, out):
            value = noise(state, 4)
            if not real:
                value = np.floor(3.0 * value) / 2.0
            out[0] = 5.0 * value - 2.0
            out[1] = 3.0 - 5.0 * value
            if general:
                out[1] += noise(state, 5)

        def key(state):
            return mix_bits(state.seed + np.uint64(state.ply)) ^ state.played

        def heuristic(state, out):
            value = noise(state, 6)
            out[0] = 5.0 * value - 2.0
            out[1] = 3.0 - 5.0 * value

        def is_quiet(state):
            return noise(state, 7) < 0.6

        def prior(state, actions, n, out):
            for i in range(n):
                out[i] = noise(state, 8 + actions[i])

    return SeededTree


def tree_of(game: Game, seed: int) -> Position:
    """Return the root of tree number `seed`."""
    states = game.new_states(1)
    states[0].seed = np.uint64(seed)
    return Position(game, states)
