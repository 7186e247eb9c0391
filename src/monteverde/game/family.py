"""Games with parameters: a function from the parameters to a `Game` class, so that each is a constant when compiled.

@family
def hex(size: int = 11, swap: bool = False) -> type[Game]:
    class Hex(Game):
        num_actions = size * size + swap
        ...
    return Hex
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from monteverde.errors import UnknownNameError, UsageError
from monteverde.game.game import Game
from monteverde.spec import Spec, arguments_for, format_spec, parameters_of


class Family:
    """The games that one function makes. Calling it with parameters gives a game, the same one for the same values."""

    def __init__(self, factory: Callable[..., type[Game]]) -> None:
        self.factory = factory
        self.name = factory.__name__
        self.__name__ = self.__qualname__ = factory.__name__
        self.__module__ = factory.__module__
        self.__doc__ = factory.__doc__
        self.defaults: Mapping[str, Any] = parameters_of(factory)
        self._games: dict[tuple[Any, ...], Game] = {}

    def __call__(self, *values: Any, **named: Any) -> Game:
        """Return the game with these parameters, positional or by name; the rest keep their defaults."""
        for key in named:
            if key not in self.defaults:
                raise UnknownNameError(f"parameter of {self.name}", key, self.defaults)
        try:
            bound = inspect.signature(self.factory).bind(*values, **named)
        except TypeError as error:
            taken = ", ".join(self.defaults) or "no parameters"
            raise UsageError(f"{self.name} takes {taken}; {error}, in {(*values, *named.items())}") from None
        parameters = {**self.defaults, **bound.arguments}
        identity = tuple(map(repr, parameters.values()))
        if identity not in self._games:
            made = self.factory(*values, **named)
            made.family, made.parameters = self, parameters
            self._games[identity] = made()
        return self._games[identity]

    def from_spec(self, spec: Spec) -> Game:
        """Return the game that `spec` names."""
        return self(**arguments_for(self.factory, spec))

    def spec_of(self, parameters: Mapping[str, Any]) -> str:
        """Return the shortest text that names the game with `parameters`."""
        return format_spec(self.name, {k: v for k, v in parameters.items() if v != self.defaults[k]})

    def __repr__(self) -> str:
        return f"<family {self.name}>"

    def __reduce__(self) -> Any:
        path = getattr(self, "__monteverde_file__", None)
        if path is not None:
            from monteverde.game.registry import load_family

            return (load_family, (f"{path}:{self.__qualname__}",))
        return self.__qualname__


def family(factory: Callable[..., type[Game]]) -> Family:
    """Turn a function that returns a `Game` class into a family of games."""
    return Family(factory)
