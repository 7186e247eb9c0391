"""Domineering: place dominoes, one player upright, the other lying; whoever cannot place one loses.

Göran Andersson; also known as Crosscram (Gardner, *Mathematical games*, 1974). Vertical begins. The board is one
uint64 of free cells, so it has 64 cells at most: bit 0 is a1, bit 1 is b1, bit `columns` is a2. How many cells are
covered tells whose turn it is.

Square boards: a win for the first player on 2, 3, 4, 6, 7 and 8, for the second on 5 (Breuker, Uiterwijk and van den
Herik, *Solving 8x8 Domineering*, 2000).
"""

import numpy as np

from monteverde.boards.symmetry import Point, image_table, images_rule, rectangle
from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount
from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_CELLS, MAX_COLUMNS = 64, 26
VERTICAL = 0
ZERO, ONE = np.uint64(0), np.uint64(1)
HALF = Piece("#", "block", "grey")  # of a domino


@family
def domineering(rows: int = 8, columns: int = 8) -> type[Game]:
    """Place dominoes, one upright, the other lying; whoever cannot place one loses."""
    if rows < 1 or not 1 <= columns <= MAX_COLUMNS or rows * columns > MAX_CELLS:
        raise UsageError(
            f"domineering needs rows >= 1, 1 <= columns <= {MAX_COLUMNS} and at most {MAX_CELLS} cells, "
            f"got rows={rows}, columns={columns}"
        )
    num_cells = rows * columns
    board = np.uint64((1 << num_cells) - 1)
    row = np.uint64((1 << columns) - 1)
    first_column = np.uint64(sum(1 << columns * r for r in range(rows)))
    not_last_column = np.uint64(int(board) & ~(int(first_column) << columns - 1))
    maps = rectangle(2 * rows - 1, 2 * columns - 1)[:4]  # the others exchange the players
    images = image_table(_middles(rows, columns), maps)
    down = np.uint64(min(columns, MAX_CELLS - 1))  # a shift must be shorter than a word; one row has nothing below

    # Action c is an upright domino on cell c and the one below, action num_cells + c a lying one on c and to its right.
    class Domineering(Game):
        state = [("free", np.uint64), ("player", np.int64)]
        num_players, num_actions = 2, 2 * num_cells
        max_length = max(1, num_cells // 2)
        player_names = ("Vertical", "Horizontal")
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            state.free = board

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            places = placements(state)
            first = state.player * num_cells
            count = 0
            while places:
                out[count] = first + lowest_bit(places)
                places &= places - ONE
                count += 1
            return count

        def sample_action(state, rng):
            places = placements(state)
            return state.player * num_cells + nth_bit(places, below(rng, popcount(places)))

        def play(state, action):
            if action < num_cells:
                cell = ONE << np.uint64(action)
                state.free &= ~(cell | cell << down)
            else:
                cell = ONE << np.uint64(action - num_cells)
                state.free &= ~(cell | cell << ONE)
            state.player = 1 - state.player

        def is_terminal(state):
            return placements(state) == ZERO

        def rewards(state, out):
            out[1 - state.player] = 1.0

        def key(state):
            return state.free  # exact

        def canonical_key(state):
            upside_down = flipped(state.free)
            return min(state.free, upside_down, mirrored(state.free), mirrored(upside_down))

        def action_name(action):
            r, c = divmod(action % num_cells, columns)
            other = (r + 1, c) if action < num_cells else (r, c + 1)
            return f"{_cell_name(r, c)}-{_cell_name(*other)}"

        def picture(state):
            free = int(state.free)
            halves = [None if free >> cell & 1 else HALF for cell in range(num_cells)]
            return Picture(grid(rows, columns, covers=True), halves)

    @kernel
    def placements(state):
        """Return the cells that are the upper or the left one of a domino that the player to move can place."""
        free = state.free
        if state.player == VERTICAL:
            return free & free >> down if rows > 1 else ZERO
        return free & free >> ONE & not_last_column

    @kernel
    def flipped(cells):
        """Return `cells` with top and bottom exchanged."""
        image = ZERO
        for r in range(rows):
            image |= (cells >> np.uint64(columns * r) & row) << np.uint64(columns * (rows - 1 - r))
        return image

    @kernel
    def mirrored(cells):
        """Return `cells` with left and right exchanged."""
        image = ZERO
        for c in range(columns):
            image |= (cells >> np.uint64(c) & first_column) << np.uint64(columns - 1 - c)
        return image

    return Domineering


def _middles(rows: int, columns: int) -> list[tuple[Point]]:
    """Return the middle of the domino of each action, in half rows and columns; some dominoes lie beyond the edge."""
    places = [(2 * row, 2 * column) for row in range(rows) for column in range(columns)]
    return [((row + 1, column),) for row, column in places] + [((row, column + 1),) for row, column in places]


def _cell_name(row: int, column: int) -> str:
    return f"{chr(ord('a') + column)}{row + 1}"
