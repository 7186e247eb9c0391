"""Go after the Tromp-Taylor rules: area score, two passes in a row end the game, Black begins.

What may not be repeated is a choice. `simple`: a lone stone in atari that has just taken one stone may not be taken at
once by a stone that would be just so. `psk`, positional superko: no move may lead to a board that was there before.
`ssk`, situational superko: nor to one with the same player to move. Passing is always allowed, and what is on the
board when somebody passes is remembered too. Superko is exact, in playouts as well: all earlier boards are kept, as
64-bit numbers (exact up to 5x5, else Zobrist's hashes). Looking through them is seldom needed: a board with the new
stone on it can have been there only if a stone has been taken off that cell since, else only a suicide repeats one; and
most boards that have not been there are told by one bit (Bloom, *Space/time trade-offs in hash coding with allowable
errors*, 1970, with one hash function).

A game also ends, and is scored as it stands, after 3 x size x size plies (never before 96, so that tiny boards can be
solved); with superko alone it could go on for longer than there are numbers.

Random playouts do not fill eyes: a cell with all its neighbours one's own, and of its diagonal neighbours at most one
the other's, none at the edge. Who has nothing else to play passes.

The key has in it what matters for what comes: the board, whose turn it is, the ply, the ko, and under superko the set
of all earlier boards. So under superko two orders of the same moves have different keys: they forbid different moves.

Sources: John Tromp and Bill Taylor, *The game of Go* (rules); Tromp and Farneback, *Combinatorics of Go* (legal
positions); van der Werf, *Solving Go on small boards* (2003).
"""

import math

import numpy as np

from monteverde.boards.go_board import EDGE, WAS_TAKEN, board_picture, cell_name, go_board, put_stones, refuse_size
from monteverde.boards.symmetry import cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel, lowest_bit
from monteverde.compile.bits import mix_bits
from monteverde.compile.unsigned import unsigned
from monteverde.errors import UnknownNameError, UsageError
from monteverde.game import Game, family

KO_RULES = ("simple", "psk", "ssk")
LEAST_LIMIT = 96  # plies
NOWHERE = 0  # a vertex of the edge
NOTHING = -1  # no action
NUM_TRIES = 8  # draws before all empty cells are looked at
WHITE_TO_MOVE = np.uint64(1 << 63)
BLACK_AREA, WHITE_AREA = 1, 2
ZERO, ONE = np.uint64(0), np.uint64(1)
WORD_SHIFT, BIT_OF_WORD = np.uint64(6), np.uint64(63)
BITS_A_BOARD = 8  # at least: then one earlier board in nine, or fewer, is looked for in vain


@family
def go(size: int = 9, komi: float | None = None, ko: str = "psk", suicide: bool = False) -> type[Game]:
    """Surround the larger area; stones without liberties are taken off."""
    refuse_size("go", size, least=1)
    if ko not in KO_RULES:
        raise UnknownNameError("ko rule", ko, KO_RULES)
    points = usual_komi(size) if komi is None else float(komi)
    if not math.isfinite(points):
        raise UsageError(f"go needs a finite komi, or none for what is usual on the board, got komi={komi}")
    grid = go_board(size)
    steps, vertex_of, cell_of, codes = grid.steps, grid.vertex_of, grid.cell_of, grid.codes
    clear, add_stone, remove_chain = grid.clear, grid.add_stone, grid.remove_chain
    is_enclosed_by, is_last_liberty, has_liberty = grid.is_enclosed_by, grid.is_last_liberty, grid.has_liberty
    num_cells = pass_action = size * size
    images = image_table(cells(size, size), rectangle(size, size), num_others=1)
    limit = max(3 * num_cells, LEAST_LIMIT)
    has_superko, is_situational = ko != "simple", ko == "ssk"
    num_seen_bits = 1 << (BITS_A_BOARD * limit - 1).bit_length()
    seen_shift = np.uint64(65 - num_seen_bits.bit_length())
    past = [
        ("past_sum", np.uint64),
        ("num_past", np.int64),
        ("past", np.uint64, (limit + 1,)),  # all earlier boards
        ("seen", np.uint64, (num_seen_bits // 64,)),  # a bit for each of them, by the first bits of its mixed number
    ]

    class Go(Game):
        state = [
            *grid.fields,
            ("captures", np.int16, (2,)),  # stones that each player has taken off
            ("lead", np.int16),  # Black's area less White's, once the game is over
            ("ply", np.int16),
            ("last", np.int16),  # the action just played
            ("ko", np.int16),  # the vertex where simple ko forbids to play
            ("player", np.int8),
            ("num_passes", np.int8),  # in a row
            *(past if has_superko else []),
        ]
        num_players, num_actions, max_length = 2, num_cells + 1, limit
        player_names = ("Black", "White")
        board = (size, size)
        num_symmetries, symmetries = len(images), images_rule(images)
        komi = points

        def start(state):
            clear(state)
            state.last = NOTHING
            if has_superko:
                remember(state)

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            player = np.int64(state.player)
            count = 0
            for cell in range(num_cells):
                vertex = vertex_of[cell]
                if state.colour[vertex] == 0 and is_legal(state, vertex, player):
                    out[count] = cell
                    count += 1
            out[count] = pass_action
            return count + 1

        def sample_action(state, rng):
            player, num_empty = np.int64(state.player), state.num_empty
            for _ in range(min(num_empty, NUM_TRIES)):
                vertex = np.int64(state.empty[below(rng, num_empty)])
                if is_sensible(state, vertex, player):
                    return cell_of[vertex]
            return sample_patiently(state, rng)

        def play(state, action):
            player = np.int64(state.player)
            state.player = 1 - player
            state.ply += 1
            state.last = action
            state.ko = NOWHERE
            if action == pass_action:
                state.num_passes += 1
            else:
                state.num_passes = 0
                put_stone(state, vertex_of[action], player)
            if has_superko and (is_situational or action != pass_action):
                remember(state)
            if state.num_passes == 2 or state.ply == limit:
                count_area(state)

        def is_terminal(state):
            return (state.num_passes == 2) | (state.ply == limit)

        def rewards(state, out):
            lead = state.lead - points
            if lead == 0.0:
                out[0] = out[1] = 0.5
            else:
                out[0 if lead > 0.0 else 1] = 1.0

        def key(state):
            rest = ((np.int64(state.ply) << 10 | np.int64(state.ko)) << 2 | np.int64(state.num_passes)) << 1
            key = mix_bits(state.stones) + np.uint64(rest | np.int64(state.player))
            if has_superko:
                key += state.past_sum
            return key

        def action_name(action):
            return "pass" if action == pass_action else cell_name(action, size)

        def picture(state):
            black, white = map(int, state.captures)
            return board_picture(state.colour, size, f"captures: ● {black}   ○ {white}")

        def set_up(state, stones, player):
            put_stones(grid, state, stones)
            state.player = player
            if has_superko:  # the empty board was not before this one
                state.num_past, state.past_sum = 0, 0
                remember(state)

    @kernel
    def is_legal(state, vertex, player):
        """Return whether `player` may play on the empty `vertex`."""
        if vertex == state.ko:
            return False
        is_suicide = not has_liberty(state, vertex, player)
        if is_suicide and not suicide:
            return False
        if has_superko and (is_suicide or state.around[vertex] & WAS_TAKEN != 0):
            return not repeats(state, vertex, player, is_suicide)
        return True

    @kernel
    def is_sensible(state, vertex, player):
        """Return whether a playout may play on the empty `vertex`: if it is legal, and no eye of `player`."""
        return not is_eye(state, vertex, player) and is_legal(state, vertex, player)

    @kernel
    def is_eye(state, vertex, player):
        if not is_enclosed_by(state, vertex, player):
            return False
        other, num_others, num_edges = 2 - player, 0, 0
        for d in range(4):
            num_edges += state.colour[unsigned(vertex + steps[d])] == EDGE
        for sideways in (-1, 1):
            num_others += state.colour[unsigned(vertex - size - 1 + sideways)] == other
            num_others += state.colour[unsigned(vertex + size + 1 + sideways)] == other
        return num_others + (num_edges > 0) <= 1

    def sample_patiently(state, rng):
        """Return any of the sensible actions with equal chances, or a pass if there are none."""
        player, chosen, count = np.int64(state.player), NOWHERE, 0
        for i in range(state.num_empty):
            vertex = np.int64(state.empty[i])
            if is_sensible(state, vertex, player):
                count += 1
                if below(rng, count) == 0:
                    chosen = vertex
        return pass_action if count == 0 else cell_of[chosen]

    @kernel
    def put_stone(state, vertex, player):
        other = 1 - player
        was_enclosed = is_enclosed_by(state, vertex, other)
        add_stone(state, vertex, player)
        num_taken, dead = 0, dead_around(state, vertex, other)
        while dead:
            near = vertex + steps[lowest_bit(dead)]
            dead &= dead - ONE
            if state.colour[near] != 0:  # else it was of a chain that is gone already
                num_taken += remove_chain(state, near, other)
                state.ko = near
        if num_taken != 1 or not was_enclosed:
            state.ko = NOWHERE
        state.captures[player] += num_taken
        if suicide and state.liberties[state.chain[vertex]] == 0:
            state.captures[other] += remove_chain(state, vertex, player)

    @kernel
    def dead_around(state, vertex, player):
        """Return a bit for each neighbour that is a stone of `player` without liberties."""
        dead = ZERO
        for d in range(4):
            near = unsigned(vertex + steps[d])
            is_dead = (state.colour[near] == player + 1) & (state.liberties[unsigned(state.chain[near])] == 0)
            dead |= np.uint64(is_dead) << np.uint64(d)
        return dead

    @kernel
    def remember(state):
        """Add the present board, and under situational superko whose turn it is, to those that may not come again."""
        now = state.stones
        if is_situational and state.player == 1:
            now ^= WHITE_TO_MOVE
        state.past[state.num_past] = now
        state.num_past += 1
        mixed = mix_bits(now)
        state.past_sum += mixed
        bit = mixed >> seen_shift
        state.seen[bit >> WORD_SHIFT] |= ONE << (bit & BIT_OF_WORD)

    def was_there(state, board):
        """Return whether `board` is among the earlier ones."""
        bit = mix_bits(board) >> seen_shift
        if (state.seen[bit >> WORD_SHIFT] >> (bit & BIT_OF_WORD)) & ONE == ZERO:
            return False
        is_found = False
        for i in range(state.num_past):
            is_found |= state.past[i] == board
        return is_found

    def repeats(state, vertex, player, is_suicide):
        """Return whether a stone of `player` on `vertex` brings back a board that superko forbids."""
        after = state.stones ^ codes[player, vertex]
        for d in range(4):
            near = unsigned(vertex + steps[d])
            is_gone = state.colour[near] == 2 - player and is_last_liberty(state, vertex, near)
            if is_gone and is_first_of_chain(state, vertex, d):
                after ^= code_of_chain(state, near, 1 - player)
            if is_suicide and state.colour[near] == player + 1 and is_first_of_chain(state, vertex, d):
                after ^= code_of_chain(state, near, player)
        if is_suicide:
            after ^= codes[player, vertex]
        if is_situational and player == 0:
            after ^= WHITE_TO_MOVE
        return was_there(state, after)

    @kernel
    def is_first_of_chain(state, vertex, d):
        """Return whether no neighbour of `vertex` before number `d` is of the same chain."""
        num_earlier = 0
        for earlier in range(d):
            num_earlier += state.chain[vertex + steps[earlier]] == state.chain[vertex + steps[d]]
        return num_earlier == 0

    @kernel
    def code_of_chain(state, stone, player):
        stone = np.int64(stone)
        code = np.uint64(0)
        for _ in range(np.int64(state.length[state.chain[stone]])):
            code ^= codes[player, stone]
            stone = np.int64(state.following[stone])
        return code

    def count_area(state):
        """Set `lead`: Black's stones and the empty regions that only Black touches, less White's. Ends the chains."""
        lead = 0
        for cell in range(num_cells):
            colour = state.colour[vertex_of[cell]]
            lead += np.int64(colour == BLACK_AREA) - np.int64(colour == WHITE_AREA)
        for i in range(state.num_empty):
            vertex = state.empty[i]
            if state.chain[vertex] == vertex:
                num_found, touched = find_region(state, vertex)
                lead += num_found * (np.int64(touched == BLACK_AREA) - np.int64(touched == WHITE_AREA))
        state.lead = lead

    @kernel
    def find_region(state, vertex):
        """Return how many cells are in the empty region of `vertex`, and what touches it. Marks them in `chain`."""
        state.chain[vertex] = NOWHERE
        state.following[0] = vertex  # the queue is where chains were linked
        num_found, head, touched = 1, 0, 0
        while head < num_found:
            vertex = np.int64(state.following[head])
            head += 1
            for d in range(4):
                near = unsigned(vertex + steps[d])
                colour = np.int64(state.colour[near])
                if colour != EDGE:
                    touched |= colour
                if colour == 0 and state.chain[near] == near:
                    state.chain[near] = NOWHERE
                    state.following[num_found] = near
                    num_found += 1
        return num_found, touched

    return Go


def usual_komi(size: int) -> float:
    """Return the points that White gets for moving second if nobody says: a little less than Black's lead is worth."""
    return SOLVED_KOMI.get(size, 7.5)


SOLVED_KOMI = {1: 0.5, 2: 0.5, 3: 8.5, 4: 1.5, 5: 24.5, 6: 3.5, 7: 8.5}  # half a point below the best known result
