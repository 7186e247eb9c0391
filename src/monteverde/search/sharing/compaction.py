"""The tables of nodes that stay slide to the front, after the nodes themselves (`search/compact.py`).

Tables keep the order that they have, and frozen counts likewise. The root's is table 0, so a node that becomes the root
brings its own there; if it has none, what is shared at the new root begins empty.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile import bind, kernel
from monteverde.search.sharing.sparse import MOST_CODES, Sparse
from monteverde.search.sharing.tables import NO_TABLE, ROOT, Tables
from monteverde.search.sharing.window import NO_ROOM, UNFROZEN, Window

Numbers = npt.NDArray[np.int64]


def compact_tables(table: Any, shared: Tables, size: int, *, is_new_root: bool) -> None:
    """Keep the tables of the first `size` nodes, and the frozen counts of these.

    Args:
        table: the number of each node's table, renumbered in place; of length zero where only the root has one.
        shared: what is shared, changed in place.
        size: how many nodes there are.
        is_new_root: whether node 0 was another until now.
    """
    if int(shared.room[0]) == 0:
        return
    codes = _num_codes(shared)
    if is_new_root:
        own = int(table[ROOT]) if len(table) else NO_TABLE
        for rows, width in _rows_of_tables(shared, codes):
            _copy_to_root(rows, width, own)
        shared.frozen_of[ROOT] = UNFROZEN
        if len(table):
            table[ROOT] = NO_TABLE
    numbers = _numbers(table, min(size, len(table)))
    nodes = np.flatnonzero(numbers)
    nodes = nodes[np.argsort(numbers[nodes])]
    for rows, width in (*_rows_of_tables(shared, codes), (shared.frozen_of, 1)):
        _keep_rows(rows, width, numbers[nodes], int(shared.used[0]))
    _number(table, nodes)
    shared.used[0] = 1 + len(nodes)
    _compact_frozen(shared, codes)


def _compact_frozen(shared: Tables, codes: int) -> None:
    """Keep the frozen counts of the tables that there are; who got none for want of room may try again."""
    frozen_of = _numbers(shared.frozen_of, int(shared.used[0]))
    tables = np.flatnonzero(frozen_of > UNFROZEN)
    tables = tables[np.argsort(frozen_of[tables])]
    for rows in (shared.frozen_counts, shared.frozen_sums):
        _keep_rows(rows, codes, frozen_of[tables], int(shared.frozen_used[0]))
    for table in np.flatnonzero(frozen_of == NO_ROOM).tolist():
        shared.frozen_of[table] = UNFROZEN
    _number(shared.frozen_of, tables)
    shared.frozen_used[0] = 1 + len(tables)


def clear_tables(shared: Tables) -> None:
    """Make `shared` what it was before the first simulation."""
    used, frozen, codes = int(shared.used[0]), int(shared.frozen_used[0]), _num_codes(shared)
    shared.used[0] = shared.frozen_used[0] = 1
    for rows in (shared.counts, shared.sums):
        _clear(rows, used * codes)
    for rows in (shared.frozen_counts, shared.frozen_sums):
        _clear(rows, frozen * codes)
    for rows in (shared.playouts, shared.frozen_of):
        _clear(rows, used)
    _clear(shared.extra, len(shared.extra))


def clear_window(window: Window) -> None:
    """Forget all playouts: they began at a root that is no longer the root."""
    for rows in (window.bits, window.planes):
        _clear(rows, len(rows))
    window.pushed[0] = 0


def _num_codes(shared: Tables) -> int:
    """Return how far the beginnings of two tables are apart."""
    return MOST_CODES if isinstance(shared.counts, Sparse) else len(shared.counts) // max(int(shared.room[0]), 1)


def _rows_of_tables(shared: Tables, codes: int) -> tuple[tuple[Any, int], ...]:
    """Return what a node's table is made of, each with the length of its rows."""
    return (shared.counts, codes), (shared.sums, codes), (shared.playouts, 1)


def _numbers(rows: Any, count: int) -> Numbers:
    """Return the first `count` entries."""
    return np.array(rows[:count] if not isinstance(rows, Sparse) else [rows[i] for i in range(count)], np.int64)


def _number(rows: Any, places: Numbers) -> None:
    """Write 1, 2, 3, ... to `places`."""
    if isinstance(rows, np.ndarray):
        rows[places] = np.arange(1, 1 + len(places))
        return
    for new, place in enumerate(places.tolist(), 1):
        rows[place] = new


def _clear(rows: Any, end: int) -> None:
    """Write zeros as far as `end`, beyond which there are none but zeros."""
    if isinstance(rows, Sparse):
        rows.clear()
    else:
        rows[:end] = 0


def _copy_to_root(rows: Any, width: int, table: int) -> None:
    """Let row 0 be a copy of row `table`, or of zeros if that is NO_TABLE."""
    if isinstance(rows, Sparse):
        begin = table * width
        kept = {place: value for place, value in rows.items() if place >= width}
        row = {place - begin: value for place, value in kept.items() if begin <= place < begin + width}
        rows.clear()
        rows.update(kept | row)
    else:
        rows[:width] = rows[table * width : (table + 1) * width] if table != NO_TABLE else 0


@kernel
def gather_rows(rows, width, olds):
    """Write row `olds[i]`, which is at least i + 1 and less than the next, to row i + 1."""
    for i in range(len(olds)):
        old, new = olds[i] * width, (i + 1) * width
        if old != new:
            for k in range(width):
                rows[new + k] = rows[old + k]


@cache
def _bound_gather() -> Any:
    return bind(gather_rows, {})


def _keep_rows(rows: Any, width: int, olds: Numbers, used: int) -> None:
    """Keep row 0 and the rows `olds`, in this order, of the first `used`; zero the rest."""
    if isinstance(rows, Sparse):
        new = {0: 0} | {old: number for number, old in enumerate(olds.tolist(), 1)}
        kept = {new[p // width] * width + p % width: v for p, v in rows.items() if p // width in new}
        rows.clear()
        rows.update(kept)
        return
    _bound_gather()(rows, width, olds)
    rows[(1 + len(olds)) * width : used * width] = 0
