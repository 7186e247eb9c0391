"""The problem's own estimate as the value of a leaf."""

from __future__ import annotations

import pytest
from tests.reference.search_trees import p1, p2
from tests.search.conftest import Solver

import monteverde as mv
from monteverde.errors import UnsuitableError
from monteverde.search.evaluation import Heuristic, TruncatedPlayout


def test_a_leaf_is_worth_what_the_heuristic_says(solve: Solver) -> None:
    """After one visit each, the table holds the estimates, for the player to move and for the others."""
    tree = p1(a=p2(x=1, y=1).estimated(0.25), b=p2(x=1, y=1).estimated(-0.5))
    found = solve(tree, 2, mcts=mv.MCTS(evaluation=Heuristic()))
    assert found.values == {"a": 0.25, "b": -0.5}
    assert found.value[:2] == (-0.125, 0.125)


def test_an_end_is_worth_what_it_pays(solve: Solver) -> None:
    """The heuristic is not asked there."""
    tree = p1(a=p1().paying(1).estimated(-1))
    assert solve(tree, 1, mcts=mv.MCTS(evaluation=Heuristic())).values == {"a": 1.0}


@pytest.mark.parametrize("evaluation", [Heuristic(), TruncatedPlayout()], ids=lambda evaluation: evaluation.name)
@pytest.mark.parametrize("problem", ["nim", p1(a=1)], ids=["game", "object"])
def test_a_problem_without_the_rule_is_refused(evaluation: mv.search, problem: object) -> None:
    """The sentence names the component, the rule and the problem."""

    class Bare:
        num_players = 2

        def legal_actions(self) -> list[int]:
            return [0]

        def play(self, action: int) -> None: ...

        def is_terminal(self) -> bool:
            return False

        def rewards(self) -> list[float]:
            return [0.0, 0.0]

        def to_move(self) -> int:
            return 0

        def clone(self) -> Bare:
            return self

    given = problem if isinstance(problem, str) else Bare()
    with pytest.raises(UnsuitableError, match=rf"{type(evaluation).__name__} needs the (rule|method) 'heuristic'"):
        mv.MCTS(evaluation=evaluation).start(given)
