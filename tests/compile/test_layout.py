"""A promise about the distance between entries changes no result."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from monteverde.compile import bind, is_jit_enabled, kernel
from monteverde.compile.layout import assume_stride

PAIR = np.dtype([("left", np.int32), ("right", np.int32)])


@kernel
def total(column, count):
    assume_stride(column, 8)
    found = 0
    for i in range(count):
        found += column[i]
    return found


@kernel
def total_of_list(items, count):
    assume_stride(items, 8)
    return items[0] + count


def pairs(count: int) -> Any:
    """Return pairs of which the left ones are 0, 1, 2, ... and the right ones 100 more."""
    found = np.zeros(count, PAIR)
    found["left"] = np.arange(count)
    found["right"] = found["left"] + 100
    return found


def test_a_column_of_records() -> None:
    """Every other number, from wherever the first one lies."""
    both = pairs(10)
    add_up = bind(total, {})
    assert add_up(both["left"], 10) == 45
    assert add_up(both["right"], 10) == 1045


def test_arrays_without_gaps_are_not_believed_to_have_any() -> None:
    """Their type says where the entries are."""
    assert bind(total, {})(np.arange(10, dtype=np.int32), 10) == 45


def test_lists_have_no_layout() -> None:
    """A promise about a list is no promise at all."""
    assert bind(total_of_list, {}, compiled=False)([3], 4) == 7


def entry_and_promise(column: Any, index: int) -> Any:
    """Return an entry, once it is said how far apart they are."""
    assume_stride(column, 8)
    return column[np.uint64(index)]


def entry_alone(column: Any, index: int) -> Any:
    """Return the same without a word."""
    return column[np.uint64(index)]


def multiplications(function: Any) -> int:
    """Return how many there are in the machine code of `function`."""
    compiled = numba.njit(function)
    assert compiled(pairs(3)["right"], 2) == 102
    (code,) = compiled.inspect_asm().values()
    return sum(code.count(f"\t{name}") for name in ("imul", "mul", "madd"))


@pytest.mark.skipif(not is_jit_enabled(), reason="there is no machine code to look at")
def test_the_compiler_uses_it() -> None:
    """Without the promise the distance is read from the array and multiplied by."""
    assert multiplications(entry_and_promise) < multiplications(entry_alone)
