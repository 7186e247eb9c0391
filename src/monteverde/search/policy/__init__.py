"""How actions are chosen in playouts, one way a file, found by the class's name."""

from __future__ import annotations

import functools

from monteverde.search.component import kinds_in
from monteverde.search.policy.base import PlayoutPolicy

__all__ = ["PlayoutPolicy", "policies"]


@functools.cache
def policies() -> dict[str, type[PlayoutPolicy]]:
    """Return every playout policy in this folder, by its name in snake case."""
    return kinds_in(__name__, __path__, PlayoutPolicy)
