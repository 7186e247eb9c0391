"""Connect four: drop stones into columns; four in a row wins. On 7x6 the first player wins, from the centre column.

The state is three sets of cells, one bit a cell: the stones of whoever is to move, those of the other, who moved last,
and the cells that a stone can drop to. A column is `height` bits and above them one that is never set, so that lines
do not run on into the next column, and `stones & stones >> step` is all pairs in one direction.

Sources: the bitboard is that of John Tromp's Fhourstones benchmark; solved by James D. Allen and by Victor Allis
(*A knowledge-based approach of Connect-Four*, 1988).
"""

import numpy as np

from monteverde.compile import below, kernel, nth_bit, popcount
from monteverde.errors import UsageError
from monteverde.game import Game, family

ZERO, ONE = np.uint64(0), np.uint64(1)
WORD = 64  # bits in a set of cells
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


@family
def connect_four(width: int = 7, height: int = 6) -> type[Game]:
    """Drop stones into columns; four in a row wins."""
    if not (1 <= width <= len(COLUMNS) and height >= 1 and width * (height + 1) <= WORD):
        raise UsageError(
            f"connect_four needs 1 <= width <= {len(COLUMNS)}, height >= 1 and width * (height + 1) <= {WORD}, "
            f"got width={width}, height={height}"
        )
    stride = height + 1
    column = np.uint64((1 << height) - 1)
    bottom = np.uint64(sum(1 << stride * c for c in range(width)))
    board = np.uint64(sum(int(column) << stride * c for c in range(width)))
    # Up, down to the right, right, up to the right. Shifts must be shorter than a word; its last bit is never set.
    steps = np.minimum(WORD - 1, np.array([1, stride - 1, stride, stride + 1], np.uint64))
    double_steps = np.minimum(WORD - 1, np.uint64(2) * steps)

    @kernel
    def has_four(stones):
        fours = ZERO
        for d in range(4):
            pairs = stones & (stones >> steps[d])
            fours |= pairs & (pairs >> double_steps[d])
        return fours != ZERO

    @kernel
    def cells_of(action):
        return column << np.uint64(stride * action)

    class ConnectFour(Game):
        state = [("mover", np.uint64), ("other", np.uint64), ("playable", np.uint64), ("has_won", np.int64)]
        num_players, num_actions, max_length = 2, width, width * height
        player_names = ("X", "O")

        def start(state):
            state.playable = bottom

        def to_move(state):
            return popcount(state.mover | state.other) & 1

        def legal_actions(state, out):
            count = 0
            for action in range(width):
                if state.playable & cells_of(action):
                    out[count] = action
                    count += 1
            return count

        def play(state, action):
            stone = state.playable & cells_of(action)
            stones = state.mover | stone
            state.mover = state.other
            state.other = stones
            state.playable = (state.playable ^ stone) | ((stone << ONE) & board)
            state.has_won = has_four(stones)

        def is_terminal(state):
            return state.has_won != 0 or state.playable == ZERO

        def rewards(state, out):
            if state.has_won:
                out[1 - (popcount(state.mover | state.other) & 1)] = 1.0  # the other, who moved last
            else:
                out[0] = out[1] = 0.5

        def sample_action(state, rng):
            # Few columns are full in most positions, so any column will nearly always do; else any of the open ones.
            action = below(rng, width)
            if state.playable & cells_of(action):
                return action
            return nth_bit(state.playable, below(rng, popcount(state.playable))) // stride

        def key(state):
            # Exact: in each column the lowest empty cell, and below it the stones of the player to move.
            return state.mover | ((state.mover | state.other) + bottom)

        def action_name(action):
            return COLUMNS[action]

        def render(state):
            stones = (int(state.mover), int(state.other))
            x, o = stones if ConnectFour.to_move(state) == 0 else stones[::-1]
            lines = []
            for row in reversed(range(height)):
                bits = [1 << (stride * c + row) for c in range(width)]
                marks = ["X" if x & bit else "O" if o & bit else "." for bit in bits]
                lines.append(f"{row + 1:{len(str(height))}} {' '.join(marks)}")
            return "\n".join([*lines, f"{'':{len(str(height))}} {' '.join(COLUMNS[:width])}"])

    return ConnectFour
