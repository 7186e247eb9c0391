"""How long to search, and with how much memory; checked in one place."""

from __future__ import annotations

import functools
import math
import os
import re
from dataclasses import dataclass, field

from monteverde.errors import BudgetError

DEFAULT_SECONDS = 1.0
DEFAULT_MEMORY = 2**30  # bytes; a quarter of the machine if that is less
UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


@dataclass(frozen=True)
class Budget:
    """When to stop: at whichever of these comes first; after one second if nothing is given."""

    iterations: int | None = None
    """Simulations, at least 1."""
    seconds: float | None = None
    """Wall time, above 0."""
    nodes: int | None = None
    """Nodes in the tree, at least 1."""
    is_default: bool = field(default=False, init=False, compare=False, repr=False)
    """Whether nothing was given."""

    def __post_init__(self) -> None:
        for name in ("iterations", "nodes"):
            value = getattr(self, name)
            if value is not None and not _is_count(value):
                raise BudgetError(f"{name} is {value!r}; it must be a whole number of at least 1")
        if self.seconds is not None and not (_is_number(self.seconds) and 0.0 < self.seconds < math.inf):
            raise BudgetError(f"seconds is {self.seconds!r}; it must be a finite number above 0")
        if self.iterations is None and self.seconds is None and self.nodes is None:
            object.__setattr__(self, "seconds", DEFAULT_SECONDS)
            object.__setattr__(self, "is_default", True)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not math.isnan(value)


@functools.cache
def physical_memory() -> int:
    """Return the bytes of memory that this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def memory_in_bytes(memory: int | float | str | None) -> int:
    """Return `memory` in bytes: a number of bytes, or text such as "512MB" or "2G"; None means the default.

    Raises:
        BudgetError: if it cannot be read, is not above 0, or is more than the machine has.
    """
    if memory is None:
        return min(DEFAULT_MEMORY, physical_memory() // 4)
    amount = _read(memory)
    if amount > physical_memory():
        raise BudgetError(f"memory is {memory}; this machine has {physical_memory() / 2**30:.1f} GB, give less")
    return amount


def _read(memory: int | float | str) -> int:
    found = re.fullmatch(r"\s*([0-9.]+)\s*([kmgt]?)i?b?\s*", str(memory).lower())
    try:
        amount = int(float(found[1]) * UNITS[found[2]]) if found else 0
    except ValueError:
        amount = 0
    if amount <= 0:
        raise BudgetError(f"memory is {memory!r}; give a number of bytes above 0, or text such as 512MB or 2GB")
    return amount
