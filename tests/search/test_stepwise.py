"""The loop taken apart: batches of leaves, duplicates, ends on the way, abandoning, evaluators that fail."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, chance, p1, p2, seat

import monteverde as mv
from monteverde.errors import GameError, UnsuitableError, UsageError
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.evaluation import External, Heuristic
from monteverde.search.expansion import AllChildren, OneChild
from monteverde.search.objects import BYTES_PER_NODE
from monteverde.search.selection.puct import PUCT
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

NAN, INFINITE = float("nan"), float("inf")


def bush(depth: int, width: int = 3, end: float = 0.25) -> Node:
    """Return a tree in which every level is one node, reached by `width` actions."""
    tree: Node | float = end
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abcd"[:width], tree))
    assert isinstance(tree, Node)
    return tree


def start(tree: Node, **phases: Any) -> Search:
    """Return a search of a tree of objects."""
    return mv.MCTS(**phases).start(TreeObject(tree), seed=1)


def draws(search: Search) -> list[list[float]]:
    """Return a draw for every leaf in flight."""
    return [[0.0, 0.0]] * len(search.leaf_states)


def root_visits(search: Search) -> list[int]:
    """Return the visits of the root's children, those in flight included, in order."""
    first = search.tree.first_child[ROOT]
    return sorted(int(n) for n in search.tree.visits[first : first + search.tree.num_children[ROOT]])


# -- gathering -----------------------------------------------------------------------------------------------------


def test_a_batch_spreads_over_the_actions() -> None:
    """A fresh root of three actions, six plies, twenty leaves before any backup: 7, 7 and 6 (18 under one before)."""
    search = start(bush(6))
    assert search.gather(20) == 20
    assert root_visits(search) == [6, 7, 7]
    search.complete(draws(search))
    assert root_visits(search) == [6, 7, 7]


def test_virtual_visits_are_in_the_tree_until_the_batch_is_complete() -> None:
    """Three each while in flight, one each afterwards."""
    search = start(bush(6), virtual_visits=3)
    search.gather(4)
    assert search.tree.visits[ROOT] == 12
    search.complete(draws(search))
    assert search.tree.visits[ROOT] == 4


def test_leaves_are_handed_out_as_states() -> None:
    """Of an object: objects, one for each leaf, each where its descent ended."""
    search = start(p1(a=p2(x=1), b=p2(y=1), c=p2(z=1)))
    search.gather(3)
    assert sorted(action for state in search.leaf_states for action in state.legal_actions()) == ["x", "y", "z"]


def test_before_anything_is_gathered_there_are_no_leaves() -> None:
    """Asking is no error."""
    assert len(start(bush(2)).leaf_states) == 0


def test_a_batch_takes_no_more_than_it_has_room_for() -> None:
    """An evaluator with a batch of four is never given five."""
    search = start(bush(6), evaluation=External(batch=4))
    assert search.gather(10) == 4


def test_a_leaf_that_several_descents_reach_is_valued_once() -> None:
    """Two leaves, ten descents: each value is backed up for all five."""
    search = start(p1(a=p2(x=0), b=p2(x=0)), expansion=OneChild(visits=10))
    assert search.gather(10) == 10
    assert len(search.leaf_states) == 2
    search.complete([[1.0, -1.0]] * 2)
    assert root_visits(search) == [5, 5]
    assert search.num_simulations == 10
    assert search.result().value == (1.0, -1.0)


def test_ends_of_the_game_are_completed_at_once() -> None:
    """They need no evaluator, and they have no place in the batch."""
    search = start(p1(a=1, b=1))
    assert search.gather(6) == 6
    assert len(search.leaf_states) == 0
    assert (search.num_simulations, search.result().value) == (6, (1.0, -1.0))


def test_a_batch_of_ends_and_leaves_counts_both() -> None:
    """Whatever the mix, as many simulations end as began."""
    search = start(p1(a=1, b=p2(x=0, y=p1(z=0))))
    begun = search.gather(12)
    search.complete(draws(search))
    assert begun == 12 == search.num_simulations == search.tree.visits[ROOT]


def test_an_empty_batch_is_completed_by_an_empty_answer() -> None:
    """What a function of no leaves naturally returns."""
    search = start(p1(a=1))
    search.gather(2)
    search.complete([])
    assert search.num_simulations == 2


def test_a_second_batch_waits_for_the_first() -> None:
    """Its leaves would overwrite those in flight."""
    search = start(bush(4))
    search.gather(2)
    with pytest.raises(GameError, match="a batch is in flight already; complete or abandon it first"):
        search.gather(1)
    search.complete(draws(search))
    assert search.gather(1) == 1


def test_there_must_be_a_batch_to_complete() -> None:
    """The sentence says what to do first."""
    with pytest.raises(GameError, match="no batch is in flight; gather one first"):
        start(bush(2)).complete([])


# -- abandoning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("virtual_visits", [1, 3])
def test_an_abandoned_batch_never_was(virtual_visits: int) -> None:
    """Visits and values are what they were, and nodes that the batch made have none."""
    search = start(bush(6), virtual_visits=virtual_visits)
    for _ in range(3):
        search.step(5)
    visits, values = list(search.tree.visits), list(search.tree.value_sum)
    search.gather(15)
    assert list(search.tree.visits)[: len(visits)] != visits
    search.abandon()
    assert list(search.tree.visits) == visits + [0] * (len(search.tree.visits) - len(visits))
    assert list(search.tree.value_sum) == values + [0.0] * (len(search.tree.value_sum) - len(values))
    assert len(search.leaf_states) == 0


def test_abandoning_nothing_is_no_error() -> None:
    """Neither before the first batch nor after the last."""
    search = start(bush(3))
    search.abandon()
    search.gather(2)
    search.abandon()
    search.abandon()
    assert search.tree.visits[ROOT] == 0


def test_a_search_goes_on_after_an_abandoned_batch() -> None:
    """Untried children are still found, each once."""
    search = start(bush(6))
    search.gather(2)
    search.abandon()
    search.step(3)
    search.step(3)
    assert search.num_simulations == search.tree.visits[ROOT]
    assert root_visits(search)[0] >= 1


def test_a_batch_that_meets_a_failure_takes_its_other_descents_back() -> None:
    """The leaves that were in flight already leave nothing behind."""
    tree = p1(a=bush(5), b=chance(u=(0.5, 0), v=(0.4, 0)))
    search = mv.MCTS().start(ChanceTreeObject(tree), seed=1)
    with pytest.raises(GameError, match="probabilities do not sum to one"):
        search.gather(8)
    assert set(search.tree.visits) == {0}
    assert len(search.leaf_states) == 0


def test_every_descent_of_a_batch_keeps_what_it_was_paid() -> None:
    """Rewards on the way are those of its own path, not of the last one gathered."""
    tree = p1(a=p1(x=0).paying(1), b=p1(x=0).paying(2), c=p1(x=0).paying(4))
    search = mv.MCTS().start(TreeObject(tree, reward_range=(-4, 4), step_rewards=True), seed=1)
    search.gather(3)
    search.complete(draws(search))
    assert {line.action: line.value for line in search.result().actions} == {"a": 1.0, "b": 2.0, "c": 4.0}


# -- evaluators ----------------------------------------------------------------------------------------------------


def uniform_values(states: Any) -> Any:
    """Value every state as a draw."""
    return np.zeros((len(states), 2))


@pytest.mark.parametrize("batch", [1, 3, 8])
def test_an_evaluator_is_given_no_more_than_its_batch(batch: int) -> None:
    """And the search ends after exactly the simulations that were asked for."""
    sizes: list[int] = []

    def evaluate(states: Any) -> Any:
        sizes.append(len(states))
        return uniform_values(states)

    result = mv.MCTS(evaluation=External(evaluate, batch)).search(TreeObject(bush(6)), iterations=50, seed=1)
    assert result.simulations == 50
    assert max(sizes) <= batch


def test_the_answer_of_an_evaluator_is_the_value_of_the_leaf() -> None:
    """As the heuristic does when it is asked inside: the same tree."""
    tree = p1(a=p2(x=p1(u=1, v=0), y=0).estimated(0.5), b=p2(x=0.25, y=p1(u=-1)).estimated(-0.25))

    def evaluate(states: Any) -> Any:
        return [state.heuristic() for state in states]

    outside = mv.MCTS(evaluation=External(evaluate)).search(TreeObject(tree), iterations=60, seed=1)
    inside = mv.MCTS(evaluation=Heuristic()).search(TreeObject(tree), iterations=60, seed=1)
    assert outside.visits == inside.visits
    assert outside.value == pytest.approx(inside.value)


class Refusal(Exception):
    """What an evaluator may raise."""


def test_an_evaluator_that_raises_leaves_the_tree_as_it_was() -> None:
    """Its error is passed on as it is, and the search can go on when it answers again."""
    is_tired = False

    def evaluate(states: Any) -> Any:
        if is_tired:
            raise Refusal
        return uniform_values(states)

    search = start(bush(6), evaluation=External(evaluate, 4))
    search.run(iterations=10)
    visits, values = list(search.tree.visits), list(search.tree.value_sum)
    is_tired = True
    with pytest.raises(Refusal):
        search.run(iterations=10)
    assert list(search.tree.visits) == visits + [0] * (len(search.tree.visits) - len(visits))
    assert list(search.tree.value_sum) == values + [0.0] * (len(search.tree.value_sum) - len(values))
    is_tired = False
    search.run(iterations=10)
    assert search.num_simulations == search.tree.visits[ROOT] == 20


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ([[0.0, 0.0]], r"values of shape \(1, 2\); expected \(3, 2\)"),
        ([[0.0]] * 3, r"values of shape \(3, 1\); expected \(3, 2\)"),
        ([0.0] * 3, r"values of shape \(3,\); expected \(3, 2\)"),
        ([[0.0, 0.0], [0.0], [0.0, 0.0]], "values that are not an array of numbers"),
        ([["a", "b"]] * 3, "values that are not an array of numbers"),
        (None, "values of shape|values that are not an array"),
        ([[0.0, NAN]] * 3, "a value that is not a finite number"),
        ([[0.0, INFINITE]] * 3, "a value that is not a finite number"),
        (([[0.0, 0.0]] * 3, [{}]), "1 rows of priors for 3 states"),
        (([[0.0, 0.0]] * 3, [{"a": 1.0}] * 3), "gave no prior for the action '[bc]'; give every legal action one"),
    ],
)
def test_a_senseless_answer_leaves_the_tree_as_it_was(answer: Any, sentence: str) -> None:
    """The sentence says what was given and what is expected, and the search can go on."""
    search = mv.MCTS(PUCT(), AllChildren(), External(uniform_values, 3)).start(TreeObject(bush(6)), seed=1)
    search.step(1)
    visits = list(search.tree.visits)
    assert search.gather(3) == 3
    with pytest.raises(GameError, match=sentence):
        search.complete(*answer) if isinstance(answer, tuple) else search.complete(answer)
    assert list(search.tree.visits) == visits + [0] * (len(search.tree.visits) - len(visits))
    search.run(iterations=5)
    assert search.tree.visits[ROOT] == search.num_simulations == 6


def test_priors_from_outside_decide_the_first_visit() -> None:
    """Shares of .01, .98 and .01 send the second simulation to the likeliest action."""

    def evaluate(states: Any) -> Any:
        return uniform_values(states), [{"a": 1.0, "b": 98.0, "c": 1.0}] * len(states)

    mcts = mv.MCTS(PUCT(), AllChildren(), External(evaluate))
    result = mcts.search(TreeObject(bush(4)), iterations=2, seed=1)
    assert result.action == "b"
    assert {line.action: line.prior for line in result.actions} == pytest.approx({"a": 0.01, "b": 0.98, "c": 0.01})


def test_priors_from_outside_are_ignored_where_nobody_reads_them() -> None:
    """By a rule without priors, and at leaves that got no children because the memory is used up."""

    def evaluate(states: Any) -> Any:
        return uniform_values(states), [{"a": 1.0, "b": 98.0, "c": 1.0}] * len(states)

    plain = mv.MCTS(evaluation=External(evaluate, 4)).search(TreeObject(bush(4)), iterations=30, seed=1)
    assert np.isnan([line.prior for line in plain.actions]).all()
    full = mv.MCTS(PUCT(), AllChildren(), External(evaluate, 4), memory=7 * BYTES_PER_NODE)
    result = full.search(TreeObject(bush(4)), iterations=30, seed=1)
    assert (result.nodes, result.simulations) == (7, 30)


def test_an_evaluator_needs_a_function() -> None:
    """The default refuses with a sentence, and so does a batch of none."""
    with pytest.raises(TypeError, match="External needs a function from states to values; got none"):
        mv.MCTS(evaluation=External()).search(TreeObject(bush(2)), iterations=1)
    with pytest.raises(UsageError, match="External: batch is 0; it must be at least 1"):
        External(uniform_values, 0)


def test_batches_and_threads_do_not_mix() -> None:
    """The sentence says what to use instead."""
    with pytest.raises(UnsuitableError, match="External evaluation takes batches of leaves; use its batch size"):
        mv.MCTS(evaluation=External(uniform_values), threads=2)


# -- the same on a compiled game -----------------------------------------------------------------------------------


def corner(states: Any) -> tuple[Any, Any]:
    """Value every state of tic-tac-toe as a draw, and put all weight on the first cell."""
    return np.full((len(states), 2), 0.5), np.eye(9)[[0] * len(states)]


def outside_search(moves: str = "", function: Callable[[Any], Any] = corner, batch: int = 8) -> Search:
    """Return a search of tic-tac-toe with an evaluator."""
    position = TicTacToe().initial().play_all(moves)
    return mv.MCTS(PUCT(), AllChildren(), External(function, batch)).start(position, seed=1, expected=200)


def test_all_weight_on_an_illegal_action_is_replaced_by_equal_priors() -> None:
    """The first cell is taken: the eight others are equally likely, nothing is NaN, and it is counted."""
    search = outside_search("a1")
    search.run(iterations=1)
    result = search.result()
    assert [line.prior for line in result.actions] == pytest.approx([1 / 8] * 8)
    assert result.statistics.equal_priors == 1
    assert "1 times the priors put nothing on any legal action; equal ones were used" in str(result)


def test_weight_on_legal_actions_is_kept() -> None:
    """All of it on the first cell while that is free."""
    search = outside_search()
    search.run(iterations=2)
    assert search.result()[0].prior == 1.0
    assert search.result().action == 0


@pytest.mark.parametrize("columns", [8, 10])
def test_priors_of_another_number_of_actions_are_refused(columns: int) -> None:
    """They would be read beyond their end, or shifted."""
    search = outside_search()
    search.gather(1)
    with pytest.raises(GameError, match=rf"priors of shape \(1, {columns}\); expected \(1, 9\)"):
        search.complete([[0.5, 0.5]], np.ones((1, columns)))
    assert search.tree.visits.sum() == 0


def test_batches_of_a_compiled_game_leave_nothing_in_flight() -> None:
    """Near the end of the game, where a batch is full of ends and of leaves met twice."""
    search = outside_search("a1 b1 c1 a2 c2 b2")
    for limit in (1, 8, 3, 8, 8):
        begun = search.gather(limit)
        assert 0 < begun <= limit
        search.complete(np.full((len(search.leaf_states), 2), 0.5))
        assert search.tree.visits[ROOT] == search.num_simulations


def test_an_abandoned_batch_of_a_compiled_game_never_was() -> None:
    """Visits and values are what they were."""
    search = outside_search()
    search.run(iterations=20)
    visits, values = search.tree.visits.copy(), search.tree.value_sum.copy()
    assert search.gather(8) == 8
    assert search.leaf_states.shape == (8,)
    search.abandon()
    assert np.array_equal(search.tree.visits, visits)
    assert np.array_equal(search.tree.value_sum, values)


def test_one_leaf_at_a_time_makes_the_tree_that_the_fused_loop_makes() -> None:
    """The same draws in the same order, so the arrays are equal to the last bit."""
    fused, stepwise = (mv.MCTS().start(TicTacToe().initial(), seed=4, expected=150) for _ in range(2))
    fused.simulate(fused.workspaces[0], 150)
    for _ in range(150):
        assert stepwise.step(1) == 1
    trees = (search.tree._replace(shared=0, graph=0) for search in (fused, stepwise))
    for one, other in zip(*trees, strict=True):
        assert np.array_equal(one, other)
    assert fused.result().value == stepwise.result().value


def test_a_run_hands_out_whole_batches_whatever_the_clock() -> None:
    """The root goes alone; then every call of the evaluator gets a full batch, so a seed gives one tree."""
    sizes: list[int] = []

    def values(states: list[Any]) -> list[list[float]]:
        sizes.append(len(states))
        time.sleep(0.002)
        return [[0.5, 0.5] for _ in states]

    search = mv.MCTS(evaluation=mv.External(values, batch=4), expansion=mv.AllChildren(), virtual_visits=3)
    search.search(Wide(), iterations=13)
    assert sizes == [1, 4, 4, 4]


class Wide:
    """Eight actions, then eight more, and so on for four plies."""

    def __init__(self, plies: int = 0) -> None:
        self.plies = plies

    def legal_actions(self) -> list[int]:
        return list(range(8))

    def play(self, action: int) -> None:
        self.plies += 1

    def is_terminal(self) -> bool:
        return self.plies == 4

    def rewards(self) -> tuple[float, float]:
        return (0.5, 0.5)

    def to_move(self) -> int:
        return self.plies % 2

    def clone(self) -> Wide:
        return Wide(self.plies)
