"""The Go board: what is kept from move to move is what one would count anew, whatever has been taken off."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.reference.go_stones import Stones, chain_at, neighbours

from monteverde.boards.go_board import COLOUR_BITS, COUNT, EMPTY_SHIFT, board_picture, cell_name, go_board
from monteverde.drawing import Notes, picture_as_lines, plain
from monteverde.game import Position
from monteverde.games.go import go


def stones_of(state: Any, size: int) -> Stones:
    """Return the stones of a state as a dictionary."""
    colours = state.colour[go_board(size).vertex_of].tolist()
    return {divmod(cell, size): colour - 1 for cell, colour in enumerate(colours) if colour}


def random_positions(size: int, num_games: int) -> list[Position]:
    """Return all positions of some random games in which nobody passes while anything else can be played."""
    draw, found = random.Random(1), []
    for _ in range(num_games):
        position = go(size, ko="simple", suicide=True).initial()
        while not position.is_terminal:
            actions = position.legal_actions()
            position = position.play(draw.choice(actions[:-1] or actions))
            found.append(position)
    return [position for position in found if not position.is_terminal]


@pytest.mark.parametrize(("size", "num_games"), [(2, 1), (3, 1), (5, 2)])
def test_what_is_kept_is_what_one_would_count(size: int, num_games: int) -> None:
    """Chains, their lengths and pseudo-liberties, the empty cells, the neighbours and the sum of stones are right."""
    board = go_board(size)
    for position in random_positions(size, num_games):
        state = position.state
        stones = stones_of(state, size)
        codes = [board.codes[owner, board.vertex_of[row * size + column]] for (row, column), owner in stones.items()]
        assert state.stones == np.bitwise_xor.reduce(codes, initial=np.uint64(0))
        empty = sorted(board.cell_of[state.empty[: state.num_empty]].tolist())
        assert empty == [cell for cell in range(size**2) if divmod(cell, size) not in stones]
        for cell in range(size**2):
            point, vertex = divmod(cell, size), board.vertex_of[cell]
            around = neighbours(point, size)
            num_edges = 4 - len(around)
            fields = [int(state.around[vertex]) >> shift & COUNT for shift in (0, COLOUR_BITS, EMPTY_SHIFT)]
            counted = [sum(stones.get(near) == owner for near in around) for owner in (0, 1, None)]
            assert fields == [counted[0] + num_edges, counted[1] + num_edges, counted[2]]
            if point in stones:
                chain = chain_at(stones, point, size)
                known_by = int(state.chain[vertex])
                assert divmod(int(board.cell_of[known_by]), size) in chain
                assert state.length[known_by] == len(chain)
                liberties = sum(near not in stones for stone in chain for near in neighbours(stone, size))
                assert state.liberties[known_by] == liberties
                linked = [vertex]
                while state.following[linked[-1]] != vertex:
                    linked.append(int(state.following[linked[-1]]))
                assert sorted(board.cell_of[linked].tolist()) == sorted(r * size + c for r, c in chain)
            else:
                assert state.chain[vertex] == vertex


def test_codes_are_exact_on_small_boards() -> None:
    """Up to 5x5 each stone is a bit of its own; on larger boards no two have the same code."""
    for size in (2, 5, 6, 19):
        board = go_board(size)
        codes = [int(code) for code in board.codes[:, board.vertex_of].ravel()]
        assert len(set(codes)) == 2 * size**2
        assert all(code.bit_count() == 1 for code in codes) == (size <= 5)


def test_drawing() -> None:
    """Columns have letters without I, rows numbers from below."""
    colours = np.zeros((10, 10), np.uint8)
    colours[3, 9] = 1
    lines = plain(picture_as_lines(board_picture(colours.ravel(), 9, "a line"), Notes())).splitlines()
    assert lines[0] == lines[-2] == "  A B C D E F G H J"
    assert lines[3] == "7 . . . . . . . . ● 7"
    assert lines[-1] == "a line"
    assert [cell_name(cell, 19) for cell in (0, 18, 342, 360)] == ["A19", "T19", "A1", "T1"]
