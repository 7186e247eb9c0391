"""Random trees: the slow twin, what is random about them, one set of rules for all seeds, parameters."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from tests.reference.playthrough import assert_agrees, assert_uniform, key_of, playthroughs
from tests.reference.random_tree import RandomTreeTwin

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import Position, load_game
from monteverde.games.random_tree import random_tree

SHAPES = [("p", "winloss"), ("p", "real"), ("n", "winloss"), ("n", "real")]


def leaves(position: Position) -> list[Position]:
    """All ends of the game."""
    layer = [position]
    while not layer[0].is_terminal:
        layer = [after.play(action) for after in layer for action in after.legal_actions()]
    return layer


@pytest.mark.parametrize(("kind", "values"), SHAPES)
def test_agrees_with_the_slow_twin(kind: str, values: str, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a path of big integers, step by step."""
    for seed in (0, 1, 2**64 - 1):
        game = random_tree(seed, 3, 5, kind, values)
        assert_agrees(game, lambda seed=seed: RandomTreeTwin(seed, 3, 5, kind, values), budget(20, least=3))  # type: ignore[misc]


@pytest.mark.parametrize(("kind", "values"), [("p", "winloss"), ("n", "real")])
def test_compiled_plays_as_interpreted(kind: str, values: str) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = random_tree(7, 3, 6, kind, values)
    assert playthroughs(game, 20) == playthroughs(game, 20, binder=interpret)


def test_sample_action_is_uniform(budget: Callable[..., int]) -> None:
    """Every branch is drawn equally often."""
    assert_uniform(random_tree(branching=5, depth=2).initial(), budget(50_000))


def test_moves_are_worth_0_to_127_to_whoever_makes_them() -> None:
    """In P-games the sum goes up by Max's moves and down by Min's, by every amount from 0 to 127, 63.5 on average."""
    start = random_tree(3, branching=1500, depth=2).initial()
    gains = [int(start.play(action).state.total) for action in range(1500)]
    after = start.play(0)
    losses = [int(after.state.total) - int(after.play(action).state.total) for action in range(1500)]
    for amounts in (gains, losses):
        assert set(amounts) == set(range(128))
        assert abs(np.mean(amounts) - 63.5) < 5 * 37 / 1500**0.5  # 37 is the deviation of one


def test_leaves_of_n_games_are_independent() -> None:
    """In N-games leaves take all values from -127 to 127, brothers or not; in P-games brothers are alike."""
    correlation = {}
    for kind in "pn":
        values = [leaf.rewards[0] for leaf in leaves(random_tree(5, 2, 11, kind, "real").initial())]
        correlation[kind] = np.corrcoef(values[::2], values[1::2])[0, 1]
        assert kind == "p" or set(range(-100, 100)) <= set(values) <= set(range(-127, 128))
    assert correlation["p"] > 0.8
    assert abs(correlation["n"]) < 5 / 1024**0.5


def test_returns_are_in_the_declared_range() -> None:
    """The range of real values is that of Max's moves alone, with the odd ply if there is one."""
    assert random_tree(0, 2, 5, "p", "real").reward_range == (-381.0, 381.0)
    assert random_tree(0, 2, 5, "n", "real").reward_range == (-127.0, 127.0)
    assert random_tree(0, 2, 5).reward_range == (0.0, 1.0)


def test_heuristic_is_the_sum_so_far() -> None:
    """Its estimate is that all moves to come are worth nothing, in the units of the rewards; N-games have none."""
    for values, scale, middle in (("real", 1.0, 0.0), ("winloss", 0.5 / 254, 0.5)):
        position = random_tree(1, 3, 4, "p", values).initial().play(2)
        out = np.zeros(2)
        position.game.rules["heuristic"](position.state, out)
        gain = scale * int(position.state.total)
        assert out == pytest.approx([middle + gain, middle - gain])
        assert gain > 0
    assert not random_tree(kind="n").has("heuristic")


def test_key_tells_all_nodes_apart() -> None:
    """No two nodes of a tree, or of two trees, have the same key."""
    layer = [random_tree(seed, 3, 6).initial() for seed in range(3)]
    keys = []
    while layer:
        keys += [key_of(position) for position in layer]
        layer = [position.play(action) for position in layer for action in position.legal_actions()]
    assert len(set(keys)) == len(keys) == 3 * (3**7 - 1) // 2


def test_rules_are_the_same_for_all_seeds() -> None:
    """A state of one tree, read by the rules of another of its size, is still in its own tree."""
    one, other = random_tree(1, 2, 4), random_tree(2, 2, 4)
    assert one.initial() != other.initial()
    borrowed = Position(one, other.initial().states())
    path = (0, 1, 1, 0)
    for action in path:
        borrowed = borrowed.play(action)
    assert borrowed.state == other.initial().play_all("1 2 2 1").state


def test_trees_differ_by_seed() -> None:
    """Over many seeds both sides win trees at random play, and few leaves are drawn."""
    results = [random_tree(seed, 1, 4).initial().play_all("1 1 1 1").rewards[0] for seed in range(200)]
    assert 70 < results.count(1.0) < 130
    assert results.count(0.5) < 10


def test_actions_are_numbered_from_one() -> None:
    """People call the first branch 1."""
    assert random_tree(branching=3).initial().play_all("3 1").history == (2, 0)


def test_render() -> None:
    """A node is its ply, its hash, and the value that is known: in N-games not before the end."""
    start = random_tree(depth=1).initial()
    assert str(start) == f"ply 0 of 1, node {scrambled_root(0):016x}, value 0"
    ended = random_tree(depth=1, kind="n").initial().play(0)
    assert "value" in str(ended)
    assert "value" not in str(random_tree(kind="n").initial())


def scrambled_root(seed: int) -> int:
    """The twin's hash of the root."""
    return RandomTreeTwin(seed, 2, 2, "p", "real").hashes[0]


def test_pickled_positions_come_back() -> None:
    """A position and its game survive pickling."""
    position = random_tree(9, 3, 5, "n", "real").initial().play(2)
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_parameters_on_the_command_line() -> None:
    """The text that names a tree gives that tree."""
    assert load_game("random_tree:7") is random_tree(7)
    assert load_game("random_tree:branching=4,kind=n,values=real") is random_tree(0, 4, 12, "n", "real")


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"seed": 2**64}, {"branching": 0}, {"depth": 0}])
def test_senseless_sizes_are_refused(wrong: dict[str, int]) -> None:
    """A size that makes no tree is an error with the value in it."""
    ((name, value),) = wrong.items()
    with pytest.raises(UsageError, match=f"{name}={value}"):
        random_tree(**wrong)


@pytest.mark.parametrize(("kind", "values"), [("q", "real"), ("p", "integer")])
def test_unknown_kinds_are_refused(kind: str, values: str) -> None:
    """A word that is none of the two is an error with the word in it."""
    with pytest.raises(UsageError, match=f"kind={kind}, values={values}"):
        random_tree(kind=kind, values=values)


def test_every_path_has_its_own_leaf() -> None:
    """The order of the same moves matters: it is a tree, not a graph."""
    start = random_tree(4, 2, 3, "p", "real").initial()
    ends = [start.play_all(" ".join(moves)) for moves in set(itertools.permutations("112"))]
    assert len({key_of(end) for end in ends}) == len(ends) == 3
