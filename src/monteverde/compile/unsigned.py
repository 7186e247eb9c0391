"""Indices without a sign: compiled, an access with one skips the test whether it counts from the end of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload


def unsigned(index: Any) -> Any:
    """Return `index`, which is at least 0, as a uint64. As plain Python, `index` itself.

    Use it inside the brackets alone: in sums, uint64 and signed integers make a float64.
    """
    return index


unsigned.__overloaded__ = True  # type: ignore[attr-defined]


@overload(unsigned, inline="always")
def _compiled_unsigned(index):
    return lambda index: np.uint64(index)
