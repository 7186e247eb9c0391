"""What a backup is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from monteverde.search.component import Component
from monteverde.search.phases import HAS_GRAPH


@dataclass(frozen=True)
class Backup(Component):
    """Credits the nodes of a path with what the leaf was worth."""

    among_threads: ClassVar[Mapping[Any, Any]] = {}
    """The kernels that credit nodes, and their twins that hold counts back (`held.py`); empty: none is held."""

    def bindings(self) -> Mapping[Any, Any]:
        return {HAS_GRAPH: False, **self.kernels}
