"""Selection rules, one a file. A file added here is found by its class's name; nothing else lists them."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from monteverde.search.selection.base import Selection

__all__ = ["Selection", "selection_rules"]


@functools.cache
def selection_rules() -> dict[str, type[Selection]]:
    """Return every selection rule in this folder, by its name in snake case."""
    modules = [importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__)]
    classes = [v for m in modules for v in vars(m).values() if isinstance(v, type) and v.__module__ == m.__name__]
    rules = [c for c in classes if issubclass(c, Selection) and c is not Selection]
    return {rule().name: rule for rule in rules}
