"""The problem's own `heuristic` rule as the value of a leaf: no playout, no randomness."""

from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.game.rules import heuristic
from monteverde.search import phases
from monteverde.search.evaluation.base import Evaluation
from monteverde.search.status import OK


@kernel
def evaluate(state, depth, values, work, parameters):
    heuristic(state, values)
    return OK


@dataclass(frozen=True)
class Heuristic(Evaluation):
    """What the `heuristic` rule says of the leaf."""

    kernels = {phases.evaluate: evaluate}
    is_drawn = False
    rules = ("heuristic",)
