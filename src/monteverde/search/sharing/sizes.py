"""How much memory what is shared gets: the budget of the search, divided.

A node that gets children takes a block of nodes and a table. How many children it has is not known beforehand; as many
as the root, it is assumed. If there are fewer, the tables are used up first; if there are more, the nodes.
"""

from __future__ import annotations

import math
from typing import NamedTuple

WORD_BYTES, WORD_BITS = 8, 64
TABLE_CODE_BYTES = 4 + 8  # a count and a sum
FROZEN_CODE_BYTES = 4 + 4
TABLE_HEAD_BYTES = 4 + 4
FREQUENT = 8  # about one node in (1 + rho) / FREQUENT that has children is visited more than rho times, at most


class Sizes(NamedTuple):
    """Lengths of the arrays of what is shared; all zero where nothing is."""

    codes: int = 0
    """Different codes."""
    tables: int = 0
    """Tables, the root's among them."""
    frozen: int = 0
    """Frozen counts, the empty ones among them."""
    window: int = 0
    """Playouts that the window holds."""
    extra: int = 0
    """Numbers that the search's statistic remembers."""
    learned: int = 0
    """Numbers that the playouts' policy remembers."""

    @property
    def table_bytes(self) -> int:
        """What a table takes."""
        return self.codes * TABLE_CODE_BYTES + TABLE_HEAD_BYTES

    @property
    def frozen_bytes(self) -> int:
        """What frozen counts take."""
        return self.codes * FROZEN_CODE_BYTES

    @property
    def window_bytes(self) -> int:
        """What the window's bits take."""
        return -(-self.window // WORD_BITS) * WORD_BYTES * self.codes

    @property
    def fixed_bytes(self) -> int:
        """What there is from the start: the window, the root's table, what the statistic and the policy remember."""
        if not self.codes:
            return 0
        tables = self.table_bytes * (self.tables > 0) + self.frozen_bytes * (self.frozen > 0)
        return self.window_bytes + tables + WORD_BYTES * (self.extra + self.learned)

    @property
    def all_bytes(self) -> int:
        """What all of it takes."""
        return self.bytes_in_use(self.tables, self.frozen)

    def bytes_in_use(self, tables: int, frozen: int) -> int:
        """Return what so many tables and frozen counts take, and what is fixed."""
        if not self.codes:
            return 0
        return self.fixed_bytes + max(tables - 1, 0) * self.table_bytes + max(frozen - 1, 0) * self.frozen_bytes


NOTHING = Sizes()
"""Of searches that share nothing."""


def divided(least: Sizes, memory: int, block_bytes: int, rho: float, expected: float) -> Sizes:
    """Return `least` with as many tables and frozen counts as are due to them in a budget.

    Args:
        least: the sizes of a search with the root's table alone.
        memory: bytes, for nodes and all else.
        block_bytes: what the nodes take that are the children of one.
        rho: how many visits a node must exceed to be frozen.
        expected: the simulations that will be run; infinite if that is not known.
    """
    share = min(1.0, FREQUENT / (1.0 + rho)) if least.frozen else 0.0
    each = block_bytes + least.table_bytes + share * least.frozen_bytes
    count = int(min(max(memory - least.fixed_bytes, 0) / each, expected))
    return least._replace(tables=1 + count, frozen=least.frozen + math.ceil(share * count))
