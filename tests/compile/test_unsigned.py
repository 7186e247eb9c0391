"""Indices without a sign."""

from __future__ import annotations

from typing import Any

import numpy as np

from monteverde.compile import bind, kernel
from monteverde.compile.unsigned import unsigned


@kernel
def pick(array, index, out):
    out[0] = array[unsigned(index)] + array[unsigned(index - 1)]
    return unsigned(index)


def test_an_index_is_the_same_without_its_sign() -> None:
    """Compiled and as plain Python, for every integer type of the tree."""
    for kind in (np.int32, np.int64):
        out: Any = np.zeros(1, kind)
        assert bind(pick, {})(np.array([3, 4, 5], kind), 2, out) == 2
        assert (out[0], out.dtype) == (9, kind)
    assert unsigned(5) == 5
