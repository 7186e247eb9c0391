"""Stones, chains and liberties on a square board: what Go, atari go and NoGo have in common.

A *vertex* is a place in the bordered board: each row has one edge cell before it, which is also the one behind the row
above. Chains are circular lists of stones, known by one of their stones. A chain's *pseudo-liberties* count an empty
neighbour once for each stone that touches it, so that a move changes them by additions alone; none are left exactly
when no liberty is. All four neighbours are updated without looking at what is there: an empty cell and an edge cell
are chains of their own, whose counts mean nothing and are set anew when a stone comes. What is there is asked without
branches, since none could be predicted.

Source: the pseudo-liberties, and the packed counts of neighbours in which an edge counts as both colours, are those of
Lukasz Lew's program Libego.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from monteverde.compile import kernel, lowest_bit
from monteverde.compile.unsigned import unsigned
from monteverde.drawing import Picture, grid
from monteverde.drawing.pieces import BLACK_STONE, WHITE_STONE
from monteverde.errors import UsageError

MAX_SIZE = 19
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # of the columns; players of Go leave out I
STONES = (None, BLACK_STONE, WHITE_STONE)  # by what `colour` holds
BOARD_BITS = 64
ZERO, ONE = np.uint64(0), np.uint64(1)

# What `colour` holds: nothing, a stone of player p, p + 1, or the edge.
EMPTY, EDGE = 0, 3

# What `around` holds: how many neighbours are Black's or the edge, White's or the edge, empty; and whether a stone
# here has ever been taken off.
COLOUR_BITS, COUNT = 4, 15
EMPTY_SHIFT = 8
ADD_BLACK, BLACK_TO_WHITE = 1 - (1 << EMPTY_SHIFT), (1 << COLOUR_BITS) - 1
WAS_TAKEN = 1 << 12
ALL_AROUND = 4


class GoBoard(NamedTuple):
    """The fields of a state that hold a board, and the kernels that read and change it."""

    fields: list[tuple[Any, ...]]
    """What to put in `Game.state`."""
    steps: npt.NDArray[np.int64]
    """(4,): from a vertex to its neighbours."""
    vertex_of: npt.NDArray[np.int64]
    """The vertex of each cell, row by row from the top."""
    cell_of: npt.NDArray[np.int64]
    """The cell of each vertex; -1 on the edge."""
    codes: npt.NDArray[np.uint64]
    """(2, vertices): the part of `stones` that each player's stone at each vertex is."""
    clear: Callable[..., Any]
    """clear(state): take all stones off."""
    add_stone: Callable[..., Any]
    """add_stone(state, vertex, player): put a stone on an empty vertex and join it to its neighbours; take none off."""
    remove_chain: Callable[..., Any]
    """remove_chain(state, vertex, player): take off the chain of `player` at `vertex`; return how many stones."""
    num_empty_around: Callable[..., Any]
    """num_empty_around(state, vertex): the number of empty neighbours."""
    is_enclosed_by: Callable[..., Any]
    """is_enclosed_by(state, vertex, player): whether all neighbours are stones of `player` or the edge."""
    is_last_liberty: Callable[..., Any]
    """is_last_liberty(state, vertex, near): whether the chain at `near` has no liberty but the empty `vertex`."""
    takes: Callable[..., Any]
    """takes(state, vertex, player): whether a stone of `player` there would take something off."""
    has_liberty: Callable[..., Any]
    """has_liberty(state, vertex, player): whether a stone there would have a liberty, after taking or without."""


def go_board(size: int) -> GoBoard:
    """Return the board of `size` x `size` cells, with `size` a constant to the compiler."""
    width = size + 1
    num_cells, num_vertices = size * size, width * (size + 2) + 1
    rows, columns = np.divmod(np.arange(num_cells), size)
    vertex_of = (rows + 1) * width + columns + 1
    cell_of = np.full(num_vertices, -1)
    cell_of[vertex_of] = np.arange(num_cells)
    steps = np.array([-width, -1, 1, width])
    first_colours, first_around = _first_colours(vertex_of, num_vertices), _first_around(vertex_of, steps, num_vertices)
    codes = _stone_codes(cell_of)
    small = np.min_scalar_type(num_vertices - 1)
    fields = [
        ("stones", np.uint64),  # a number that names where which stones are
        ("num_empty", np.int64),
        ("colour", np.uint8, (num_vertices,)),
        ("around", np.int16, (num_vertices,)),
        ("chain", small, (num_vertices,)),  # the stone that a stone's chain is known by
        ("following", small, (num_vertices,)),  # the next stone of the chain
        ("liberties", np.int16, (num_vertices,)),  # pseudo-liberties, where the chain is known by the vertex
        ("length", np.int16, (num_vertices,)),  # how many stones, likewise
        ("empty", small, (num_cells,)),  # the empty vertices, in any order
        ("place", small, (num_vertices,)),  # where in that list a vertex is
    ]

    @kernel
    def clear(state):
        state.stones, state.num_empty = np.uint64(0), num_cells
        for vertex in range(num_vertices):
            state.colour[vertex] = first_colours[vertex]
            state.around[vertex] = first_around[vertex]
            state.chain[vertex] = state.following[vertex] = vertex
            state.liberties[vertex] = state.length[vertex] = 0
        for cell in range(num_cells):
            vertex = vertex_of[cell]
            state.empty[cell] = vertex
            state.place[vertex] = cell

    @kernel
    def add_stone(state, vertex, player):
        state.colour[vertex] = player + 1
        state.stones ^= codes[player, vertex]
        last = state.num_empty - 1
        place, moved = state.place[vertex], state.empty[last]
        state.empty[place] = moved
        state.place[moved] = place
        state.num_empty = last
        change = ADD_BLACK + BLACK_TO_WHITE * player
        for d in range(4):
            near = unsigned(vertex + steps[d])
            state.around[near] += change
            state.liberties[unsigned(state.chain[near])] -= 1
        state.liberties[vertex] = num_empty_around(state, vertex)
        state.length[vertex] = 1
        own = held_around(state, vertex, player + 1)
        while own:
            join(state, vertex, vertex + steps[lowest_bit(own)])
            own &= own - ONE

    @kernel
    def held_around(state, vertex, colour):
        """Return a bit for each neighbour that holds `colour`."""
        held = ZERO
        for d in range(4):
            held |= np.uint64(state.colour[unsigned(vertex + steps[d])] == colour) << np.uint64(d)
        return held

    def join(state: Any, vertex: Any, near: Any) -> None:
        """Make one chain of two, unless they are one already; the shorter one is named anew."""
        kept, gone = np.int64(state.chain[vertex]), np.int64(state.chain[near])
        if kept == gone:
            return
        if state.length[kept] < state.length[gone]:
            kept, gone = gone, kept
        stone = gone
        while state.chain[stone] != kept:
            state.chain[stone] = kept
            stone = np.int64(state.following[stone])
        behind = state.following[kept]
        state.following[kept] = state.following[gone]
        state.following[gone] = behind
        state.liberties[kept] += state.liberties[gone]
        state.length[kept] += state.length[gone]

    def remove_chain(state: Any, vertex: Any, player: Any) -> Any:
        change = ADD_BLACK + BLACK_TO_WHITE * player
        stone = np.int64(state.chain[vertex])
        count = np.int64(state.length[stone])
        for _ in range(count):
            after = np.int64(state.following[stone])
            state.colour[stone] = EMPTY
            state.chain[stone] = state.following[stone] = stone
            state.stones ^= codes[player, stone]
            state.empty[state.num_empty] = stone
            state.place[stone] = state.num_empty
            state.num_empty += 1
            state.around[stone] |= WAS_TAKEN
            for d in range(4):
                near = unsigned(stone + steps[d])
                state.around[near] -= change
                state.liberties[unsigned(state.chain[near])] += 1
            stone = after
        return count

    @kernel
    def num_empty_around(state, vertex):
        return (np.int64(state.around[vertex]) >> EMPTY_SHIFT) & COUNT

    @kernel
    def is_enclosed_by(state, vertex, player):
        return (np.int64(state.around[vertex]) >> (COLOUR_BITS * player)) & COUNT == ALL_AROUND

    @kernel
    def is_last_liberty(state: Any, vertex: Any, near: Any) -> Any:
        chain = state.chain[near]
        num_touching = 0
        for d in range(4):
            num_touching += state.chain[unsigned(vertex + steps[d])] == chain
        return state.liberties[unsigned(chain)] == num_touching

    @kernel
    def takes(state, vertex, player):
        is_taking = False
        for d in range(4):
            near = unsigned(vertex + steps[d])
            is_taking |= (state.colour[near] == 2 - player) & is_last_liberty(state, vertex, near)
        return is_taking

    @kernel
    def has_liberty(state, vertex, player):
        return num_empty_around(state, vertex) != 0 or gains_liberty(state, vertex, player)

    def gains_liberty(state: Any, vertex: Any, player: Any) -> Any:
        """Return whether a stone at `vertex`, with no empty neighbour, would get liberties by joining or by taking."""
        gains = False
        for d in range(4):
            near = unsigned(vertex + steps[d])
            colour = state.colour[near]
            gains |= (colour != EDGE) & ((colour == player + 1) != is_last_liberty(state, vertex, near))
        return gains

    return GoBoard(
        fields,
        steps,
        vertex_of,
        cell_of,
        codes,
        clear,
        add_stone,
        remove_chain,
        num_empty_around,
        is_enclosed_by,
        is_last_liberty,
        takes,
        has_liberty,
    )


def refuse_size(name: str, size: int, least: int = 2) -> None:
    """Raise UsageError unless `size` is one that the game `name` can be played on."""
    if not least <= size <= MAX_SIZE:
        raise UsageError(f"{name} needs a size of {least} to {MAX_SIZE}, got size={size}")


def put_stones(grid: GoBoard, state: Any, stones: Sequence[tuple[int, int]]) -> None:
    """Put `stones`, each (cell, player), on the empty board of `state`.

    Raises:
        UsageError: if a chain would have no liberty.
    """
    for cell, player in stones:
        grid.add_stone(state, grid.vertex_of[cell], player)
    size = math.isqrt(len(grid.vertex_of))
    for cell, _ in stones:
        if state.liberties[state.chain[grid.vertex_of[cell]]] == 0:
            raise UsageError(f"the stone at {cell_name(cell, size)} has no liberty; put it where its chain has one")


def cell_name(cell: int, size: int) -> str:
    """Return what players call a cell: letters from the left, numbers from the bottom, "A1" to "T19"."""
    row, column = divmod(cell, size)
    return f"{LETTERS[column]}{size - row}"


def board_picture(colours: Any, size: int, *captions: str) -> Picture:
    """Return the picture of a board, with coordinates on all sides.

    Args:
        colours: (vertices,) of 0 (empty), 1 (Black), 2 (White) and the edge, as the field `colour` is.
        size: the number of rows.
        captions: lines below it.
    """
    cells = np.asarray(colours)[: (size + 1) * (size + 1)].reshape(size + 1, size + 1)[1:, 1:]
    layout = grid(size, size, "points", upwards=True, all_sides=True, letters=LETTERS)
    return Picture(layout, [STONES[colour] for colour in cells.ravel()], captions)


def _first_colours(vertex_of: npt.NDArray[np.int64], num_vertices: int) -> npt.NDArray[np.uint8]:
    colours = np.full(num_vertices, EDGE, np.uint8)
    colours[vertex_of] = EMPTY
    return colours


def _first_around(
    vertex_of: npt.NDArray[np.int64], steps: npt.NDArray[np.int64], num_vertices: int
) -> npt.NDArray[np.int16]:
    """Return what is around each vertex of the empty board; 0 for those of the edge, where nobody asks."""
    around = np.zeros(num_vertices, np.int16)
    both = 1 | 1 << COLOUR_BITS
    for vertex in vertex_of:
        is_inside = np.isin(vertex + steps, vertex_of)
        around[vertex] = is_inside.sum() << EMPTY_SHIFT | (~is_inside).sum() * both
    return around


def _stone_codes(cell_of: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Return a uint64 for each player and vertex: the exclusive or of those of all stones names the board.

    On boards of up to 5x5 each is a bit, hence exact; else they are random (Zobrist, *A new hashing method with
    application for game playing*, 1970).
    """
    num_vertices, num_cells = len(cell_of), cell_of.max() + 1
    if 2 * num_cells < BOARD_BITS:
        return np.array([[1 << max(2 * cell + player, 0) for cell in cell_of] for player in range(2)], np.uint64)
    return np.random.default_rng(0).integers(2**64, size=(2, num_vertices), dtype=np.uint64)
