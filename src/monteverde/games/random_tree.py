"""Random trees: `depth` plies, `branching` actions at each, nothing to learn from one tree for another.

kind=p, the P-games that UCT was first tried on (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006,
section 3.1): every move has a value, uniform in 0 .. 127 for Max and in -127 .. 0 for Min, and the value of a leaf is
the sum along its path. So brothers have much in common, as in games whose end is counted. The model is older, with
moves worth 1 or -1: Nau, *Pathology on game trees revisited, and an alternative to minimaxing*, 1983; Smith and Nau,
*An analysis of forward pruning*, 1994.

kind=n: the values of leaves have nothing to do with each other, uniform in -127 .. 127, as in Pearl's model
(*Asymptotic properties of minimax trees and game-searching procedures*, 1980). Beware of the letters: Nau's P-games
are Pearl's, and his N-games are those with sums.

values=winloss: Max wins if the leaf's value is positive, Min if it is negative, 0 is a draw. values=real: Max gets the
value from Min.

No tree is stored. A node is a hash of its path (SplitMix64: `compile.random`), and whatever is random about the node is
read from the hash. The seed is in the state alone, so that all trees of one size share their compiled rules.
"""

import numpy as np

from monteverde.compile import below, kernel
from monteverde.compile.bits import mix_bits
from monteverde.compile.random import SHIFT_32, STEP
from monteverde.errors import UsageError
from monteverde.game import Game, family

KINDS, VALUES = ("p", "n"), ("winloss", "real")
LARGEST = 127  # the largest value of a move, from the paper
SEVEN_BITS = np.uint64(64 - 7)  # what is left of a hash shifted by it is uniform in 0 .. 127
NUM_LEAF_VALUES = np.uint64(2 * LARGEST + 1)


@family
def random_tree(
    seed: int = 0, branching: int = 2, depth: int = 12, kind: str = "p", values: str = "winloss"
) -> type[Game]:
    """A game tree of random values: kind=p sums them up along the path, kind=n draws them at the leaves alone."""
    if not (0 <= seed < 2**64 and branching >= 1 and depth >= 1):
        raise UsageError(
            f"random_tree needs a seed of 0 to 2^64 - 1, branching >= 1 and depth >= 1, "
            f"got seed={seed}, branching={branching}, depth={depth}"
        )
    if kind not in KINDS or values not in VALUES:
        raise UsageError(
            f"random_tree needs kind=p or kind=n, and values=winloss or values=real, got kind={kind}, values={values}"
        )
    sums, real = kind == "p", values == "real"
    most = LARGEST * ((depth + 1) // 2) if sums else LARGEST
    with np.errstate(over="ignore"):
        root = mix_bits(np.uint64(seed) + STEP)  # type: ignore[no-untyped-call]  # no kernel has hints

    class RandomTree(Game):
        state = [("path", np.uint64), ("total", np.int64), ("ply", np.int64)]
        num_players, num_actions, max_length = 2, branching, depth
        player_names = ("Max", "Min")
        reward_range = (-float(most), float(most)) if real else (0.0, 1.0)

        def start(state):
            state.path = root

        def to_move(state):
            return state.ply & 1

        def legal_actions(state, out):
            for action in range(branching):
                out[action] = action
            return branching

        def sample_action(state, rng):
            return below(rng, branching)

        def play(state, action):
            state.path = mix_bits(state.path + STEP * np.uint64(action + 1))
            if sums:
                value = np.int64(state.path >> SEVEN_BITS)
                state.total += value if state.ply & 1 == 0 else -value
            elif state.ply == depth - 1:
                state.total = np.int64(((state.path >> SHIFT_32) * NUM_LEAF_VALUES) >> SHIFT_32) - LARGEST
            state.ply += 1

        def is_terminal(state):
            return state.ply == depth

        def rewards(state, out):
            write_payoff(state.total, out)

        def key(state):
            return state.path  # a tree: another path is another state

        if sums:

            def heuristic(state, out):
                estimate = np.float64(state.total)  # as if all moves to come were worth nothing
                out[0] = estimate if real else 0.5 + 0.5 * estimate / most
                out[1] = -estimate if real else 0.5 - 0.5 * estimate / most

        def action_name(action):
            return str(action + 1)

        def render(state):
            value = f", value {state.total}" if sums or state.ply == depth else ""
            return f"ply {state.ply} of {depth}, node {int(state.path):016x}{value}"

    @kernel
    def write_payoff(total, out):
        if real:
            out[0] = total
            out[1] = -total
        else:
            out[0] = 0.5 + 0.5 * np.sign(total)
            out[1] = 0.5 - 0.5 * np.sign(total)

    return RandomTree
