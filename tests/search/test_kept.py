"""The loop that keeps states in its tree: it is used where it can be, and is as right as the kernels.

That it makes the same tree as they do is in `test_properties.py`, and as a slow twin does in `test_twin.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.reference.search_strategies import NUM_PLAYERS
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, p1, p2, seat
from tests.reference.search_uct import PythonDraws, Uct, differences

import monteverde as mv
import monteverde.search.kept as kept
from monteverde.errors import GameError
from monteverde.search.kept import OFTEN
from monteverde.search.objects import BYTES_PER_FAMILY, BYTES_PER_NODE
from monteverde.search.selection.shares import NUM_KEPT
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.session import Search


def bush(depth: int, width: int = 3) -> Node:
    """Return a tree in which two players choose in turn, the ends alternating between 1 and 0 for the first."""

    def grow(left: int, number: int) -> Any:
        if left == 0:
            return number % 2
        chooses = p1 if (depth - left) % 2 == 0 else p2
        return chooses(**{"abcdefgh"[i]: grow(left - 1, width * number + i) for i in range(width)})

    tree: Node = grow(depth, 0)
    return tree


def start(problem: Any, **phases: Any) -> Search:
    """Return a search that has not run."""
    return mv.MCTS(**phases).start(problem, seed=1)


@pytest.mark.parametrize(
    ("problem", "phases"),
    [
        (TreeObject(bush(2), discount=0.5), {}),
        (TreeObject(bush(2), step_rewards=True), {}),
        (ChanceTreeObject(bush(2)), {}),
        (TreeObject(bush(2)), {"evaluation": mv.RandomPlayout(2)}),
        (TreeObject(bush(2)), {"evaluation": mv.Heuristic()}),
        (TreeObject(bush(2)), {"selection": mv.PUCT(), "expansion": mv.AllChildren()}),
    ],
)
def test_what_it_does_not_do_is_left_to_the_kernels(problem: Any, phases: dict[str, Any]) -> None:
    """Discount, rewards on the way, chance, and any other phase than those of plain UCT."""
    assert start(TreeObject(bush(2))).kept is not None
    assert start(problem, **phases).kept is None


def test_it_descends_without_playing(budget: Callable[..., int]) -> None:
    """A simulation clones and plays where it leaves the tree, however deep that is; the kernels replay the path."""
    calls: Counter[str] = Counter()

    class Counting(TreeObject):
        def clone(self) -> TreeObject:
            calls["clone"] += 1
            return super().clone()

        def play(self, action: str) -> None:
            calls["play"] += 1
            super().play(action)

    search = start(Counting(bush(7, 2)))
    calls.clear()
    count = budget(400, least=100)
    search.run(iterations=count)
    plies = search.result().statistics.playout_length * count
    assert calls["clone"] <= 2 * count  # one for the leaf, one more when a node is given children
    assert calls["play"] <= 2 * count + plies


def test_a_search_goes_on_by_the_kernels_where_it_left_off() -> None:
    """Reading the tree, or stepping, gives the kept states up; the tree that comes of it is the twin's all the same."""
    problem = TreeObject(bush(5), num_players=NUM_PLAYERS)
    search, twin = start(problem), Uct(problem, PythonDraws(1))
    for number in range(4):
        search.run(iterations=10)
        if number == 1:
            assert search.step(1) == 1
            twin.simulate()
        assert (search.kept is None) == (number >= 1)
    for _ in range(40):
        twin.simulate()
    assert differences(search.tree, twin.root) == []
    assert search.workspaces[0].totals[:NUM_PLAYERS] == twin.totals


@pytest.mark.parametrize("c", [0.0, 0.3, 3.0])
def test_the_leader_is_passed_over_exactly_when_another_scores_higher(c: float, budget: Callable[..., int]) -> None:
    """Long enough that most scans are saved, and that counts of visits are beyond what is looked up."""
    iterations = budget(NUM_KEPT + 1500, least=2 * OFTEN)
    problem = TreeObject(bush(6))
    search, twin = start(problem, selection=UCB1(c)), Uct(problem, PythonDraws(1), c)
    search.run(iterations=iterations)
    for _ in range(iterations):
        twin.simulate()
    assert differences(search.tree, twin.root) == []


def test_what_is_read_is_the_same_with_states_and_without() -> None:
    """The root table, the variation, and every number but the memory."""
    search = start(TreeObject(bush(4)))
    search.run(iterations=100)
    with_states = search.result()
    assert search.tree.size[0] == with_states.nodes
    assert search.kept is None
    assert search.result().to_dict() | {"memory": 0} == with_states.to_dict() | {"memory": 0}
    assert len(with_states.principal_variation) > 1


def test_the_variation_ends_where_nothing_was_visited() -> None:
    """At an action without a visit too, and at an end."""
    search = start(TreeObject(p1(a=1, b=p2(x=0))))
    search.run(iterations=1)
    assert search.kept is not None
    assert [list(search.kept.variation(child)) for child in (0, 1, 7)] == [[], [], []]
    search.run(iterations=5)
    assert search.result().principal_variation == ("a",)


def test_the_memory_of_the_states_counts(budget: Callable[..., int]) -> None:
    """Large states fill the budget with fewer nodes; what clones share is not counted for each."""

    class Heavy(TreeObject):
        own = 0
        shared = tuple(range(5000))

        def clone(self) -> TreeObject:
            copy = super().clone()
            copy.__dict__["board"] = bytearray(self.own)
            return copy

    class Heavier(Heavy):
        own = 20_000

    light, heavy = (start(kind(bush(6)), memory=200_000) for kind in (Heavy, Heavier))
    for search in (light, heavy):
        search.run(iterations=budget(300, least=200))
    few, many = heavy.result().statistics, light.result().statistics
    assert few.nodes < 40 < many.nodes
    assert (few.tree_full > 0, many.tree_full) == (True, 0)
    assert 100_000 < few.memory <= 200_000
    assert many.memory == many.nodes * BYTES_PER_NODE + expanded(light) * light_bytes(light)


def expanded(search: Search) -> int:
    """Return how many nodes of a search have children."""
    return sum(count > 0 for count in search.tree.num_children)


def light_bytes(search: Search) -> int:
    """Return what a node with children is counted for beside its nodes: its lists and its state."""
    problem: Any = search.problem
    assert BYTES_PER_FAMILY < problem.kept_bytes < BYTES_PER_FAMILY + 1000
    return int(problem.kept_bytes)


def test_a_node_waits_for_as_many_visits_as_it_is_told() -> None:
    """Until then it is played out once more each time."""
    search = start(TreeObject(p1(a=p2(x=p1(u=1)))), expansion=mv.OneChild(visits=3))
    search.run(iterations=4)
    assert search.result().nodes == 2 + 1
    assert start(TreeObject(p1(a=p2(x=p1(u=1)))), expansion=mv.OneChild(visits=4)).kept is not None


def test_rewards_of_many_kinds_are_not_all_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only so many different ends are, and the values are right beyond."""
    monkeypatch.setattr(kept, "MOST_KNOWN", 2)
    search = start(TreeObject(p1(a=0.1, b=0.2, c=0.3, d=-0.4)))
    search.run(iterations=40)
    assert search.kept is not None
    assert len(search.kept.known) == 2
    values = {line.action: line.value for line in search.result().actions}
    assert values == pytest.approx({"a": 0.1, "b": 0.2, "c": 0.3, "d": -0.4})


def test_a_game_without_an_end_is_stopped() -> None:
    """At the longest that the object declares, by a playout or by the tree; nothing of it is kept."""
    search = start(TreeObject(p1(a=p2(x=p1(u=p2(v=1)))), max_length=3))
    with pytest.raises(GameError, match="still going on after 3 plies"):
        search.run(iterations=1)
    assert search.num_simulations == search.tree.visits[0] == 0


def test_actions_that_come_in_a_set_below_the_root_are_refused() -> None:
    """A sentence says what to give; an error of the object's own is left as it is."""

    class Mixed(TreeObject):
        def legal_actions(self) -> Any:
            actions = super().legal_actions()
            return actions if "a" in actions else set(actions)

    class Wrong(TreeObject):
        def play(self, action: str) -> None:
            raise TypeError(action)

    with pytest.raises(GameError, match=r"Mixed.legal_actions\(\) gave a set, but a sequence at the root"):
        mv.search(Mixed(p1(a=p2(x=p1(u=1)))), iterations=9, seed=1)
    with pytest.raises(TypeError, match="a"):
        mv.search(Wrong(p1(a=1)), iterations=9, seed=1)


@pytest.mark.parametrize("mover", [mv.CHANCE, mv.SIMULTANEOUS])
def test_states_where_no_single_player_moves_are_reported(mover: int) -> None:
    """Nature without outcomes, and all players at once, where the tree gets there."""
    with pytest.raises(GameError, match=r"chance node but no rule|all players move at once"):
        mv.search(TreeObject(p1(a=seat(mover, x=1, y=0))), iterations=9, seed=1)
