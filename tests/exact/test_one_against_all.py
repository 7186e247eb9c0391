"""Paranoid search, Star1 and Star2: never another value than without pruning, hand-worked cuts, slices, bad input."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from tests.exact.broken_game import (
    AT_ONCE,
    BAD_GUESS,
    BAD_SUM,
    DRAWS,
    ENDLESS,
    FINE,
    NO_ACTIONS,
    NOT_OPPOSITE,
    TOO_MUCH,
    broken,
)
from tests.exact.chance_trees import chance_tree, trees
from tests.reference.exact import Recursion

from monteverde.anytime import Clock
from monteverde.compile import bind
from monteverde.errors import GameError, UnsuitableError, UsageError
from monteverde.exact import SolveResult, load_method
from monteverde.exact.methods.expectimax import Expectimax
from monteverde.exact.methods.maxn import MaxN
from monteverde.exact.methods.paranoid import Paranoid
from monteverde.exact.methods.star1 import Star1
from monteverde.exact.methods.star2 import Star2
from monteverde.exact.one_against_all import new_work, walk
from monteverde.exact.one_against_all_search import WindowMethod
from monteverde.exact.status import RUNNING
from monteverde.game import CHANCE, Position
from monteverde.games.rolit import rolit
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.games.tree_game import tree_game

Budget = Callable[..., int]
CLOSE = 1e-12
STARS = [Star1, Star2]

# One tree in which each method looks at another number of leaves. Without pruning the gamble is worth
# 0.5 * min(-4, 5, 7) + 0.5 * min(-2, 9, 10) = -3, less than 2. Returns are in -10 .. 10.
#   Star1: child a must be worth more than (2 - 0.5 * 10) / 0.5 = -6, which x, y and z are: it is worth -4. Then b must
#   be worth more than (2 + 0.5 * 4) / 0.5 = 8, which x = -2 rules out.
#   Star2: x = -4 says that a is worth -4 at most, x = -2 then the rest.
GAMBLE = "0{safe:2 gamble:?{a:0.5*1{x:-4 y:5 z:7} b:0.5*1{x:-2 y:9 z:10}}}"


def assert_same_value(result: SolveResult, unpruned: SolveResult) -> None:
    """Assert that pruning changed nothing but the work: the value, and a best action; others are bounded rightly."""
    assert result.value == pytest.approx(unpruned.value, abs=CLOSE)
    assert result.nodes <= unpruned.nodes
    assert result.leaves <= unpruned.leaves
    assert result.is_proven >= unpruned.is_proven  # the heuristic may be asked where nothing depends on it
    if unpruned.player == CHANCE:
        return
    assert result.action in unpruned.best_actions
    for line in result.actions:
        exact = unpruned[line.action].value
        if line.bound == "at most":
            assert exact <= line.value + CLOSE
        elif line.bound != "unknown":
            assert exact == pytest.approx(line.value, abs=CLOSE)


# -- thousands of trees ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 1])
def test_stars_agree_with_expectimax(players: int, budget: Budget) -> None:
    """On thousands of trees with chance anywhere, Star1 and Star2 find the value and a best action, with less work."""
    work = {"expectimax": 0, "star1": 0, "star2": 0}
    for number, position in enumerate(trees(chance_tree(players), budget(1500, least=40))):
        depth = 0 if number % 4 else 3
        unpruned = Expectimax(depth=depth).solve(position)
        work["expectimax"] += unpruned.leaves
        for method in STARS:
            result = method(depth=depth).solve(position)
            assert_same_value(result, unpruned)
            work[result.method.partition(":")[0]] += result.leaves
    assert work["star2"] < work["star1"] < 0.8 * work["expectimax"]


@pytest.mark.parametrize("method", [Star1, Star2, Paranoid])
def test_all_actions(method: type[WindowMethod], budget: Budget) -> None:
    """If asked for, the value of every action is exact, for more work at the root alone."""
    game = chance_tree(*((3, False) if method is Paranoid else (2,)))
    for position in trees(game, budget(60, least=8)):
        one, every = method().solve(position), method().for_all_actions().solve(position)
        viewer = position.to_move if method is Paranoid else None
        after = Recursion(game, viewer=viewer).action_values(position)
        player = max(position.to_move, 0)
        assert every.value == pytest.approx(one.value, abs=CLOSE, nan_ok=True)
        assert every.action == one.action
        assert {line.action: line.value for line in every.actions} == pytest.approx(
            {action: values[player] for action, values in after.items()}, abs=CLOSE
        )
        assert {line.bound for line in every.actions} == {"exact"}
        assert every.nodes >= one.nodes


def test_star_values_are_those_of_recursion(budget: Budget) -> None:
    """The oracle itself, without any kernel."""
    game = chance_tree(2)
    for position in trees(game, budget(100, least=10), first=10_000):
        expected = Recursion(game).values(position)
        for method in STARS:
            assert method().solve(position).value == pytest.approx(expected, abs=CLOSE)


def test_paranoid_agrees_with_recursion(budget: Budget) -> None:
    """With three players, the value is what recursion finds if both others minimise it, and not more than max^n's."""
    game = chance_tree(3, chance=False)
    for number, position in enumerate(trees(game, budget(150, least=10))):
        depth = 0 if number % 4 else 3
        result, player = Paranoid(depth=depth).solve(position), position.to_move
        slow = Recursion(game, depth or None, viewer=player)
        assert result.value[player] == slow.values(position)[player]
        assert all(math.isnan(value) for other, value in enumerate(result.value) if other != player)
        after = {action: values[player] for action, values in slow.action_values(position).items()}
        assert after[result.action] == result.value[player] == max(after.values())
        assert result.nodes <= slow.nodes
        if not depth:
            assert result.value[player] <= MaxN().solve(position).value[player]


def test_paranoid_is_alpha_beta_for_two(late_trees: Callable[[int, int], list[Position]], budget: Budget) -> None:
    """On random P-games of two players paranoid search finds max^n's value, which is minimax's."""
    for position in late_trees(budget(100, least=5), 5):
        result, whole = Paranoid().solve(position), MaxN().solve(position)
        player = position.to_move
        assert result.value[player] == whole.value[player]
        assert result.action == whole.action
        assert result.leaves < whole.leaves
        assert result.principal_variation == whole.principal_variation


@pytest.mark.parametrize("method", [Star1, Star2])
def test_one_position_at_a_time_gives_the_same(method: type[WindowMethod], budget: Budget) -> None:
    """However the work is cut into slices, the same positions are visited and the same value found."""
    game = chance_tree(2)
    bound = bind(walk, game.bindings)
    for position in trees(game, budget(20, least=5)):
        whole = method().solve(position)
        player = max(position.to_move, 0)
        work = new_work(game, game.max_length, player=player, probes=method.probes, is_zero_sum=True)
        work.states[0] = position.states()[0]
        while bound(work, 1) == RUNNING:
            assert work.notes[0].nodes <= whole.nodes
        assert (work.notes[0].value, work.notes[0].nodes) == (whole.value[player], whole.nodes)


# -- hand-worked trees -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("as_python")
def test_cuts_by_hand() -> None:
    """Seven leaves without pruning, five with Star1, three with Star2: the reckoning is beside the tree."""
    position = tree_game(GAMBLE).initial()
    results = {method: load_method(method).solve(position) for method in ("expectimax", "star1", "star2")}
    assert {method: result.leaves for method, result in results.items()} == {"expectimax": 7, "star1": 5, "star2": 3}
    assert {method: result.nodes for method, result in results.items()} == {"expectimax": 11, "star1": 9, "star2": 7}
    assert {result.value for result in results.values()} == {(2.0, -2.0)}
    assert results["expectimax"]["gamble"].value == -3.0
    assert (results["star2"]["gamble"].value, results["star2"]["gamble"].bound) == (2.0, "at most")
    assert results["star2"].action_name == "safe"
    assert results["star2"].statistics.details["cuts"] >= 1


@pytest.mark.usefixtures("as_python")
def test_a_gamble_that_is_good_enough_is_not_looked_into() -> None:
    """Below a min node that is worth 1 already, heads for 9 and tails for -5 at least make 2: the toss is left."""
    tree = "0{a:1{x:1 toss:?{heads:0.5*9 tails:0.5*0{l:-5 r:8}} w:-9} b:1{y:0 z:9}}"
    unpruned, star1 = (load_method(name).solve(tree_game(tree).initial()) for name in ("expectimax", "star1"))
    assert (unpruned.value, star1.value) == ((0.0, 0.0), (0.0, -0.0))
    assert unpruned.leaves == 7
    # heads: the toss is worth 0.5 * 9 - 0.5 * 9 = 0 at least, which is not enough yet; l = -5 makes it 2.
    assert star1.leaves == 6
    assert star1.action_name == "b"


@pytest.mark.usefixtures("as_python")
def test_what_cannot_get_worse_is_not_looked_into() -> None:
    """Player 1 has the best return that there is already: no toss can be better, and neither is it tossed."""
    tree = "0{a:1{x:-9 toss:?{heads:0.5*9 tails:0.5*8}} b:1{x:0 y:1}}"
    for method in STARS:
        result = method().solve(tree_game(tree).initial())
        assert (result.value[0], result.leaves) == (0.0, 3)


@pytest.mark.usefixtures("as_python")
def test_three_branches() -> None:
    """The textbook tree with leaves 4, 6, 9; 2, 7, 8; 5, 3, 9: six of the nine leaves are looked at."""
    position = tree_game("0{a:1{x:4 y:6 z:9} b:1{x:2 y:7 z:8} c:1{x:5 y:3 z:9}}").initial()
    for method in (Paranoid, Star1):
        result = method().solve(position)
        assert result.value[0] == 4.0
        assert result.leaves == 6
        assert (result.action_name, result.principal_names) == ("a", ("a", "x"))
        assert [(result[name].value, result[name].bound) for name in "abc"] == [
            (4.0, "exact"),
            (4.0, "at most"),
            (4.0, "at most"),
        ]


@pytest.mark.usefixtures("as_python")
def test_others_as_one() -> None:
    """By himself player 1 would choose 5/4/0, against player 0 he chooses 1/0/9: so a is worth 1 and b is better."""
    position = tree_game("0{a:1{x:5/4/0 y:1/0/9} b:2{x:2/2/2 y:3/3/0}}").initial()
    assert MaxN().solve(position).action_name == "a"
    result = Paranoid().solve(position)
    assert (result.action_name, result.value[0]) == ("b", 2.0)
    assert result["a"].value == 1.0
    assert result.outcome is None
    assert "what this player can force against all others together" in str(result)
    assert "value 2.0000\n" in str(result)


@pytest.mark.usefixtures("as_python")
def test_paranoid_alone() -> None:
    """Who plays alone fears nobody: the best there is, and nothing to explain."""
    result = Paranoid().solve(tree_game("0{a:0{x:1 y:5} b:0{x:3 y:2}}").initial())
    assert (result.value, result.principal_names, result.notes) == ((5.0,), ("a", "y"), ())


@pytest.mark.usefixtures("as_python")
def test_tic_tac_toe() -> None:
    """A draw, with fewer than a fifth of the positions."""
    position = TicTacToe().initial().play_all("a1 b2 c2")
    for method in (Star1, Paranoid):
        result = method().solve(position)
        assert result.value[1] == 0.5
        assert result.nodes < MaxN().solve(position).nodes / 5
    assert Star1().solve(position).outcome == "draw"


@pytest.mark.compiled
def test_three_players_on_a_board() -> None:
    """Against both others Red can force nothing on the smallest Rolit board, where max^n promises a win."""
    position = rolit(players=3, size=4).initial()
    forced, promised = Paranoid().solve(position), MaxN().solve(position)
    assert (forced.value[0], promised.value[0]) == (0.0, 1.0)
    assert forced.nodes < promised.nodes / 10
    for _ in range(6):
        position = position.play(position.legal_actions()[-1])
    player = position.to_move
    slow = Recursion(position.game, viewer=player).values(position)
    assert Paranoid().solve(position).value[player] == slow[player]


@pytest.mark.usefixtures("as_python")
def test_nature_to_move_at_the_root() -> None:
    """Each outcome is listed with its value as player 0 sees it."""
    position = tree_game("?{a:0.25*0{x:4 y:0} b:0.75*1{x:8 y:-4}}").initial()
    for method in STARS:
        result = method().solve(position)
        assert result.value == (-2.0, 2.0)
        assert [result[name].value for name in "ab"] == [4.0, -4.0]
        assert (result.action, result.best_actions) == (-1, ())


# -- a part of the work ------------------------------------------------------------------------------------------------


def test_nature_at_the_root_when_time_runs_out() -> None:
    """The value is not known then, and nothing is recommended."""
    position = trees(chance_tree(2), 3)[0]
    while position.to_move != CHANCE:
        position = position.play(position.legal_actions()[0])
    method = Star1()
    work = new_work(position.game, position.game.max_length, player=0, probes=False, is_zero_sum=True)
    work.states[0] = position.states()[0]
    bind(walk, position.game.bindings)(work, 0)
    result = method._read(position, work, Clock(), "seconds")
    assert math.isnan(result.value[0])
    assert {line.bound for line in result.actions} == {"unknown"}


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("as_python")
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (NO_ACTIONS, "has a position that is not over and has no legal action"),
        (ENDLESS, "still going on after max_length = 4 plies"),
        (BAD_SUM, "probabilities do not sum to one"),
        (TOO_MUCH, "outside of its reward_range; star2 relies on that"),
    ],
)
def test_a_broken_problem_is_a_game_error(fault: int, words: str) -> None:
    """What is wrong with the problem is said in a sentence with its name."""
    for method in STARS:
        for ply in (0, 2):
            with pytest.raises(GameError, match=f"broken.*{words.replace('star2', method.method_name())}"):
                method().solve(broken(fault, ply=ply))


@pytest.mark.usefixtures("as_python")
def test_a_heuristic_outside_of_the_range_is_a_game_error() -> None:
    """Star1's bounds would be wrong with it."""
    with pytest.raises(GameError, match="or what its heuristic says of one, is outside of its reward_range"):
        Star1(depth=2).solve(broken(BAD_GUESS))


@pytest.mark.usefixtures("as_python")
def test_rewards_that_are_not_opposite_are_refused() -> None:
    """The sentence names what to use instead; paranoid search does not mind."""
    with pytest.raises(UnsuitableError, match="star1 cannot solve broken: what one player gains the other does not"):
        Star1().solve(broken(NOT_OPPOSITE))


@pytest.mark.usefixtures("as_python")
def test_players_who_move_at_once_are_refused() -> None:
    """No exact method solves simultaneous moves, and the sentence says so."""
    with pytest.raises(UnsuitableError, match="players move at once"):
        Star1().solve(broken(AT_ONCE))


@pytest.mark.usefixtures("as_python")
def test_a_sound_problem_is_solved() -> None:
    """The same rules without a fault: the last mover is player 1, who takes everything."""
    for fault in (FINE, DRAWS):
        assert Star2().solve(broken(fault)).value == Expectimax().solve(broken(fault)).value == (0.0, 1.0)


@pytest.mark.parametrize(
    ("method", "parameters", "words"),
    [
        (Star1, {"players": 3}, "it has 3 players; use expectimax, maxn or paranoid"),
        (Star2, {"steps": True}, "rewards are paid on every ply, outside of its windows; use expectimax"),
        (Star2, {"discount": 0.5}, "rewards are discounted, outside of its windows; use expectimax"),
        (Paranoid, {"players": 3}, "nature moves in it; use expectimax"),
        (Paranoid, {"chance": False, "steps": True}, "rewards are paid on every ply, outside of its windows; use maxn"),
    ],
)
def test_what_a_method_cannot_do_is_refused(method: type[WindowMethod], parameters: dict, words: str) -> None:
    """The sentence says why, and what to use instead."""
    with pytest.raises(UnsuitableError, match=f"{method.method_name()} cannot solve chance_tree.*: {words}"):
        method().solve(chance_tree(**parameters).initial())


def test_a_depth_needs_a_heuristic_and_makes_sense() -> None:
    """As for all methods with a depth."""
    with pytest.raises(UnsuitableError, match="paranoid with depth=2 needs the rule 'heuristic', which tic_tac_toe"):
        Paranoid(depth=2).solve(TicTacToe().initial())
    with pytest.raises(UsageError, match="star1: depth is -2"):
        Star1(depth=-2)
    with pytest.raises(UsageError, match="unknown actions of star2 'both'; known: all, one"):
        Star2(actions="both")
