"""Pig: roll a die as often as you dare; a 1 loses the turn's points, holding keeps them; the first to the goal wins.

A turn begins with a roll. After each roll but a 1 the player may roll again, or hold and add the turn's total to the
score. Whoever's score and turn together reach the goal has won at once, since holding is then sure to win.

Solved to 100 by value iteration: Neller and Presser, *Optimal play of the dice game Pig*, UMAP Journal 25(1), 2004. The
player who begins wins .5306 of the games, and the first hold from 0-0 is at 21.

The game has no longest length: rolling for ever is a way not to end it. `max_length` is 200 plies for each point of the
goal; random play takes some 3, and even who never holds reaches 100 within that but once in 10^7 games.
"""

import numpy as np

from monteverde.compile import below
from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, family

ROLL, HOLD = 0, 7  # between them the faces of the die
FACES = 6
MAX_GOAL = 2**20
PLIES_A_POINT = 200
TURN, ROLLING = 0, 1


@family
def pig(goal: int = 100) -> type[Game]:
    """Roll a die as often as you dare; a 1 loses the turn's points; the first to the goal wins."""
    if not 2 <= goal <= MAX_GOAL:
        raise UsageError(f"pig needs a goal of 2 to {MAX_GOAL}, got goal={goal}")

    class Pig(Game):
        state = [("scores", np.int32, (2,)), ("total", np.int32), ("player", np.int32), ("phase", np.int32)]
        num_players, num_actions, max_length = 2, FACES + 2, PLIES_A_POINT * goal

        def start(state):
            state.phase = TURN

        def to_move(state):
            return CHANCE if state.phase == ROLLING else state.player

        def legal_actions(state, out):
            out[0] = ROLL
            if state.total == 0:
                return 1
            out[1] = HOLD
            return 2

        def sample_action(state, rng):
            return ROLL if state.total == 0 or below(rng, 2) == 0 else HOLD

        def play(state, action):
            if action == ROLL:
                state.phase = ROLLING
                return
            state.phase = TURN
            if action > 1 and action != HOLD:
                state.total += action
                return
            if action == HOLD:
                state.scores[state.player] += state.total
            state.total = 0
            state.player = 1 - state.player

        def chance_outcomes(state, outcomes, probabilities):
            for i in range(FACES):
                outcomes[i], probabilities[i] = i + 1, 1.0 / FACES
            return FACES

        def is_terminal(state):
            return state.scores[state.player] + state.total >= goal

        def rewards(state, out):
            out[state.player] = 1.0  # only a roll ends the game, and the turn stays with who made it

        def key(state):
            code = np.uint64(state.scores[0]) * np.uint64(goal) + np.uint64(state.scores[1])
            code = code * np.uint64(goal + FACES) + np.uint64(state.total)
            return code * np.uint64(4) + np.uint64(2 * state.player + state.phase)

        def action_name(action):
            return "roll" if action == ROLL else "hold" if action == HOLD else str(action)

        def render(state):
            marks = [">" if player == state.player else " " for player in range(2)]
            lines = [f"{marks[player]} player {player + 1}: {state.scores[player]}" for player in range(2)]
            return "\n".join([*lines, f"this turn: {state.total}{', rolling' if state.phase == ROLLING else ''}"])

    return Pig
