"""How a leaf is valued, one way a file."""

from __future__ import annotations

import functools

from monteverde.search.component import kinds_in
from monteverde.search.evaluation.base import Evaluation, PlayoutEvaluation
from monteverde.search.evaluation.external import External
from monteverde.search.evaluation.heuristic import Heuristic
from monteverde.search.evaluation.lead_playout import LeadPlayout
from monteverde.search.evaluation.random_playout import RandomPlayout
from monteverde.search.evaluation.truncated_playout import TruncatedPlayout

__all__ = [
    "Evaluation",
    "External",
    "Heuristic",
    "LeadPlayout",
    "PlayoutEvaluation",
    "RandomPlayout",
    "TruncatedPlayout",
    "evaluations",
]


@functools.cache
def evaluations() -> dict[str, type[Evaluation]]:
    """Return every evaluation in this folder that runs inside the loop, by its name in snake case."""
    return {name: kind for name, kind in kinds_in(__name__, __path__, Evaluation).items() if kind.kernels}
