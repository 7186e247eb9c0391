"""Hex: Black joins the top edge to the bottom, White the left edge to the right, on a rhombus of hexagons.

Somebody always wins, and on equal boards the first player can (Nash, *Some games and machines for playing them*,
1952). With the swap option the second player may, instead of a first move, take over the first stone, reflected in
the board's long diagonal, so that it is White's. Solved sizes and names of cells: HexWiki.

A stone is *joined* once it is connected to its owner's first edge (top or left). A new stone beside a joined one is
joined, and so are all the loose ones that it touches, and those that they touch; each stone is joined at most once in
a game, which makes this cheaper than union-find. Whoever joins a cell beside the other edge has won.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.boards.hex_groups import stone_codes
from monteverde.boards.symmetry import HALF_TURN, IDENTITY, cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel
from monteverde.drawing import Picture, rhombus
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_SIZE = 26  # columns are named by letters

# What stands in a cell: nothing, or a stone of player p, 1 << p. The two shifts make of it a stone that is joined, and
# the edge that the player has to reach. The edge to start from is a row of joined stones.
JOINED, GOAL = 2, 4
COLOUR = 3
NOBODY = -1
STONES = (None, BLACK, WHITE)  # by the colour of what stands in a cell


@family
def hex(size: int = 11, swap: bool = False) -> type[Game]:
    """Connect your two edges of a rhombus of hexagons before the other does; no draws."""
    if not 1 <= size <= MAX_SIZE:
        raise UsageError(f"hex needs a size of 1 to {MAX_SIZE}, got size={size}")
    num_cells = size * size
    width = size + 2  # of a row with an edge cell at either end
    bordered, above = _bordered_board(size), _cells_above(size)
    codes = stone_codes(num_cells)
    maps = rectangle(size, size)
    images = image_table(cells(size, size), [maps[IDENTITY], maps[HALF_TURN]], num_others=swap)
    small = above.dtype.type

    class Hex(Game):
        state = [
            ("cells", np.uint8, bordered.shape),
            ("empty", small, (num_cells + 1,)),  # the empty cells, in any order; behind them is the queue of `spread`
            ("place", small, (num_cells,)),  # where in that list a cell is
            ("num_empty", np.int64),
            ("player", np.int64),
            ("winner", np.int64),
            ("stones", np.uint64),  # a sum that names where which stones are
        ]
        num_players, num_actions, max_length = 2, num_cells + swap, num_cells + swap
        board = (size, size)
        num_symmetries, symmetries = len(images), images_rule(images)
        player_names = ("Black", "White")

        def start(state):
            clear(state)

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            count = 0
            for cell in range(num_cells):
                out[count] = cell
                count += state.cells[above[cell] + width] == 0
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
                swap_sides(state)
            else:
                put_stone(state, action)

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            out[state.winner] = 1.0

        def key(state):
            return state.stones + np.uint64(state.player)

        def action_name(action):
            return "swap" if action == num_cells else f"{_letter(action % size)}{action // size + 1}"

        def picture(state):
            board = state.cells.reshape(-1, width)[2:-1, 1:-1]
            return Picture(rhombus(size), [STONES[colour(content)] for content in board[:size].ravel()])

        def set_up(state, stones, player):
            for cell, owner in stones:
                state.player = owner
                put_stone(state, cell)
            state.player = player

    def can_swap(state):
        return state.player == 1 and state.num_empty == num_cells - 1

    def clear(state):
        for i in range(len(bordered)):
            state.cells[i] = bordered[i]
        for cell in range(num_cells):
            state.empty[cell] = state.place[cell] = cell
        state.num_empty, state.player, state.winner, state.stones = num_cells, 0, NOBODY, 0

    def swap_sides(state):
        stone = 0
        while state.cells[above[stone] + width] == 0:
            stone += 1
        clear(state)
        state.player = 1
        put_stone(state, (stone % size) * size + stone // size)

    @kernel
    def put_stone(state, cell):
        player = state.player
        state.player = 1 - player
        state.stones += codes[player, cell]
        last = remove(state, cell)
        stone = 1 << player
        corner = np.int64(above[cell])
        around = ring(state.cells, corner)
        is_joined = (around & (stone << JOINED)) != 0
        state.cells[corner + width] = stone << (JOINED * is_joined)
        if is_joined & ((around & (stone | stone << GOAL)) != 0):  # one branch: it is rarely taken
            state.empty[last] = corner
            spread(state, player)

    @kernel
    def remove(state, cell):
        """Take `cell` from the list of empty cells, and return how many are left."""
        last = state.num_empty - 1
        place, moved = state.place[cell], state.empty[last]
        state.empty[place] = moved
        state.place[moved] = place
        state.num_empty = last
        return last

    def spread(state, player):
        """Join all loose stones that are connected to the newly joined one, whose `above` is after the empty cells."""
        stone = 1 << player
        head = state.num_empty
        end = head + 1
        seen = 0
        while head < end:
            corner = np.int64(state.empty[head])
            head += 1
            seen |= ring(state.cells, corner)
            end = join(state, stone, corner - width, end)
            end = join(state, stone, corner - width + 1, end)
            end = join(state, stone, corner - 1, end)
            end = join(state, stone, corner + 1, end)
            end = join(state, stone, corner + width - 1, end)
            end = join(state, stone, corner + width, end)
        if seen & (stone << GOAL):
            state.winner = player

    @kernel
    def join(state, stone, corner, end):
        """Join the stone below `corner` and queue it, if it is a loose `stone`. No branch: none could be predicted."""
        content = np.int64(state.cells[corner + width])
        is_loose = content == stone
        state.empty[end] = corner
        state.cells[corner + width] = content << (JOINED * is_loose)
        return end + is_loose

    @kernel
    def colour(content):
        """Return 0 for an empty cell, 1 for Black's stone, 2 for White's."""
        return (content | content >> JOINED) & COLOUR

    @kernel
    def ring(board, corner):
        """Return all that the six neighbours of the cell below `corner` hold."""
        upper = board[corner] | board[corner + 1]
        same = board[corner + width - 1] | board[corner + width + 1]
        return np.int64(upper | same | board[corner + 2 * width - 1] | board[corner + 2 * width])

    return Hex


def _bordered_board(size: int) -> npt.NDArray[np.uint8]:
    """Return the empty board: rows of `size` cells with a cell of White's edges at either end, and Black's edges.

    The first row is never read: it keeps the index of the cell above an edge cell from being negative.
    """
    board = np.zeros((size + 3, size + 2), np.uint8)
    board[:, 0], board[:, -1] = 2 << JOINED, 2 << GOAL
    board[1], board[-1] = 1 << JOINED, 1 << GOAL
    return board.ravel()


def _cells_above(size: int) -> npt.NDArray[np.unsignedinteger[Any]]:
    """Return, for each cell, where in the bordered board its upper left neighbour is: the `corner` of the kernels."""
    row, column = np.divmod(np.arange(size * size), size)
    return ((row + 1) * (size + 2) + column + 1).astype(np.min_scalar_type((size + 2) ** 2 - 1))


def _letter(column: int) -> str:
    return chr(ord("a") + column)
