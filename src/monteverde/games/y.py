"""Y: join the three sides of a triangle of hexagons; a corner is on two. Black begins.

Claude Shannon, early 1950s; Schensted and Titus, *Mudcrack Y & Poly-Y*, 1975. On a full board exactly one player joins
all sides, so there is no draw, and by strategy stealing the first player can win on every board. With the swap option
the second player may, instead of a first move, take the first stone over.

Stones that are connected are a group; what sides a group touches is kept at one of its stones, its root, to which the
others lead (union-find: Tarjan, *Efficiency of a good but not linear set union algorithm*, 1975, with path halving).
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import image_table, images_rule, triangle
from monteverde.compile import below, kernel, lowest_bit
from monteverde.drawing import Picture, layouts
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_SIZE = 26  # columns are named by letters
NOBODY = -1
NOTHING, OUTSIDE = 0, 3  # what a cell holds, beside 1 + the player whose stone it is
AROUND = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # rows and columns to the neighbours, in a circle
NUM_NEIGHBOURS = len(AROUND)
ONE = np.uint64(1)
STONES = (None, BLACK, WHITE)
LEFT, RIGHT, BOTTOM = 1, 2, 4
ALL_SIDES = LEFT | RIGHT | BOTTOM
# By the bits of the neighbours that are one's own, the first of each run of these.
FIRSTS = np.array([own & ~(own << 1 | own >> NUM_NEIGHBOURS - 1) for own in range(1 << NUM_NEIGHBOURS)], np.uint64)


@family
def y(size: int = 11, swap: bool = False) -> type[Game]:
    """Join the three sides of a triangle of hexagons; no draws."""
    if not 1 <= size <= MAX_SIZE:
        raise UsageError(f"y needs a size of 1 to {MAX_SIZE}, got size={size}")
    places = [(row, column) for row in range(size) for column in range(row + 1)]
    num_cells = len(places)
    neighbours, sides_of = _neighbours(places), _sides(places, size)
    codes = _stone_codes(num_cells)
    images = image_table([(place,) for place in places], triangle(size), num_others=swap)
    small = np.min_scalar_type(num_cells).type

    # Action num_cells is the swap.
    class Y(Game):
        state = [
            ("stones", np.uint64),  # a sum that names where which stones are
            ("parent", small, (num_cells,)),  # the next stone on the way to the root of the group
            ("empty", small, (num_cells,)),  # the empty cells, in any order
            ("place", small, (num_cells,)),  # where in that list a cell is
            ("cells", np.uint8, (num_cells + 1,)),  # the last one stands for all that is outside
            ("sides", np.uint8, (num_cells,)),  # what a root's group touches
            ("num_empty", np.int16),
            ("last", np.int16),
            ("player", np.int16),
            ("winner", np.int16),
        ]
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
                if state.cells[cell] == NOTHING:
                    out[count] = cell
                    count += 1
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
        for cell in range(num_cells):
            state.empty[cell] = state.place[cell] = state.parent[cell] = cell
            state.cells[cell] = NOTHING
            state.sides[cell] = sides_of[cell]
        state.cells[num_cells] = OUTSIDE
        state.num_empty, state.last, state.player, state.winner, state.stones = num_cells, NOBODY, 0, NOBODY, 0

    @kernel
    def put_stone(state, cell):
        player = np.int64(state.player)
        state.player = 1 - player
        state.stones += codes[player, cell]
        remove(state, cell)
        state.last = cell
        state.cells[cell] = 1 + player
        own = 0
        for i in range(NUM_NEIGHBOURS):
            own |= np.int64(state.cells[neighbours[cell, i]] == 1 + player) << i
        root, sides = np.int64(cell), np.int64(state.sides[cell])
        firsts = FIRSTS[own]  # one of each run of neighbours, which are one group; none if it fills a hole in a group
        while firsts:
            other = find_root(state, neighbours[cell, lowest_bit(firsts)])
            firsts &= firsts - ONE
            sides |= np.int64(state.sides[other])
            state.parent[root] = other  # the new stone hangs from the first group, that from the next, ...
            root = other
        state.sides[root] = sides
        if sides == ALL_SIDES:
            state.winner = player

    @kernel
    def find_root(state, cell):
        while np.int64(state.parent[cell]) != cell:
            above = np.int64(state.parent[state.parent[cell]])
            state.parent[cell] = above
            cell = above
        return cell

    @kernel
    def remove(state, cell):
        """Take `cell` from the list of empty cells."""
        last = np.int64(state.num_empty) - 1
        place, moved = state.place[cell], state.empty[last]
        state.empty[place] = moved
        state.place[moved] = place
        state.num_empty = last

    return Y


def _neighbours(places: list[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """Return the six neighbours of each cell in a circle; those outside are number len(places)."""
    numbers = {place: number for number, place in enumerate(places)}
    outside = len(places)
    return np.array([[numbers.get((r + down, c + right), outside) for down, right in AROUND] for r, c in places])


def _sides(places: list[tuple[int, int]], size: int) -> npt.NDArray[np.uint8]:
    """Return which sides of the triangle each cell is on."""
    return np.array(
        [LEFT * (c == 0) + RIGHT * (c == r) + BOTTOM * (r == size - 1) for r, c in places],
        np.uint8,
    )


def _stone_codes(num_cells: int) -> npt.NDArray[np.uint64]:
    """Return an even uint64 for each player and cell: the sum over all stones, plus whose turn it is, is the key.

    On small boards that is a number with one base 3 digit for each cell, hence exact; else the parts are random
    (Zobrist, *A new hashing method with application for game playing*, 1970).
    """
    if 2 * 3**num_cells < 2**64:
        return np.array([[2 * colour * 3**cell for cell in range(num_cells)] for colour in (1, 2)], np.uint64)
    codes: npt.NDArray[Any] = 2 * np.random.default_rng(0).integers(2**63, size=(2, num_cells), dtype=np.uint64)
    return codes


def _cell_name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
