"""A playout that stops when somebody has a clear lead by the problem's `heuristic` rule, and takes its word.

The heuristic is asked every few plies. If the best or the worst unit value that it gives to a player is so far from the
middle, its values are the playout's; a playout that nobody leads clearly is played to the end.
Source: the mercy rule of Bouzy, *Old-fashioned computer Go vs Monte-Carlo Go*, 2007; with an evaluation: Winands and
Bjornsson, *Evaluation function based Monte-Carlo LOA*, 2010; Lorentz, *Amazons discover Monte-Carlo*, 2008.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from monteverde.compile import kernel
from monteverde.errors import UnsuitableError
from monteverde.game.rules import LOWEST_RETURN, NUM_PLAYERS, RETURN_SCALE, heuristic, is_terminal
from monteverde.search import phases
from monteverde.search.evaluation.base import PlayoutEvaluation
from monteverde.search.evaluation.random_playout import playout
from monteverde.search.status import OK

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem

MIDDLE = 0.5


@kernel
def evaluate(state, depth, values, work, parameters):
    ply = depth
    while True:
        status = playout(state, ply, int(parameters.every), values, work, parameters)
        if status != OK or is_terminal(state):
            return status
        ply += int(parameters.every)
        if somebody_leads(state, parameters.lead, work):
            for player in range(NUM_PLAYERS):
                values[player] += work.paid[player]
            return OK


@kernel
def somebody_leads(state, lead, work):
    """Write the heuristic's values to `work.paid`; return whether one is at least `lead` away from the middle."""
    for player in range(NUM_PLAYERS):
        work.paid[player] = 0.0
    heuristic(state, work.paid)
    for player in range(NUM_PLAYERS):
        if abs((work.paid[player] - LOWEST_RETURN) * RETURN_SCALE - MIDDLE) >= lead:
            return True
    return False


@dataclass(frozen=True)
class LeadPlayout(PlayoutEvaluation):
    """A playout, valued by the `heuristic` rule as soon as that is clear."""

    lead: float = 0.4
    """How far from the middle of the range, as a unit value, is clear; above 0, at most 0.5."""
    every: int = 4
    """After how many plies the heuristic is asked again, at least 1."""

    kernels = {phases.evaluate: evaluate}
    rules = ("heuristic",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("lead", 0.0 < self.lead <= MIDDLE, "a number above 0 and at most 0.5")
        self.require("every", self.every >= 1, "at least 1")

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        if problem.pays_on_the_way:
            raise UnsuitableError(
                f"LeadPlayout takes a lead for the end, and {problem.name} pays on the way, or less for what is late; "
                "use TruncatedPlayout"
            )
