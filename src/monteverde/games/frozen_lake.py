"""Frozen lake: cross the ice from S to G; on slippery ice a step goes astray two times in three, and holes end it.

    SFFF      S the start, F ice      reaching G pays 1 and ends it; a hole H ends it with nothing
    FHFH      H a hole, G the goal    slippery: the step goes where it was meant to or to either side, a third each
    FFFH                              a step over the edge stays where it is
    HFFG

The maps `4x4` and `8x8` and the order of the actions are those of Gymnasium's FrozenLake-v1 (Farama Foundation), and
`horizon`, the decisions that a search looks ahead, is by default its time limit: 25 for each row, so 100 and 200.
The discount is for decisions alone: a slippery step is a decision and then a chance node.
"""

import numpy as np
import numpy.typing as npt

from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, family

MAPS = {
    "4x4": "SFFF/FHFH/FFFH/HFFG",
    "8x8": "SFFFFFFF/FFFFFFFF/FFFHFFFF/FFFFFHFF/FFFHFFFF/FHHFFFHF/FHFFHFHF/FFFHFFFG",
}
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NAMES = ("left", "down", "right", "up")
DECISIONS_A_ROW = 25
STANDING = -1  # the heading while the walker decides


@family
def frozen_lake(layout: str = "4x4", slippery: bool = True, discount: float = 0.99, horizon: int = 0) -> type[Game]:
    """Cross the ice from S to G without falling into a hole; layout is 4, 8, or a map such as SFF/FHF/FFG."""
    rows = read_map(str(layout))
    if not 0.0 < discount <= 1.0:
        raise UsageError(f"frozen_lake needs a discount in (0, 1], got discount={discount}")
    if horizon < 0:
        raise UsageError(f"frozen_lake needs a horizon >= 1, or 0 for 25 decisions a row, got horizon={horizon}")
    cells = "".join(rows)
    is_end = np.array([letter in "HG" for letter in cells])
    gains = np.array([float(letter == "G") for letter in cells])
    target, first = neighbours(rows), cells.index("S")
    decisions = horizon or DECISIONS_A_ROW * len(rows)

    class FrozenLake(Game):
        state = [("cell", np.int32), ("heading", np.int32)]
        num_players, num_actions = 1, 4
        max_length = decisions * (2 if slippery else 1)
        step_rewards = True
        player_names = ("walker",)

        def start(state):
            state.cell = first
            state.heading = STANDING

        def to_move(state):
            return 0 if state.heading == STANDING else CHANCE

        def legal_actions(state, out):
            for action in range(4):
                out[action] = action
            return 4

        def play(state, action):
            if slippery and state.heading == STANDING:
                state.heading = action
            else:
                state.cell = target[state.cell, action]
                state.heading = STANDING

        if slippery:

            def chance_outcomes(state, outcomes, probabilities):
                for i in range(3):
                    outcomes[i] = (state.heading + 3 + i) % 4
                    probabilities[i] = 1.0 / 3.0
                return 3

        def is_terminal(state):
            return is_end[state.cell]

        def rewards(state, out):
            if state.heading == STANDING:
                out[0] = gains[state.cell]

        def key(state):
            return np.uint64(5 * state.cell + state.heading + 1)

        def action_name(action):
            return NAMES[action]

        def render(state):
            drawn = list(cells)
            drawn[state.cell] = "@"
            lines = [" ".join(drawn[i : i + len(rows[0])]) for i in range(0, len(cells), len(rows[0]))]
            return "\n".join(lines if state.heading == STANDING else [*lines, f"going {NAMES[state.heading]}"])

    FrozenLake.discount = discount
    return FrozenLake


def read_map(layout: str) -> list[str]:
    """Return the rows of a map, given as text, by its name, or by the size in its name."""
    rows = MAPS.get(layout, MAPS.get(f"{layout}x{layout}", layout)).split("/")
    is_whole = all(len(row) == len(rows[0]) for row in rows) and set("".join(rows)) <= set("SFHG")
    if not is_whole or "".join(rows).count("S") != 1:
        raise UsageError(
            "frozen_lake needs 4, 8 or a map such as SFF/FHF/FFG, of the letters S (once), F, H and G and rows of one "
            f"length, got layout={layout!r}"
        )
    return rows


def neighbours(rows: list[str]) -> npt.NDArray[np.int32]:
    """Return the cell that each step leads to: (cells, 4)."""
    height, width = len(rows), len(rows[0])
    target = np.zeros((height * width, 4), np.int32)
    for row in range(height):
        for column in range(width):
            for direction, (down, right) in enumerate(STEPS):
                to_row = min(max(row + down, 0), height - 1)
                to_column = min(max(column + right, 0), width - 1)
                target[row * width + column, direction] = to_row * width + to_column
    return target
