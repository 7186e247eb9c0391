"""What transpositions do not go together with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from monteverde.errors import UnsuitableError
from monteverde.search.backup.mean import MeanBackup
from monteverde.search.evaluation import External
from monteverde.search.expansion import ProgressiveWidening
from monteverde.search.room import PRUNE

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS


def check_transpositions(search: MCTS) -> None:
    """Raise UnsuitableError, naming both, if a part of `search` does not go together with transpositions."""
    for complaint in _complaints(search):
        raise UnsuitableError(f"a search with transpositions {complaint}")


def _complaints(search: MCTS) -> Iterator[str]:
    selection, backup = type(search.selection).__name__, type(search.backup).__name__
    if search.division.threads > 1:
        yield f"runs on one thread, got threads={search.division.threads}; set threads=1 or transpositions=False"
    if search.on_full == PRUNE:
        yield "has several ways to a position, and on_full='prune' cuts one off; use 'stop_growing' or 'stop'"
    if search.selection.shares:
        yield f"keeps nothing of the path, which {selection} learns from; use UCB1 or PUCT"
    if "square_sum" in search.selection.needs:
        yield f"recomputes means, and {selection} needs a variance beside them; use UCB1"
    if isinstance(search.evaluation, External):
        yield "values one leaf at a time, and External evaluation takes batches of them; use one without the other"
    if search.solver:
        yield "has several paths to a position, and solver=True carries proofs up one; use one without the other"
    if "outlook" in search.needs:
        yield f"has several paths to a position, and {selection} carries a minimax value up one; use UCB1"
    if isinstance(search.expansion, ProgressiveWidening):
        yield "counts visits of edges and positions apart, and ProgressiveWidening knows one count; use OneChild"
    if type(search.backup) is not MeanBackup:
        yield f"recomputes each value from the edges, and {backup} backs values up in its own way; use MeanBackup"
