"""Exact methods by name: `minimax`, `alphabeta:depth=8`, `value_iteration`, ... A file in `methods/` is enough."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from monteverde.errors import UnknownNameError, UnsuitableError
from monteverde.exact.method import Method
from monteverde.game import Game
from monteverde.spec import arguments_for, parse_spec


@functools.cache
def methods() -> dict[str, type[Method]]:
    """Return every method of the folder `methods`, by its name and its other names."""
    package = importlib.import_module("monteverde.exact.methods")
    modules = [importlib.import_module(f"{package.__name__}.{m.name}") for m in pkgutil.iter_modules(package.__path__)]
    classes = [v for m in modules for v in vars(m).values() if isinstance(v, type) and v.__module__ == m.__name__]
    found = [c for c in classes if issubclass(c, Method)]
    return {name: c for c in found for name in (c.method_name(), *c.alias)}


def method_names() -> list[str]:
    """Return the names of the methods, sorted."""
    return sorted(methods())


def method_for(game: Game) -> Method:
    """Return the method that suits `game` best.

    Raises:
        UnsuitableError: if none does.
    """
    chosen = {c for c in methods().values() if c.preference is not None}
    for method in sorted(chosen, key=lambda c: c.preference or 0):
        try:
            method().check(game)
        except UnsuitableError:
            continue
        if method().is_first_choice(game):
            return method()
    raise UnsuitableError(f"no exact method suits {game.spec}; search it instead")


def load_method(text: str) -> Method:
    """Return the method that `text` names, such as "alphabeta:depth=8".

    Raises:
        UnknownNameError: if nothing has that name, or it has no such parameter.
        UsageError: if a value cannot be used.
    """
    spec = parse_spec(text)
    if spec.name not in methods():
        raise UnknownNameError("method", spec.name, methods())
    return methods()[spec.name](**arguments_for(methods()[spec.name], spec))
