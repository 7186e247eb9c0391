"""How large a clone is."""

from __future__ import annotations

import copy
import sys
from typing import Any

from monteverde.search.footprint import MOST_WALKED, bytes_of_clone


class State:
    """A state with something of its own and something shared."""

    table = tuple(range(10**5, 10**5 + 900))

    def __init__(self) -> None:
        self.board = bytearray(5000)
        self.moves: list[Any] = [[10**6 + number] for number in range(50)]
        self.lines = self.table


def test_what_a_copy_has_of_its_own_is_counted() -> None:
    """A deep copy counts its board and all lists of its lists; the numbers in these are the same objects."""
    state = State()
    clone = copy.deepcopy(state)
    lists = sum(sys.getsizeof(part) for part in (clone.moves, *clone.moves))
    assert 5000 + lists < bytes_of_clone(clone, state) < 5000 + lists + 1000


def test_what_a_copy_shares_is_not() -> None:
    """A shallow copy is the object and its attributes."""
    state = State()
    assert 0 < bytes_of_clone(copy.copy(state), state) < 500
    assert bytes_of_clone(state, state) == 0


def test_a_state_without_end_is_walked_for_a_while() -> None:
    """So that the walk never takes long; what was seen is counted."""
    state: list[Any] = [[[]] for _ in range(MOST_WALKED)]
    deep = state
    for _ in range(100):
        deep.append([])
        deep = deep[-1]
    own = bytes_of_clone(copy.deepcopy(state), state)
    assert sys.getsizeof(state) + MOST_WALKED * sys.getsizeof([[]]) <= own < 1_000_000
