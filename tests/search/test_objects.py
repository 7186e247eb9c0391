"""Problems that are Python objects: what they must have, may have, and get wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, chance, p1, p2

import monteverde as mv
from monteverde.errors import GameError, UsageError


class Bare:
    """The least that a problem can be: choose two numbers of up to three; their product pays. Facts are found out."""

    def __init__(self, *chosen: int) -> None:
        self.chosen = chosen

    def clone(self) -> Bare:
        """Return a copy."""
        return type(self)(*self.chosen)

    def legal_actions(self) -> Any:
        """Return the numbers."""
        return [0, 1, 2, 3]

    def play(self, action: int) -> None:
        """Choose."""
        self.chosen = (*self.chosen, action)

    def is_terminal(self) -> bool:
        """Return whether both are chosen."""
        return len(self.chosen) == 2

    def rewards(self) -> Any:
        """Return the product, in ninths, for the only player."""
        return [self.chosen[0] * self.chosen[1] / 9]

    def to_move(self) -> int:
        """Return the only player."""
        return 0


def test_the_six_methods_are_enough() -> None:
    """The number of players is what the rewards of one random game speak of."""
    result = mv.search(Bare(), iterations=100, seed=1)
    assert (result.action, result.principal_variation, len(result.value)) == (3, (3, 3), 1)


def test_the_object_is_never_changed() -> None:
    """Searches play on clones."""
    root = Bare()
    mv.search(root, iterations=100, seed=1)
    assert root.chosen == ()


@pytest.mark.parametrize("kind", [tuple, set, np.array, lambda actions: range(len(actions))])
def test_actions_may_come_in_any_collection(kind: Any) -> None:
    """A tuple, a set, an array, a range."""

    class Changed(Bare):
        def legal_actions(self) -> Any:
            return kind(super().legal_actions())

    assert mv.search(Changed(), iterations=100, seed=1).action == 3


def test_actions_may_be_any_hashable_things() -> None:
    """Here pairs of text and number; their names are what `str` says."""

    class Pairs(Bare):
        def legal_actions(self) -> Any:
            return [("go", number) for number in range(4)]

        def play(self, action: Any) -> None:
            super().play(action[1])

    result = mv.search(Pairs(), iterations=100, seed=1)
    assert (result.action, result.action_name) == (("go", 3), "('go', 3)")
    assert result.visits[("go", 3)] > result.visits[("go", 0)] > 0


@pytest.mark.parametrize("kind", [tuple, np.array])
def test_rewards_may_come_in_any_sequence(kind: Any) -> None:
    """A tuple or an array."""

    class Changed(Bare):
        def rewards(self) -> Any:
            return kind(super().rewards())

    assert mv.search(Changed(), iterations=100, seed=1).action == 3


@pytest.mark.parametrize("missing", ["legal_actions", "play", "is_terminal", "rewards", "to_move", "clone"])
def test_a_missing_method_is_named(missing: str) -> None:
    """With what else may be given."""
    kind = type("Partial", (Bare,), {missing: None})
    with pytest.raises(UsageError, match=f"cannot search Partial: it has no method {missing}; give a Position"):
        mv.search(kind(), iterations=1)


@pytest.mark.parametrize("paid", [(2.0, 0.0), (0.0, -1.5), (0.0,), (0.0, 0.0, 0.0), (float("nan"), 0.0)])
def test_rewards_outside_what_is_declared_are_reported(paid: tuple[float, ...]) -> None:
    """Too high, too low, for too few or too many players, not a number; the tree stays valid."""

    class Wrong(TreeObject):
        def rewards(self) -> list[float]:
            return list(paid)

    search = mv.MCTS().start(Wrong(p1(a=1)), seed=1)
    with pytest.raises(GameError, match=r"Wrong.rewards\(\) gave .* for 2 players with returns in \[-1, 1\]"):
        search.run(iterations=5)
    assert search.tree.visits[0] == 0


@pytest.mark.parametrize("reward_range", [(1.0, 1.0), (1.0, 0.0)])
def test_a_range_without_extent_is_refused(reward_range: tuple[float, float]) -> None:
    """The sentence says what a range is."""
    with pytest.raises(GameError, match=r"TreeObject: reward_range is .*; give \(least, largest\)"):
        mv.search(TreeObject(p1(a=1), reward_range=reward_range), iterations=1)


def test_players_are_counted_through_chance_too() -> None:
    """The random game that counts them draws outcomes."""
    problem = ChanceTreeObject(p1(a=chance(x=(0.5, p2(u=1)), y=(0.5, -1))), num_players=2)
    problem.__dict__["num_players"] = None
    TreeCounted = type("TreeCounted", (ChanceTreeObject,), {"_padded": lambda self, payoffs: list(payoffs)})
    counted = TreeCounted.__new__(TreeCounted)
    counted.__dict__.update(problem.__dict__)
    assert len(mv.search(counted, iterations=10, seed=1).value) == 2


def test_an_object_that_never_ends_must_say_how_many_play() -> None:
    """Nobody could find it out."""

    class Endless(Bare):
        max_length = 100

        def is_terminal(self) -> bool:
            return False

        def rewards(self) -> Any:
            return [0.0]

    with pytest.raises(GameError, match="was still going on after 100 plies; set num_players and max_length"):
        mv.search(Endless(), iterations=1)


@pytest.mark.parametrize("in_tree", [False, True])
@pytest.mark.parametrize("kind", [TreeObject, ChanceTreeObject])
def test_a_state_without_actions_is_reported(in_tree: bool, kind: type[TreeObject]) -> None:
    """Where it is not over, whether a playout or the tree gets there; the tree stays valid."""

    class Stuck(kind):  # type: ignore[misc,valid-type]
        def legal_actions(self) -> list[str]:
            return super().legal_actions() if "a" in self.node.children else []

    evaluation = mv.Heuristic() if in_tree else mv.RandomPlayout()
    search = mv.MCTS(evaluation=evaluation).start(Stuck(p1(a=p2(b=1))), seed=1)
    with pytest.raises(GameError, match="Stuck has a state that is not terminal and has no legal action"):
        search.run(iterations=5)
    assert search.tree.visits[0] == search.num_simulations


def test_an_object_that_fails_to_list_its_actions_once_can_be_searched_again() -> None:
    """The root is not left waiting for children that nobody makes."""

    class Shaky(TreeObject):
        calls = 0

        def legal_actions(self) -> list[str]:
            Shaky.calls += 1
            if Shaky.calls == 2:
                raise ZeroDivisionError
            return super().legal_actions()

    search = mv.MCTS().start(Shaky(p1(a=1, b=0)), seed=1)
    with pytest.raises(ZeroDivisionError):
        search.run(iterations=5)
    search.run(iterations=5)
    assert search.result().visits == {"a": 3, "b": 2}


def test_probabilities_that_do_not_sum_to_one_are_found_in_the_tree() -> None:
    """Also where no playout meets them."""
    tree = p1(a=chance(x=(0.5, 0), y=(0.4, 1)))
    search = mv.MCTS(evaluation=mv.Heuristic()).start(ChanceTreeObject(tree), seed=1)
    with pytest.raises(GameError, match="probabilities do not sum to one"):
        search.run(iterations=5)
    assert search.tree.visits[0] == search.num_simulations == 1


class Guided(ChanceTreeObject):
    """A tree with priors that prefer what comes last."""

    def prior(self, actions: list[str]) -> list[float]:
        """Return one weight for each action."""
        return [float(ord(action[0])) for action in actions]


def test_optional_methods_are_used() -> None:
    """Priors by PUCT, the heuristic by its evaluation, chance by the loop."""
    tree: Node = p1(a=p2(x=0).estimated(1), b=chance(u=(0.5, 1), v=(0.5, 0)))
    mcts = mv.MCTS(mv.PUCT(), mv.AllChildren(), mv.Heuristic())
    result = mcts.search(Guided(tree), iterations=3, seed=1)
    assert result["b"].prior == pytest.approx(98 / 195)
    assert result["a"].visits + result["b"].visits == 2
