"""Havannah: a ring, a bridge or a fork, on a hexagon of hexagons (Christian Freeling, 1976). White begins.

A bridge joins two of the six corner cells, a fork three of the six sides, to which corners do not belong, and a ring
goes around at least one cell, whatever is on it. A full board without any of them is a draw. With the swap option the
second player may, instead of a first move, take the first stone over.

Stones that are connected are a group, and what corners and sides it touches is kept at its root (union-find, as in Y).
A new stone closes a ring exactly if it touches one group on two sides of itself, with other cells between on both ways
around, or if a cell beside it then has six neighbours of that colour (compare Timo Ewalds, *Playing and solving
Havannah*, 2012).
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import hexagon, image_table, images_rule
from monteverde.compile import below, kernel, lowest_bit, popcount
from monteverde.drawing import Picture, layouts
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError
from monteverde.game import Game, family

MIN_SIZE, MAX_SIZE = 2, 13  # columns are named by letters
NOBODY, DRAW = -1, 2
NOTHING, OUTSIDE = 0, 3  # what a cell holds, beside 1 + the player whose stone it is
STONES = (None, WHITE, BLACK)  # by what a cell holds
AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # rows and columns to the neighbours, in a circle
NUM_NEIGHBOURS = len(AROUND)
CORNERS, SIDES = np.uint64(0b111111), np.uint64(0b111111 << 6)
ONE, FORK, BRIDGE = np.uint64(1), 3, 2
ALL_AROUND = (1 << NUM_NEIGHBOURS) - 1
# By the bits of the neighbours that are one's own: the first of each run of these, and those between two of them.
TURNED = [(own << 1 | own >> NUM_NEIGHBOURS - 1) & ALL_AROUND for own in range(ALL_AROUND + 1)]
FIRSTS = np.array([own & ~TURNED[own] for own in range(ALL_AROUND + 1)], np.uint64)
MIDDLES = np.array([TURNED[own] & TURNED.index(own) for own in range(ALL_AROUND + 1)], np.uint64)


@family
def havannah(size: int = 8, swap: bool = False) -> type[Game]:
    """Make a ring, a bridge between two corners, or a fork of three sides, on a hexagon."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise UsageError(f"havannah needs a size of {MIN_SIZE} to {MAX_SIZE}, got size={size}")
    places = _places(size)
    num_cells = len(places)
    neighbours, edges_of = _neighbours(places), _edges(places, size)
    codes = _stone_codes(num_cells)
    images = image_table([(place,) for place in places], hexagon(size), num_others=swap)
    small = np.min_scalar_type(num_cells).type

    # Action num_cells is the swap.
    class Havannah(Game):
        state = [
            ("stones", np.uint64),  # a sum that names where which stones are
            ("parent", small, (num_cells,)),  # the next stone on the way to the root of the group
            ("empty", small, (num_cells,)),  # the empty cells, in any order
            ("place", small, (num_cells,)),  # where in that list a cell is
            ("edges", np.uint16, (num_cells,)),  # what corners and sides a root's group touches
            ("cells", np.uint8, (num_cells + 1,)),  # the last one stands for all that is outside
            ("num_empty", np.int16),
            ("last", np.int16),
            ("player", np.int16),
            ("winner", np.int16),
        ]
        num_players, num_actions, max_length = 2, num_cells + swap, num_cells + swap
        player_names = ("White", "Black")
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
            if state.winner == DRAW:
                out[0] = out[1] = 0.5
            else:
                out[state.winner] = 1.0

        def key(state):
            return state.stones + np.uint64(state.player)

        def action_name(action):
            return "swap" if action == num_cells else _cell_name(*places[action])

        def picture(state):
            return Picture(layouts.hexagon(size), [STONES[content] for content in state.cells[:num_cells]])

    def can_swap(state):
        return state.player == 1 and state.num_empty == num_cells - 1

    def clear(state):
        for cell in range(num_cells):
            state.empty[cell] = state.place[cell] = state.parent[cell] = cell
            state.cells[cell] = NOTHING
            state.edges[cell] = edges_of[cell]
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
        own = own_around(state, cell, 1 + player)
        if join(state, cell, own) or has_full_ring(state, cell, own):
            state.winner = player
        elif state.num_empty == 0:
            state.winner = DRAW

    @kernel
    def own_around(state, cell, stone):
        """Return a bit for each neighbour of `cell` that holds `stone`."""
        own = 0
        for i in range(NUM_NEIGHBOURS):
            own |= np.int64(state.cells[neighbours[cell, i]] == stone) << i
        return own

    @kernel
    def join(state, cell, own):
        """Join the new stone with the groups that it touches; return whether that makes a ring, a bridge or a fork.

        Not all six neighbours are its own: that would be a ring already.
        """
        root, edges, is_ring = cell, np.uint64(state.edges[cell]), False
        firsts = FIRSTS[own]  # one of each run of neighbours, which are one group
        while firsts:
            other = find_root(state, neighbours[cell, lowest_bit(firsts)])
            firsts &= firsts - ONE
            is_ring |= other == root
            edges |= np.uint64(state.edges[other])
            state.parent[root] = other  # the new stone hangs from the first group, that from the next, ...
            root = other
        state.edges[root] = edges
        return is_ring or popcount(edges & CORNERS) >= BRIDGE or popcount(edges & SIDES) >= FORK

    @kernel
    def has_full_ring(state, cell, own):
        """Return whether a cell beside `cell` has six neighbours that hold the stone there."""
        middles = MIDDLES[own]
        while middles:
            centre = neighbours[cell, lowest_bit(middles)]
            middles &= middles - ONE
            if own_around(state, centre, state.cells[cell]) == ALL_AROUND:
                return True
        return False

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

    return Havannah


def _places(size: int) -> list[tuple[int, int]]:
    """Return the row and column of each cell. A row begins half a cell to the right of the one above it, as in Hex."""
    span = range(2 * size - 1)
    return [(row, column) for row in span for column in span if size - 1 <= row + column <= 3 * (size - 1)]


def _neighbours(places: list[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """Return the six neighbours of each cell in a circle; those outside are number len(places), whose own are too."""
    numbers = {place: number for number, place in enumerate(places)}
    outside = len(places)
    found = [[numbers.get((row + down, column + right), outside) for down, right in AROUND] for row, column in places]
    return np.array([*found, [outside] * NUM_NEIGHBOURS])


def _edges(places: list[tuple[int, int]], size: int) -> npt.NDArray[np.uint16]:
    """Return for each cell a bit for the corner that it is, or else one for the side that it is on."""
    least, middle, most = 0, size - 1, 2 * (size - 1)
    corners = [(least, middle), (least, most), (middle, most), (most, middle), (most, least), (middle, least)]
    edges = np.zeros(len(places), np.uint16)
    for number, (row, column) in enumerate(places):
        on_side = [row == least, column == most, row + column == 3 * middle]
        on_side += [row == most, column == least, row + column == middle]
        if (row, column) in corners:
            edges[number] = 1 << corners.index((row, column))
        elif any(on_side):
            edges[number] = 1 << len(corners) + on_side.index(True)
    return edges


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
