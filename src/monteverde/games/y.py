"""Y: join the three sides of a triangle of hexagons; a corner is on two. Black begins.

Claude Shannon, early 1950s; Schensted and Titus, *Mudcrack Y & Poly-Y*, 1975. On a full board exactly one player joins
all sides, so there is no draw, and by strategy stealing the first player can win on every board. With the swap option
the second player may, instead of a first move, take the first stone over.

Which sides a group of connected stones touches is kept from move to move (`boards.hex_groups`).
"""

import numpy as np
import numpy.typing as npt

from monteverde.boards.hex_groups import hex_groups
from monteverde.boards.symmetry import image_table, images_rule, triangle
from monteverde.compile import below, kernel
from monteverde.drawing import Picture, layouts
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_SIZE = 26  # columns are named by letters
NOBODY, NOTHING = -1, 0
AROUND = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # rows and columns to the neighbours, in a circle
STONES = (None, BLACK, WHITE)
LEFT, RIGHT, BOTTOM = 1, 2, 4
ALL_SIDES = np.uint64(LEFT | RIGHT | BOTTOM)


@family
def y(size: int = 11, swap: bool = False) -> type[Game]:
    """Join the three sides of a triangle of hexagons; no draws."""
    if not 1 <= size <= MAX_SIZE:
        raise UsageError(f"y needs a size of 1 to {MAX_SIZE}, got size={size}")
    places = [(row, column) for row in range(size) for column in range(row + 1)]
    num_cells = len(places)
    groups = hex_groups(places, AROUND, _sides(places, size))
    clear_cells, put = groups.clear, groups.put
    images = image_table([(place,) for place in places], triangle(size), num_others=swap)

    # Action num_cells is the swap.
    class Y(Game):
        state = [*groups.fields, ("last", np.int16), ("player", np.int16), ("winner", np.int16)]
        num_players, num_actions, max_length = 2, num_cells + swap, num_cells + swap
        player_names = ("Black", "White")
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            clear(state)

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            count = 0
            for cell in range(num_cells):
                out[count] = cell
                count += state.cells[cell] == NOTHING
            if swap and can_swap(state):
                out[count] = num_cells
                count += 1
            return count

        def sample_action(state, rng):
            if swap and can_swap(state) and below(rng, num_cells) == 0:
                return num_cells
            return np.int64(state.empty[below(rng, state.num_empty)])

        def play(state, action):
            if swap and action == num_cells:
                stone = np.int64(state.last)
                clear(state)
                state.player = 1
                put_stone(state, stone)
            else:
                put_stone(state, action)

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            out[state.winner] = 1.0

        def key(state):
            return state.stones + np.uint64(state.player)

        def action_name(action):
            return "swap" if action == num_cells else _cell_name(*places[action])

        def picture(state):
            return Picture(layouts.triangle(size), [STONES[content] for content in state.cells[:num_cells]])

    def can_swap(state):
        return state.player == 1 and state.num_empty == num_cells - 1

    def clear(state):
        clear_cells(state)
        state.last, state.player, state.winner = NOBODY, 0, NOBODY

    @kernel
    def put_stone(state, cell):
        player = np.int64(state.player)
        state.player = 1 - player
        state.last = cell
        _, sides, _ = put(state, cell, player)
        if sides == ALL_SIDES:
            state.winner = player

    return Y


def _sides(places: list[tuple[int, int]], size: int) -> npt.NDArray[np.uint8]:
    """Return which sides of the triangle each cell is on."""
    return np.array(
        [LEFT * (c == 0) + RIGHT * (c == r) + BOTTOM * (r == size - 1) for r, c in places],
        np.uint8,
    )


def _cell_name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
