"""What a reward is worth later, where nature moves in between: hand-worked, in the tree, in playouts and in batches."""

from __future__ import annotations

import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, chance, p1

import monteverde as mv
from monteverde.search.evaluation import Heuristic, TruncatedPlayout

STEPS = {"num_players": 1, "reward_range": (0.0, 16.0), "discount": 0.5, "step_rewards": True}
ENDS = STEPS | {"step_rewards": False}


def wheel() -> Node:
    """Return a choice of one action, that pays 1, a wheel that always pays 2, another choice, and an end that pays 8.

    The return is 1 + 2 + 8 / 2 = 7: between the two choices, and only there, a decision passes.
    """
    last = p1(x=p1().paying(8)).paying(2).estimated(5)
    return p1(a=chance(h=(1.0, last)).paying(1).estimated(3))


@pytest.mark.parametrize("in_steps", [False, True])
@pytest.mark.parametrize("iterations", [1, 2, 3, 4, 5])
def test_nature_takes_no_time_in_the_tree_or_in_a_playout(in_steps: bool, iterations: int) -> None:
    """Wherever the tree ends and the playout begins, also in the middle of nature's move."""
    search = mv.MCTS().start(ChanceTreeObject(wheel(), **STEPS), seed=1)
    for _ in range(iterations):
        search.step(1) if in_steps else search.run(iterations=1)
    assert search.result().value == pytest.approx((7.0,))


@pytest.mark.parametrize("iterations", [1, 2, 3, 4, 5])
def test_an_end_is_discounted_once_a_decision(iterations: int) -> None:
    """Paid at the end alone, 8 is worth 4 before the wheel and 4 after it."""
    result = mv.MCTS().search(ChanceTreeObject(wheel(), **ENDS), iterations=iterations, seed=1)
    assert result.value == pytest.approx((4.0,))


def test_several_ends_in_one_batch_are_discounted_each_by_its_own_path() -> None:
    """Behind the wheel 8 halves; straight from the choice it does not."""
    tree = p1(late=chance(h=(1.0, p1(x=p1().paying(8)))), now=p1().paying(8))
    search = mv.MCTS().start(ChanceTreeObject(tree, **ENDS), seed=1)
    for _ in range(5):
        search.step(6)
    values = {line.name: line.value for line in search.result().actions}
    assert values == pytest.approx({"late": 4.0, "now": 8.0})


@pytest.mark.parametrize(("plies", "value"), [(0, 1 + 3), (1, 1 + 2 + 5 / 2), (2, 7.0), (3, 7.0)])
def test_an_estimate_after_a_playout_is_discounted_for_its_decisions(plies: int, value: float) -> None:
    """At the wheel it counts in full, at the choice behind it half."""
    mcts = mv.MCTS(evaluation=TruncatedPlayout(plies))
    result = mcts.search(ChanceTreeObject(wheel(), **STEPS), iterations=1, seed=1)
    assert result.value == pytest.approx((value,))


@pytest.mark.parametrize(("iterations", "value"), [(1, 4.0), (2, (4 + 5.5) / 2), (3, (4 + 5.5 + 7) / 3)])
def test_an_estimate_of_a_leaf_is_discounted_if_a_player_moves_there(iterations: int, value: float) -> None:
    """The leaf goes down a ply each time: 1 + 3 at the wheel, 1 + 2 + 5 / 2 behind it, then the end."""
    result = mv.MCTS(evaluation=Heuristic()).search(ChanceTreeObject(wheel(), **STEPS), iterations=iterations, seed=1)
    assert result.value == pytest.approx((value,))
