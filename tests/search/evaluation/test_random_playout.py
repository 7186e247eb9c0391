"""Random playouts: how often each end is reached, how far they are discounted, and when they give up."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, TreeGame, TreeObject, chance, p1, p2, table_position

import monteverde as mv
from monteverde.compile import bind
from monteverde.errors import GameError, UsageError
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.evaluation.random_playout import evaluate, play_one
from monteverde.search.expansion import AllChildren
from monteverde.search.problem import CompiledProblem
from monteverde.search.selection.puct import PUCT
from monteverde.search.sharing.nothing import NOTHING_SHARED
from monteverde.search.status import NO_LEGAL_ACTION

Budget = Callable[..., int]
BOUND = {**NOTHING_SHARED, **RandomPlayout().bindings()}


def at_root(problem: Any, playouts: int = 1) -> Any:
    """Return the result of one simulation, whose leaf is the root itself."""
    mcts = mv.MCTS(PUCT(), AllChildren(), RandomPlayout(playouts))
    return mcts.search(problem, iterations=1, seed=1)


def test_every_action_is_equally_likely(budget: Budget) -> None:
    """Three ways of worth 1, 0 and -1, then a fair half: the mean is 1/6, within four standard errors."""
    playouts = budget(4000, least=1000)
    tree = p1(a=1, b=0, c=p2(x=-1, y=0))
    assert at_root(TreeObject(tree), playouts).value[0] == pytest.approx(1 / 6, abs=4 * 0.69 / playouts**0.5)


def test_outcomes_of_chance_are_drawn_by_their_probability(budget: Budget) -> None:
    """.9 of 0 and .1 of 10 are worth 1, within four standard errors; equally likely they would be worth 5."""
    playouts = budget(4000, least=1000)
    tree = p1(X=chance(a=(0.9, 0), b=(0.1, 10)))
    result = at_root(ChanceTreeObject(tree, reward_range=(-10, 10)), playouts)
    assert result.value[0] == pytest.approx(1.0, abs=4 * 3.0 / playouts**0.5)


@pytest.mark.parametrize("playouts", [1, 2, 5])
def test_the_value_is_the_mean_of_the_playouts(playouts: int) -> None:
    """However many there are: a forced end is worth what it pays, and every ply is counted."""
    result = at_root(TreeObject(p1(a=p2(a=p1(a=0.5)))), playouts)
    assert result.value == (0.5, -0.5)
    assert result.statistics.playout_length == 3 * playouts


def test_the_playout_does_not_change_the_tree_below_it() -> None:
    """The next simulation begins at the root again."""
    result = mv.MCTS(evaluation=RandomPlayout(3)).search(TreeObject(p1(a=p2(a=p1(a=1)))), iterations=2, seed=1)
    assert result.principal_variation == ("a", "a")


def chain(length: int, end: Node) -> Node:
    """Return a chain of that many plies of one action each."""
    for _ in range(length):
        end = p1(a=end)
    return end


@pytest.mark.parametrize("pays", [False, True])
@pytest.mark.parametrize("iterations", [1, 2, 3, 4])
def test_an_end_is_discounted_alike_however_it_is_declared(pays: bool, iterations: int) -> None:
    """8 on entering the third ply is 8 * .5 * .5 at the root, by playout or by tree, paid at the end or on the way."""
    problem = TreeObject(chain(3, p1().paying(8)), num_players=1, reward_range=(0, 8), discount=0.5, step_rewards=pays)
    result = mv.MCTS().search(problem, iterations=iterations, seed=1)
    assert result.value == pytest.approx((2.0,))
    assert result["a"].value == pytest.approx(2.0)


def test_rewards_on_the_way_of_a_playout_are_summed_and_discounted() -> None:
    """1 at once, 2 a ply later and 4 two plies later are 1 + .5 * 2 + .25 * 4 = 3."""
    tree = p1(a=p1(a=p1(a=p1().paying(4)).paying(2)).paying(1))
    problem = TreeObject(tree, num_players=1, reward_range=(0, 8), discount=0.5, step_rewards=True)
    assert at_root(problem).value == pytest.approx((3.0,))


class Counter:
    """Counts up for ever, or down."""

    num_players, max_length, reward_range = 1, 50, (0.0, 50.0)

    def __init__(self, pays: bool) -> None:
        self.step_rewards = pays

    def clone(self) -> Counter:
        """Return a copy; there is nothing to copy."""
        return Counter(self.step_rewards)

    def legal_actions(self) -> list[int]:
        """Return both directions."""
        return [1, -1]

    def play(self, action: int) -> None:
        """Do nothing: it goes on and on."""

    def is_terminal(self) -> bool:
        """Return that it never ends."""
        return False

    def rewards(self) -> list[float]:
        """Return one for every ply."""
        return [1.0]

    def to_move(self) -> int:
        """Return the only player."""
        return 0

    def heuristic(self) -> list[float]:
        """Return that nothing more is expected."""
        return [0.0]


TOO_LONG = "Counter was still going on after 50 plies, the longest game that it declares"


@pytest.mark.parametrize("playouts", [1, 3])
@pytest.mark.parametrize("in_steps", [False, True])
def test_a_playout_that_never_ends_is_stopped_at_the_declared_longest_game(playouts: int, in_steps: bool) -> None:
    """The sentence names the problem and the length, and the tree stays valid."""
    search = mv.MCTS(evaluation=RandomPlayout(playouts)).start(Counter(pays=False), seed=1)
    with pytest.raises(GameError, match=TOO_LONG):
        search.step(3) if in_steps else search.run(iterations=5)
    assert set(search.tree.visits) == {0}


@pytest.mark.parametrize("in_steps", [False, True])
def test_a_descent_that_never_ends_is_stopped_there_too(in_steps: bool) -> None:
    """When nothing is played out, and the tree alone grows too deep."""
    search = mv.MCTS(mv.UCB1(0.0), evaluation=mv.Heuristic()).start(Counter(pays=False), seed=1)
    go_on = functools.partial(search.step, 3) if in_steps else functools.partial(search.run, iterations=3)
    with pytest.raises(GameError, match=TOO_LONG):
        deque(go_on() for _ in range(500))
    assert search.tree.visits[0] == search.num_simulations > 50


def test_an_endless_problem_that_pays_on_the_way_has_a_horizon() -> None:
    """Playouts are cut at the declared length: 50 plies of 1 each."""
    assert mv.MCTS().search(Counter(pays=True), iterations=60, seed=1).value == (50.0,)


def test_a_tree_that_is_as_deep_as_the_horizon_grows_no_deeper() -> None:
    """Without playouts a leaf is worth what its path paid, so the deepest path is followed to its end."""
    mcts = mv.MCTS(mv.UCB1(0.0), evaluation=mv.Heuristic())
    result = mcts.search(Counter(pays=True), iterations=400, seed=1)
    assert result.statistics.depth == 50
    assert 25.0 < result.value[0] < 50.0


def test_several_playouts_of_a_game_begin_at_the_leaf_each_time() -> None:
    """Not where the one before ended: the copy of a record is a copy, here without compiling."""
    problem = CompiledProblem(table_position(p1(a=p2(a=p1(a=0.5))), TreeGame()))
    work = problem.new_workspace(1, 0)
    bound = bind(evaluate, BOUND | problem.bindings(10), compiled=False)
    state = problem.position.states()[0]
    assert bound(state, 0, work.values, work, RandomPlayout(4).record[0]) == 0
    assert work.values.tolist() == [0.5, -0.5, 0.0, 0.0]
    assert state.row == 0


def test_a_state_without_actions_is_a_failure() -> None:
    """A problem that has nothing to play where it is not over is reported, not played on."""

    class Stuck(TreeGame):
        def legal_actions(state, out):
            return 0

    problem = CompiledProblem(table_position(p1(a=1), Stuck()))
    work = problem.new_workspace(1, 0)
    bound = bind(play_one, BOUND | problem.bindings(10), compiled=False)
    assert bound(problem.position.states()[0], 0, work, None) == NO_LEGAL_ACTION


def test_the_problems_own_way_to_draw_an_action_is_used() -> None:
    """`sample_action` stands in for a uniform draw: here it always takes the second action."""

    class Second(TreeGame):
        def sample_action(state, rng):
            return 1

    problem = CompiledProblem(table_position(p1(a=1, b=0, c=-1), Second()))
    for stream in range(20):
        states, work = problem.position.states(), problem.new_workspace(1, stream)
        bind(play_one, BOUND | problem.bindings(10), compiled=False)(states[0], 0, work, None)
        assert states[0].paid[states[0].row].tolist() == [0, 0, 0, 0]
        assert states[0].row == 2


def test_less_than_one_playout_is_refused() -> None:
    """The sentence names the parameter and its value."""
    with pytest.raises(UsageError, match="RandomPlayout: playouts is 0; it must be at least 1"):
        RandomPlayout(0)
