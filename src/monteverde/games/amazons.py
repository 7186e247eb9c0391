"""Amazons: move like a queen, shoot an arrow like a queen; whoever cannot move loses (Walter Zamkauskas, 1988).

A player's turn is two actions: one of the four amazons goes along a row, a column or a diagonal over empty squares,
then shoots an arrow from there the same way. The square that it hits is blocked for good. White begins. A turn of two
actions keeps their number small: on 10x10 the first turn has 2,176 choices, but they are 80 moves and then some 27
shots each. A shot can always go back along the way, so a player can only lack a move.

Shots are numbered by their square, moves by both squares. Every line of the board, its rows, columns and diagonals, is
a word of bits that says which of its squares are taken; a table by place and bits says where a queen can go in it. A
playout draws evenly among moves and then among shots, which is not evenly among turns.
"""

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import MIRRORED, cells, image_table, rectangle
from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount
from monteverde.compile.unsigned import unsigned
from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import UsageError
from monteverde.game import Game, family

MIN_SIZE, MAX_SIZE = 6, 12
NUM_AMAZONS, NUM_DIRECTIONS = 4, 4
NOBODY, NOWHERE = -1, -1
ZERO, ONE = np.uint64(0), np.uint64(1)
WHITE_AMAZON, BLACK_AMAZON = Piece("W", "queen", "white"), Piece("B", "queen", "black")
ARROW = Piece("x", "arrow", "grey")


@family
def amazons(size: int = 10) -> type[Game]:
    """Move and shoot like a queen; arrows block squares; whoever cannot move loses."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise UsageError(f"amazons needs a size of {MIN_SIZE} to {MAX_SIZE}, got size={size}")
    num_squares = size * size
    line_of, place_of, square_at, edges = _lines(size)
    reach = _reach(size)
    bit_of = (1 << place_of).astype(np.uint16)
    homes = np.array(_homes(size))
    mirrored = image_table(cells(size, size), rectangle(size, size))[MIRRORED]
    codes = np.random.default_rng(0).integers(2**64, size=(3, num_squares), dtype=np.uint64)

    class Amazons(Game):
        state = [
            ("taken", np.uint16, edges.shape),  # by line: a bit for each square that is not empty, or off the board
            ("amazons", np.int16, (2, NUM_AMAZONS)),  # in ascending order
            ("pieces", np.uint64),  # a sum that names where which amazons and arrows are, 0 at the start
            ("shooter", np.int16),  # the square of the amazon that moved and must shoot, or NOWHERE
            ("player", np.int16),
            ("winner", np.int16),
            ("last", np.int16),  # the square of the last arrow
        ]
        num_players, num_actions = 2, num_squares + num_squares * num_squares
        num_action_codes, num_symmetries = 2 * 2 * num_squares, 2
        max_length = 2 * (num_squares - 2 * NUM_AMAZONS)
        player_names = ("White", "Black")
        board = (size, size)

        def start(state):
            for line in range(len(edges)):
                state.taken[line] = edges[line]
            for player in range(2):
                for i in range(NUM_AMAZONS):
                    square = homes[player, i]
                    state.amazons[player, i] = square
                    toggle(state, square)
            state.shooter, state.winner, state.last = NOWHERE, NOBODY, NOWHERE

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            if state.shooter != NOWHERE:
                return write_targets(state, np.int64(state.shooter), 0, out, 0)
            count = 0
            for i in range(NUM_AMAZONS):
                square = np.int64(state.amazons[state.player, i])
                count = write_targets(state, square, num_squares + square * num_squares, out, count)
            return count

        def sample_action(state, rng):
            if state.shooter != NOWHERE:
                square = np.int64(state.shooter)
                return nth_target(state, square, below(rng, num_targets(state, square)))
            total = 0
            for i in range(NUM_AMAZONS):
                total += num_targets(state, np.int64(state.amazons[state.player, i]))
            n = below(rng, total)
            square, count = NOWHERE, 0
            for i in range(NUM_AMAZONS):
                n -= count
                square = np.int64(state.amazons[state.player, i])
                count = num_targets(state, square)
                if n < count:
                    break
            return num_squares + square * num_squares + nth_target(state, square, n)

        def play(state, action):
            if action < num_squares:
                shoot(state, action)
            else:
                go(state, (action - num_squares) // num_squares, (action - num_squares) % num_squares)

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            out[state.winner] = 1.0

        def key(state):
            return state.pieces + np.uint64(2 * (state.shooter + 1) + state.player)

        def action_code(state, action):
            # Player, move or shot, destination: a code for each move and player would be a hundred times as many.
            kind = np.int64(action >= num_squares)
            return (2 * np.int64(state.player) + kind) * num_squares + (action - kind * num_squares) % num_squares

        def symmetries(action, out):
            out[0] = action
            if action < num_squares:
                out[1] = mirrored[action]
            else:
                square, target = (action - num_squares) // num_squares, (action - num_squares) % num_squares
                out[1] = num_squares + mirrored[square] * num_squares + mirrored[target]

        def action_name(action):
            if action < num_squares:
                return _square_name(action, size)
            return "-".join(_square_name(square, size) for square in divmod(action - num_squares, num_squares))

        def picture(state):
            pieces = [ARROW if int(state.taken[s // size]) >> s % size & 1 else None for s in range(num_squares)]
            for amazons, piece in zip(state.amazons, (WHITE_AMAZON, BLACK_AMAZON), strict=True):
                for square in amazons:
                    pieces[square] = piece
            return Picture(grid(size, size, "checkers", upwards=True), pieces)

    def shoot(state, square):
        state.pieces += codes[2, square]
        toggle(state, square)
        state.shooter, state.last = NOWHERE, square
        state.player = 1 - state.player
        i = 0
        while i < NUM_AMAZONS and not can_move(state, np.int64(state.amazons[state.player, i])):
            i += 1
        if i == NUM_AMAZONS:
            state.winner = 1 - state.player

    def go(state, square, target):
        player = np.int64(state.player)
        state.pieces += codes[player, target] - codes[player, square]
        toggle(state, square)
        toggle(state, target)
        state.shooter = target
        i = 0
        while state.amazons[player, i] != square:
            i += 1
        while i + 1 < NUM_AMAZONS and state.amazons[player, i + 1] < target:
            state.amazons[player, i] = state.amazons[player, i + 1]
            i += 1
        while i > 0 and state.amazons[player, i - 1] > target:
            state.amazons[player, i] = state.amazons[player, i - 1]
            i -= 1
        state.amazons[player, i] = target

    @kernel
    def toggle(state, square):
        for direction in range(NUM_DIRECTIONS):
            state.taken[unsigned(line_of[square, direction])] ^= bit_of[square, direction]

    @kernel
    def targets(state, square, direction):
        """Return the places of its line in a direction to which a queen can go from `square`."""
        taken = state.taken[unsigned(line_of[unsigned(square), direction])]
        return np.uint64(reach[unsigned(place_of[unsigned(square), direction]), taken])

    @kernel
    def can_move(state, square):
        places = ZERO
        for direction in range(NUM_DIRECTIONS):
            places |= targets(state, square, direction)
        return places != ZERO

    @kernel
    def num_targets(state, square):
        count = 0
        for direction in range(NUM_DIRECTIONS):
            count += popcount(targets(state, square, direction))
        return count

    @kernel
    def nth_target(state, square, n):
        """Return square number `n` of those to which a queen can go from `square`."""
        places, direction = targets(state, square, 0), 0
        while n >= popcount(places):
            n -= popcount(places)
            direction += 1
            places = targets(state, square, direction)
        return square_at[line_of[square, direction], nth_bit(places, n)]

    @kernel
    def write_targets(state, square, first, out, count):
        for direction in range(NUM_DIRECTIONS):
            places = targets(state, square, direction)
            while places:
                out[count] = first + square_at[line_of[square, direction], lowest_bit(places)]
                places &= places - ONE
                count += 1
        return count

    return Amazons


def _lines(size: int) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the lines through each square, its place in each, the square at each place, and what is off the board.

    Lines are the rows, the columns, the diagonals that fall to the right, and those that rise. A place in a column is
    its row, else a column; places of a diagonal that lie off the board are taken from the start.
    """
    row, column = np.divmod(np.arange(size * size), size)
    num_diagonals = 2 * size - 1
    falling, rising = 2 * size + row - column + size - 1, 2 * size + num_diagonals + row + column
    line_of = np.stack([row, size + column, falling, rising], axis=1)
    place_of = np.stack([column, row, column, column], axis=1)
    square_at = np.full((2 * size + 2 * num_diagonals, size), NOWHERE)
    for square in range(size * size):
        square_at[line_of[square], place_of[square]] = square
    edges = ((square_at == NOWHERE) << np.arange(size)).sum(axis=1)
    return line_of, place_of, square_at, edges


def _reach(size: int) -> npt.NDArray[np.uint16]:
    """Return by place and taken places of a line the places to which a queen can go: (size, 2**size)."""
    reach = np.zeros((size, 1 << size), np.uint16)
    for place in range(size):
        for taken in range(1 << size):
            for step in (-1, 1):
                target = place + step
                while 0 <= target < size and not taken >> target & 1:
                    reach[place, taken] |= 1 << target
                    target += step
    return reach


def _homes(size: int) -> list[list[int]]:
    """Return where the amazons of both players begin; on 10x10 White's are on a4, d1, g1 and j4."""
    inset = size // 2 - 2
    upper = [inset, size - 1 - inset, inset * size, inset * size + size - 1]
    lower = sorted(size * size - 1 - square for square in upper)
    return [lower, upper]


def _square_name(square: int, size: int) -> str:
    return f"{chr(ord('a') + square % size)}{size - square // size}"
