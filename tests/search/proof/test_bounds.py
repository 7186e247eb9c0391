"""Bounds: against the slow twin and against what is true, on random trees; and on trees solved in the head."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_proof import ProofTwin, worths
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import Node, TreeObject, chance, p1, p2, seat, tree_object
from tests.reference.search_uct import PositionObject

import monteverde as mv
from monteverde.search.evaluation import Heuristic
from monteverde.search.expansion import AllChildren, ProgressiveWidening
from monteverde.search.selection.puct import PUCT
from monteverde.search.tree import ROOT

SEEDS = st.integers(0, 2**32)
SOLVERS = st.sampled_from(
    [
        mv.MCTS(solver=True),
        mv.MCTS(PUCT(), AllChildren(), solver=True),
        mv.MCTS(expansion=ProgressiveWidening(k=1.0), evaluation=Heuristic(), solver=True),
    ]
)


def assert_agrees(search: Any, state: Any) -> None:
    """Compare every node of the tree of `search` with the twin's."""
    tree, twin = search.tree, ProofTwin(search.tree, state)
    for node, proven in twin.known.items():
        row = [float(bound) for bound in tree.bounds[node]]
        assert row == pytest.approx([*proven.lower, *proven.upper], abs=1e-12), node
        if row[: twin.players] == row[twin.players :]:
            assert int(tree.proven[node]) == 1 + (proven.plies or 0)
        else:
            assert int(tree.proven[node]) == 0
    assert {node: bool(tree.closed[node]) for node in twin.closed} == twin.closed


def for_two(node: Node) -> Node:
    """Return a tree as two players play it who share one unit: the third's moves are the first's."""
    children = {name: for_two(child) for name, child in node.children.items()}
    return replace(
        node,
        children=children,
        mover=node.mover % 2 if node.mover >= 0 else node.mover,
        paid=(node.paid[0], 1.0 - node.paid[0]),
        estimate=(node.paid[0], 1.0 - node.paid[0]),
    )


@given(tree=trees(max_leaves=20), seed=SEEDS, iterations=st.integers(1, 60), mcts=SOLVERS, is_for_two=st.booleans())
def test_bounds_are_those_of_the_twin_and_hold(
    tree: Node, seed: int, iterations: int, mcts: mv.MCTS, is_for_two: bool
) -> None:
    """Two and three players, chance anywhere: each bound is what the tree below proves, and true."""
    players = 2 if is_for_two else NUM_PLAYERS
    tree = for_two(tree) if is_for_two else tree
    problem = tree_object(tree, num_players=players, reward_range=(0, 1))
    search = mcts.start(problem, seed=seed)
    search.run(iterations=iterations)
    assert_agrees(search, problem)
    for worth in worths(tree, players):
        for player in range(players):
            lower, upper = search.tree.bounds[ROOT][player], search.tree.bounds[ROOT][players + player]
            assert lower - 1e-9 <= worth[player] <= upper + 1e-9
    result = search.result()
    if result.statistics.stopped_by == "proven":
        assert result.statistics.proven == pytest.approx(min(w[tree.mover] for w in worths(tree, players)))
        chosen = worths(tree.children[result.action], players)
        assert result.statistics.proven == pytest.approx(min(w[tree.mover] for w in chosen))


@given(tree=trees(max_leaves=20), seed=SEEDS)
def test_games_of_two_are_solved_in_the_end(tree: Node, seed: int) -> None:
    """Nothing is visited for ever that can tell nothing: so many simulations solve any of these trees."""
    tree = for_two(tree)
    search = mv.MCTS(solver=True).start(tree_object(tree, num_players=2, reward_range=(0, 1)), seed=seed)
    search.run(iterations=3000)
    assert search.stopped_by == "proven"


@pytest.mark.parametrize("moves", ["a1 b1 b2 a2", "b2 a1 c3"])
def test_bounds_of_a_compiled_search(moves: str, budget: Callable[..., int]) -> None:
    """The same with arrays, in the middle of a game."""
    position = mv.load_game("tic_tac_toe").initial().play_all(moves)
    search = mv.MCTS(solver=True).start(position, seed=2)
    search.run(iterations=budget(400, least=100))
    assert_agrees(search, PositionObject(position))


def test_a_node_is_worth_its_best_child_to_the_mover_and_the_worst_to_the_other() -> None:
    """After 1 to 4 and 0 to 10 the mover has 4 at least; a reply that is not tried leaves everything open."""
    tree = p1(a=p2(x=(2, 8), y=(4, 6)), b=p2(x=(3, 7), y=(9, 1)))
    search = mv.MCTS(solver=True).start(TreeObject(tree, reward_range=(0, 10)), seed=1)
    search.run(iterations=100)
    result = search.result()
    assert (result.action, result.statistics.proven, result.statistics.distance) == ("b", pytest.approx(3.0), 2)
    assert result["a"].upper == pytest.approx(2.0)


def test_a_chance_node_is_settled_when_all_its_outcomes_are() -> None:
    """An outcome that is not known leaves it open by its probability; all known, it is worth their mean."""
    deep = seat(0, x=seat(0, y=(8,)), z=(0,))
    tree = p1(go=chance(a=(0.25, (4,)), b=(0.75, deep)), stop=(1,))
    search = mv.MCTS(solver=True).start(tree_object(tree, num_players=1, reward_range=(0, 10)), seed=3)
    seen = set()
    while not search.is_solved:
        search.run(iterations=1)
        seen.add(tuple(round(float(b), 9) for b in search.tree.bounds[ROOT]))
    result = search.result()
    assert result["go"].lower == result["go"].upper == pytest.approx(7.0)
    assert result.statistics.distance == 4
    assert {lower for lower, _ in seen} <= {0.0, 0.1, 0.7}
    assert {upper for _, upper in seen} <= {1.0, 0.85, 0.7}


def test_a_player_who_does_not_care_leaves_a_third_ones_value_open() -> None:
    """The second player gets 1 either way, and may give the first 0 or 1: that is not proven, and never will be."""
    tree = p1(on=seat(1, a=(0, 1, 1), b=(1, 1, 0)), off=(0.5, 0, 0))
    search = mv.MCTS(solver=True).start(TreeObject(tree, num_players=3, reward_range=(0, 1)), seed=1)
    search.run(iterations=200)
    assert search.stopped_by == "iterations"
    assert list(search.tree.bounds[ROOT])[0::3] == [0.5, 1.0]
