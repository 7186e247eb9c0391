"""Progressive widening: how many children a node shows, and which."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, chance, p1, p2

import monteverde as mv
from monteverde.errors import UnsuitableError, UsageError

TREE = p1(a=p2(x=-0.5), b=p2(x=0.5), c=p2(x=0.0), d=p2(x=-1), e=p2(x=1))
ORDER = "ebcad"  # of what the second player's only move leads to


class WithHeuristic(TreeObject):
    """A tree whose heuristic is what its only line pays."""

    def heuristic(self) -> list[float]:
        """Return the rewards at the end of the line."""
        state = self.clone()
        while not state.is_terminal():
            state.play(next(iter(state.legal_actions())))
        return state.rewards()


class WithPrior(TreeObject):
    """A tree with weights that rise with the alphabet."""

    def prior(self, actions: list[str]) -> list[float]:
        """Return one weight for each action."""
        return [float(ord(action)) for action in actions]


def shown(kind: Any, iterations: int, tree: Node = TREE, **options: float) -> list[str]:
    """Return the actions that the root shows after a search, in the order of the tree."""
    mcts = mv.MCTS(expansion=mv.ProgressiveWidening(**options))
    search = mcts.start(kind(tree), seed=1, expected=iterations)
    search.run(iterations=iterations)
    first, count = search.tree.first_child[0], search.tree.num_children[0]
    assert search.tree.total[0] == len(tree.children)
    return [search.tree.action[first + i] for i in range(count)]


@pytest.mark.parametrize(("iterations", "number"), [(1, 1), (4, 2), (9, 3), (16, 4), (25, 5), (100, 5)])
def test_a_node_shows_k_times_the_power_of_its_visits(iterations: int, number: int) -> None:
    """sqrt(N) here, rounded down, the best of the heuristic first."""
    assert shown(WithHeuristic, iterations, k=1.0, alpha=0.5) == list(ORDER[:number])


def test_the_prior_goes_before_the_heuristic() -> None:
    """It is cheaper, and meant for this."""
    assert shown(WithPrior, 9, k=1.0, alpha=0.5) == ["e", "d", "c"]


def test_every_outcome_of_chance_is_there() -> None:
    """Nature is not widened."""

    class Chancy(ChanceTreeObject):
        def heuristic(self) -> list[float]:
            return [0.0] * 4

    tree = p1(a=chance(h=(0.5, 1.0), t=(0.5, -1.0)), b=0.5)
    assert mv.MCTS(expansion=mv.ProgressiveWidening()).search(Chancy(tree), iterations=50, seed=1).simulations == 50


def test_a_compiled_game_with_a_heuristic() -> None:
    """Connect four begins with the column that wins at once: ends count as what they pay."""
    mcts = mv.MCTS(expansion=mv.ProgressiveWidening(k=1.0))
    search = mcts.start(mv.load_game("connect_four").initial().play_all("e b e b e b"), seed=1, expected=3)
    search.run(iterations=3)
    assert search.problem.action_name(search.tree.action[search.tree.first_child[0]]) == "e"


def test_without_an_order_it_is_refused() -> None:
    """The sentence names the rules that would give one."""
    with pytest.raises(UnsuitableError, match=r"needs an order of moves, the rule 'prior' or 'heuristic', and nim has"):
        mv.MCTS(expansion=mv.ProgressiveWidening()).start("nim")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [({"k": 0.0}, "k is 0.0"), ({"alpha": 1.5}, "alpha is 1.5"), ({"visits": 0}, "visits is 0")],
)
def test_senseless_numbers_are_refused(options: dict[str, float], sentence: str) -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match=f"ProgressiveWidening: {sentence}; it must be"):
        mv.ProgressiveWidening(**options)
