"""Taxi: fetch a passenger at one of four stands and set him down at another; every step costs 1, a mistake 10.

    +---------+      R, G, Y and B are the stands; | is a wall, : is none
    |R: | : :G|      `pick up` and `set down` cost 10 where they make no sense: pick up, without the passenger waiting
    | : | : : |      there; set down, without him on board, or away from the stands
    | : : : : |      setting him down at another stand than his pays -1, like a step: he waits there
    | | : | : |      setting him down where he wants to go pays 20 and ends it
    |Y| : |B: |
    +---------+

Dietterich, *Hierarchical reinforcement learning with the MAXQ value function decomposition*, JAIR 13, 2000, in the form
and with the order of actions of Gymnasium's Taxi-v3. Nature moves first: taxi anywhere, passenger at a stand, and
another stand to go to, 300 ways, all equally likely. So search from a position after that:
`initial().play("start 17")`. It has no longest length: searches look `horizon` decisions ahead, by default Gymnasium's
time limit.
"""

import numpy as np

from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, family

SIDE, NUM_STANDS = 5, 4
STANDS = np.array([0, 4, 20, 23])
ON_BOARD, NOWHERE, ARRIVED = 4, 5, 6  # where the passenger is, if not at a stand; NOWHERE before nature has moved
NUM_STARTS = SIDE * SIDE * NUM_STANDS * (NUM_STANDS - 1)
HAS_WALL = np.isin(np.arange(SIDE * SIDE), [1, 6, 15, 17, 20, 22])  # to the right of each cell
SOUTH, NORTH, EAST, WEST, PICK_UP, SET_DOWN = range(6)
NAMES = ("south", "north", "east", "west", "pick up", "set down")
PAYS = np.array([0.0, -1.0, -10.0, 20.0])
NOTHING, STEP, MISTAKE, DELIVERY = range(4)  # what entering a state pays


@family
def taxi(discount: float = 1.0, horizon: int = 200) -> type[Game]:
    """Fetch a passenger at one of four stands and set him down at another, around the walls."""
    if not 0.0 < discount <= 1.0 or horizon < 1:
        raise UsageError(
            f"taxi needs a discount in (0, 1] and horizon >= 1, got discount={discount}, horizon={horizon}"
        )
    times = float(horizon) if discount == 1.0 else (1.0 - discount**horizon) / (1.0 - discount)

    class Taxi(Game):
        state = [("cell", np.int32), ("passenger", np.int32), ("goal", np.int32), ("pay", np.int32)]
        num_players, num_actions, max_length = 1, len(NAMES) + NUM_STARTS, horizon + 1
        reward_range = (PAYS[MISTAKE] * times, PAYS[DELIVERY])
        step_rewards = True
        player_names = ("driver",)

        def start(state):
            state.passenger = NOWHERE

        def to_move(state):
            return CHANCE if state.passenger == NOWHERE else 0

        def legal_actions(state, out):
            for action in range(6):
                out[action] = action
            return 6

        def chance_outcomes(state, outcomes, probabilities):
            for i in range(NUM_STARTS):
                outcomes[i], probabilities[i] = len(NAMES) + i, 1.0 / NUM_STARTS
            return NUM_STARTS

        def play(state, action):
            if state.passenger == NOWHERE:
                number = action - len(NAMES)
                state.cell = number // 12
                state.passenger = number % 12 // 3
                state.goal = (state.passenger + 1 + number % 3) % NUM_STANDS
                state.pay = NOTHING
                return
            cell = state.cell
            state.pay = STEP
            if action == SOUTH:
                state.cell = min(cell + SIDE, cell % SIDE + SIDE * (SIDE - 1))
            elif action == NORTH:
                state.cell = max(cell - SIDE, cell % SIDE)
            elif action == EAST:
                if cell % SIDE < SIDE - 1 and not HAS_WALL[cell]:
                    state.cell = cell + 1
            elif action == WEST:
                if cell % SIDE > 0 and not HAS_WALL[cell - 1]:
                    state.cell = cell - 1
            elif action == PICK_UP:
                if state.passenger < NUM_STANDS and STANDS[state.passenger] == cell:
                    state.passenger = ON_BOARD
                else:
                    state.pay = MISTAKE
            elif state.passenger == ON_BOARD and cell == STANDS[state.goal]:
                state.passenger = ARRIVED
                state.pay = DELIVERY
            else:
                state.pay = MISTAKE
                for stand in range(NUM_STANDS):
                    if state.passenger == ON_BOARD and cell == STANDS[stand]:
                        state.passenger = stand
                        state.pay = STEP

        def is_terminal(state):
            return state.passenger == ARRIVED

        def rewards(state, out):
            out[0] = PAYS[state.pay]

        def key(state):
            return np.uint64(((state.cell * 7 + state.passenger) * NUM_STANDS + state.goal) * 4 + state.pay)

        def action_name(action):
            return NAMES[action] if action < len(NAMES) else f"start {action - len(NAMES)}"

        def render(state):
            letters = [" "] * (SIDE * SIDE)
            for stand, letter in enumerate("RGYB"):
                letters[STANDS[stand]] = letter
            if state.passenger != NOWHERE:
                letters[state.cell] = "@"
            lines = []
            for row in range(SIDE):
                cells = range(row * SIDE, (row + 1) * SIDE)
                gaps = ["|" if HAS_WALL[cell] else ":" for cell in cells[:-1]] + [""]
                lines.append("|" + "".join(letters[c] + gap for c, gap in zip(cells, gaps, strict=True)) + "|")
            where = {ON_BOARD: "on board", NOWHERE: "not known yet", ARRIVED: "there"}
            passenger = where.get(int(state.passenger)) or f"at {'RGYB'[state.passenger]}"
            wish = "" if state.passenger == NOWHERE else f", wants to go to {'RGYB'[state.goal]}"
            return "\n".join([*lines, f"passenger {passenger}{wish}"])

    Taxi.discount = discount
    return Taxi
