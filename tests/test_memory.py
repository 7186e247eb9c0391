"""Arrays for large trees."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import monteverde.memory as memory
from monteverde.memory import HUGE_PAGE, LARGE, LINES, apart, zeros


@pytest.mark.parametrize("kind", [np.int32, np.float64])
@pytest.mark.parametrize("size", [0, 1000, LARGE, LARGE + 8])
def test_zeros_of_any_size(kind: type, size: int) -> None:
    """They are what `numpy.zeros` gives: writeable, in one piece, all zero, and of their own."""
    count = size // np.dtype(kind).itemsize
    one, other = zeros(count, kind), zeros(count, kind)
    assert (one.dtype, one.shape, one.flags.c_contiguous, one.flags.aligned) == (kind, (count,), True, True)
    assert not one.any()
    one[-1:] = 7
    assert not other.any()


def test_large_ones_begin_with_a_huge_page_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    """And elsewhere they are numpy's."""
    if hasattr(memory.mmap, "MADV_HUGEPAGE"):
        assert zeros(LARGE, np.uint8).ctypes.data % HUGE_PAGE == 0
        monkeypatch.delattr(memory.mmap, "MADV_HUGEPAGE")
    array = zeros(LARGE, np.uint8)
    assert array.base is None
    assert not array.any()


class Pair(NamedTuple):
    """A bundle of arrays, as workspaces are."""

    one: Any
    other: Any


@pytest.mark.parametrize("shape", [(), (1,), (3, 5), (0, 2)])
def test_arrays_apart_share_no_cache_line(shape: tuple[int, ...]) -> None:
    """Equal to the originals, of the same kind, and each at the beginning of lines that nobody else has."""
    original = np.arange(np.prod(shape, dtype=int), dtype=np.int64).reshape(shape)
    pair = apart(Pair(original, original.astype(np.float32)))
    assert type(pair) is Pair
    for copy in pair:
        assert np.array_equal(copy, original)
        assert copy.ctypes.data % LINES == 0 or not copy.size
        assert not np.shares_memory(copy, original)
    begins = [copy.ctypes.data for copy in pair]
    assert abs(begins[0] - begins[1]) >= min(copy.nbytes for copy in pair) + LINES or not original.size


def test_records_stay_records() -> None:
    """A state can be read by the names of its fields."""
    states = np.zeros(2, [("heap", np.int64), ("player", np.int8)]).view(np.recarray)
    states[1].heap = 9
    copy = apart(states)
    assert (copy[1].heap, copy.dtype) == (9, states.dtype)
    assert isinstance(copy, np.recarray)
