"""A random playout cut short, and then the problem's `heuristic` rule.

Between a playout to the end and a bare heuristic: a few random plies smooth the heuristic's blind spots.
Source: Lorentz, *Amazons discover Monte-Carlo*, 2008; Winands, Bjornsson and Saito 2008 (Lines of Action).
"""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.game.rules import DISCOUNT, NUM_PLAYERS, heuristic, is_terminal
from monteverde.search import phases
from monteverde.search.evaluation.base import PlayoutEvaluation
from monteverde.search.evaluation.random_playout import playout
from monteverde.search.status import OK


@kernel
def evaluate(state, depth, values, work, parameters):
    status = playout(state, depth, int(parameters.plies), values, work, parameters)
    if status != OK or is_terminal(state):
        return status
    for player in range(NUM_PLAYERS):
        work.paid[player] = 0.0
    heuristic(state, work.paid)
    weight = 1.0
    if DISCOUNT != 1.0:
        weight = work.later[0]
    for player in range(NUM_PLAYERS):
        values[player] += weight * work.paid[player]
    return OK


@dataclass(frozen=True)
class TruncatedPlayout(PlayoutEvaluation):
    """A short random playout, valued by the `heuristic` rule where it stops."""

    plies: int = 8
    """The most plies played at random, at least 0."""

    kernels = {phases.evaluate: evaluate}
    rules = ("heuristic",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("plies", self.plies >= 0, "at least 0")
