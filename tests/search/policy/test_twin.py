"""The trees of searches whose playouts learn, against a twin that keeps every simulation and counts by looking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.search_playouts import Choose, PlayingUct, counted, decisive, gibbs_mast, greedy, lgrf, mast, nst
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import Node, tree_object
from tests.reference.search_uct import PositionObject, PythonDraws, SplitMix, differences

import monteverde as mv
from monteverde.search.policy import PlayoutPolicy
from monteverde.search.session import Search

SEEDS = st.integers(0, 2**32)
CHECKED: list[tuple[PlayoutPolicy, Choose]] = [
    (mv.MAST(0.2), mast(0.2)),
    (mv.MAST(0.0, draws=2, decay=0.5, batch=7), mast(0.0, 2, 0.5, 7)),
    (mv.GibbsMAST(0.3), gibbs_mast(0.3)),
    (mv.NST(0.1, least=2.0), nst(3, 2.0, 0.1)),
    (mv.NST(0.0, length=2, least=1.0, decay=0.75, batch=5), nst(2, 1.0, 0.0, 0.75, 5)),
    (mv.LGRF(), lgrf(2)),
    (mv.LGRF(1), lgrf(1)),
    (mv.Decisive(), decisive(PlayingUct.draw, 100)),
    (mv.Decisive(mv.MAST(0.0), horizon=3), decisive(mast(), 3)),
]
COMPILED = [CHECKED[3], CHECKED[5], CHECKED[8]]  # NST, LGRF, and MAST inside Decisive: to compile takes seconds


def check(problem: Any, twin: PlayingUct, policy: PlayoutPolicy, seed: int, iterations: int) -> Search:
    """Search both ways, and compare the trees and the returns of all players."""
    mcts = mv.MCTS(evaluation=mv.RandomPlayout(policy=policy))
    search = mcts.start(problem, seed=seed, expected=iterations)
    search.run(iterations=iterations)
    for _ in range(iterations):
        twin.simulate()
    assert differences(search.tree, twin.root) == []
    totals = [float(total) for total in search.workspaces[0].totals]
    assert totals[: len(twin.totals)] == twin.totals
    return search


@pytest.mark.parametrize(("policy", "choose"), CHECKED)
@given(tree=trees(), seed=SEEDS)
@settings(max_examples=8)
def test_trees_of_objects(policy: PlayoutPolicy, choose: Choose, tree: Node, seed: int) -> None:
    """Any number of players, chance anywhere, any rewards."""
    problem = tree_object(tree, num_players=NUM_PLAYERS)
    check(problem, PlayingUct(problem, PythonDraws(seed), choose), policy, seed, 30)


@given(tree=trees(), seed=SEEDS, pays=st.booleans())
@settings(max_examples=8)
def test_discounted_trees_of_objects(tree: Node, seed: int, pays: bool) -> None:
    """What counts is the return of the whole simulation, as it is worth at the root."""
    facts = {"reward_range": (-2, 6), "discount": 0.5, "step_rewards": pays}
    problem = tree_object(tree, num_players=NUM_PLAYERS, **facts)
    check(problem, PlayingUct(problem, PythonDraws(seed), mast(0.1)), mv.MAST(0.1), seed, 30)


@pytest.mark.parametrize(("policy", "choose"), COMPILED)
def test_tic_tac_toe(policy: PlayoutPolicy, choose: Choose, budget: Callable[..., int]) -> None:
    """A game of the library, with the library's own random numbers, draws, wins and losses."""
    problem = PositionObject(mv.load_game("tic_tac_toe").initial())
    iterations = budget(150, least=40)
    check(problem.position, PlayingUct(problem, SplitMix(3), choose), policy, 3, iterations)


def test_the_table_is_what_is_found_by_looking(budget: Callable[..., int]) -> None:
    """Every count and every sum of single codes, of both players; sequences have their say in the trees above."""
    problem = PositionObject(mv.load_game("tic_tac_toe").initial())
    twin = PlayingUct(problem, SplitMix(8), nst(3, 2.0, 0.1))
    search = check(problem.position, twin, mv.NST(0.1, least=2.0), 8, budget(100, least=40))
    for player in range(2):
        for action in range(9):
            place = 2 * (9 * player + action)
            count, total = counted(twin, [(player, action)], 1.0, 1)
            assert [float(number) for number in search.workspaces[0].learned[place : place + 2]] == [count, total]


def test_a_twin_of_another_policy_makes_another_tree() -> None:
    """So that the tests above can fail."""
    problem = PositionObject(mv.load_game("tic_tac_toe").initial())
    worst = greedy(lambda search, code: -counted(search, [code], 1.0, 1)[1], 0.2)
    check(problem, PlayingUct(problem, PythonDraws(3), mast(0.2)), mv.MAST(0.2), 3, 40)
    with pytest.raises(AssertionError):
        check(problem, PlayingUct(problem, PythonDraws(3), worst), mv.MAST(0.2), 3, 40)
