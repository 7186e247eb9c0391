"""Front: a war game with unequal sides. The attacker breaks through, or the defender strikes back.

The attacker, A, fills the first two rows and begins; the defender, D, fills the last row and, but for two cells at the
sides, the one before it. A unit goes one row towards the other side, straight or diagonally, onto an empty cell or into
combat with the enemy on it. The strength of either side is the number of its units on the eight cells around the one
that is fought for, the attacking unit included, and one more for D under attack. If the mover is stronger, it takes the
cell; if both are equal, both units are lost; if it is weaker, it may not attack. Whoever reaches the last row of the
other side wins; who is to move without a unit that can has lost, and so has a side without units.

Each player's units are a set of cells in words of 64 bits; bit 0 is a1, bit 1 is b1, bit `size` is a2. Which cells
a side may enter is found once a ply.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from monteverde.boards.symmetry import IDENTITY, MIRRORED, Point, image_table, images_rule, rectangle
from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount
from monteverde.compile.bits import mix_bits
from monteverde.drawing import Picture, Piece, grid
from monteverde.errors import UsageError
from monteverde.game import Game, family

MIN_SIZE, MAX_SIZE = 4, 16
WORD = 64
NOBODY = -1
ATTACKER = 0
NUM_DIRECTIONS = 3  # of a player: to the left, straight and to the right, as the drawing shows them
ZERO, ONE = np.uint64(0), np.uint64(1)
WORD_BITS = np.uint64(WORD)
A_UNIT, D_UNIT = Piece("A", "disc", "red"), Piece("D", "disc", "blue")


@family
def front(size: int = 9) -> type[Game]:
    """Break through the line of a weaker defender, who wins where units stand together."""
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise UsageError(f"front needs a size of {MIN_SIZE} to {MAX_SIZE}, got size={size}")
    num_cells = size * size
    num_words = (num_cells - 1) // WORD + 1
    board = _words(num_words, range(num_cells))
    army = np.array([_words(num_words, cells) for cells in _armies(size)])
    goal = np.array([_words(num_words, range(num_cells - size, num_cells)), _words(num_words, range(size))])
    around = np.array([_words(num_words, _cells_around(cell, size)) for cell in range(num_cells)])
    leaving = np.array([_words(num_words, _cells_with_neighbour(side, size)) for side in (-1, 0, 1)])
    maps = rectangle(size, size)
    images = image_table(_steps(size), [maps[IDENTITY], maps[MIRRORED]])
    step = np.array([size - 1, size, size + 1, -size - 1, -size, -size + 1])  # by direction, 3 of A and 3 of D

    # An action is direction * num_cells + the cell that the unit leaves.
    class Front(Game):
        state = [
            ("units", np.uint64, (2, num_words)),
            ("open", np.uint64, (num_words,)),  # the cells that the player to move may enter
            ("player", np.int32),
            ("winner", np.int32),
        ]
        num_players, num_actions = 2, 2 * NUM_DIRECTIONS * num_cells
        num_action_codes = 2 * 2 * num_cells  # player, destination, whether there is combat
        # Rows to go for all units: size - 2 and size - 3 each until one of them wins.
        max_length = size * (2 * size - 5) + size * (size - 2) + (size - 2) * (size - 3) + 1
        player_names = ("Attacker", "Defender")
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            for word in range(num_words):
                state.units[0, word], state.units[1, word] = army[0, word], army[1, word]
            state.winner = NOBODY
            find_open(state)

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            count = 0
            for side in range(NUM_DIRECTIONS):
                direction = NUM_DIRECTIONS * state.player + side
                for word in range(num_words):
                    units = movable(state, side, word)
                    first = direction * num_cells + WORD * word
                    while units:
                        out[count] = first + lowest_bit(units)
                        units &= units - ONE
                        count += 1
            return count

        def sample_action(state, rng):
            total = 0
            for side in range(NUM_DIRECTIONS):
                for word in range(num_words):
                    total += popcount(movable(state, side, word))
            n = below(rng, total)
            for side in range(NUM_DIRECTIONS):
                for word in range(num_words):
                    units = movable(state, side, word)
                    count = popcount(units)
                    if n < count:
                        direction = NUM_DIRECTIONS * state.player + side
                        return direction * num_cells + WORD * word + nth_bit(units, n)
                    n -= count
            return 0  # not reached: n is below the sum of the counts

        def play(state, action):
            player = state.player
            cell = action % num_cells
            target = cell + step[action // num_cells]
            units, enemies = state.units[player], state.units[1 - player]
            if has(enemies, target):
                lead = advantage(state, target)  # while all stand where they stood
                toggle(enemies, target)
                if lead > 0:
                    toggle(units, target)
            else:
                toggle(units, target)
            toggle(units, cell)
            state.player = 1 - player
            find_open(state)
            state.winner = winner_after(state, player)

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            out[state.winner] = 1.0

        def key(state):
            code = ZERO
            for player in range(2):
                for word in range(num_words):
                    code = mix_bits(code + state.units[player, word])
            return code << ONE | np.uint64(state.player)

        def action_code(state, action):
            target = action % num_cells + step[action // num_cells]
            return 2 * (state.player * num_cells + target) + has(state.units[1 - state.player], target)

        def action_name(action):
            cell = action % num_cells
            return f"{_cell_name(cell, size)}-{_cell_name(cell + step[action // num_cells], size)}"

        def picture(state):
            attackers, defenders = state.units
            units = [A_UNIT if has(attackers, c) else D_UNIT if has(defenders, c) else None for c in range(num_cells)]
            return Picture(grid(size, size), units)

    @kernel
    def has(cells, cell):
        return (cells[cell // WORD] >> np.uint64(cell % WORD)) & ONE != ZERO

    @kernel
    def toggle(cells, cell):
        cells[cell // WORD] ^= ONE << np.uint64(cell % WORD)

    @kernel
    def advantage(state, target):
        """Return by how much the player to move is stronger around `target`; below 0 it may not attack."""
        lead = -1 if state.player == ATTACKER else 0
        for word in range(num_words):
            near = around[target, word]
            lead += popcount(state.units[state.player, word] & near)
            lead -= popcount(state.units[1 - state.player, word] & near)
        return lead

    @kernel
    def find_open(state):
        """Note which cells the player to move may enter: the empty ones, and enemies that are not stronger."""
        for word in range(num_words):
            free = board[word] & ~(state.units[0, word] | state.units[1, word])
            contacts = reached(state, word) & state.units[1 - state.player, word]
            while contacts:
                rest = contacts & (contacts - ONE)
                if advantage(state, WORD * word + lowest_bit(contacts)) >= 0:
                    free |= contacts ^ rest
                contacts = rest
            state.open[word] = free

    @kernel
    def winner_after(state, player):
        """Return who has won after a move of `player`, or NOBODY."""
        has_reached, has_units, can_go_on = ZERO, ZERO, ZERO
        for word in range(num_words):
            has_reached |= state.units[player, word] & goal[player, word]
            has_units |= state.units[player, word]
            for side in range(NUM_DIRECTIONS):
                can_go_on |= movable(state, side, word)
        if has_reached | np.uint64(can_go_on == ZERO):
            return player
        return NOBODY if has_units else 1 - player

    @kernel
    def reached(state, word):
        """Return a word of the cells ahead of units of the player to move."""
        cells = ZERO
        for side in range(NUM_DIRECTIONS):
            if state.player == ATTACKER:
                shift = np.uint64(size - 1 + side)
                cells |= leavers(state, side, word) << shift
                if word > 0:
                    cells |= leavers(state, side, word - 1) >> WORD_BITS - shift
            else:
                shift = np.uint64(size + 1 - side)
                cells |= leavers(state, side, word) >> shift
                if word < num_words - 1:
                    cells |= leavers(state, side, word + 1) << WORD_BITS - shift
        return cells

    @kernel
    def leavers(state, side, word):
        return state.units[state.player, word] & leaving[side, word]

    @kernel
    def movable(state, side, word):
        """Return a word of the units of the player to move that can go ahead to that side."""
        if state.player == ATTACKER:
            shift = np.uint64(size - 1 + side)
            cells = state.open[word] >> shift
            if word < num_words - 1:
                cells |= state.open[word + 1] << WORD_BITS - shift
        else:
            shift = np.uint64(size + 1 - side)
            cells = state.open[word] << shift
            if word > 0:
                cells |= state.open[word - 1] >> WORD_BITS - shift
        return leavers(state, side, word) & cells

    return Front


def _words(num_words: int, cells: Iterable[int]) -> npt.NDArray[np.uint64]:
    """Return a set of cells as words of 64 bits."""
    bits = sum(1 << cell for cell in cells)
    return np.array([bits >> WORD * word & (1 << WORD) - 1 for word in range(num_words)], np.uint64)


def _armies(size: int) -> tuple[list[int], list[int]]:
    """Return the cells of A and of D at the start."""
    central = sorted(range(size), key=lambda column: (abs(column - size // 2), column))[: size - 2]
    last_row = range(size * (size - 1), size * size)
    return list(range(2 * size)), [*last_row, *(size * (size - 2) + column for column in central)]


def _cells_around(cell: int, size: int) -> list[int]:
    """Return the up to eight neighbours of `cell`."""
    row, column = divmod(cell, size)
    rows, columns = range(max(row - 1, 0), min(row + 2, size)), range(max(column - 1, 0), min(column + 2, size))
    return [size * r + c for r in rows for c in columns if (r, c) != (row, column)]


def _cells_with_neighbour(side: int, size: int) -> list[int]:
    """Return the cells of the columns that have one to that side: -1 left, 0 none needed, 1 right."""
    return [cell for cell in range(size * size) if 0 <= cell % size + side < size]


def _steps(size: int) -> list[tuple[Point, Point]]:
    """Return from where to where each action goes, in row and column; some lead off the board."""
    sides = [(down, side) for down in (1, -1) for side in (-1, 0, 1)]
    places = [divmod(cell, size) for cell in range(size * size)]
    return [((row, column), (row + down, column + side)) for down, side in sides for row, column in places]


def _cell_name(cell: int, size: int) -> str:
    return f"{chr(ord('a') + cell % size)}{cell // size + 1}"
