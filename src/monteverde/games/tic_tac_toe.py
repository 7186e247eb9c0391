"""Tic-tac-toe: three in a row on a 3x3 board; X begins. A draw, whatever the first move.

The state is two sets of cells, one bit a cell: the stones of whoever is to move, and those of the other, who moved
last. A table of the 512 sets says which hold three in a row.
"""

import numpy as np

from monteverde.boards.symmetry import cells, image_table, images_rule, rectangle
from monteverde.compile import below, nth_bit
from monteverde.compile.bits import write_bits
from monteverde.drawing import Picture, grid
from monteverde.drawing.pieces import CROSS, RING
from monteverde.game import Game

SIZE, NUM_CELLS = 3, 9
CELLS = np.uint64(0o777)
ONE, NINE = np.uint64(1), np.uint64(NUM_CELLS)
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)  # an octal digit is a row of the board
HAS_LINE = np.array([any(stones & line == line for line in LINES) for stones in range(1 << NUM_CELLS)])
IMAGES = image_table(cells(SIZE, SIZE), rectangle(SIZE, SIZE))


class TicTacToe(Game):
    """Three in a row on a 3x3 board; X begins."""

    state = [("mover", np.uint64), ("other", np.uint64), ("ply", np.int64)]
    num_players, num_actions, max_length = 2, NUM_CELLS, NUM_CELLS
    board = (SIZE, SIZE)
    num_symmetries, symmetries = len(IMAGES), images_rule(IMAGES)
    player_names = ("X", "O")

    def start(state):
        state.ply = 0  # and no stones

    def to_move(state):
        return state.ply & 1

    def legal_actions(state, out):
        return write_bits(CELLS ^ (state.mover | state.other), out)

    def play(state, action):
        stones = state.mover | (ONE << np.uint64(action))
        state.mover = state.other
        state.other = stones
        state.ply += 1

    def is_terminal(state):
        return HAS_LINE[state.other] or state.ply == NUM_CELLS

    def rewards(state, out):
        if HAS_LINE[state.other]:
            out[1 - (state.ply & 1)] = 1.0
        else:
            out[0] = out[1] = 0.5

    def sample_action(state, rng):
        return nth_bit(CELLS ^ (state.mover | state.other), below(rng, NUM_CELLS - state.ply))

    def key(state):
        return state.mover | (state.other << NINE)  # exact; the number of stones tells whose turn it is

    def action_name(action):
        return "abc"[action % SIZE] + str(action // SIZE + 1)

    def picture(state):
        stones = (int(state.mover), int(state.other))
        x, o = stones if state.ply % 2 == 0 else stones[::-1]
        marks = [CROSS if x >> cell & 1 else RING if o >> cell & 1 else None for cell in range(NUM_CELLS)]
        return Picture(grid(SIZE, SIZE), marks)
