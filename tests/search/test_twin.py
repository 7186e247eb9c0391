"""The library's tree against that of a slow, obvious twin that draws the same random numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import (
    ROWS,
    ChanceTreeGame,
    Node,
    PayingTreeGame,
    table_position,
    tree_object,
)
from tests.reference.search_uct import PositionObject, PythonDraws, SplitMix, Uct, differences

import monteverde as mv
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.evaluation import TruncatedPlayout
from monteverde.search.selection.ucb1 import UCB1

SEEDS = st.integers(0, 2**32)


def check(problem: Any, twin: Uct, seed: int, iterations: int, mcts: mv.MCTS | None = None) -> None:
    """Search both ways, and compare the trees and the returns of all players."""
    search = (mcts or mv.MCTS()).start(problem, seed=seed, expected=iterations)
    search.run(iterations=iterations)
    for _ in range(iterations):
        twin.simulate()
    assert differences(search.tree, twin.root) == []
    totals = [float(total) for total in search.workspaces[0].totals]
    assert totals[: len(twin.totals)] == twin.totals


@given(tree=trees(), seed=SEEDS, iterations=st.integers(1, 60))
def test_trees_of_objects(tree: Node, seed: int, iterations: int) -> None:
    """Any number of players, chance anywhere, ends of every kind."""
    problem = tree_object(tree, num_players=NUM_PLAYERS)
    check(problem, Uct(problem, PythonDraws(seed)), seed, iterations)


@given(tree=trees(), seed=SEEDS, pays=st.booleans())
def test_discounted_trees_of_objects(tree: Node, seed: int, pays: bool) -> None:
    """A ply halves what is paid, at the end or on the way."""
    facts = {"reward_range": (-2, 6), "discount": 0.5, "step_rewards": pays}
    problem = tree_object(tree, num_players=NUM_PLAYERS, **facts)
    check(problem, Uct(problem, PythonDraws(seed)), seed, 40)


@given(tree=trees(), seed=SEEDS)
@settings(max_examples=10)
def test_compiled_trees(tree: Node, seed: int) -> None:
    """The same with arrays for the tree and the library's own random numbers."""
    assume(len(tree.reached()) <= ROWS)
    position = table_position(tree, ChanceTreeGame())
    check(position, Uct(PositionObject(position), SplitMix(seed)), seed, 40)


@given(tree=trees(chance=False), seed=SEEDS)
@settings(max_examples=10)
def test_compiled_trees_that_pay_on_the_way(tree: Node, seed: int) -> None:
    """Discounted; a playout that may be as long as the game is the plain one."""
    assume(len(tree.reached()) <= ROWS)
    position = table_position(tree, PayingTreeGame())
    mcts = mv.MCTS(evaluation=TruncatedPlayout(ROWS))
    check(position, Uct(PositionObject(position), SplitMix(seed)), seed, 40, mcts)


@pytest.mark.parametrize("moves", ["", "b2", "a1 b2 c1", "a1 b1 b2 a2"])
def test_tic_tac_toe(moves: str, budget: Callable[..., int]) -> None:
    """A game of the library, with its own way to draw an action in playouts."""
    position = TicTacToe().initial().play_all(moves)
    check(position, Uct(PositionObject(position), SplitMix(9)), 9, budget(300, least=60))


@pytest.mark.parametrize("c", [0.0, 0.5, 3.0])
def test_another_exploration_constant(c: float) -> None:
    """Greedy, and more curious than usual."""
    problem = PositionObject(TicTacToe().initial())
    check(problem, Uct(problem, PythonDraws(2), c), 2, 100, mv.MCTS(UCB1(c)))


def test_a_compiled_problem_that_pays_on_the_way_with_chance_and_a_discount(budget: Callable[..., int]) -> None:
    """Nature's moves take no time, in the tree and in playouts; with a horizon that no walk reaches."""
    position = mv.load_game("grid_world:horizon=1000").initial()
    check(position, Uct(PositionObject(position), SplitMix(4)), 4, budget(200, least=60))
