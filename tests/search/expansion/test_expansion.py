"""When and how nodes get children, and priors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import Node, TreeObject, p1, p2

import monteverde as mv
from monteverde.errors import GameError, UnsuitableError, UsageError
from monteverde.search.expansion import AllChildren, OneChild, RootOnly
from monteverde.search.objects import BYTES_PER_NODE
from monteverde.search.selection.puct import PUCT
from monteverde.search.selection.ucb1 import UCB1

WEIGHTS = {"a": 1.0, "b": 6.0, "c": 3.0}


class WithPriors(TreeObject):
    """A tree whose actions have weights by their names."""

    weights: dict[str, float] = WEIGHTS

    def prior(self, actions: list[str]) -> list[float]:
        """Return one weight for each action."""
        return [self.weights.get(action, 0.0) for action in actions]


def wide() -> Node:
    """Return three plies of three actions each, all worth nothing."""
    return p1(**{x: p2(**{y: p1(a=0, b=0, c=0) for y in "abc"}) for x in "abc"})


def root_priors(problem: TreeObject) -> tuple[dict[str, float], int]:
    """Return the priors of the root's children, and how often equal ones stood in."""
    result = mv.MCTS(PUCT(), AllChildren()).search(problem, iterations=1, seed=1)
    return {line.action: line.prior for line in result.actions}, result.statistics.equal_priors


def test_one_child_adds_at_most_one_block_a_simulation() -> None:
    """After n simulations the root's block and n - 1 others, at most, are stored."""
    for iterations in (1, 2, 3, 10, 50):
        result = mv.MCTS().search(TreeObject(wide()), iterations=iterations, seed=1)
        assert result.nodes <= 1 + 3 * iterations


def test_one_child_visits_every_child_before_any_twice() -> None:
    """Three simulations, three children, one visit each."""
    assert set(mv.MCTS().search(TreeObject(wide()), iterations=3, seed=1).visits.values()) == {1}


def test_one_child_tries_children_in_random_order() -> None:
    """Over a few seeds each action is the first one tried."""
    firsts = {mv.MCTS().search(TreeObject(wide()), iterations=1, seed=seed).action for seed in range(30)}
    assert firsts == {"a", "b", "c"}


@pytest.mark.parametrize("visits", [1, 2, 4])
def test_one_child_can_wait_for_several_visits(visits: int) -> None:
    """A child gets its own children when it is visited the time after that many visits."""
    for extra, nodes in ((0, 4), (1, 7)):
        result = mv.MCTS(expansion=OneChild(visits=visits)).search(
            TreeObject(wide()), iterations=3 * visits + extra, seed=1
        )
        assert result.nodes == nodes


def test_root_only_never_grows_below_the_root() -> None:
    """However long it runs."""
    result = mv.MCTS(expansion=RootOnly()).search(TreeObject(wide()), iterations=100, seed=1)
    assert (result.nodes, result.statistics.depth) == (4, 1)


def test_all_children_evaluates_the_root_itself_first() -> None:
    """The first simulation ends there: it has children, and none of them a visit."""
    result = mv.MCTS(UCB1(), AllChildren()).search(TreeObject(wide()), iterations=1, seed=1)
    assert (result.nodes, set(result.visits.values()), result.simulations) == (4, {0}, 1)


def test_all_children_gives_a_new_node_its_children_at_its_first_visit() -> None:
    """Each of four simulations adds a block of three."""
    assert mv.MCTS(UCB1(), AllChildren()).search(TreeObject(wide()), iterations=4, seed=1).nodes == 1 + 4 * 3


def test_priors_come_from_the_problem_and_sum_to_one() -> None:
    """Weights of 1, 6 and 3 are .1, .6 and .3, whatever the order of the children."""
    priors, equal = root_priors(WithPriors(wide()))
    assert priors == pytest.approx({"a": 0.1, "b": 0.6, "c": 0.3})
    assert equal == 0


def test_the_likeliest_action_is_searched_first() -> None:
    """The prior decides while nothing else is known."""
    assert mv.MCTS(PUCT(), AllChildren()).search(WithPriors(wide()), iterations=2, seed=1).action == "b"


def test_without_a_prior_rule_all_actions_are_equal() -> None:
    """That is no failure, so it is not counted."""
    priors, equal = root_priors(TreeObject(wide()))
    assert priors == pytest.approx(dict.fromkeys("abc", 1 / 3))
    assert equal == 0


@pytest.mark.parametrize("weight", [0.0, -1.0, float("nan"), float("inf")])
def test_priors_that_hold_nothing_are_replaced_by_equal_ones(weight: float) -> None:
    """Zero, negative, not a number, without bound: equal priors for all legal actions, and the count says so."""
    problem = WithPriors(wide())
    problem.weights = dict.fromkeys("abc", weight)
    priors, equal = root_priors(problem)
    assert priors == pytest.approx(dict.fromkeys("abc", 1 / 3))
    assert equal == 1


def test_a_negative_weight_counts_as_none() -> None:
    """The others share the whole."""
    problem = WithPriors(wide())
    problem.weights = {"a": -5.0, "b": 3.0, "c": 1.0}
    assert root_priors(problem)[0] == pytest.approx({"a": 0.0, "b": 0.75, "c": 0.25})


@pytest.mark.parametrize("position", range(3))
def test_one_weight_that_is_not_a_number_spoils_the_row(position: int) -> None:
    """Wherever it stands the row is replaced by equal priors: nothing about it can be believed."""
    problem = WithPriors(wide())
    problem.weights = dict(zip("abc", np.roll([np.nan, 1.0, 2.0], position).tolist(), strict=True))
    priors, equal = root_priors(problem)
    assert priors == pytest.approx(dict.fromkeys("abc", 1 / 3))
    assert equal == 1


def test_all_children_in_a_full_tree_goes_on_without_growing() -> None:
    """Nodes without children are evaluated again, and it is counted, whether one more would fit or not."""
    for nodes in (4, 5, 7):
        mcts = mv.MCTS(PUCT(), AllChildren(), memory=nodes * BYTES_PER_NODE)
        result = mcts.search(TreeObject(wide()), iterations=50, seed=1)
        assert (result.nodes, result.simulations) == (7 if nodes == 7 else 4, 50)
        assert result.statistics.tree_full > 0


def test_all_children_reports_a_state_without_actions() -> None:
    """The failure of giving a node its children goes up."""

    class Stuck(TreeObject):
        def legal_actions(self) -> list[str]:
            return super().legal_actions() if len(self.node.children) == 3 else []

    search = mv.MCTS(PUCT(), AllChildren()).start(Stuck(p1(a=p2(x=0), b=p2(x=0), c=p2(x=0)), max_length=9), seed=1)
    with pytest.raises(GameError, match="not terminal and has no legal action"):
        search.run(iterations=5)


def test_a_rule_that_ranks_unvisited_children_needs_them_all() -> None:
    """The sentence names both components and the way out."""
    with pytest.raises(UnsuitableError, match=r"PUCT ranks unvisited actions, but OneChild .* use AllChildren"):
        mv.MCTS(selection=PUCT())


def test_less_than_one_visit_is_refused() -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match="OneChild: visits is 0; it must be at least 1"):
        OneChild(visits=0)


@pytest.mark.parametrize("expansion", [OneChild(), AllChildren(), RootOnly()], ids=lambda expansion: expansion.name)
def test_every_expansion_searches_with_its_defaults(expansion: Any) -> None:
    """A hundred simulations find the better of two ends."""
    assert mv.MCTS(expansion=expansion).search(TreeObject(p1(a=0, b=1)), iterations=100, seed=1).action == "b"
