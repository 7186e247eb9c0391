"""Epsilon-greedy: usually the best mean value, sometimes any child. The plainest bandit rule, for comparison.

Source: Sutton and Barto, *Reinforcement Learning*, 2nd ed. 2018, section 2.2.
"""

from dataclasses import dataclass

from monteverde.compile import below, kernel, uniform
from monteverde.search import phases
from monteverde.search.phases import is_closed
from monteverde.search.selection.base import Selection


@kernel
def select(tree, node, parent_visits, parameters, work):
    first = tree.first_child[node]
    if uniform(work.rng) < parameters.epsilon:
        child = first + below(work.rng, tree.num_children[node])
        if not is_closed(tree, child):
            return child
    best, best_mean = first, -1.0
    for child in range(first, first + tree.num_children[node]):
        visits = tree.visits[child]
        if visits == 0:
            return child
        mean = tree.value_sum[child] / visits
        if mean > best_mean and not is_closed(tree, child):
            best, best_mean = child, mean
    return best


@dataclass(frozen=True)
class EpsilonGreedy(Selection):
    """The best child so far, or with probability epsilon any."""

    epsilon: float = 0.1
    """The probability of a random child, in [0, 1]."""

    kernels = {phases.select: select}

    def __post_init__(self) -> None:
        self.require("epsilon", 0.0 <= self.epsilon <= 1.0, "a probability in [0, 1]")
