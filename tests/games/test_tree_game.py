"""Trees written by hand: both notations, every kind of node, ranges of returns, depth, and errors that say where."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.reference.playthrough import assert_uniform, playthroughs

from monteverde.compile import bind, kernel, new_stream
from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import CHANCE, Position, load_game
from monteverde.game.perft import perft
from monteverde.game.rules import is_terminal, play, rewards, sample_action
from monteverde.games.tree_game import tree_game

HELPFUL = (0, {"L": (1, {"x": 1, "y": -1}), "R": (1, {"x": 0, "y": 0})})
COORDINATION = (0, {"a0": (0, {"b0": -1, "b1": -1}), "a1": (0, {"b0": -1, "b1": 1})})
LOTTERY = (0, {"X": ("chance", {"low": (0.9, 0), "high": (0.1, 10)}), "Y": 2})
LAST_OF_FOUR = (3, {"paid": (0, 0, 0, 1), "unpaid": (0, 0, 0, 0)})
MIDDLE_OF_THREE = (1, {"x": (0, 1, 5), "y": (0, 2, 0)})
CORRIDOR = (0, {"go": [-1, (0, {"go": [-1, 5], "stop": [0.5, 0]})], "stop": 0})
TREES = [HELPFUL, COORDINATION, LOTTERY, LAST_OF_FOUR, MIDDLE_OF_THREE, CORRIDOR, 7, (1, 2, 3)]


def values(tree: Any, num_players: int) -> list[float]:
    """What each player gets if all maximise their own returns: the Python values read the slow, recursive way."""
    if isinstance(tree, list):
        return [
            paid + later for paid, later in zip(each(tree[0], num_players), values(tree[1], num_players), strict=True)
        ]
    if isinstance(tree, tuple) and isinstance(tree[-1], dict):
        who, branches = tree
        if who == "chance":
            return [
                sum(probability * values(node, num_players)[player] for probability, node in branches.values())
                for player in range(num_players)
            ]
        return max((values(node, num_players) for node in branches.values()), key=lambda value: value[who])
    return each(tree, num_players)


def each(payoff: Any, num_players: int) -> list[float]:
    """What each player gets by a payoff."""
    return list(payoff) if isinstance(payoff, tuple) else [payoff, -payoff][:num_players]


def solved(position: Position) -> np.ndarray[Any, Any]:
    """What each player gets by best play, through the rules of the game; what is paid here is left out."""
    if position.is_terminal:
        return np.zeros(position.game.num_players)
    if position.to_move == CHANCE:
        return sum(p * gained(position.play(outcome)) for outcome, p in position.chance_outcomes())
    after = [gained(position.play(action)) for action in position.legal_actions()]
    return max(after, key=lambda value: value[position.to_move])


def gained(position: Position) -> np.ndarray[Any, Any]:
    """What is paid on entering `position`, and what comes after."""
    return position.rewards + solved(position)


@pytest.mark.parametrize("tree", TREES[:-2])
def test_best_play_is_that_of_the_values(tree: Any) -> None:
    """Solving through the rules gives what reading the nested values gives."""
    game = tree_game(tree)
    assert solved(game.initial()).tolist() == pytest.approx(values(tree, game.num_players))


def test_default_tree() -> None:
    """The default is the tree of the helpful opponent, in which R is right and worth 0."""
    assert tree_game() is load_game("tree_game")
    assert tree_game() is tree_game(HELPFUL)
    start = tree_game().initial()
    assert solved(start).tolist() == [0.0, 0.0]
    assert solved(start.play("L")).tolist() == [-1.0, 1.0]


def test_two_players_and_a_number_are_zero_sum() -> None:
    """A single number pays player 1 its negative."""
    assert tree_game(HELPFUL).initial().play_all("L x").rewards.tolist() == [1.0, -1.0]


def test_one_player_gets_the_number() -> None:
    """Where only player 0 chooses there is one player."""
    game = tree_game(COORDINATION)
    assert game.num_players == 1
    assert game.initial().play_all("a1 b1").rewards.tolist() == [1.0]


@pytest.mark.parametrize(("tree", "num_players"), [(LAST_OF_FOUR, 4), (MIDDLE_OF_THREE, 3), ((0, {"a": (1, 2)}), 2)])
def test_payoffs_of_each_player(tree: Any, num_players: int) -> None:
    """There are as many players as numbers in a payoff, and each gets its own."""
    game = tree_game(tree)
    assert game.num_players == num_players
    first = game.initial().play(0)
    assert first.rewards.tolist() == list(next(iter(tree[1].values())))


def test_zero_is_nothing_for_everybody() -> None:
    """A single 0 needs no tuple, however many players there are."""
    assert tree_game((2, {"a": 0, "b": (1, 2, 3)})).initial().play("a").rewards.tolist() == [0.0, 0.0, 0.0]


def test_chance() -> None:
    """Nature moves at a chance node, with the probabilities that are written."""
    position = tree_game(LOTTERY).initial().play("X")
    assert position.to_move == CHANCE
    assert [(position.action_name(o), p) for o, p in position.chance_outcomes()] == [("low", 0.9), ("high", 0.1)]
    assert not tree_game(HELPFUL).has("chance_outcomes")


def test_root_may_be_chance() -> None:
    """A tree may begin with a draw."""
    assert tree_game(("chance", {"a": (0.25, 1), "b": (0.75, 2)})).initial().to_move == CHANCE


def test_rewards_on_the_way() -> None:
    """A reward before a node is paid on entering it; without any, only ends pay."""
    start = tree_game(CORRIDOR).initial()
    assert start.game.step_rewards
    assert [start.play_all(moves).rewards.tolist() for moves in ("go", "go go", "go stop", "stop")] == [
        [-1.0],
        [4.0],
        [0.5],
        [0.0],
    ]
    assert not tree_game(HELPFUL).step_rewards


def test_rewards_of_each_player() -> None:
    """With two players a reward is zero-sum, or a tuple."""
    assert tree_game((1, {"a": [2, 0]})).initial().play("a").rewards.tolist() == [2.0, -2.0]
    assert tree_game((1, {"a": [(2, 3), (1, 1)]})).initial().play("a").rewards.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("tree", "discount", "expected"),
    [
        (HELPFUL, 1.0, (-1.0, 1.0)),
        (COORDINATION, 1.0, (-1.0, 1.0)),
        (LOTTERY, 1.0, (0.0, 10.0)),
        (MIDDLE_OF_THREE, 1.0, (0.0, 5.0)),
        ((0, {"a": 0.4, "b": 0.9}), 1.0, (0.4, 0.9)),
        (CORRIDOR, 1.0, (-0.5, 4.0)),
        (CORRIDOR, 0.5, (-0.75, 4.0)),
        ((0, {"a": [1, (0, {"b": [1, 0]})]}), 0.5, (1.0, 1.5)),
        ((0, {"a": ("chance", {"b": (1.0, (0, {"c": 8}))})}), 0.5, (4.0, 8.0)),
        ((0, {"a": 3}), 1.0, (3.0, 6.0)),
        (0, 1.0, (0.0, 1.0)),
    ],
)
def test_reward_range(tree: Any, discount: float, expected: tuple[float, float]) -> None:
    """The range holds the discounted returns from every position; one value alone still makes a range."""
    assert tree_game(tree, discount=discount).reward_range == pytest.approx(expected)


def test_discount() -> None:
    """The discount is the game's, and part of its name."""
    game = tree_game(CORRIDOR, discount=0.9)
    assert game.discount == 0.9
    assert load_game(game.spec) is game
    assert tree_game(CORRIDOR).discount == 1.0


def test_actions_are_labels() -> None:
    """The same label is the same action wherever it stands, numbered by first appearance."""
    game = tree_game((0, {"b": (0, {"a": 1, "c": 2}), "a": 3}))
    assert [game.initial().action_name(action) for action in range(game.num_actions)] == ["b", "a", "c"]
    assert game.initial().legal_actions() == [0, 1]
    assert game.initial().play("b").legal_actions() == [1, 2]


@pytest.mark.parametrize("tree", TREES)
def test_text_names_the_same_game(tree: Any) -> None:
    """What a tree is named by gives that very game, as on the command line, and can be written by hand."""
    game = tree_game(tree)
    assert load_game(game.spec) is game
    assert tree_game(game.parameters["tree"]) is game


def test_text_notation() -> None:
    """Every kind of node has its text."""
    text = "0{X:?{lo:0.9*0/0 hi:0.1*[1/0]10/-10} Y:1{z:[-1]2.5}}"
    tree = (0, {"X": ("chance", {"lo": (0.9, (0, 0)), "hi": (0.1, [(1, 0), (10, -10)])}), "Y": (1, {"z": [-1, 2.5]})})
    assert tree_game(tree) is tree_game(text)
    spaced = tree_game(" 0 { X : ? { lo : 0.9 * 0/0 hi : 0.1 * [ 1/0 ] 10/-10 } \n Y : 1 { z : [ -1 ] 2.5 } } ")
    assert [position.rewards.tolist() for position in (spaced.initial().play_all("Y z"),)] == [[1.5, -1.5]]
    assert perft(spaced.initial(), 2) == 3


def test_a_chain_of_three_thousand_plies() -> None:
    """Deep trees are read, played, printed, copied and named without recursion."""
    chain: Any = 1
    for _ in range(3000):
        chain = (0, {"go": chain})
    position = tree_game(chain).initial()
    assert position.game.max_length == 3000
    for _ in range(3000):
        position = position.play(0)
    assert position.is_terminal
    assert position.rewards.tolist() == [1.0]
    assert pickle.loads(pickle.dumps(position)) == position
    assert load_game(position.game.spec) is position.game
    assert len(str(position)) < 80


def test_pickled_positions_come_back() -> None:
    """A position of a tree of Python values survives pickling."""
    position = tree_game(LOTTERY).initial().play("X")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


@pytest.mark.parametrize("tree", [HELPFUL, MIDDLE_OF_THREE])
def test_compiled_plays_as_interpreted(tree: Any) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(tree_game(tree), 20) == playthroughs(tree_game(tree), 20, binder=interpret)


@kernel
def mean_reward(root, states, rng, out, num_games):
    """Return the mean reward of player 0 over random games."""
    total = 0.0
    for _ in range(num_games):
        states[0] = root[0]
        while not is_terminal(states[0]):
            play(states[0], sample_action(states[0], rng))
        rewards(states[0], out)
        total += out[0]
    return total / num_games


def test_uniform_random_play(budget: Callable[..., int]) -> None:
    """Uniform play of the middle of three gets 1.5 and 2.5 on average; branches of a node are drawn equally often."""
    game = tree_game((0, {"a": 0, "b": (0, {"c": 4, "d": 8})}))
    root = game.initial().states()
    num_games = budget(20_000)
    mean = bind(mean_reward, game.bindings)(root, root.copy(), new_stream(1), np.zeros(1), num_games)
    assert abs(mean - 3.0) < 5 * 3.4 / num_games**0.5
    assert_uniform(game.initial().play("b"), num_games)


def test_keys_are_nodes() -> None:
    """Two ways to the same subtree are two positions."""
    start = tree_game(HELPFUL).initial()
    assert start.play_all("R x") != start.play_all("R y")
    assert start.play_all("R x") == start.play("R").play("x")


def test_render() -> None:
    """A position says where it is, and what follows; an end, what it paid."""
    start = tree_game(LOTTERY).initial()
    assert str(start) == "at the root\n  X -> chance: low high\n  Y -> 2"
    assert str(start.play("X")) == "at X\n  low (0.9) -> 0\n  high (0.1) -> 10"
    assert str(start.play_all("X high")) == "at X > high, paid 10"
    assert str(tree_game(CORRIDOR).initial()).splitlines()[1] == "  go -> pays -1, then player 0: go stop"


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ("", "at the root: expected a node, but the text ends"),
        ("0{", "at the root: expected a label or }, but the text ends"),
        ("0{}", "at the root: there is nothing to choose from"),
        ("0{a:1{b:1", "at a: expected a label or }, but the text ends"),
        ("0{a 1}", "at the root: expected ':', got '1'"),
        ("0{a:1{*:1}}", "at a: expected a label or }, got '*'"),
        ("0{a:1 a:2}", "at the root: the label 'a' is there twice"),
        ("0{a:x{b:1}}", "at the root: 'x' is not who chooses"),
        ("-1{a:1}", "at the root: '-1' is not who chooses"),
        ("0{a:}", "at the root: '}' is not a number"),
        ("0{a:nan}", "at the root: 'nan' is not a number"),
        ("0{a:1/inf}", "at the root: 'inf' is not a number"),
        ("1 2", "at the root: '2' follows, but the tree has ended"),
        ("[1]2", "at the root: a reward is paid on the way into a node"),
        ("0{a:[1 2}", "at the root: expected ']', got '2'"),
        ("0{a:?{b:0.5*1 c:0.6*1}}", "at a: the probabilities add up to 1.1, not to 1"),
        ("0{a:?{b:0*1 c:1*1}}", "at a: the probability of b is 0"),
        ("?{a:1}", "at the root: expected '*', got '}'"),
        ("0{a:1/2/3 b:1/2}", "at b: got 1/2, but there are 3 players; write what each gets"),
        ("0{a:1/2/3 b:1}", "at b: got 1, but there are 3 players; write what each gets"),
        ("2{a:1}", "at a: got 1, but there are 3 players; write what each gets"),
        ("0{a:3{b:1/2}}", "at a: player 3 chooses, but the payoffs are for players 0 to 1"),
        ((0, {"a": None}), "at a: None is neither a number nor a node"),
        ((0, {"a": (1, {"b": (2, 3, "x")})}), "at a > b: 'x' is neither a number nor a node"),
        ((0, {"a": "L"}), "at a: 'L' is neither a number nor a node"),
        ((0, {"a": True}), "at a: True is neither a number nor a node"),
        ((), "at the root: () is neither a number nor a node"),
        ({"a": 1}, "at the root: {'a': 1} is neither a number nor a node"),
        ((0, {"a b": 1}), "at the root: 'a b' is no label"),
        ((0, {"": 1}), "at the root: '' is no label"),
        ((-1, {"a": 1}), "at the root: -1 is not who chooses"),
        (("P1", {"a": 1}), "at the root: 'P1' is not who chooses"),
        (("chance", {"a": 1}), "at a: expected (probability, node), got 1"),
        (("chance", {"a": (0.5, 1)}), "at the root: the probabilities add up to 0.5, not to 1"),
        ((0, {"a": [1, 2, 3]}), "at a: expected [reward, node], got [1, 2, 3]"),
        ((0, {}), "at the root: there is nothing to choose from"),
    ],
)
def test_what_is_no_tree_is_refused(tree: Any, sentence: str) -> None:
    """The error says where, and what is wrong there."""
    with pytest.raises(UsageError) as caught:
        tree_game(tree)
    assert sentence in str(caught.value)


def test_an_error_far_down_says_where_in_short() -> None:
    """Of a long way only the end is shown."""
    chain: Any = None
    for _ in range(2000):
        chain = (0, {"go": chain})
    with pytest.raises(UsageError, match=r"at \.\.\. > go > go"):
        tree_game(chain)


@pytest.mark.parametrize("discount", [0.0, 1.5, -1.0, float("nan")])
def test_bad_discounts_are_refused(discount: float) -> None:
    """A discount outside (0, 1] is an error with the number in it."""
    with pytest.raises(UsageError, match=f"got discount={discount}"):
        tree_game(discount=discount)
