"""Nim with one heap: take one to a few objects; whoever takes the last one wins.

With at most `take` objects a turn, a heap is lost for the player to move exactly when it is a multiple of `take` + 1
(Bouton, *Nim, a game with a complete mathematical theory*, 1901, for the general game).
"""

import numpy as np

from monteverde.errors import UsageError
from monteverde.game import Game, family


@family
def nim(heap: int = 15, take: int = 3) -> type[Game]:
    """One heap; take 1 to 3 objects; whoever takes the last one wins."""
    if heap < 1 or take < 1:
        raise UsageError(f"nim needs heap >= 1 and take >= 1, got heap={heap}, take={take}")

    class Nim(Game):
        state = [("heap", np.int64), ("player", np.int64)]
        num_players, num_actions, max_length = 2, take, heap

        def start(state):
            state.heap = heap

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            count = min(take, state.heap)
            for i in range(count):
                out[i] = i
            return count

        def play(state, action):
            state.heap -= action + 1
            state.player = 1 - state.player

        def is_terminal(state):
            return state.heap == 0

        def rewards(state, out):
            out[1 - state.player] = 1.0  # the other one took the last object

        def key(state):
            return np.uint64(2 * state.heap + state.player)

        def action_name(action):
            return f"take {action + 1}"

        def render(state):
            return f"{'| ' * int(state.heap)}({state.heap})"

    return Nim
