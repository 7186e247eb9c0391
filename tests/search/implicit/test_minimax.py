"""Implicit minimax: the formula by hand, the outlook of every node against recursion, and what it does to a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_bandits import bandit, scores
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, p1, p2, tree_object

import monteverde as mv
from monteverde.errors import UnknownNameError, UnsuitableError, UsageError
from monteverde.search.implicit import ImplicitMinimax
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.tree import ROOT


def outlooks(tree: Any, node: int, state: Any, found: dict[int, list[float]]) -> list[float]:
    """Return what each player can expect at `node`, and note it for all visited nodes below: by recursion."""
    first = tree.first_child[node]
    block = range(first, first + tree.num_children[node]) if first > 0 else ()
    children = {}
    for child in block:
        if tree.visits[child]:
            after = state.clone()
            after.play(tree.action[child])
            children[child] = outlooks(tree, child, after, found)
    if state.is_terminal():
        found[node] = list(state.rewards())
    elif not children:
        found[node] = list(state.heuristic())
    elif state.to_move() == mv.CHANCE:
        total = sum(tree.visits[child] for child in children)
        columns = zip(*([tree.visits[c] / total * x for x in value] for c, value in children.items()), strict=True)
        found[node] = [sum(column) for column in columns]
    else:
        found[node] = max(children.values(), key=lambda value: value[state.to_move()])
    return found[node]


@given(tree=trees(max_leaves=20), seed=st.integers(0, 2**32), iterations=st.integers(1, 60))
def test_outlooks_are_those_of_recursion(tree: Node, seed: int, iterations: int) -> None:
    """Three players, chance anywhere; every node that has been visited, for every player."""
    problem = tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1))
    search = mv.MCTS(ImplicitMinimax()).start(problem, seed=seed)
    search.run(iterations=iterations)
    found: dict[int, list[float]] = {}
    outlooks(search.tree, ROOT, problem, found)
    for node, expected in found.items():
        assert list(search.tree.outlook[node][1:]) == pytest.approx(expected)


def test_the_score_by_hand() -> None:
    """10 of 100 visits, 5 won, outlook .9, alpha .4: .6 * .5 + .4 * .9 + sqrt(2 ln 100 / 10) = 1.619705."""
    tree = bandit([(10, 5.0)])._replace(outlook=[[0.0, 0.0, 0.0], [0.9, 0.9, 0.1]])
    assert scores(ImplicitMinimax(alpha=0.4), tree, 100) == pytest.approx([1.619705], abs=5e-7)


def test_a_small_tree_by_hand() -> None:
    """P1 may go to a, of outlook 0 by itself, where P2 then finds y, or to b.

    In unit value (u + 1) / 2: a is worth .5 until P2's replies x (.9 for P1) and y (.3) are visited; then .3, since P2
    prefers .7 to .1. b is .45 all along, so the root's outlook goes from .5 to .45.
    """
    tree = p1(
        a=p2(x=p1(u=0, v=0).estimated(0.8), y=p1(u=0, v=0).estimated(-0.4)).estimated(0.0),
        b=p2(z=p1(u=0, v=0)).estimated(-0.1),
    )
    search = mv.MCTS(ImplicitMinimax(c=100.0)).start(ChanceTreeObject(tree), seed=1)  # turn about
    search.run(iterations=2)
    assert list(search.tree.outlook[ROOT][1:]) == pytest.approx([0.5, 0.5])
    search.run(iterations=4)
    first = search.tree.first_child[ROOT]
    by_name = {search.tree.action[child]: list(search.tree.outlook[child]) for child in (first, first + 1)}
    assert by_name["a"] == pytest.approx([0.3, 0.3, 0.7])


def test_without_weight_it_is_ucb1() -> None:
    """With an alpha of 0 it makes the same tree, visit for visit."""
    tree = p1(a=p2(x=0.5, y=-0.5), b=p2(x=p1(u=1, v=-1), y=0.2), c=-0.1)
    results = [
        mv.MCTS(rule).search(ChanceTreeObject(tree), iterations=200, seed=3).visits
        for rule in (UCB1(), ImplicitMinimax(alpha=0.0))
    ]
    assert results[0] == results[1]


def test_a_refutation_that_the_heuristic_sees_is_believed_at_once() -> None:
    """One of nine replies to the trap loses at once; playouts hardly notice, the outlook does."""
    reply = p1(u=1, v=1).estimated(1.0)
    trap = p2(**dict.fromkeys("abcdefgh", reply), i=p1(u=-1, v=-1).estimated(-1.0))
    tree = p1(trap=trap, safe=p2(x=p1(u=0.3, v=0.3).estimated(0.3)))
    shares = []
    for alpha in (0.0, 0.8):
        mcts = mv.MCTS(ImplicitMinimax(c=0.3, alpha=alpha))
        results = [mcts.search(ChanceTreeObject(tree), iterations=20, seed=seed) for seed in range(10)]
        shares.append(sum(result.policy["trap"] for result in results) / 10)
    assert shares[1] < 0.5 < shares[0]


def test_it_works_with_proofs() -> None:
    """A solver knows the ends; its outlook of a settled node is what is proven."""
    tree = p1(a=p2(x=1, y=-1), b=p2(x=p1(u=0.5), y=0.75))
    search = mv.MCTS(ImplicitMinimax(), solver=True).start(ChanceTreeObject(tree), seed=2)
    search.run(iterations=200)
    assert (search.stopped_by, search.result().statistics.proven) == ("proven", 0.5)


@pytest.mark.parametrize("algorithm", ["uct:implicit_minimax=0.4", "ucb1:c=1.0,implicit_minimax=0.4"])
def test_by_name(algorithm: str, budget: Callable[..., int]) -> None:
    """On the command line it is a parameter of UCB1; here on a compiled problem that has a heuristic."""
    mcts = mv.load_search(algorithm)
    assert isinstance(mcts.selection, ImplicitMinimax)
    assert mcts.selection.alpha == 0.4
    result = mcts.search("random_tree:branching=3,depth=4", iterations=budget(500, least=100), seed=1)
    assert sum(result.visits.values()) == result.simulations


def test_nought_is_plain_uct() -> None:
    """The default changes nothing."""
    assert mv.load_search("uct:implicit_minimax=0") == mv.load_search("uct")


def test_other_rules_do_not_take_it() -> None:
    """The published form is UCB1's."""
    with pytest.raises(UnknownNameError, match="implicit_minimax"):
        mv.load_search("puct:implicit_minimax=0.4")


def test_it_needs_a_heuristic() -> None:
    """Named with what lacks it."""
    with pytest.raises(UnsuitableError, match="ImplicitMinimax needs the rule 'heuristic'"):
        mv.search("tic_tac_toe", algorithm="uct:implicit_minimax=0.4", iterations=10)


def test_rewards_on_the_way_are_refused() -> None:
    """A heuristic of a position says nothing of what was paid on the way."""
    with pytest.raises(UnsuitableError, match="and TreeObject pays on the way"):
        mv.MCTS(ImplicitMinimax()).start(TreeObject(p1(a=1), discount=0.5))


@pytest.mark.parametrize("alpha", [-0.1, 1.5, float("nan")])
def test_the_weight_is_a_share(alpha: float) -> None:
    """From 0 to 1."""
    with pytest.raises(UsageError, match="ImplicitMinimax: alpha is"):
        ImplicitMinimax(alpha=alpha)
