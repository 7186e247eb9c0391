"""What every exchangeable part of a search is: a frozen dataclass that brings its kernels and says what it needs."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from monteverde.errors import UnsuitableError, UsageError

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem

Kind = TypeVar("Kind", bound="Component")


def kinds_in(package: str, path: Iterable[str], base: type[Kind]) -> dict[str, type[Kind]]:
    """Return the components of kind `base` that the modules of a folder define, by their names."""
    modules = [importlib.import_module(f"{package}.{m.name}") for m in pkgutil.iter_modules(path)]
    classes = [v for m in modules for v in vars(m).values() if isinstance(v, type) and v.__module__ == m.__name__]
    kinds = [c for c in classes if issubclass(c, base) and c is not base]
    return {kind().name: kind for kind in kinds}


@dataclass(frozen=True)
class Component:
    """One phase of the search. Its number fields are what its kernels read as `parameters.<field>`."""

    kernels: ClassVar[Mapping[Any, Any]] = {}
    """The kernel for each slot of `phases.py` that this component fills."""
    needs: ClassVar[frozenset[str]] = frozenset()
    """The optional arrays of the tree that its kernels read: "prior", "square_sum"."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The optional rules that a problem must have for it."""
    alone_because: ClassVar[str] = ""
    """Why several threads cannot use it on one tree, as in "keeps one window of playouts"; empty if they can."""

    @property
    def name(self) -> str:
        """The class's name in snake case."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(self).__name__).lower()

    @property
    def parts(self) -> tuple[Component, ...]:
        """This component and those that it is made of: their types decide what is compiled."""
        return (self,)

    def bindings(self) -> Mapping[Any, Any]:
        """Return the kernels, by slot."""
        return self.kernels

    def check(self, problem: Problem, search: MCTS) -> None:
        """Raise UnsuitableError unless this fits `problem` and the other components of `search`."""
        for rule in self.rules:
            problem.require(rule, type(self).__name__)
        if self.alone_because and search.division.is_shared:
            raise UnsuitableError(
                f"{type(self).__name__} {self.alone_because}, got threads={search.division.threads} on "
                f"{search.division.trees} tree{'s' * (search.division.trees > 1)}; use threads=1 or parallel='root'"
            )

    @cached_property
    def numbers(self) -> dict[str, float]:
        """The fields that are numbers, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: float(value) for name, value in values.items() if isinstance(value, (int, float))}

    @cached_property
    def record(self) -> Any:
        """The numbers as an array of one record, all float64: what compiled kernels are given, and do not change.

        They are sorted by name, so that components of the same kernels and the same parameters share compiled code.
        """
        numbers = dict(sorted(self.numbers.items())) or {"none": 0.0}
        record = np.zeros(1, [(name, np.float64) for name in numbers]).view(np.recarray)
        record[0] = tuple(numbers.values())
        return record

    def namespace(self) -> Any:
        """Return the numbers as a list of one namespace: what an interpreted kernel is given, and reads faster."""
        return [SimpleNamespace(**self.numbers)]

    def require(self, field: str, holds: bool, expected: str) -> None:
        """Raise UsageError, naming the field and its value, unless `holds`."""
        if not holds:
            raise UsageError(f"{type(self).__name__}: {field} is {getattr(self, field)}; it must be {expected}")
