"""Leaves valued outside the loop, in batches: by a network, a remote model, or any Python function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from monteverde.search.evaluation.base import Evaluation


def no_function(states: Any) -> Any:
    """Stands for a function that was not given."""
    raise TypeError("External needs a function from states to values; got none")


@dataclass(frozen=True)
class External(Evaluation):
    """A function of a batch of leaf states.

    It is given the states (an array of n records; a list for problems that are Python objects) and returns the
    values, n rows of num_players returns in the game's own units; or (values, priors), where priors are n rows of
    num_actions weights (for objects: n mappings from action to weight). Weights on illegal actions are ignored.
    """

    function: Callable[[Any], Any] = no_function
    """What values a batch."""
    batch: int = 1
    """The most leaves in one call, at least 1."""

    def __post_init__(self) -> None:
        self.require("batch", self.batch >= 1, "at least 1")
