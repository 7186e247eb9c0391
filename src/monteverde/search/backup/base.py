"""What a backup is."""

from dataclasses import dataclass

from monteverde.search.component import Component


@dataclass(frozen=True)
class Backup(Component):
    """Credits the nodes of a path with what the leaf was worth."""
