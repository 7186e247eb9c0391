"""What an evaluation is, and one that plays on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from monteverde.errors import UsageError
from monteverde.search.component import Component
from monteverde.search.policy import PlayoutPolicy
from monteverde.search.policy.sample_action import SampleAction

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem


@dataclass(frozen=True)
class Evaluation(Component):
    """Estimates each player's return from a leaf on."""

    is_drawn: ClassVar[bool] = True
    """Whether chance has a part in it, so that a second one of the same leaf tells something new."""

    @property
    def learns(self) -> bool:
        """Whether it learns from whole simulations."""
        return False

    def cells(self, num_codes: int) -> int:
        """Return how many numbers it remembers of so many action codes."""
        return 0


@dataclass(frozen=True)
class PlayoutEvaluation(Evaluation):
    """Plays on from the leaf, by a policy. Its kernels and the policy's read the numbers of both."""

    policy: PlayoutPolicy = field(default_factory=SampleAction, kw_only=True)
    """How actions are chosen in playouts."""

    def __post_init__(self) -> None:
        if not isinstance(self.policy, PlayoutPolicy):
            raise UsageError(f"policy is {self.policy!r}; it must be a PlayoutPolicy, such as {SampleAction()!r}")

    @property
    def parts(self) -> tuple[Component, ...]:
        return (self, *self.policy.parts)

    @property
    def learns(self) -> bool:
        return self.policy.learns

    def cells(self, num_codes: int) -> int:
        return self.policy.cells(num_codes)

    @cached_property
    def numbers(self) -> dict[str, float]:
        return {**super().numbers, **self.policy.numbers}

    def bindings(self) -> Mapping[Any, Any]:
        return {**self.kernels, **self.policy.bindings()}

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        self.policy.check(problem, search)
