"""The sparse linear algebra that decision processes need: the only place that imports SciPy (the extra "mdp")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.errors import MissingExtraError

Matrix = Any
"""A SciPy CSR array: `matrix @ array` is what it is used for."""
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.integer[Any]]


def _scipy() -> Any:
    try:
        import scipy.sparse
        import scipy.sparse.linalg
    except ImportError:
        raise MissingExtraError("solving a decision process", "mdp") from None
    return scipy.sparse


def from_rows(data: Floats, columns: Integers, first: Integers, num_columns: int) -> Matrix:
    """Return the matrix whose row i has `data[first[i]:first[i + 1]]` in the columns of the same place."""
    return _scipy().csr_array((data, columns, first), shape=(len(first) - 1, num_columns))


def from_entries(data: Floats, rows: Integers, columns: Integers, shape: tuple[int, int]) -> Matrix:
    """Return the matrix with these entries, those of one place added up."""
    return _scipy().csr_array((data, (rows, columns)), shape=shape)


def solve_values(transitions: Matrix, discount: float, rewards: Floats) -> Floats:
    """Return V with V = rewards + discount * transitions @ V: one column for each player, exactly, by elimination.

    Every state must come to an end under these transitions, or the discount be below 1.
    """
    scipy = _scipy()
    matrix = scipy.eye_array(transitions.shape[0], format="csc") - discount * transitions.tocsc()
    solve: Callable[[Floats], Floats] = scipy.linalg.factorized(matrix.tocsc())
    return np.column_stack([solve(np.ascontiguousarray(column)) for column in rewards.T])
