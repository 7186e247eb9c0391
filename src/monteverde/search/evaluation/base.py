"""What an evaluation is."""

from dataclasses import dataclass
from typing import ClassVar

from monteverde.search.component import Component


@dataclass(frozen=True)
class Evaluation(Component):
    """Estimates each player's return from a leaf on."""

    is_drawn: ClassVar[bool] = True
    """Whether chance has a part in it, so that a second one of the same leaf tells something new."""
