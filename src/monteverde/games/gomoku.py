"""Gomoku: stones on any empty cell, five in a row wins; of any size, for any number in a row. Black begins.

Freestyle, where longer lines win too; with `exact` only lines of exactly that length do. On 15x15 the first player wins
either way (Allis, van den Herik and Huntjens, *Go-moku solved by new search techniques*, 1996). `size=3, row=3` is
tic-tac-toe.

For each player the state has every line of the board, its rows, columns and diagonals, as a word of bits. A stone is
set in the four lines through its cell, and whether it completes a row is a few shifts of each. The empty cells are a
list, so that drawing one takes no search.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel
from monteverde.drawing import Picture, grid
from monteverde.drawing.pieces import BLACK, WHITE
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_SIZE = 26  # columns are named by letters
NUM_DIRECTIONS = 4
WORD, SHORT = 32, 16  # bits of a line
NOBODY, DRAW = -1, 2
ZERO, ONE = np.uint32(0), np.uint32(1)
OUT_OF_TURN = np.uint64(1 << 63)  # more than any exact sum: for boards set up so that the stones do not tell the turn


@family
def gomoku(size: int = 15, row: int = 5, exact: bool = False) -> type[Game]:
    """Get five stones in a row, in any direction; any size, any number in a row."""
    if not (1 <= size <= MAX_SIZE and row >= 1):
        raise UsageError(f"gomoku needs a size of 1 to {MAX_SIZE} and row >= 1, got size={size}, row={row}")
    num_cells = size * size
    line_of, bit_of, num_lines = _lines(size)
    codes = _stone_codes(num_cells)
    images = image_table(cells(size, size), rectangle(size, size))
    small = np.min_scalar_type(num_cells).type

    class Gomoku(Game):
        state = [
            ("lines", np.uint16 if size <= SHORT else np.uint32, (2, num_lines)),  # the stones of each player
            ("empty", small, (num_cells,)),  # the empty cells, in any order
            ("place", small, (num_cells,)),  # where in that list a cell is
            ("stones", np.uint64),  # a sum that names where which stones are
            ("num_empty", np.int16),
            ("last", np.int16),
            ("player", np.int16),
            ("winner", np.int16),
        ]
        num_players, num_actions, max_length = 2, num_cells, num_cells
        player_names = ("Black", "White")
        board = (size, size)
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            for cell in range(num_cells):
                state.empty[cell] = state.place[cell] = cell
            state.num_empty, state.last, state.winner = num_cells, NOBODY, NOBODY

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            count = 0
            for r in range(size):
                taken = state.lines[0, r] | state.lines[1, r]  # rows are the first lines
                for c in range(size):
                    out[count] = r * size + c
                    count += (taken >> np.uint32(c)) & ONE == ZERO
            return count

        def sample_action(state, rng):
            return np.int64(state.empty[below(rng, state.num_empty)])

        def play(state, action):
            player = np.int64(state.player)
            last = np.int64(state.num_empty) - 1
            place, moved = state.place[action], state.empty[last]
            state.empty[place] = moved
            state.place[moved] = place
            has_row = ZERO
            for direction in range(NUM_DIRECTIONS):
                line = line_of[action, direction]
                stones = state.lines[player, line] | ONE << bit_of[action, direction]
                state.lines[player, line] = stones
                has_row |= rows_in(stones)
            state.stones += codes[player, action]
            state.num_empty = last
            state.last = action
            state.player = 1 - player
            if has_row:
                state.winner = player
            elif last == 0:
                state.winner = DRAW

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            if state.winner == DRAW:
                out[0] = out[1] = 0.5
            else:
                out[state.winner] = 1.0

        def key(state):
            return state.stones  # their number tells whose turn it is

        def action_name(action):
            return f"{_letter(action % size)}{size - action // size}"

        def picture(state):
            black, white = state.lines[0], state.lines[1]
            cells = [(r, c) for r in range(size) for c in range(size)]
            stones = [BLACK if black[r] >> c & 1 else WHITE if white[r] >> c & 1 else None for r, c in cells]
            return Picture(grid(size, size, "points", upwards=True), stones)

        def set_up(state, stones, player):
            for cell, owner in stones:
                state.player = owner
                Gomoku.play(state, cell)
            state.player, state.last = player, NOBODY
            if len(stones) % 2 != player:
                state.stones += OUT_OF_TURN

    @kernel
    def rows_in(stones):
        """Return a bit for each place where a row that wins begins in a line."""
        starts, length = stones, 1
        while length < row:  # bit i: `length` stones from i on
            further = min(length, row - length)
            starts &= starts >> np.uint32(further) if further < WORD else ZERO
            length += further
        if exact:
            starts &= ~(stones << ONE) & ~(stones >> np.uint32(row) if row < WORD else ZERO)
        return starts

    return Gomoku


def _lines(size: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint32], int]:
    """Return the four lines through each cell, its bit in each, and how many lines there are: rows come first."""
    row, column = np.divmod(np.arange(size * size), size)
    num_diagonals = 2 * size - 1
    falling, rising = row - column + size - 1, row + column
    line_of = np.stack([row, size + column, 2 * size + falling, 2 * size + num_diagonals + rising], axis=1)
    bit_of = np.stack([column, row, column, column], axis=1).astype(np.uint32)
    return line_of, bit_of, 2 * size + 2 * num_diagonals


def _stone_codes(num_cells: int) -> npt.NDArray[np.uint64]:
    """Return a uint64 for each player and cell, whose sum over all stones is the key.

    On small boards that is a number with one base 3 digit for each cell, hence exact; else the parts are random
    (Zobrist, *A new hashing method with application for game playing*, 1970).
    """
    if 3**num_cells < 2**64:
        return np.array([[colour * 3**cell for cell in range(num_cells)] for colour in (1, 2)], np.uint64)
    codes: npt.NDArray[Any] = np.random.default_rng(0).integers(2**64, size=(2, num_cells), dtype=np.uint64)
    return codes


def _letter(column: int) -> str:
    return chr(ord("a") + column)
