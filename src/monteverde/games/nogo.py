"""NoGo: put stones on the board and take none, one's own neither; who cannot play has lost. Black begins.

Stones and liberties are those of Go, on a square board: every chain must have a liberty after every move. Nobody may
pass. 2x2, 3x3 and 5x5 are won by the first player, 4x4 by the second (She, 2013; Du et al., 2023).

Source: invented as Anti-Atari Go by Neil McKay, played in the Computer Olympiads since 2011; Martin Müller's page
*NoGo history and competitions*.
"""

import numpy as np

from monteverde.boards.go_board import board_picture, cell_name, go_board, put_stones, refuse_size
from monteverde.boards.symmetry import cells, image_table, images_rule, rectangle
from monteverde.compile import below, kernel
from monteverde.compile.bits import mix_bits
from monteverde.game import Game, family

NOTHING = -1  # no action
NUM_TRIES = 8  # draws before all empty cells are looked at


@family
def nogo(size: int = 9) -> type[Game]:
    """Take no stones, your own neither; who cannot play has lost."""
    refuse_size("nogo", size)
    grid = go_board(size)
    vertex_of, cell_of = grid.vertex_of, grid.cell_of
    clear, add_stone, takes, has_liberty = grid.clear, grid.add_stone, grid.takes, grid.has_liberty
    num_cells = size * size
    images = image_table(cells(size, size), rectangle(size, size))

    class NoGo(Game):
        state = [*grid.fields, ("last", np.int16), ("player", np.int8), ("is_over", np.int8)]
        num_players, num_actions, max_length = 2, num_cells, num_cells
        player_names = ("Black", "White")
        board = (size, size)
        num_symmetries, symmetries = len(images), images_rule(images)

        def start(state):
            clear(state)
            state.last = NOTHING

        def to_move(state):
            return np.int64(state.player)

        def legal_actions(state, out):
            player, count = np.int64(state.player), 0
            for cell in range(num_cells):
                vertex = vertex_of[cell]
                if state.colour[vertex] == 0 and is_legal(state, vertex, player):
                    out[count] = cell
                    count += 1
            return count

        def sample_action(state, rng):
            player = np.int64(state.player)
            for _ in range(NUM_TRIES):
                vertex = np.int64(state.empty[below(rng, state.num_empty)])
                if is_legal(state, vertex, player):
                    return cell_of[vertex]
            return sample_patiently(state, rng)

        def play(state, action):
            player = np.int64(state.player)
            add_stone(state, vertex_of[action], player)
            state.player = 1 - player
            state.last = action
            state.is_over = not can_play(state, 1 - player)

        def is_terminal(state):
            return state.is_over != 0

        def rewards(state, out):
            out[1 - state.player] = 1.0

        def key(state):
            return mix_bits(state.stones) + np.uint64(state.player)

        def action_name(action):
            return cell_name(action, size)

        def picture(state):
            return board_picture(state.colour, size)

        def set_up(state, stones, player):
            put_stones(grid, state, stones)
            state.player = player
            state.is_over = not can_play(state, player)

    @kernel
    def is_legal(state, vertex, player):
        return has_liberty(state, vertex, player) and not takes(state, vertex, player)

    @kernel
    def can_play(state, player):
        i = 0
        while i < state.num_empty and not is_legal(state, np.int64(state.empty[i]), player):
            i += 1
        return i < state.num_empty

    def sample_patiently(state, rng):
        """Return any of the legal actions with equal chances."""
        player, chosen, count = np.int64(state.player), 0, 0
        for i in range(state.num_empty):
            vertex = np.int64(state.empty[i])
            if is_legal(state, vertex, player):
                count += 1
                if below(rng, count) == 0:
                    chosen = vertex
        return cell_of[chosen]

    return NoGo
