"""A grid world: walk over a map to a goal past traps, on ground where a step may slip to the side.

    ..TG      S the start             a step pays `step`, unless it ends at a goal or a trap
    ....      G a goal, pays `goal`   G and T end the walk
    ....      T a trap, pays `trap`   a step against a wall or the edge stays where it is, and is paid like another
    S...      # a wall, . free        a step slips with probability `slip`: half of that to each side

In text the rows are parted by strokes: `grid_world:..TG/..../..../S...`, which is the preset `4x4`. The preset `4x3` is
the map of Russell and Norvig, *Artificial Intelligence: A Modern Approach* (figure 17.1 of the third edition), who have
slip=0.2, step=-0.04 and discount=1 there.

Each step is a decision and then, if it can slip, a chance node; the discount is for the decision alone. A walk has no
longest length, so searches look `horizon` decisions ahead; exact methods look as far as they are told.
"""

import numpy as np
import numpy.typing as npt

from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, family

PRESETS = {"4x4": "..TG/..../..../S...", "4x3": "...G/.#.T/S..."}
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
NAMES = ("up", "right", "down", "left")
STANDING = -1  # the heading while the walker decides


@family
def grid_world(
    layout: str = "4x4",
    slip: float = 0.1,
    step: float = -0.01,
    discount: float = 0.95,
    goal: float = 1.0,
    trap: float = -1.0,
    horizon: int = 100,
) -> type[Game]:
    """Walk over a map such as ..TG/..../S... to a goal, past traps; steps may slip to the side."""
    rows = read_map(layout)
    refuse_bad_numbers(slip, step, discount, goal, trap, horizon)
    cells = "".join(rows)
    is_end = np.array([letter in "GT" for letter in cells])
    gains = np.array([{"G": goal, "T": trap}.get(letter, step) for letter in cells], np.float64)
    target = neighbours(rows)
    first, can_slip, pay = cells.index("S"), slip > 0.0, step
    ends = [value for letter, value in (("G", goal), ("T", trap)) if letter in cells]

    class GridWorld(Game):
        state = [("cell", np.int32), ("heading", np.int32)]
        num_players, num_actions = 1, 4
        max_length = horizon * (2 if can_slip else 1)
        reward_range = return_range(pay, ends, discount, horizon)
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
            if can_slip and state.heading == STANDING:
                state.heading = action
            else:
                state.cell = target[state.cell, action]
                state.heading = STANDING

        if can_slip:

            def chance_outcomes(state, outcomes, probabilities):
                outcomes[0], probabilities[0] = state.heading, 1.0 - slip
                outcomes[1], probabilities[1] = (state.heading + 1) % 4, 0.5 * slip
                outcomes[2], probabilities[2] = (state.heading + 3) % 4, 0.5 * slip
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

    GridWorld.discount = discount
    return GridWorld


def read_map(layout: str) -> list[str]:
    """Return the rows of a map, given as text or by the name of a preset."""
    rows = PRESETS.get(layout, layout).split("/")
    if not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise UsageError(
            f"grid_world needs {' or '.join(PRESETS)} or a map such as ..TG/..../S..., all rows of one length, "
            f"got layout={layout!r}"
        )
    strange = sorted(set("".join(rows)) - set("SGT#."))
    if strange or "".join(rows).count("S") != 1:
        raise UsageError(
            f"grid_world needs a map of the letters S (once), G, T, # and ., got layout={layout!r}"
            + (f" with {', '.join(strange)} in it" if strange else "")
        )
    return rows


def refuse_bad_numbers(slip: float, step: float, discount: float, goal: float, trap: float, horizon: int) -> None:
    """Raise UsageError for the first number with which there is no such problem."""
    for name, value, is_right, wanted in (
        ("slip", slip, 0.0 <= slip <= 1.0, "a probability"),
        ("discount", discount, 0.0 < discount <= 1.0, "in (0, 1]"),
        ("horizon", horizon, horizon >= 1, "at least 1"),
        *((name, value, bool(np.isfinite(value)), "finite") for name, value in (("step", step), ("goal", goal))),
        ("trap", trap, bool(np.isfinite(trap)), "finite"),
    ):
        if not is_right:
            raise UsageError(f"grid_world needs {name} to be {wanted}, got {name}={value}")


def neighbours(rows: list[str]) -> npt.NDArray[np.int32]:
    """Return the cell that each step leads to: (cells, 4)."""
    height, width = len(rows), len(rows[0])
    target = np.zeros((height * width, 4), np.int32)
    for row in range(height):
        for column in range(width):
            for direction, (down, right) in enumerate(STEPS):
                to_row, to_column = row + down, column + right
                is_inside = 0 <= to_row < height and 0 <= to_column < width
                if not is_inside or rows[to_row][to_column] == "#":
                    to_row, to_column = row, column
                target[row * width + column, direction] = to_row * width + to_column
    return target


def return_range(step: float, ends: list[float], discount: float, horizon: int) -> tuple[float, float]:
    """Return the least and the largest return of a walk of up to `horizon` steps.

    A walk of k steps and then an end pays step * (1 + d + ... + d^(k-1)) + d^k * end, which only grows or only falls
    with k; so the extremes have no step or as many as there can be.
    """
    found = [step * geometric(discount, horizon)]
    for end in ends:
        found += [end, step * geometric(discount, horizon - 1) + discount ** (horizon - 1) * end]
    low, high = min(found), max(found)
    return (low, high) if low < high else (low, low + 1.0)


def geometric(discount: float, count: int) -> float:
    """Return the sum of the first `count` powers of `discount`."""
    return float(count) if discount == 1.0 else (1.0 - discount**count) / (1.0 - discount)
