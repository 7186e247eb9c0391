"""MAST as it was first published: actions are drawn, the better the likelier.

    P(a) = exp(Q(a) / temperature) / sum over the legal b of exp(Q(b) / temperature)

where Q is the mean unit value of the action's code (`mast.py`).
Source: Finnsson and Bjornsson, *Simulation-based approach to general game playing*, 2008.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from monteverde.compile import kernel, uniform
from monteverde.compile.unsigned import unsigned
from monteverde.game.rules import legal_actions
from monteverde.search import phases
from monteverde.search.experience.codes import NUMBERS, mean_of_code
from monteverde.search.experience.rule import FadingPolicy
from monteverde.search.policy.mast import study
from monteverde.search.sharing.notes import code_of
from monteverde.search.status import NO_LEGAL_ACTION, OK

COLDEST = 0.01  # below, the weights of bad actions vanish altogether


@kernel
def pick(state, ply, work, parameters):
    count = legal_actions(state, work.actions)
    if count <= 0:
        return NO_LEGAL_ACTION, 0
    total = 0.0
    for index in range(count):
        code = code_of(state, work.actions[unsigned(index)])
        if code < 0:
            return code, 0
        weight = math.exp((mean_of_code(work.learned, code) - 1.0) / parameters.temperature)
        work.weights[index] = weight
        total += weight
    rest = uniform(work.rng) * total
    for index in range(count):
        rest -= work.weights[index]
        if rest < 0.0:
            return OK, work.actions[index]
    return OK, work.actions[count - 1]


@dataclass(frozen=True)
class GibbsMAST(FadingPolicy):
    """An action drawn by how its code has done in all simulations."""

    temperature: float = 0.1
    """How little the means decide, at least 0.01; in unit values, so 0.1 is the 10 of a scale of 100."""

    kernels = {**FadingPolicy.kernels, phases.pick: pick, phases.study: study}

    def __post_init__(self) -> None:
        super().__post_init__()
        self.require("temperature", COLDEST <= self.temperature < math.inf, f"a number of at least {COLDEST}")

    def cells(self, num_codes: int) -> int:
        return NUMBERS * num_codes
