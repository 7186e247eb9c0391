"""Arrays for large trees."""

from __future__ import annotations

import numpy as np
import pytest

import monteverde.memory as memory
from monteverde.memory import HUGE_PAGE, LARGE, zeros


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
