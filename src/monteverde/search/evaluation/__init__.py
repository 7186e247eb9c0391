"""How a leaf is valued, one way a file."""

from monteverde.search.evaluation.base import Evaluation
from monteverde.search.evaluation.external import External
from monteverde.search.evaluation.heuristic import Heuristic
from monteverde.search.evaluation.random_playout import RandomPlayout
from monteverde.search.evaluation.truncated_playout import TruncatedPlayout

__all__ = ["Evaluation", "External", "Heuristic", "RandomPlayout", "TruncatedPlayout"]
