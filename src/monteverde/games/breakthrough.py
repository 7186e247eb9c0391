"""Breakthrough: walk one piece to the far rank (Dan Troyka, 2000).

Both players fill their two nearest ranks; White begins. A piece goes one step straight ahead onto an empty square, or
diagonally ahead onto a square that is empty or the opponent's, which is captured. Whoever reaches the last rank, or
captures everything, wins. There is always a legal move: the foremost piece has nothing of its own diagonally ahead.

The pieces of a player are one uint64, so boards have 64 squares at most.
"""

from collections.abc import Callable

import numpy as np

from monteverde.boards.symmetry import IDENTITY, MIRRORED, Point, image_table, images_rule, rectangle
from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount
from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import UsageError
from monteverde.game import Game, family

MAX_SQUARES = 64
NOBODY = -1
ZERO, ONE, THREE = np.uint64(0), np.uint64(1), np.uint64(3)
MIX_1, MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)  # of SplitMix64 (`compile.random`)
SHIFT_31, SHIFT_32 = np.uint64(31), np.uint64(32)
WHITE_PAWN, BLACK_PAWN = Piece("W", "pawn", "white"), Piece("B", "pawn", "black")


@family
def breakthrough(rows: int = 8, columns: int = 8) -> type[Game]:
    """Bring one piece to the far rank; pieces step ahead and capture diagonally."""
    if rows < 4 or columns < 2 or rows * columns > MAX_SQUARES:
        raise UsageError(
            f"breakthrough needs rows >= 4, columns >= 2 and at most {MAX_SQUARES} squares, "
            f"got rows={rows}, columns={columns}"
        )
    num_squares = rows * columns
    ahead, left, right = np.uint64(columns), np.uint64(columns - 1), np.uint64(columns + 1)  # as White sees it
    not_first_file = _squares(rows, columns, lambda rank, file: file > 0)
    not_last_file = _squares(rows, columns, lambda rank, file: file < columns - 1)
    home = np.array([_ranks(rows, columns, 0, 1), _ranks(rows, columns, rows - 2, rows - 1)])
    goal = np.array([_ranks(rows, columns, rows - 1), _ranks(rows, columns, 0)])

    # An action is direction << shift | square. Directions 0, 1, 2 are White's to the left, straight and to the right;
    # 3, 4, 5 are Black's, to the left as White sees it. So the target is square + direction + offset[player].
    shift = (num_squares - 1).bit_length()
    direction_shift, square_mask = np.uint64(shift), np.uint64((1 << shift) - 1)
    maps = rectangle(rows, columns)
    images = image_table(_steps(rows, columns, shift), [maps[IDENTITY], maps[MIRRORED]])
    offset = np.array([columns - 1, -columns - 1 - 3]).astype(np.uint64)
    is_key_exact = 2 * num_squares < 64

    class Breakthrough(Game):
        state = [("pieces", np.uint64, (2,)), ("player", np.int64), ("winner", np.int64)]
        num_players, num_actions = 2, (5 << shift) + num_squares
        max_length = 2 * columns * (2 * rows - 5) + 1  # all pieces to the rank before the last, and one step more
        player_names = ("White", "Black")
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            state.pieces[0], state.pieces[1] = home[0], home[1]
            state.winner = NOBODY

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            player = np.uint64(state.player)
            to_left, straight, to_right = movable(state, player)
            first = 3 * state.player << shift
            count = write_moves(to_left, first, out, 0)
            count = write_moves(straight, first + (1 << shift), out, count)
            return write_moves(to_right, first + (2 << shift), out, count)

        def sample_action(state, rng):
            player = np.uint64(state.player)
            to_left, straight, to_right = movable(state, player)
            num_left = popcount(to_left)
            num_not_right = num_left + popcount(straight)
            n = below(rng, num_not_right + popcount(to_right))
            # Branches here could not be predicted; these sums say which set, and which bit of it, number n is.
            is_not_left, is_right = np.uint64(n >= num_left), np.uint64(n >= num_not_right)
            chosen = to_left ^ ((to_left ^ straight) & -is_not_left) ^ ((straight ^ to_right) & -is_right)
            rest = np.uint64(n) - np.uint64(num_left) * is_not_left - np.uint64(num_not_right - num_left) * is_right
            direction = THREE * player + is_not_left + is_right
            return np.int64(direction << direction_shift | np.uint64(nth_bit(chosen, rest)))

        def play(state, action):
            player = np.uint64(state.player)
            square = np.uint64(action) & square_mask
            direction = np.uint64(action) >> direction_shift
            target = ONE << (square + direction + offset[player])
            state.pieces[player] ^= target | ONE << square
            captured_from = state.pieces[player ^ ONE] & ~target
            state.pieces[player ^ ONE] = captured_from
            state.player = player ^ ONE
            if ((target & goal[player]) != ZERO) | (captured_from == ZERO):
                state.winner = player

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            out[state.winner] = 1.0

        def key(state):
            white, black, player = state.pieces[0], state.pieces[1], np.uint64(state.player)
            if is_key_exact:
                return (white << np.uint64(num_squares) | black) << ONE | player
            mixed = (white ^ (white >> SHIFT_32)) * MIX_1
            mixed = ((mixed ^ (mixed >> SHIFT_31)) + black) * MIX_2
            return (mixed ^ (mixed >> SHIFT_32)) << ONE | player

        def action_name(action):
            rank, file = divmod(action & ((1 << shift) - 1), columns)
            direction = action >> shift
            step, side = 1 if direction < 3 else -1, direction % 3 - 1
            return f"{_square_name(rank, file)}-{_square_name(rank + step, file + side)}"

        def picture(state):
            white, black = map(int, state.pieces)
            squares = [columns * rank + file for rank in reversed(range(rows)) for file in range(columns)]
            pawns = [WHITE_PAWN if white >> s & 1 else BLACK_PAWN if black >> s & 1 else None for s in squares]
            return Picture(grid(rows, columns, "checkers", upwards=True), pawns)

    @kernel
    def movable(state, player):
        """Return the pieces of `player` that can step to the left, straight ahead, to the right, as White sees it."""
        own = state.pieces[player]
        free, empty = ~own, ~(own | state.pieces[player ^ ONE])
        if player == ZERO:
            return own & not_first_file & free >> left, own & empty >> ahead, own & not_last_file & free >> right
        return own & not_first_file & free << right, own & empty << ahead, own & not_last_file & free << left

    @kernel
    def write_moves(squares, first, out, count):
        while squares:
            out[count] = first + lowest_bit(squares)
            squares &= squares - ONE
            count += 1
        return count

    return Breakthrough


def _steps(rows: int, columns: int, shift: int) -> list[tuple[Point, Point]]:
    """Return from where to where each action goes, in rank and file; some lead off the board, or begin there."""
    steps = []
    for action in range((5 << shift) + rows * columns):
        direction, (rank, file) = action >> shift, divmod(action & (1 << shift) - 1, columns)
        steps.append(((rank, file), (rank + (1 if direction < 3 else -1), file + direction % 3 - 1)))
    return steps


def _squares(rows: int, columns: int, is_in: Callable[[int, int], bool]) -> np.uint64:
    """Return the set of the squares (rank, file) that `is_in`, as bits: square 0 is a1, square 1 is b1."""
    squares = [rank * columns + file for rank in range(rows) for file in range(columns) if is_in(rank, file)]
    return np.uint64(sum(1 << square for square in squares))


def _ranks(rows: int, columns: int, *ranks: int) -> np.uint64:
    return _squares(rows, columns, lambda rank, file: rank in ranks)


def _square_name(rank: int, file: int) -> str:
    return f"{chr(ord('a') + file)}{rank + 1}"
