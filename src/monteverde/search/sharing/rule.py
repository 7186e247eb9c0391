"""What selection rules have in common that share statistics between moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from monteverde.errors import UnsuitableError
from monteverde.search import phases
from monteverde.search.evaluation import External, RandomPlayout
from monteverde.search.selection.base import Selection
from monteverde.search.sharing import mean, notes, tables
from monteverde.search.sharing.sizes import Sizes

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem

KERNELS: Mapping[Any, Any] = {
    phases.note: notes.note_code,
    phases.label: tables.label_children,
    phases.share: tables.credit_tables,
    phases.select: mean.select_by_reference,
    phases.prepare: mean.sources_of_root,
    phases.score: mean.amaf_mean,
}


@dataclass(frozen=True)
class SharingRule(Selection):
    """Ranks children by what all playouts through a node above say of their actions."""

    kernels = KERNELS
    needs = frozenset({"code", "table"})
    ranks_unvisited = True
    shares = True
    has_tables: ClassVar[bool] = True

    def least_sizes(self, codes: int) -> Sizes:
        return Sizes(codes, tables=1)

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        name, evaluation = type(self).__name__, search.evaluation
        if isinstance(evaluation, External):
            raise UnsuitableError(
                f"{name} learns from every action of a playout, and External evaluation has none; "
                "use RandomPlayout, or UCB1 or PUCT"
            )
        if isinstance(evaluation, RandomPlayout) and evaluation.playouts > 1:
            raise UnsuitableError(
                f"{name} learns from one playout a simulation, got playouts={evaluation.playouts}; "
                "leave playouts at 1 and run more simulations"
            )
