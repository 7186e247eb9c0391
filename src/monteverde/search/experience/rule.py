"""What playout policies have in common that learn from the simulations of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from monteverde.errors import UnsuitableError
from monteverde.search import phases
from monteverde.search.experience.greedy import pick_greedily
from monteverde.search.policy.base import PlayoutPolicy
from monteverde.search.sharing.notes import note_code

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem


@dataclass(frozen=True)
class LearningPolicy(PlayoutPolicy):
    """Learns from whole simulations, by the codes of their actions."""

    kernels = {phases.note: note_code}
    most_codes: ClassVar[float] = math.inf
    """How many action codes it can tell apart."""

    @property
    def learns(self) -> bool:
        return True

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        playouts = search.evaluation.numbers.get("playouts", 1.0)
        if playouts > 1:
            raise UnsuitableError(
                f"{type(self).__name__} learns from one playout a simulation, got playouts={playouts:g}; "
                "leave playouts at 1 and run more simulations"
            )
        if problem.compiled and problem.num_codes > self.most_codes:
            raise UnsuitableError(
                f"{type(self).__name__} tells apart sequences of up to {self.most_codes:,} action codes, and "
                f"{problem.name} has {problem.num_codes:,}; give it a coarser action_code, or use MAST"
            )


@dataclass(frozen=True)
class FadingPolicy(LearningPolicy):
    """Counts how actions have done, and lets what is old fade."""

    decay: float = field(default=1.0, kw_only=True)
    """What all counts are multiplied by after each batch, from 0 to 1; 1 forgets nothing (Tak et al. 2014)."""
    batch: int = field(default=1000, kw_only=True)
    """How many simulations of a thread a batch is, at least 1."""

    def __post_init__(self) -> None:
        self.require("decay", 0.0 <= self.decay <= 1.0, "a number from 0 to 1")
        self.require("batch", self.batch >= 1, "at least 1")


@dataclass(frozen=True)
class GreedyPolicy(FadingPolicy):
    """Plays the best action known, but for exploration."""

    epsilon: float = 0.4
    """The probability of an action that the problem's own rules draw, from 0 to 1."""
    draws: int = field(default=0, kw_only=True)
    """0: all legal actions are compared. k: the best of k that the problem's own rules draw is played."""

    kernels = {**LearningPolicy.kernels, phases.pick: pick_greedily}

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("epsilon", 0.0 <= self.epsilon <= 1.0, "a number from 0 to 1")
        self.require("draws", self.draws >= 0, "at least 0")
