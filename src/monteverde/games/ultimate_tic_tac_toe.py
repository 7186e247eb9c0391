"""Ultimate tic-tac-toe: nine boards of tic-tac-toe on one; the cell that you take is the board where the other goes on.

A board is closed when somebody has three in a row on it, which wins it, or when it is full. Whoever is sent to a
closed board may play on any open one. Three boards in a row win; if all are closed and nobody has them, it is a draw.
X begins, anywhere.

A set of cells is two words, the boards 0 to 6 in the first, 7 and 8 in the second, nine bits each. The state has such
a set for each player and one of the empty cells of open boards: a board is closed exactly if it has none of these.
"""

import numpy as np

from monteverde.boards.symmetry import cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount
from monteverde.compile.bits import mix_bits
from monteverde.drawing import Picture, Piece, grid
from monteverde.drawing.pieces import CROSS, RING
from monteverde.game import Game

SIZE, NUM_BOARDS, NUM_CELLS = 9, 9, 81
BOARDS_IN_WORD, NUM_WORDS = 7, 2
WORD = NUM_BOARDS * BOARDS_IN_WORD  # bits used of the first one
ANY, NOBODY, DRAW = -1, -1, 2
ZERO, ONE, NINE = np.uint64(0), np.uint64(1), np.uint64(9)
BOARD = np.uint64(0o777)
EMPTY = np.array([(1 << WORD) - 1, (1 << NUM_CELLS - WORD) - 1], np.uint64)
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)  # an octal digit is a row of a board
HAS_LINE = np.array([any(stones & line == line for line in LINES) for stones in range(0o1000)])

# Cell k of board b is number 9 * b + k in the sets, and row * 9 + column of the whole square as an action.
ACTION_OF = np.array(
    [27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for b in range(NUM_BOARDS) for k in range(NUM_BOARDS)]
)
CELL_OF = np.argsort(ACTION_OF)
IMAGES = image_table(cells(SIZE, SIZE), rectangle(SIZE, SIZE))  # a cell moves on its board as that on the square
# What a move needs to know of an action, looked up rather than divided out.
BOARD_OF, PLACE_OF = np.divmod(CELL_OF, NUM_BOARDS)
WORD_OF, SHIFT_OF = BOARD_OF // BOARDS_IN_WORD, (BOARD_OF % BOARDS_IN_WORD * NUM_BOARDS).astype(np.uint64)
STONE_OF = ONE << (CELL_OF % WORD).astype(np.uint64)
REST = (Piece("x", "cross", "pale blue"), Piece("o", "ring", "pale red"))


class UltimateTicTacToe(Game):
    """Nine boards of tic-tac-toe: your cell is the other's next board; three boards win."""

    state = [
        ("stones", np.uint64, (2, NUM_WORDS)),
        ("free", np.uint64, (NUM_WORDS,)),  # the empty cells of open boards
        ("won", np.int16, (2,)),  # the boards of each player
        ("target", np.int16),  # where the player to move must play, or ANY
        ("last", np.int16),
        ("player", np.int16),
        ("winner", np.int16),
    ]
    num_players, num_actions, max_length = 2, NUM_CELLS, NUM_CELLS
    player_names = ("X", "O")
    board = (SIZE, SIZE)
    num_symmetries, symmetries = len(IMAGES), images_rule(IMAGES)

    def start(state):
        state.free[0], state.free[1] = EMPTY[0], EMPTY[1]
        state.target, state.last, state.winner = ANY, NOBODY, NOBODY

    def to_move(state):
        return np.int64(state.player)

    def legal_actions(state, out):
        if state.target != ANY:
            return write_actions(free_on(state, state.target), 9 * np.int64(state.target), out, 0)
        return write_actions(state.free[1], WORD, out, write_actions(state.free[0], 0, out, 0))

    def sample_action(state, rng):
        if state.target != ANY:
            cells = free_on(state, state.target)
            return ACTION_OF[9 * np.int64(state.target) + nth_bit(cells, below(rng, popcount(cells)))]
        num_first = popcount(state.free[0])
        n = below(rng, num_first + popcount(state.free[1]))
        if n < num_first:
            return ACTION_OF[nth_bit(state.free[0], n)]
        return ACTION_OF[WORD + nth_bit(state.free[1], n - num_first)]

    def play(state, action):
        player = np.int64(state.player)
        board, place = BOARD_OF[action], PLACE_OF[action]
        word, shift, stone = WORD_OF[action], SHIFT_OF[action], STONE_OF[action]
        stones = state.stones[player, word] | stone
        state.stones[player, word] = stones
        state.free[word] &= ~stone
        if HAS_LINE[np.int64((stones >> shift) & BOARD)]:
            state.free[word] &= ~(BOARD << shift)
            won = np.int64(state.won[player]) | (1 << board)
            state.won[player] = won
            if HAS_LINE[won]:
                state.winner = player
        if state.winner == NOBODY and state.free[0] | state.free[1] == ZERO:
            state.winner = DRAW
        state.target = place if free_on(state, place) != ZERO else ANY
        state.last = action
        state.player = 1 - player

    def is_terminal(state):
        return state.winner != NOBODY

    def rewards(state, out):
        if state.winner == DRAW:
            out[0] = out[1] = 0.5
        else:
            out[state.winner] = 1.0

    def key(state):
        code = mix_bits(np.uint64(state.target + 2))  # the number of stones tells whose turn it is
        for player in range(2):
            for word in range(NUM_WORDS):
                code = mix_bits(code + state.stones[player, word])
        return code

    def action_name(action):
        return "abcdefghi"[action % SIZE] + str(action // SIZE + 1)

    def picture(state):
        pieces = [None] * NUM_CELLS
        for cell in range(NUM_CELLS):
            word, bit = cell // WORD, cell % WORD
            board = 1 << cell // 9
            for player in range(2):
                if int(state.stones[player, word]) >> bit & 1:
                    pieces[ACTION_OF[cell]] = (CROSS, RING)[player]
                elif int(state.won[player]) & board and not int(state.stones[1 - player, word]) >> bit & 1:
                    pieces[ACTION_OF[cell]] = REST[player]  # of a board that is won
        return Picture(grid(SIZE, SIZE, bars=(3, 6)), pieces)


@kernel
def free_on(state, board):
    """Return the cells of one board that can be played on, as nine bits."""
    return state.free[board // BOARDS_IN_WORD] >> (NINE * np.uint64(board % BOARDS_IN_WORD)) & BOARD


@kernel
def write_actions(cells, first, out, count):
    """Write the actions of the cells, number `first` and on in the sets, to `out`; return how many it has now."""
    while cells:
        out[count] = ACTION_OF[first + lowest_bit(cells)]
        cells &= cells - ONE
        count += 1
    return count
