"""Atari go, or the capture game: whoever first takes a stone wins. Black begins.

Stones and liberties are those of Go, on a square board. A stone that would have no liberty may not be played, unless it
takes something (and so wins); nobody may pass; who cannot play has lost. 3x3 is a win for the first player, 4x4 for the
second, 5x5 for the first, from the nine cells in the middle alone (by exhaustive search).

The game is taught to beginners; Yasutoshi Yasuda, *Go as communication*, 2002.
"""

import numpy as np

from monteverde.boards.go_board import board_picture, cell_name, go_board, put_stones, refuse_size
from monteverde.boards.symmetry import cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel
from monteverde.compile.bits import mix_bits
from monteverde.game import Game, family

NOBODY = -1
NOTHING = -1  # no action
NUM_TRIES = 8  # draws before all empty cells are looked at


@family
def atari_go(size: int = 7) -> type[Game]:
    """Be the first to take a stone."""
    refuse_size("atari_go", size)
    grid = go_board(size)
    vertex_of, cell_of = grid.vertex_of, grid.cell_of
    clear, add_stone, takes, has_liberty = grid.clear, grid.add_stone, grid.takes, grid.has_liberty
    num_cells = size * size
    images = image_table(cells(size, size), rectangle(size, size))

    class AtariGo(Game):
        state = [*grid.fields, ("last", np.int16), ("player", np.int8), ("winner", np.int8)]
        num_players, num_actions, max_length = 2, num_cells, num_cells
        player_names = ("Black", "White")
        board = (size, size)
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            clear(state)
            state.last, state.winner = NOTHING, NOBODY

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            player, count = np.int64(state.player), 0
            for cell in range(num_cells):
                vertex = vertex_of[cell]
                if state.colour[vertex] == 0 and has_liberty(state, vertex, player):
                    out[count] = cell
                    count += 1
            return count

        def sample_action(state, rng):
            player = np.int64(state.player)
            for _ in range(NUM_TRIES):
                vertex = np.int64(state.empty[below(rng, state.num_empty)])
                if has_liberty(state, vertex, player):
                    return cell_of[vertex]
            return sample_patiently(state, rng)

        def play(state, action):
            player, vertex = np.int64(state.player), vertex_of[action]
            has_taken = takes(state, vertex, player)
            add_stone(state, vertex, player)
            state.player = 1 - player
            state.last = action
            if has_taken or not can_play(state, 1 - player):
                state.winner = player

        def is_terminal(state):
            return state.winner >= 0

        def rewards(state, out):
            out[state.winner] = 1.0

        def key(state):
            # With the stones of a last move that takes, the winner follows from the board.
            return mix_bits(state.stones) + np.uint64(state.player)

        def action_name(action):
            return cell_name(action, size)

        def picture(state):
            return board_picture(state.colour, size)

        def set_up(state, stones, player):
            put_stones(grid, state, stones)
            state.player = player
            if not can_play(state, player):
                state.winner = 1 - player

    @kernel
    def can_play(state, player):
        i = 0
        while i < state.num_empty and not has_liberty(state, np.int64(state.empty[i]), player):
            i += 1
        return i < state.num_empty

    def sample_patiently(state, rng):
        """Return any of the legal actions with equal chances."""
        player, chosen, count = np.int64(state.player), 0, 0
        for i in range(state.num_empty):
            vertex = np.int64(state.empty[i])
            if has_liberty(state, vertex, player):
                count += 1
                if below(rng, count) == 0:
                    chosen = vertex
        return cell_of[chosen]

    return AtariGo
