"""The three marks that kernel source carries.

A *kernel* is a plain module-level function that can be compiled. A *slot* is a function that a kernel calls and
somebody else supplies: a rule of the game, a phase of the search. A *fact* is a constant supplied in the same way.
Kernels import slots and facts by name, so their source reads like the textbook; `bind` puts the real ones in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Mark `function` as compilable. It stays plain Python until it is bound."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def slot(function: Function) -> Function:
    """Turn `function` into a placeholder that keeps the name and the docstring and refuses to run."""

    def unbound(*_: Any) -> NoReturn:
        raise RuntimeError(f"{function.__name__} is a slot: bind a kernel before calling it")

    unbound.__name__ = unbound.__qualname__ = function.__name__
    unbound.__doc__ = function.__doc__
    unbound.__module__ = function.__module__
    unbound.__wrapped__ = function  # type: ignore[attr-defined]  # so that inspect and help show the parameters
    unbound.__slot__ = True  # type: ignore[attr-defined]
    return unbound  # type: ignore[return-value]


class Fact:
    """A placeholder for a constant; after binding, the constant itself stands in its place."""

    def __init__(self, name: str, meaning: str) -> None:
        self.name = name
        self.__doc__ = meaning

    def __repr__(self) -> str:
        return f"Fact({self.name})"

    def __index__(self) -> NoReturn:
        raise RuntimeError(f"{self.name} is a fact of the problem: bind the kernel before calling it")
