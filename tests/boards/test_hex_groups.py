"""Groups on hexagonal cells: what is kept from move to move is what one would count anew."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.reference.havannah import NEIGHBOURS, Cell, HavannahTwin

from monteverde.boards.hex_groups import NOTHING, OUTSIDE, HexGroups, hex_groups, stone_codes

SIZE = 4
TWIN = HavannahTwin(SIZE)
NUM_CELLS = len(TWIN.cells)
TOUCHES = np.uint64(1) << np.arange(NUM_CELLS, dtype=np.uint64)


@pytest.fixture(scope="module")
def board() -> HexGroups:
    """A hexagon of side 4, each of whose cells touches something of its own."""
    return hex_groups(TWIN.cells, NEIGHBOURS, TOUCHES)


def cleared(board: HexGroups) -> Any:
    """Return a state with nothing on it."""
    state = np.zeros(1, np.dtype(board.fields, align=True)).view(np.recarray)[0]
    board.clear(state)
    return state


def bits(cells: set[Cell]) -> int:
    """Return what a group of these cells touches."""
    return sum(1 << TWIN.cells.index(cell) for cell in cells)


def root_of(state: Any, cell: int) -> int:
    """Return the stone that the group of `cell` is known by."""
    while state.parent[cell] != cell:
        cell = int(state.parent[cell])
    return cell


def neighbours_of(cell: Cell, own: set[Cell]) -> list[bool]:
    """Return which neighbours of `cell` are among `own`, in a circle."""
    return [near in own for near in TWIN.around(cell)]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_is_what_one_would_count(board: HexGroups, seed: int) -> None:
    """After each stone of a random filling: its neighbours, what its group touches, and whether it met it twice."""
    order = random.Random(seed).sample(range(NUM_CELLS), NUM_CELLS)
    state, stones = cleared(board), (set[Cell](), set[Cell]())
    codes = stone_codes(NUM_CELLS)
    total = np.uint64(0)
    for ply, cell in enumerate(order):
        player, place = ply % 2, TWIN.cells[cell]
        own = stones[player]
        around = neighbours_of(place, own)
        before = [TWIN.spread({near}, own) for near in TWIN.around(place) if near in own]
        num_runs = sum(around[i] and not around[i - 1] for i in range(6))
        num_groups = len({frozenset(group) for group in before})
        own.add(place)
        group = TWIN.spread({place}, own)

        found, touched, is_twice = board.put(state, cell, player)

        assert [bool(found >> i & 1) for i in range(6)] == around
        assert int(touched) == bits(group)
        if not all(around):
            assert bool(is_twice) == (num_runs > num_groups)
        total += codes[player, cell]
        assert state.stones == total
        assert {root_of(state, TWIN.cells.index(stone)) for stone in group} == {root_of(state, cell)}
        assert sorted(state.empty[: state.num_empty].tolist()) == sorted(order[ply + 1 :])
    assert sorted(set(state.cells.tolist())) == [1, 2, OUTSIDE]


def test_clearing_takes_all_stones_off(board: HexGroups) -> None:
    """A board that is cleared after some moves is the board that nobody has played on."""
    state = cleared(board)
    for ply, cell in enumerate((0, 5, 1, 6, 2)):
        board.put(state, cell, ply % 2)
    board.clear(state)
    fresh = cleared(board)
    for field in state.dtype.names:
        assert np.array_equal(state[field], fresh[field]), field
    assert set(state.cells[:NUM_CELLS].tolist()) == {NOTHING}


@pytest.mark.parametrize("num_cells", [4, 39, 40, 100])
def test_stone_codes_name_boards(num_cells: int) -> None:
    """All codes are even and differ; where 64 bits hold them they are digits of base 3, so that no two sums agree."""
    codes = stone_codes(num_cells)
    assert len(np.unique(codes)) == 2 * num_cells
    assert not (codes & np.uint64(1)).any()
    if num_cells < 40:
        assert [int(code) for code in codes[0]] == [2 * 3**cell for cell in range(num_cells)]
        assert (codes[1] == 2 * codes[0]).all()
