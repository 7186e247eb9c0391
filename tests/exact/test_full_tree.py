"""Max^n and expectimax: hand-worked trees, known counts, recursion over thousands of trees, slices, bad input."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.exact.broken_game import AT_ONCE, BAD_SUM, DRAWS, ENDLESS, NO_ACTIONS, BrokenWithoutChance, broken
from tests.exact.chance_trees import chance_tree, trees
from tests.reference.exact import Recursion

from monteverde.compile import bind
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.exact import load_method
from monteverde.exact.full_tree import new_work, walk
from monteverde.exact.methods.expectimax import Expectimax
from monteverde.exact.methods.maxn import MaxN
from monteverde.exact.status import DONE, RUNNING
from monteverde.game import CHANCE, Game, Position
from monteverde.games.nim import nim
from monteverde.games.rolit import rolit
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.games.tree_game import tree_game

Budget = Callable[..., int]
CLOSE = 1e-12


def assert_agrees(position: Position, depth: int = 0) -> None:
    """Assert that expectimax finds what recursion finds: values, those of every action, and what it looked at."""
    result, slow = Expectimax(depth=depth).solve(position), Recursion(position.game, depth or None)
    assert result.value == pytest.approx(slow.values(position), abs=CLOSE)
    assert (result.nodes, result.leaves) == (slow.nodes, slow.leaves)
    viewer = max(position.to_move, 0)
    after = slow.action_values(position)
    assert {line.action: line.value for line in result.actions} == pytest.approx(
        {action: values[viewer] for action, values in after.items()}, abs=CLOSE
    )
    if position.to_move != CHANCE:
        best = max(values[viewer] for values in after.values())
        assert result.action == next(action for action, values in after.items() if values[viewer] == best)
        assert set(result.best_actions) == {a for a, values in after.items() if values[viewer] > best - 1e-9}


# -- against recursion -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters",
    [
        {"players": 2},
        {"players": 3, "chance": False},
        {"players": 1, "steps": True, "discount": 0.9},
    ],
)
def test_agrees_with_recursion(parameters: dict[str, object], budget: Budget) -> None:
    """For any number of players, with chance, rewards on the way and a discount, to the end and to a depth."""
    for number, position in enumerate(trees(chance_tree(**parameters), budget(250, least=12))):
        assert_agrees(position)
        if number % 7 == 0:
            for depth in (1, 2, 4):
                assert_agrees(position, depth)


def test_maxn_is_expectimax_without_chance(budget: Budget) -> None:
    """Where nature does not move the two are one method."""
    for position in trees(chance_tree(3, chance=False), budget(50, least=5)):
        one, other = MaxN().solve(position), Expectimax().solve(position)
        assert (one.value, one.actions, one.nodes) == (other.value, other.actions, other.nodes)
        assert one.method == "maxn"


def test_one_position_at_a_time_gives_the_same(budget: Budget) -> None:
    """However the work is cut into slices, the same positions are visited and the same values found."""
    game = chance_tree(2)
    bound = bind(walk, game.bindings)
    for position in trees(game, budget(20, least=5)):
        whole = Expectimax().solve(position)
        work = new_work(game, game.max_length)
        work.states[0] = position.states()[0]
        assert bound(work, 0) == RUNNING
        while bound(work, 1) == RUNNING:
            assert work.notes[0].nodes <= whole.nodes
        assert bound(work, 1) == DONE
        assert (work.values[0].tolist(), work.notes[0].nodes) == (list(whole.value), whole.nodes)


# -- known trees -------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_tic_tac_toe_whole() -> None:
    """The full tree has 549,946 nodes and 255,168 leaves; all nine openings draw."""
    result = MaxN().solve(TicTacToe().initial())
    assert (result.nodes, result.leaves) == (549_946, 255_168)
    assert result.value == (0.5, 0.5)
    assert result.outcome == "draw"
    assert result.is_proven
    assert result.best_actions == tuple(range(9))


def test_tic_tac_toe_after_a_mistake() -> None:
    """X has a fork at b2, and best play is a line to that win."""
    position = TicTacToe().initial().play_all("a1 b1 a2 a3")
    assert_agrees(position)
    result = Expectimax().solve(position)
    assert result.outcome == "win"
    assert "b2" in {position.action_name(action) for action in result.best_actions}
    assert len(result.best_actions) < 5
    ended = position.play_all(" ".join(result.principal_names))
    assert ended.rewards.tolist() == [1.0, 0.0]


@pytest.mark.usefixtures("as_python")
def test_three_branches() -> None:
    """The textbook tree with leaves 4, 6, 9; 2, 7, 8; 5, 3, 9: value 4 by the first branch, all nine leaves seen."""
    result = MaxN().solve(tree_game("0{a:1{x:4 y:6 z:9} b:1{x:2 y:7 z:8} c:1{x:5 y:3 z:9}}").initial())
    assert result.value == (4.0, -4.0)
    assert (result.action_name, result.principal_names) == ("a", ("a", "x"))
    assert [result[name].value for name in "abc"] == [4.0, 2.0, 3.0]
    assert (result.nodes, result.leaves) == (13, 9)


@pytest.mark.usefixtures("as_python")
def test_ties_go_to_the_first_action() -> None:
    """Player 1 gets 5 either way and takes the first, which decides what player 0 gets; player 2's part follows."""
    tree = "0{a:1{x:1/5/2 y:9/5/0} b:2{x:3/0/4 y:0/3/4 z:8/8/3}}"
    result = MaxN().solve(tree_game(tree).initial())
    assert [result[name].value for name in "ab"] == [1.0, 3.0]
    assert result.value == (3.0, 0.0, 4.0)
    assert result.principal_names == ("b", "x")


@pytest.mark.usefixtures("as_python")
def test_expectiminimax_by_hand() -> None:
    """0.3 * min(2, 6) + 0.7 * max(-1, 1) = 1.3 beats 1, and 0.5 * 4 - 0.5 * 3 = 0.5; best play ends where dice fall."""
    tree = "0{safe:1 dice:?{low:0.3*1{x:2 y:6} high:0.7*0{x:-1 y:1}} coin:?{heads:0.5*4 tails:0.5*-3}}"
    result = Expectimax().solve(tree_game(tree).initial())
    assert result.value == pytest.approx((1.3, -1.3))
    assert [result[name].value for name in ("safe", "dice", "coin")] == pytest.approx([1.0, 1.3, 0.5])
    assert result.principal_names == ("dice",)
    assert (result.nodes, result.leaves) == (12, 7)


@pytest.mark.usefixtures("as_python")
def test_discount_counts_decisions() -> None:
    """A reward on the way is paid in full, what follows it is discounted once for each decision, not for chance."""
    tree = "0{go:[1]?{a:0.5*[2]0{x:8} b:0.5*4} stay:5}"
    result = Expectimax().solve(tree_game(tree, discount=0.5).initial())
    assert result["go"].value == pytest.approx(1 + 0.5 * (2 + 0.5 * 8) + 0.5 * 4)
    assert result.action_name == "go"


@pytest.mark.usefixtures("as_python")
def test_nature_to_move_at_the_root() -> None:
    """Each outcome is listed with its value as player 0 sees it; there is no action to recommend."""
    result = Expectimax().solve(tree_game("?{a:0.25*0{x:4 y:0} b:0.75*1{x:8 y:-4}}").initial())
    assert result.value == (-2.0, 2.0)
    assert [result[name].value for name in "ab"] == [4.0, -4.0]
    assert (result.action, result.best_actions, result.principal_variation) == (-1, (), ())
    assert "chance to move: best (nature draws)" in str(result)


def test_three_players_on_a_board() -> None:
    """The end of a game of Rolit: all values and the number of positions are those of recursion."""
    position = rolit(players=3, size=4).initial()
    for _ in range(6):
        position = position.play(position.legal_actions()[0])
    assert_agrees(position)


def test_no_heuristic_for_a_depth_limit_on_nim() -> None:
    """The sentence names the rule, the problem and the way out."""
    with pytest.raises(UnsuitableError, match="maxn with depth=3 needs the rule 'heuristic', which nim does not have"):
        MaxN(depth=3).solve(nim().initial())


# -- an endless problem ------------------------------------------------------------------------------------------------


class ShortPig(Game):
    """Pig to 10, whose heuristic says that the first player wins with the probability that is in the state."""

    state = [
        ("guess", np.float64),
        ("scores", np.int64, (2,)),
        ("turn", np.int64),
        ("player", np.int64),
        ("is_rolling", np.int64),
    ]
    num_players, num_actions, max_length = 2, 7, 10_000

    def start(state):
        state.turn = 0

    def to_move(state):
        return CHANCE if state.is_rolling else state.player

    def legal_actions(state, out):
        out[0] = 0  # roll
        out[1] = 1  # hold
        return 2

    def chance_outcomes(state, outcomes, probabilities):
        for i in range(6):
            outcomes[i] = i + 1
            probabilities[i] = 1.0 / 6.0
        return 6

    def play(state, action):
        if not state.is_rolling and action == 0:
            state.is_rolling = 1
            return
        if state.is_rolling and action > 1:
            state.turn += action
        else:
            if not state.is_rolling:
                state.scores[state.player] += state.turn
            state.turn = 0
            state.player = 1 - state.player
        state.is_rolling = 0

    def is_terminal(state):
        return max(state.scores[0], state.scores[1]) >= 10

    def rewards(state, out):
        out[1 - state.player] = 1.0  # who held has passed the turn on

    def heuristic(state, out):
        out[0] = state.guess
        out[1] = 1.0 - state.guess


def pig(guess: float) -> Position:
    """The beginning of a game of Pig to 10."""
    states = ShortPig().new_states(1)
    states[0].guess = guess
    return Position(ShortPig(), states)


def test_pig_lies_between_the_best_and_the_worst_guess(is_compiled: bool) -> None:
    """The first player wins Pig to 10 with probability .709424322598; guesses of 0 and 1 at a horizon enclose it."""
    width = 1.0
    for depth in (3, 5, 7, 9, 11) if is_compiled else (3, 5):
        low, high = (Expectimax(depth=depth).solve(pig(guess)) for guess in (0.0, 1.0))
        assert low.value[0] <= 0.709424322598 <= high.value[0]
        assert high.value[0] - low.value[0] < width
        assert not low.is_proven
        assert low.outcome is None
        assert low.statistics.details["estimates"] > 0
        assert {line.bound for line in low.actions} == {"estimate"}
        width = high.value[0] - low.value[0]
    assert width < (0.75 if is_compiled else 1.0)


class Walk(Game):
    """Go on for ever, for a reward of 1 a step to the right and none to the left."""

    state = [("place", np.int64), ("has_gained", np.int64)]
    num_players, num_actions, max_length = 1, 2, 5
    reward_range = (0.0, 5.0)
    step_rewards = True

    def start(state):
        state.place = 0

    def to_move(state):
        return 0

    def legal_actions(state, out):
        out[0] = 0
        out[1] = 1
        return 2

    def play(state, action):
        state.place += 2 * action - 1
        state.has_gained = action

    def is_terminal(state):
        return False

    def rewards(state, out):
        out[0] = state.has_gained


@pytest.mark.usefixtures("as_python")
def test_the_horizon_of_an_endless_problem() -> None:
    """With rewards on the way, max_length is the horizon: five steps to the right are worth 5, and a note says so."""
    result = MaxN().solve(Walk().initial())
    assert result.value == (5.0,)
    assert result.principal_variation == (1, 1, 1, 1, 1)
    assert result.leaves == 2**5
    assert result.notes == ("the game goes on after 5 plies, its max_length: what is paid later does not count",)


# -- a part of the work ------------------------------------------------------------------------------------------------


def test_actions_that_were_finished_are_known(late_trees: Callable[[int, int], list[Position]]) -> None:
    """After half of the work, the actions that are done have their values and the best of them is recommended."""
    (position,) = late_trees(1, 4)
    work = new_work(position.game, position.game.max_length)
    work.states[0] = position.states()[0]
    whole = MaxN().solve(position)
    bind(walk, position.game.bindings)(work, whole.nodes // 2)
    assert 0 < work.frames[0].index < work.frames[0].count
    assert work.root_values[0].tolist() == [whole[0].value, -whole[0].value]
    assert np.isnan(work.root_values[2]).all()


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("as_python")
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (NO_ACTIONS, "has a position that is not over and has no legal action"),
        (ENDLESS, "still going on after max_length = 4 plies"),
        (BAD_SUM, "probabilities do not sum to one"),
    ],
)
def test_a_broken_problem_is_a_game_error(fault: int, words: str) -> None:
    """What is wrong with the problem is said in a sentence with its name."""
    for ply in (0, 2):
        with pytest.raises(GameError, match=words):
            Expectimax().solve(broken(fault, ply=ply))


@pytest.mark.usefixtures("as_python")
def test_players_who_move_at_once_are_refused() -> None:
    """No exact method solves simultaneous moves, and the sentence says so."""
    with pytest.raises(UnsuitableError, match="expectimax cannot solve broken: players move at once"):
        Expectimax().solve(broken(AT_ONCE))


@pytest.mark.usefixtures("as_python")
def test_chance_without_outcomes_is_a_game_error() -> None:
    """Nature moves, but no rule says what it draws."""
    with pytest.raises(GameError, match="chance node but no rule 'chance_outcomes'"):
        Expectimax().solve(broken(DRAWS, BrokenWithoutChance))


def test_maxn_refuses_chance() -> None:
    """The sentence names what to use instead."""
    with pytest.raises(UnsuitableError, match="maxn cannot solve broken: nature moves in it; use expectimax"):
        MaxN().solve(broken(DRAWS))


def test_senseless_arguments_are_refused() -> None:
    """A negative depth, no time, and a game that is over."""
    with pytest.raises(UsageError, match="maxn: depth is -1"):
        MaxN(depth=-1)
    with pytest.raises(BudgetError, match="seconds is 0"):
        MaxN().solve(nim().initial(), seconds=0)
    with pytest.raises(UsageError, match="is over"):
        MaxN().solve(nim("1").initial().play("1"))


def test_names() -> None:
    """Expectiminimax is another name; a depth is the first parameter."""
    assert load_method("expectiminimax") == Expectimax()
    assert load_method("maxn:4") == MaxN(depth=4)
    assert load_method("expectimax:depth=4").spec == "expectimax:depth=4"
