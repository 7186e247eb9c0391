"""Groups of connected stones on hexagonal cells, and what they touch: what Y and Havannah have in common.

Stones that are connected are a group, known by one of its stones, its root, to which the others lead; what a group
touches is kept there (union-find: Tarjan, *Efficiency of a good but not linear set union algorithm*, 1975, with path
halving). The neighbours of a cell are numbered in a circle, so a run of one's own among them is one group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from monteverde.compile import kernel, lowest_bit

NOTHING, OUTSIDE = 0, 3  # what a cell holds, beside 1 + the player whose stone it is
NUM_NEIGHBOURS = 6
ALL_AROUND = (1 << NUM_NEIGHBOURS) - 1
ONE = np.uint64(1)
# By the bits of the neighbours that are one's own, the first of each run of these: none if all six are.
FIRSTS = np.array([own & ~(own << 1 | own >> NUM_NEIGHBOURS - 1) for own in range(ALL_AROUND + 1)], np.uint64)


class HexGroups(NamedTuple):
    """The fields of a state that hold such a board, and the kernels that read and change it."""

    fields: list[tuple[Any, ...]]
    """What to put in `Game.state`."""
    neighbours: npt.NDArray[np.unsignedinteger[Any]]
    """(cells + 1, 6): the neighbours of each cell in a circle; cell number `cells` stands for all that is outside."""
    clear: Callable[..., Any]
    """clear(state): take all stones off."""
    put: Callable[..., Any]
    """put(state, cell, player): put a stone on an empty cell and join it to its neighbours; return the bits of those
    that are the player's, what the group touches then, and whether one group was touched on two sides."""
    own_around: Callable[..., Any]
    """own_around(state, cell, content): return a bit for each neighbour that holds `content`."""


def hex_groups(
    places: Sequence[tuple[int, int]], around: Sequence[tuple[int, int]], touches: npt.NDArray[np.unsignedinteger[Any]]
) -> HexGroups:
    """Return the board of the cells at `places`.

    Args:
        places: row and column of each cell.
        around: rows and columns to the six neighbours, in a circle.
        touches: (cells,): a set of bits for what each cell touches; that of a group is their union.
    """
    num_cells = len(places)
    small = np.min_scalar_type(num_cells).type
    neighbours, codes = _neighbours(places, around), stone_codes(num_cells)
    fields = [
        ("stones", np.uint64),  # a sum that names where which stones are
        ("parent", small, (num_cells,)),  # the next stone on the way to the root of the group
        ("empty", small, (num_cells,)),  # the empty cells, in any order
        ("place", small, (num_cells,)),  # where in that list a cell is
        ("touched", touches.dtype.type, (num_cells,)),  # what a root's group touches
        ("cells", np.uint8, (num_cells + 1,)),  # the last one stands for all that is outside
        ("num_empty", np.int16),
    ]

    @kernel
    def clear(state):
        for cell in range(num_cells):
            state.empty[cell] = state.place[cell] = state.parent[cell] = cell
            state.cells[cell] = NOTHING
            state.touched[cell] = touches[cell]
        state.cells[num_cells] = OUTSIDE
        state.num_empty, state.stones = num_cells, 0

    @kernel
    def put(state, cell, player):
        state.stones += codes[player, cell]
        remove(state, cell)
        state.cells[cell] = 1 + player
        own = own_around(state, cell, 1 + player)
        root, touched, is_twice = np.int64(cell), np.uint64(state.touched[cell]), False
        firsts = FIRSTS[own]
        while firsts:
            other = find_root(state, np.int64(neighbours[cell, lowest_bit(firsts)]))
            firsts &= firsts - ONE
            is_twice |= other == root
            touched |= np.uint64(state.touched[other])
            state.parent[root] = other  # the new stone hangs from the first group, that from the next, ...
            root = other
        state.touched[root] = touched
        return own, touched, is_twice

    @kernel
    def own_around(state, cell, content):
        own = 0
        for i in range(NUM_NEIGHBOURS):
            own |= np.int64(state.cells[neighbours[cell, i]] == content) << i
        return own

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

    return HexGroups(fields, neighbours, clear, put, own_around)


def _neighbours(
    places: Sequence[tuple[int, int]], around: Sequence[tuple[int, int]]
) -> npt.NDArray[np.unsignedinteger[Any]]:
    numbers = {place: number for number, place in enumerate(places)}
    outside = len(places)
    found = [[numbers.get((row + down, column + right), outside) for down, right in around] for row, column in places]
    return np.array([*found, [outside] * NUM_NEIGHBOURS], np.min_scalar_type(outside))


def stone_codes(num_cells: int) -> npt.NDArray[np.uint64]:
    """Return an even uint64 for each player and cell: the sum over all stones, plus whose turn it is, is a key.

    On small boards that is a number with one base 3 digit for each cell, hence exact; else the parts are random
    (Zobrist, *A new hashing method with application for game playing*, 1970).
    """
    if 2 * 3**num_cells < 2**64:
        return np.array([[2 * colour * 3**cell for cell in range(num_cells)] for colour in (1, 2)], np.uint64)
    codes: npt.NDArray[Any] = 2 * np.random.default_rng(0).integers(2**63, size=(2, num_cells), dtype=np.uint64)
    return codes
