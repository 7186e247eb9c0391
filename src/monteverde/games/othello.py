"""Othello: enclose the other side's discs to turn them over; whoever has more discs at the end wins. Black begins.

A player who can place no disc passes, and the game ends when both must. As in the published counts of move sequences
(Aart Bik, *Perft for Reversi*, column "full depth"), the first of these two last passes is played, the second is not.

The state is two sets of discs, one bit a cell, those of whoever is to move and those of the other, and the set of cells
where a disc can be placed, found once a ply. Bit 0 is a1, bit 1 is b1, bit `size` is a2.

All placements are found together, by spreading from the mover's discs along the other's (Kogge-Stone fill: Steffen
Westcott, *Fill algorithms*); what one placement turns, ray by ray: the first cell that is not the other's ends a ray.

6x6 is a win for White (Feinstein, *Amenor wins world 6x6 championships!*, 1993), 8x8 a draw (Takizawa, *Othello is
solved*, 2023).
"""

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import (
    HALF_TURN,
    IDENTITY,
    OTHER_DIAGONAL,
    TRANSPOSED,
    cells,
    image_table,
    images_rule,
    rectangle,
)
from monteverde.compile import below, kernel, nth_bit, popcount
from monteverde.compile.bits import highest_bit, mix_bits, write_bits
from monteverde.drawing import Picture, grid
from monteverde.drawing.pieces import BLACK_STONE, WHITE_STONE
from monteverde.errors import UsageError
from monteverde.game import Game, family

ZERO, ONE = np.uint64(0), np.uint64(1)
SIZES = (4, 6, 8)
UPWARD = ((0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns of the directions to higher bits
DOWNWARD = tuple((-rows, -columns) for rows, columns in UPWARD)
COLUMNS = "abcdefgh"
SIXTEEN, THIRTY_TWO = np.uint64(16), np.uint64(32)


@family
def othello(size: int = 8) -> type[Game]:
    """Enclose the other side's discs to turn them over; whoever has more discs at the end wins."""
    if size not in SIZES:
        raise UsageError(f"othello needs a size of {', '.join(map(str, SIZES))}, got {size}")
    num_cells = pass_action = size * size
    board = np.uint64((1 << num_cells) - 1)
    steps = np.array([size * rows + columns for rows, columns in UPWARD], np.uint64)
    crossable = crossable_cells(size)
    rays = cells_in_sight(size)
    maps = rectangle(size, size)
    kept = [maps[k] for k in (IDENTITY, HALF_TURN, TRANSPOSED, OTHER_DIAGONAL)]  # by them the first four discs are
    images = image_table(cells(size, size), kept, num_others=1)
    centre = np.uint64(size // 2 * (size + 1))  # the last of the four cells in the middle

    @kernel
    def find_placements(mover, other):
        """Return the empty cells from which a straight run of `other` leads to a disc of `mover`."""
        found = ZERO
        for d in range(4):
            crossed = other & crossable[d]
            found |= beyond_upward(mover, crossed, steps[d]) | beyond_downward(mover, crossed, steps[d])
        return found & board & ~(mover | other)

    @kernel
    def find_turned(cell, mover, other):
        """Return the discs of `other` between `cell` and the nearest disc of `mover` on each ray."""
        turned = ZERO
        for d in range(4):
            ray = rays[cell, d]
            stops = ray & ~other
            end = stops & (ZERO - stops) & mover  # the lowest of them
            turned |= ray & (end - np.uint64(end != ZERO))  # what is below the end, or nothing
        for d in range(4, 8):
            ray = rays[cell, d]
            stops = ray & ~other
            end = (ONE << np.uint64(highest_bit(stops | ONE))) & ray & mover
            turned |= ray & (ZERO - (end << ONE))  # what is above the end, or nothing
        return turned

    class Othello(Game):
        state = [
            ("mover", np.uint64),
            ("other", np.uint64),
            ("placements", np.uint64),
            ("player", np.int32),
            ("is_over", np.int32),
        ]
        num_players, num_actions = 2, num_cells + 1
        board = (size, size)
        num_symmetries, symmetries = len(images), images_rule(images)
        max_length = 2 * (num_cells - 4)  # a pass after each placement
        player_names = ("black", "white")

        def start(state):
            last = ONE << centre
            state.other = last | (last >> np.uint64(size + 1))
            state.mover = (last >> ONE) | (last >> np.uint64(size))
            state.placements = find_placements(state.mover, state.other)

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            if state.placements == ZERO:
                out[0] = pass_action
                return 1
            return write_bits(state.placements, out)

        def play(state, action):
            mover, other = state.mover, state.other
            if action != pass_action:
                cell = np.uint64(action)
                turned = find_turned(cell, mover, other)
                mover |= turned | (ONE << cell)
                other ^= turned
            placements = find_placements(other, mover)
            state.mover = other
            state.other = mover
            state.placements = placements
            state.player = 1 - state.player
            state.is_over = action == pass_action and placements == ZERO

        def is_terminal(state):
            return state.is_over != 0

        def rewards(state, out):
            lead = popcount(state.mover) - popcount(state.other)
            if lead == 0:
                out[0] = out[1] = 0.5
            else:
                out[state.player if lead > 0 else 1 - state.player] = 1.0

        def sample_action(state, rng):
            count = popcount(state.placements)
            if count == 0:
                return pass_action
            return nth_bit(state.placements, below(rng, count))

        def key(state):
            turn = np.uint64(2 * state.is_over + state.player)
            if size == 4:  # exact
                return state.mover | (state.other << SIXTEEN) | (turn << THIRTY_TWO)
            return mix_bits(mix_bits(state.mover) ^ state.other) + turn

        def action_name(action):
            return "pass" if action == pass_action else f"{COLUMNS[action % size]}{action // size + 1}"

        def picture(state):
            discs = (int(state.mover), int(state.other))
            black, white = discs if state.player == 0 else discs[::-1]
            stones = [
                BLACK_STONE if black >> c & 1 else WHITE_STONE if white >> c & 1 else None for c in range(num_cells)
            ]
            return Picture(grid(size, size, "felt"), stones, [f"● {black.bit_count()}   ○ {white.bit_count()}"])

        def set_up(state, stones, player):
            discs = [ZERO, ZERO]
            for cell, owner in stones:
                discs[owner] |= ONE << np.uint64(cell)
            state.mover, state.other, state.player = discs[player], discs[1 - player], player
            state.placements = find_placements(state.mover, state.other)

    return Othello


@kernel
def beyond_upward(discs, through, step):
    """Return the cells beyond each run of one to six cells of `through` that begins next to one of `discs`."""
    pairs = through & (through << step)
    run = through & (discs << step)
    run |= through & (run << step)
    run |= pairs & (run << (step + step))
    run |= pairs & (run << (step + step))
    return run << step


@kernel
def beyond_downward(discs, through, step):
    """Return the same towards lower bits."""
    pairs = through & (through >> step)
    run = through & (discs >> step)
    run |= through & (run >> step)
    run |= pairs & (run >> (step + step))
    run |= pairs & (run >> (step + step))
    return run >> step


def crossable_cells(size: int) -> npt.NDArray[np.uint64]:
    """Return for each direction the cells that a run of turned discs may hold: no left or right edge across rows."""
    row = (1 << (size - 1)) - 2
    inner = sum(row << size * r for r in range(size))
    return np.array([inner if columns else (1 << size * size) - 1 for _, columns in UPWARD], np.uint64)


def cells_in_sight(size: int) -> npt.NDArray[np.uint64]:
    """Return the cells on the ray from each cell in each direction, UPWARD and then DOWNWARD: (size * size, 8)."""
    rays = np.zeros((size * size, 8), np.uint64)
    for cell in range(size * size):
        for d, (rows, columns) in enumerate(UPWARD + DOWNWARD):
            row, column = cell // size + rows, cell % size + columns
            while 0 <= row < size and 0 <= column < size:
                rays[cell, d] |= ONE << np.uint64(size * row + column)
                row, column = row + rows, column + columns
    return rays
