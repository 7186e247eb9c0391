"""What an evaluation is."""

from dataclasses import dataclass

from monteverde.search.component import Component


@dataclass(frozen=True)
class Evaluation(Component):
    """Estimates each player's return from a leaf on."""
