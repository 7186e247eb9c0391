"""Find a player by its name: `uct`, `uct:c=1.0,seconds=2`, `flat:iterations=200`, `random`, `human`,
`gtp:gnugo --mode gtp`.

A module of this package makes players known by its mapping `PLAYERS`, from a name to what reads the rest of the text;
nothing else lists them.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache

from monteverde.budget import Budget
from monteverde.errors import UnknownNameError
from monteverde.players.player import Player
from monteverde.spec import Spec, parse_spec

Loader = Callable[[Spec, str, Budget], Player]
"""Given the parsed text, the text itself, and the budget of each move unless the text gives its own."""


@cache
def _loaders() -> dict[str, Loader]:
    package = importlib.import_module("monteverde.players")
    modules = (importlib.import_module(f"{package.__name__}.{m.name}") for m in pkgutil.iter_modules(package.__path__))
    return {name: loader for module in modules for name, loader in getattr(module, "PLAYERS", {}).items()}


def player_names() -> list[str]:
    """Return the names of the players, sorted."""
    return sorted(_loaders())


def load_player(
    text: str, iterations: int | None = None, seconds: float | None = None, nodes: int | None = None
) -> Player:
    """Return the player that `text` names.

    Args:
        text: a name with its parameters. Searches also take `iterations`, `seconds` and `nodes`, their budget a move.
        iterations: simulations for a move, for a search whose text gives no budget.
        seconds: wall time for a move, likewise; one second if no budget is given.
        nodes: nodes in the tree of a move, likewise.

    Raises:
        UnknownNameError: if nothing has that name, or it has no such parameter.
        UsageError: if a value cannot be used.
    """
    spec = parse_spec(text)
    budget = Budget(iterations, seconds, nodes)
    if spec.name not in _loaders():
        raise UnknownNameError("player", spec.name, _loaders())
    return _loaders()[spec.name](spec, text, budget)
