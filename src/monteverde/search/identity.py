"""What a saved search is one of, in data: the rules of its game as a digest, and its algorithm as names and numbers."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from monteverde.compile.fingerprint import fingerprint
from monteverde.errors import UsageError
from monteverde.game import Game
from monteverde.search.component import Component
from monteverde.search.mcts import MCTS
from monteverde.search.selection import selection_rules
from monteverde.search.statistic import statistics

PLAIN = (bool, int, float, str, type(None))  # what a parameter can be, to be written down
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
"""Rules are compared by their bytecode, which means the same only under one version of Python."""


def rules_digest(game: Game) -> str:
    """Return the SHA-256 (hex) of all that decides what `game` does: its rules, facts and states.

    Comments and presentation do not count.
    """
    described = [(_name(key), fingerprint(v) if callable(v) else repr(v)) for key, v in game.bindings.items()]
    return hashlib.sha256(repr((sorted(described), game.dtype.descr)).encode()).hexdigest()


def _name(key: Any) -> str:
    """Return what a slot or a fact is called."""
    return str(getattr(key, "__name__", None) or key)


def describe_algorithm(mcts: MCTS) -> dict[str, Any]:
    """Return every field of `mcts` as JSON can hold it. A component is {"is": its class, "with": its parameters}."""
    return {field.name: _describe(getattr(mcts, field.name)) for field in fields(mcts)}


def _describe(value: Any) -> Any:
    if isinstance(value, Component):
        return {
            "is": _class_name(type(value)),
            "with": {f.name: _describe(getattr(value, f.name)) for f in fields(value)},
        }
    if isinstance(value, PLAIN):
        return value
    return {"object": f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"}


def _class_name(kind: type[Any]) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def build_algorithm(described: Mapping[str, Any]) -> MCTS:
    """Return the search that was described, of components that are known here; nothing that is named is imported.

    Raises:
        UsageError: if it had a component or a function of somebody's own, or a field that there is not.
    """
    known = {field.name for field in fields(MCTS)}
    unknown = sorted(set(described) - known)
    if unknown:
        raise UsageError(f"it was made with {', '.join(unknown)}, of which this version knows nothing")
    return MCTS(**{name: _build(value, name) for name, value in described.items()})


def _build(value: Any, name: str) -> Any:
    if isinstance(value, PLAIN):
        return value
    kind = dict(_kinds(Component)).get(value.get("is"))
    if kind is None:
        own = value.get("is") or value.get("object")
        raise UsageError(f"its {name} was {own}, which is not part of the library; give the algorithm it was made by")
    return kind(**{key: _build(item, f"{name}.{key}") for key, item in value["with"].items()})


def _kinds(base: type[Component]) -> Iterator[tuple[str, type[Component]]]:
    """Yield the components there are, by their full names."""
    selection_rules(), statistics()  # these are found by their files, when they are asked for
    for kind in base.__subclasses__():
        yield _class_name(kind), kind
        yield from _kinds(kind)


def differences(saved: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """Return in words where two descriptions of algorithms differ."""
    names = [name for name in {**saved, **given} if saved.get(name) != given.get(name)]
    return [f"its {name} is {_words(saved.get(name))}, not {_words(given.get(name))}" for name in names]


def _words(value: Any) -> str:
    if not isinstance(value, Mapping):
        return repr(value)
    if "is" not in value:
        return str(value.get("object"))
    numbers = ", ".join(f"{key}={_words(item)}" for key, item in value["with"].items())
    return f"{value['is'].rpartition('.')[2]}({numbers})"
