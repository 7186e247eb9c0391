"""Connect four: drop stones into columns; four in a row wins. On 7x6 the first player wins, from the centre column.

The state is three sets of cells, one bit a cell: the stones of whoever is to move, those of the other, who moved last,
and the cells that a stone can drop to. A column is `height` bits and above them one that is never set, so that lines
do not run on into the next column, and `stones & stones >> step` is all pairs in one direction.

Sources: the bitboard is that of John Tromp's Fhourstones benchmark; solved by James D. Allen and by Victor Allis
(*A knowledge-based approach of Connect-Four*, 1988).
"""

import numpy as np

from monteverde.boards.symmetry import IDENTITY, MIRRORED, cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel, nth_bit, popcount
from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import UsageError
from monteverde.game import Game, family

ZERO, ONE = np.uint64(0), np.uint64(1)
WORD = 64  # bits in a set of cells
WIN_WEIGHT, BLOCK_WEIGHT, BLUNDER_WEIGHT = 1000.0, 100.0, 0.01  # beside 1 for a move that threatens nothing
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
RED, YELLOW = Piece("X", "disc", "red"), Piece("O", "disc", "yellow")


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
    triple_steps = np.minimum(WORD - 1, np.uint64(3) * steps)
    maps = rectangle(height, width)
    images = image_table(cells(1, width), [maps[IDENTITY], maps[MIRRORED]])
    column_and_top = np.uint64((1 << stride) - 1)

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

    @kernel
    def winning_cells(stones, taken):
        """Return the empty cells, playable now or later, that would complete a four of `stones`."""
        cells = (stones << ONE) & (stones << double_steps[0]) & (stones << triple_steps[0])  # on top of three
        for d in range(1, 4):
            step, double, triple = steps[d], double_steps[d], triple_steps[d]
            above = (stones << step) & (stones << double)
            below_it = (stones >> step) & (stones >> double)
            cells |= above & ((stones << triple) | (stones >> step))
            cells |= below_it & ((stones >> triple) | (stones << step))
        return cells & board & ~taken

    @kernel
    def sensible_cells(state):
        """Return the playable cells among which a best one is: a win, else what does not lose at once, else any."""
        taken = state.mover | state.other
        wins = winning_cells(state.mover, taken) & state.playable
        if wins:
            return wins & (ZERO - wins)
        threats = winning_cells(state.other, taken)
        forced = threats & state.playable
        if forced:
            forced &= ZERO - forced  # one of two cannot be helped: either loses as soon
        cells = (forced if forced else state.playable) & ~(threats >> ONE)
        if cells == ZERO:
            cells = forced if forced else state.playable
            cells &= ZERO - cells
        return cells

    @kernel
    def mirrored(cells):
        """Return `cells` with left and right exchanged."""
        image = ZERO
        for c in range(width):
            image |= ((cells >> np.uint64(stride * c)) & column_and_top) << np.uint64(stride * (width - 1 - c))
        return image

    class ConnectFour(Game):
        state = [("mover", np.uint64), ("other", np.uint64), ("playable", np.uint64), ("has_won", np.int64)]
        num_players, num_actions, max_length = 2, width, width * height
        player_names = ("X", "O")
        num_symmetries, symmetries = len(images), images_rule(images)

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

        def canonical_key(state):
            code = state.mover | ((state.mover | state.other) + bottom)
            return min(code, mirrored(code))

        def candidate_actions(state, out):
            cells = sensible_cells(state)
            count = 0
            for action in range(width):
                if cells & cells_of(action):
                    out[count] = action
                    count += 1
            return count

        def prior(state, actions, n, out):
            # A win, a blunder (the other wins on top of it), a block; else by how many cells would win then.
            taken = state.mover | state.other
            wins, threats = winning_cells(state.mover, taken), winning_cells(state.other, taken)
            for i in range(n):
                stone = state.playable & cells_of(actions[i])
                if stone & wins:
                    out[i] = WIN_WEIGHT
                elif stone & (threats >> ONE):
                    out[i] = BLUNDER_WEIGHT
                elif stone & threats:
                    out[i] = BLOCK_WEIGHT
                else:
                    out[i] = 1 + popcount(winning_cells(state.mover | stone, taken | stone))

        def action_name(action):
            return COLUMNS[action]

        def picture(state):
            stones = (int(state.mover), int(state.other))
            x, o = stones if ConnectFour.to_move(state) == 0 else stones[::-1]
            bits = [1 << (stride * c + row) for row in reversed(range(height)) for c in range(width)]
            discs = [RED if x & bit else YELLOW if o & bit else None for bit in bits]
            return Picture(grid(height, width, "holes", upwards=True, drops=True), discs)

    return ConnectFour
