"""UCB1, the selection rule of UCT: the mean value, plus more the less often a child was tried.

    Q + c * sqrt(ln N / n)

with Q in [0, 1], so that one c serves every problem (the game's declared range scales it).
Source: Auer, Cesa-Bianchi and Fischer 2002; in trees: Kocsis and Szepesvari, *Bandit based Monte-Carlo planning*, 2006.
"""

import math
from dataclasses import dataclass

from monteverde.compile import kernel
from monteverde.compile.unsigned import unsigned
from monteverde.search import phases
from monteverde.search.selection.base import Selection
from monteverde.search.selection.leader import leading_child
from monteverde.search.selection.shares import root_of_log, share_and_root


@kernel
def prepare(tree, node, parent_visits, parameters):
    # c * sqrt(ln N)
    return parameters.c * root_of_log(parent_visits)


@kernel
def score(tree, child, shared, parameters):
    visits = tree.visits[unsigned(child)]
    if visits == 0:
        return math.inf
    share, root = share_and_root(visits)
    return tree.value_sum[unsigned(child)] * share + shared * root


@dataclass(frozen=True)
class UCB1(Selection):
    """Upper confidence bound; `uct` on the command line."""

    c: float = math.sqrt(2.0)
    """The exploration constant for rewards in [0, 1], at least 0. Larger explores more."""

    kernels = {phases.prepare: prepare, phases.score: score}
    alone = {phases.select: leading_child}

    def __post_init__(self) -> None:
        self.require("c", 0.0 <= self.c < math.inf, "a number of at least 0")
