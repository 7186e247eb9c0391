"""Havannah: a ring, a bridge or a fork, on a hexagon of hexagons (Christian Freeling, 1976). White begins.

A bridge joins two of the six corner cells, a fork three of the six sides, to which corners do not belong, and a ring
goes around at least one cell, whatever is on it. A full board without any of them is a draw. With the swap option the
second player may, instead of a first move, take the first stone over.

Which corners and sides a group of connected stones touches is kept from move to move (`boards.hex_groups`). A new stone
closes a ring exactly if it touches one group on two sides of itself, with other cells between on both ways around, or
if a cell beside it then has six neighbours of that colour (compare Timo Ewalds, *Playing and solving Havannah*, 2012).
"""

import numpy as np
import numpy.typing as npt

from monteverde.boards.hex_groups import ALL_AROUND, NUM_NEIGHBOURS, hex_groups
from monteverde.boards.symmetry import hexagon, image_table, images_rule
from monteverde.compile import below, kernel, lowest_bit, popcount
from monteverde.drawing import Picture, layouts
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError
from monteverde.game import Game, family

MIN_SIZE, MAX_SIZE = 2, 13  # columns are named by letters
NOBODY, DRAW, NOTHING = -1, 2, 0
STONES = (None, WHITE, BLACK)  # by what a cell holds
AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # rows and columns to the neighbours, in a circle
CORNERS, SIDES = np.uint64(0b111111), np.uint64(0b111111 << 6)
ONE, FORK, BRIDGE = np.uint64(1), 3, 2
# By the bits of the neighbours that are one's own, those between two of them.
TURNED = [(own << 1 | own >> NUM_NEIGHBOURS - 1) & ALL_AROUND for own in range(ALL_AROUND + 1)]
MIDDLES = np.array([TURNED[own] & TURNED.index(own) for own in range(ALL_AROUND + 1)], np.uint64)


@family
def havannah(size: int = 8, swap: bool = False) -> type[Game]:
    """Make a ring, a bridge between two corners, or a fork of three sides, on a hexagon."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise UsageError(f"havannah needs a size of {MIN_SIZE} to {MAX_SIZE}, got size={size}")
    places = _places(size)
    num_cells = len(places)
    groups = hex_groups(places, AROUND, _edges(places, size))
    neighbours, clear_cells, put, own_around = groups.neighbours, groups.clear, groups.put, groups.own_around
    images = image_table([(place,) for place in places], hexagon(size), num_others=swap)

    # Action num_cells is the swap.
    class Havannah(Game):
        state = [*groups.fields, ("last", np.int16), ("player", np.int16), ("winner", np.int16)]
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
        clear_cells(state)
        state.last, state.player, state.winner = NOBODY, 0, NOBODY

    @kernel
    def put_stone(state, cell):
        player = np.int64(state.player)
        state.player = 1 - player
        state.last = cell
        own, edges, is_ring = put(state, cell, player)
        has_won = is_ring or popcount(edges & CORNERS) >= BRIDGE or popcount(edges & SIDES) >= FORK
        if has_won or has_full_ring(state, cell, own):
            state.winner = player
        elif state.num_empty == 0:
            state.winner = DRAW

    @kernel
    def has_full_ring(state, cell, own):
        """Return whether a cell beside `cell` has six neighbours that hold the stone there."""
        middles = MIDDLES[own]
        while middles:
            centre = np.int64(neighbours[cell, lowest_bit(middles)])
            middles &= middles - ONE
            if own_around(state, centre, state.cells[cell]) == ALL_AROUND:
                return True
        return False

    return Havannah


def _places(size: int) -> list[tuple[int, int]]:
    """Return the row and column of each cell. A row begins half a cell to the right of the one above it, as in Hex."""
    span = range(2 * size - 1)
    return [(row, column) for row in span for column in span if size - 1 <= row + column <= 3 * (size - 1)]


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


def _cell_name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
