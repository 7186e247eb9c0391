"""Selection rules, one a file. A file added here is found by its class's name; nothing else lists them."""

from __future__ import annotations

import functools

from monteverde.search.component import kinds_in
from monteverde.search.selection.base import Selection

__all__ = ["Selection", "selection_rules"]


@functools.cache
def selection_rules() -> dict[str, type[Selection]]:
    """Return every selection rule in this folder, by its name in snake case."""
    return kinds_in(__name__, __path__, Selection)
