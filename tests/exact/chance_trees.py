"""Random trees with chance nodes, ends at any depth, and payoffs of few different sizes, so that ties are common.

The seed of a tree is in its state, not in its rules: one compiled kernel serves thousands of trees.
"""

from __future__ import annotations

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.compile.random import STEP
from monteverde.game import CHANCE, Game, Position, family

BRANCHES, DEPTH = 4, 5
ONE, EIGHT, SIXTEEN, THREE_BITS, BYTE = np.uint64(1), np.uint64(8), np.uint64(16), np.uint64(7), np.uint64(255)
PLAYER_SHIFTS = np.array([24, 32, 40], np.uint64)


@family
def chance_tree(  # noqa: C901  # a game is one function with all its rules
    players: int = 2, chance: bool = True, steps: bool = False, discount: float = 1.0
) -> type[Game]:
    """A tree whose shape, movers, probabilities and payoffs are read from a hash of the path."""

    class ChanceTree(Game):
        state = [("path", np.uint64), ("ply", np.int64)]
        num_players, num_actions, max_length = players, BRANCHES, DEPTH
        reward_range = (-3.0 - 4 * steps, 4.0 + 4 * steps)
        step_rewards = steps

        def start(state):
            state.path = STEP

        def to_move(state):
            number = mix_bits(state.path + ONE) % np.uint64(players + chance)
            return np.int64(number) if number < np.uint64(players) else CHANCE

        def legal_actions(state, out):
            count = np.int64(mix_bits(state.path) % np.uint64(BRANCHES)) + 1
            for i in range(count):
                out[i] = (i + state.ply) % BRANCHES
            return count

        def play(state, action):
            state.path = mix_bits(state.path + STEP * np.uint64(action + 1))
            state.ply += 1

        def is_terminal(state):
            return state.ply == DEPTH or (state.ply > 0 and (state.path >> EIGHT) & THREE_BITS == 0)

        def rewards(state, out):
            if steps and state.ply < DEPTH and (state.path >> EIGHT) & THREE_BITS != 0:
                for player in range(players):
                    out[player] = payoff(state.path, player) / 4.0
            else:
                for player in range(players):
                    out[player] = payoff(state.path, player)

        def key(state):
            return state.path

        def heuristic(state, out):
            for player in range(players):
                out[player] = payoff(state.path, player) / 2.0
            if players == 2:
                out[1] = 1.0 - out[0]

        if chance:

            def chance_outcomes(state, outcomes, probabilities):
                count = np.int64(mix_bits(state.path) % np.uint64(BRANCHES)) + 1
                total = 0.0
                for i in range(count):
                    outcomes[i] = i
                    # The first is never impossible; the others sometimes are.
                    weight = np.float64((state.path >> (SIXTEEN + EIGHT * np.uint64(i))) & THREE_BITS) + (i == 0)
                    probabilities[i] = weight
                    total += weight
                for i in range(count):
                    probabilities[i] /= total
                return count

    @kernel
    def payoff(path, player):
        """Of two players what one gains the other loses, from 1 in all; of others, any -3 to 4."""
        if players == 2 and player == 1:
            return 1.0 - payoff_of_first(path)
        if player == 0:
            return payoff_of_first(path)
        return np.float64((path >> PLAYER_SHIFTS[player]) & THREE_BITS) - 3.0

    @kernel
    def payoff_of_first(path):
        return np.float64((path >> PLAYER_SHIFTS[0]) & THREE_BITS) - 3.0

    ChanceTree.discount = discount
    return ChanceTree


def trees(game: Game, count: int, first: int = 0) -> list[Position]:
    """The roots of `count` different trees, each of them a position with something to decide or to draw."""
    found: list[Position] = []
    seed = first
    while len(found) < count:
        states = game.new_states(1)
        with np.errstate(over="ignore"):
            states[0].path = mix_bits(np.uint64(seed) * STEP)
        found.append(Position(game, states))
        seed += 1
    return found
