"""Cliff walking: the short way to the goal leads along a cliff; every step costs 1, and a fall 100 and the way so far.

    . . . . . . . . . . . .
    . . . . . . . . . . . .      S the start, G the goal, which ends it
    . . . . . . . . . . . .      a step into C pays -100 and leads back to S; a step over the edge stays where it is
    S C C C C C C C C C C G      every other step pays -1

Sutton and Barto, *Reinforcement Learning: An Introduction* (2nd edition, example 6.6), with the actions in the order of
Gymnasium's CliffWalking-v1. The best walk takes 13 steps. It has no longest length: searches look `horizon` decisions
ahead.
"""

import numpy as np

from monteverde.errors import UsageError
from monteverde.game import Game, family

HEIGHT, WIDTH = 4, 12
START, GOAL = (HEIGHT - 1) * WIDTH, HEIGHT * WIDTH - 1
NAMES = ("up", "right", "down", "left")
FALL = -100.0


@family
def cliff_walking(discount: float = 1.0, horizon: int = 200) -> type[Game]:
    """Walk from S to G along a cliff: every step costs 1, a fall costs 100 and leads back to S."""
    if not 0.0 < discount <= 1.0 or horizon < 1:
        raise UsageError(
            f"cliff_walking needs a discount in (0, 1] and horizon >= 1, got discount={discount}, horizon={horizon}"
        )
    times = float(horizon) if discount == 1.0 else (1.0 - discount**horizon) / (1.0 - discount)

    class CliffWalking(Game):
        state = [("cell", np.int32), ("has_fallen", np.int32)]
        num_players, num_actions, max_length = 1, 4, horizon
        reward_range = (FALL * times, -1.0)
        step_rewards = True
        player_names = ("walker",)

        def start(state):
            state.cell = START

        def to_move(state):
            return 0

        def legal_actions(state, out):
            for action in range(4):
                out[action] = action
            return 4

        def play(state, action):
            row, column = state.cell // WIDTH, state.cell % WIDTH
            if action == 0:
                row = max(row - 1, 0)
            elif action == 1:
                column = min(column + 1, WIDTH - 1)
            elif action == 2:
                row = min(row + 1, HEIGHT - 1)
            else:
                column = max(column - 1, 0)
            cell = row * WIDTH + column
            state.has_fallen = cell > START and cell < GOAL
            state.cell = START if state.has_fallen else cell

        def is_terminal(state):
            return state.cell == GOAL

        def rewards(state, out):
            out[0] = FALL if state.has_fallen else -1.0

        def key(state):
            return np.uint64(2 * state.cell + state.has_fallen)

        def action_name(action):
            return NAMES[action]

        def render(state):
            cells = list("." * START + "S" + "C" * (GOAL - START - 1) + "G")
            cells[state.cell] = "@"
            return "\n".join(" ".join(cells[row * WIDTH : (row + 1) * WIDTH]) for row in range(HEIGHT))

    CliffWalking.discount = discount
    return CliffWalking
