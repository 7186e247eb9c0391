"""Searches by name, and the one call that does everything."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference.search_trees import TreeObject, p1, p2

import monteverde as mv
from monteverde.errors import UnknownNameError, UsageError
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.expansion import AllChildren, OneChild, RootOnly
from monteverde.search.final import HighestValue
from monteverde.search.selection.epsilon_greedy import EpsilonGreedy
from monteverde.search.selection.puct import PUCT
from monteverde.search.selection.round_robin import RoundRobin
from monteverde.search.selection.ucb1 import UCB1

TREE = p1(a=p2(x=-1, y=-0.5), b=p2(x=1, y=0.5), c=-1)


def test_the_names() -> None:
    """Each selection rule of the folder, UCT and flat Monte Carlo."""
    names = """
        epsilon_greedy flat grave hrave mcps progressive_bias progressive_history puct rave scheduled_rave
        thompson_sampling ucb1 ucb1_tuned uct
    """
    assert mv.algorithm_names() == names.split()


@pytest.mark.parametrize("name", mv.algorithm_names())
def test_every_algorithm_searches_with_its_defaults(name: str) -> None:
    """And finds the best action of a small tree."""
    result = mv.search(TreeObject(TREE), algorithm=name, iterations=300, seed=1)
    assert (result.action, result.simulations) == ("b", 300)


@pytest.mark.parametrize(
    ("text", "mcts"),
    [
        ("uct", mv.MCTS()),
        ("uct:0.7", mv.MCTS(UCB1(0.7))),
        ("uct:c=1.0,threads=2,memory=10MB", mv.MCTS(UCB1(1.0), threads=2, memory="10MB")),
        ("ucb1:playouts=3,virtual_visits=2", mv.MCTS(evaluation=RandomPlayout(3), virtual_visits=2)),
        ("puct:c=2.0,fpu_reduction=0.0", mv.MCTS(PUCT(2.0, 0.0), AllChildren())),
        ("epsilon_greedy:0.2", mv.MCTS(EpsilonGreedy(0.2), OneChild())),
        ("flat", mv.flat_monte_carlo()),
        ("flat:playouts=2", mv.flat_monte_carlo(2)),
    ],
)
def test_a_name_stands_for_a_configured_search(text: str, mcts: mv.MCTS) -> None:
    """Parameters of the selection rule, and those that every search has."""
    assert mv.load_search(text) == mcts


def test_flat_monte_carlo_spreads_its_playouts_evenly() -> None:
    """Each action of the root in turn, the best mean in the end, no tree below."""
    mcts = mv.flat_monte_carlo(2, threads=2)
    assert (mcts.selection, mcts.expansion, mcts.final) == (RoundRobin(), RootOnly(), HighestValue())
    assert (mcts.evaluation, mcts.threads) == (RandomPlayout(2), 2)
    result = mv.flat_monte_carlo().search(TreeObject(TREE), iterations=90, seed=1)
    assert set(result.visits.values()) == {30}
    assert result.statistics.depth == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("utc", r"unknown algorithm 'utc'; did you mean uct"),
        ("round_robin", r"unknown algorithm 'round_robin'; "),
        ("uct:k=1", r"unknown parameter of uct 'k'"),
        ("flat:c=1", r"unknown parameter of flat 'c'"),
        ("uct:treads=2", r"did you mean threads"),
    ],
)
def test_wrong_names_get_the_nearest_right_ones(text: str, sentence: str) -> None:
    """Of algorithms and of their parameters."""
    with pytest.raises(UnknownNameError, match=sentence):
        mv.load_search(text)


@pytest.mark.parametrize("text", ["uct:c=many", "uct:c=-1", "uct:threads=-1", "uct:threads=1.5", "flat:playouts=0"])
def test_wrong_values_are_refused(text: str) -> None:
    """With a sentence, and before anything is searched."""
    with pytest.raises(UsageError):
        mv.load_search(text)


@pytest.mark.parametrize("algorithm", [None, 3, mv.MCTS])
def test_what_is_no_algorithm_is_refused(algorithm: Any) -> None:
    """A name or a configured search is expected."""
    with pytest.raises(UsageError, match="give a name such as 'uct' or a configured MCTS"):
        mv.search(TreeObject(TREE), algorithm=algorithm, iterations=1)


def test_a_configured_search_can_be_given_and_changed() -> None:
    """Threads and memory of the call go before its own."""
    result = mv.search(TreeObject(TREE), algorithm=mv.MCTS(UCB1(0.1)), iterations=9, threads=3, memory="1MB", seed=1)
    assert result.simulations == 9


@pytest.mark.parametrize("field", ["selection", "expansion", "evaluation", "backup", "final"])
def test_a_component_in_the_wrong_place_is_refused(field: str) -> None:
    """The sentence names the place, and what would fit."""
    wrong: Any = OneChild() if field != "expansion" else UCB1()
    with pytest.raises(UsageError, match=rf"{field} is .*; it must be a \w+, such as "):
        mv.MCTS(**{field: wrong})


@pytest.mark.parametrize("selection", [None, "ucb1", UCB1])
def test_a_component_must_be_an_object(selection: Any) -> None:
    """Neither a name nor a class."""
    with pytest.raises(UsageError, match=r"selection is .*; it must be a Selection"):
        mv.MCTS(selection=selection)
