"""Random games, thousands of them for one compiled search: what makes them differ is in the state, not in the class.

A node is known by its ply and by the sum of what was played on the way to it, so different orders of the same actions
meet (transpositions). All else follows from a hash of these and the seed: how many actions there are, whose turn it
is (a player may move twice in a row), whether the game ends early, and what it pays.
"""

from __future__ import annotations

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.game import Game, Position

TWO_TO_53 = 2.0**53
BITS = np.uint64(11)
RESULTS, REAL, GENERAL = range(3)  # kinds: win, draw or loss; real values; rewards that have no common sum


@kernel
def noise(state, salt):
    """Return a float64 in [0, 1) that belongs to the node and to `salt`."""
    hashed = mix_bits(mix_bits(state.seed ^ (state.played << np.uint64(20))) + np.uint64(97 * state.ply + salt))
    return np.float64(hashed >> BITS) / TWO_TO_53


class SeededTree(Game):
    """A random game: `kind` says whether it pays wins, draws and losses, real values, or what has no common sum."""

    state = [
        ("seed", np.uint64),
        ("played", np.uint64),
        ("ply", np.int64),
        ("kind", np.int64),
        ("branching", np.int64),
        ("depth", np.int64),
        ("early", np.float64),  # the share of nodes below the second ply that are ends
    ]
    num_players, num_actions, max_length = 2, 6, 60
    reward_range = (-2.0, 3.0)

    def start(state):
        state.seed = np.uint64(1)
        state.branching = 3
        state.depth = 5
        state.early = 0.15

    def to_move(state):
        return int(noise(state, 1) < 0.5)

    def legal_actions(state, out):
        count = 1 + int(noise(state, 2) * state.branching)
        for i in range(count):
            out[i] = state.branching - 1 - i
        return count

    def play(state, action):
        state.played += np.uint64(1) << np.uint64(4 * action)
        state.ply += 1

    def is_terminal(state):
        return state.ply == state.depth or (state.ply > 1 and noise(state, 3) < state.early)

    def rewards(state, out):
        value = noise(state, 4)
        if state.kind == RESULTS:
            value = np.floor(3.0 * value) / 2.0
        out[0] = 5.0 * value - 2.0
        out[1] = 3.0 - 5.0 * value
        if state.kind == GENERAL:
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


GAME = SeededTree()


def tree_of(kind: int, seed: int) -> Position:
    """Return the root of tree number `seed` of a kind."""
    states = GAME.new_states(1)
    GAME.rules["start"](states[0])
    states[0].seed, states[0].kind = np.uint64(seed), kind
    return Position(GAME, states)


def endless_tree(seed: int) -> Position:
    """Return the root of a tree that nobody searches to its end."""
    states = tree_of(REAL, seed).states()
    states[0].branching, states[0].depth, states[0].early = 6, 60, 0.0
    return Position(GAME, states)
