"""Reuse: the subtree that actions lead to is the tree of the position that they lead to, and nothing stale survives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_subtree import Nested, nested
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, chance, p1, p2, seat, tree_object

import monteverde as mv
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

Budget = Callable[..., int]
TIC_TAC_TOE = mv.load_game("tic_tac_toe")


def after_two(depth: int) -> Node:
    """Return a tree in which two players choose among a, b and c, `depth` plies deep; a is best for both."""
    if depth == 0:
        return p1(stop=0)
    return seat(depth % 2, a=after_two(depth - 1), b=after_two(depth - 1), c=-1 if depth % 2 == 0 else 1)


@pytest.mark.parametrize("rule", ["uct", "puct", "grave", "mcps:rho=5,window=100"])
def test_the_tree_is_the_subtree_it_was_node_by_node(rule: str, budget: Budget) -> None:
    """Compiled, after the best move and again after the best reply, with the tables of what moves share."""
    search = mv.load_search(rule).start(TIC_TAC_TOE.initial(), seed=1)
    search.run(iterations=budget(3000, least=200))
    codes = search.sizes.codes if search.mcts.selection.shares else 0
    for _ in range(2):
        best = max(nested(search.tree, codes=codes).children, key=lambda child: child.values["visits"])
        expected = best.as_root()
        kept = search.advance(best.values["action"])
        found = nested(search.tree, codes=codes)
        if codes and not expected.shared:  # a root has a table, whether or not there was one
            expected.shared = (dict.fromkeys(range(codes), 0), dict.fromkeys(range(codes), 0.0), 0)
        assert found == expected
        assert kept == best.values["visits"] == search.past.reused
        assert search.tree.size[0] == expected.count()
    search.run(iterations=100)
    assert search.tree.visits[ROOT] == kept + 100
    assert search.result().statistics.reused == kept


@given(
    tree=trees(max_leaves=20),
    seed=st.integers(0, 99),
    rule=st.sampled_from(["uct", "puct", "grave", "mcps:rho=2,window=9"]),
)
def test_any_problem_that_is_an_object_too(tree: Node, seed: int, rule: str) -> None:
    """Along random plays, nature's moves among them, as far as a player is to move; the search goes on from there."""
    problem = tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1))
    search, rng = mv.load_search(rule).start(problem, seed=seed), np.random.default_rng(seed)
    search.run(iterations=60)
    before = nested(search.tree if search.kept is None else search.kept.as_lists())
    state, played = problem.clone(), []
    for _ in range(4):
        actions = list(state.node.children)
        played.append(actions[int(rng.integers(len(actions)))])
        state.play(played[-1])
        if state.is_terminal():
            return
        if state.to_move() != mv.CHANCE:
            break
    expected = before.below(*played) if _is_in(before, played) else None
    kept = search.advance(*played)
    if expected is not None and expected.values["visits"]:
        assert nested(search.tree) == expected.as_root()
        assert kept == expected.values["visits"]
    else:
        assert kept == 0
        assert search.tree.size[0] == 1
    search.run(iterations=20)
    assert search.tree.visits[ROOT] == kept + 20
    assert set(search.result().visits) == set(state.node.children)


def _is_in(node: Nested, played: list[str]) -> bool:
    """Return whether there is a node for every action on the way."""
    for action in played:
        found = [child for child in node.children if child.values["action"] == action]
        if not found:
            return False
        node = found[0]
    return True


def test_states_are_kept_when_the_root_moves_on() -> None:
    """Plain UCT on an object goes on with the loop that it has, and its tree is that of the kernels' own."""
    searches = []
    for kind in (TreeObject, ChanceTreeObject):  # one that could have chance is searched by the kernels
        search = mv.MCTS().start(kind(after_two(6)), seed=3)
        for actions in ((), ("a",), ("a", "b")):
            search.advance(*actions)
            search.run(iterations=200)
        searches.append(search)
    kept, kernels = searches
    assert kept.kept is not None
    assert kernels.kept is None
    statistics = kept.result().statistics
    assert statistics.nodes == kept.kept.size
    assert kept.result().visits == kernels.result().visits
    assert kept.result().value == kernels.result().value
    assert kept.tree == kernels.tree
    assert statistics.nodes == kept.tree.size[0] == len(kept.tree.visits)


def test_an_action_that_was_never_tried_begins_a_fresh_tree() -> None:
    """Nothing is known of it; the search goes on all the same."""
    search = mv.MCTS().start(TIC_TAC_TOE.initial(), seed=1)
    search.run(iterations=1)
    tried = next(line.action for line in search.result().actions if line.visits)
    untried = next(action for action in range(9) if action != tried)
    assert search.advance(untried) == 0
    assert (search.tree.size[0], search.past.dropped) == (1, 0)
    search.run(iterations=9)
    assert set(search.result().visits) == set(range(9)) - {untried}


def test_actions_have_names() -> None:
    """As people call them, in any number."""
    search = mv.MCTS().start(TIC_TAC_TOE.initial(), seed=1)
    search.run(iterations=300)
    search.advance("b2", "a1")
    position = search.result().position
    assert position is not None
    assert position.history == (4, 0)
    assert {line.name for line in search.result().actions} == {"b1", "c1", "a2", "c2", "a3", "b3", "c3"}


@pytest.mark.parametrize("compiled", [True, False])
def test_what_cannot_be_played_is_refused_and_changes_nothing(compiled: bool) -> None:
    """An illegal action, one after the end, and a game that is over then."""
    problem: Any = TIC_TAC_TOE.initial().play_all("a1 a2 b1 b2") if compiled else TreeObject(p1(a=p2(x=1), b=0))
    wins, illegal = ("c1", "a1") if compiled else ("b", "z")
    search = mv.MCTS().start(problem, seed=1)
    search.run(iterations=50)
    before = search.result()
    with pytest.raises(mv.IllegalActionError, match=f"'{illegal}' is not legal"):
        search.advance(illegal)
    with pytest.raises(mv.IllegalActionError, match="cannot be played: the game is over"):
        search.advance(wins, illegal)
    with pytest.raises(mv.UsageError, match="is over; there is nothing to search"):
        search.advance(wins)
    assert search.result().to_dict() == before.to_dict()


def test_the_root_moves_on_past_nature() -> None:
    """To a chance node alone it cannot; with the outcome it can."""
    tree = p1(a=chance(x=(0.5, p1(l=1, r=0)), y=(0.5, p1(l=0, r=0.5))), b=0)
    search = mv.MCTS().start(ChanceTreeObject(tree), seed=1)
    search.run(iterations=200)
    with pytest.raises(mv.UsageError, match="chance moves in this position"):
        search.advance("a")
    with pytest.raises(mv.IllegalActionError, match="'z' is not legal here; legal: 'x', 'y'"):
        search.advance("a", "z")
    visits = nested(search.tree).below("a", "y").values["visits"]
    assert search.advance("a", "y") == visits > 0
    search.run(iterations=100)
    assert search.result().action == "r"


def test_values_are_known_from_the_tree_as_far_as_it_tells() -> None:
    """Before a new simulation: player 0, who is to move, by the children; player 2, who moved in; player 1 not at all.

    From b player 0 takes y, worth (0.75, 0, 0.5); x is worth (0.25, 1, 0.25).
    """
    tree = seat(2, a=(0, 0, 0), b=seat(0, x=(0.25, 1.0, 0.25), y=(0.75, 0.0, 0.5)))
    search = mv.MCTS().start(TreeObject(tree, num_players=3, reward_range=(0.0, 2.0)), seed=1)
    search.run(iterations=1000)
    node = nested(search.kept.as_lists() if search.kept is not None else search.tree).below("b")
    search.advance("b")
    below = sum(child.values["value_sum"] for child in node.children)
    visits = sum(child.values["visits"] for child in node.children)
    value = search.result().value
    assert value[0] == pytest.approx(2.0 * below / visits)
    assert value[2] == pytest.approx(2.0 * node.values["value_sum"] / node.values["visits"])
    assert np.isnan(value[1])
    search.run(iterations=1)
    assert search.result().value[1] in (0.0, 1.0)


def test_statistics_count_from_the_new_root() -> None:
    """Simulations and seconds begin at zero; the depth is that of the tree that is left."""
    search = mv.MCTS().start(TreeObject(after_two(5)), seed=2)
    search.run(iterations=300)
    depth = search.result().statistics.depth
    kept = search.advance("a")
    statistics = search.result().statistics
    assert (statistics.simulations, statistics.seconds, statistics.stopped_by) == (0, 0.0, "not started")
    assert statistics.reused == kept
    assert 1 <= statistics.depth < depth
    assert f"{kept:,} simulations of earlier searches were reused" in str(search.result())


# -- nothing stale -------------------------------------------------------------------------------------------------


class Fickle(TreeObject):
    """A tree in which an action may be forbidden from outside, whatever was played."""

    forbidden: str = ""

    def legal_actions(self) -> list[str]:
        """Return the names of the children but for the forbidden one."""
        return [name for name in super().legal_actions() if name != Fickle.forbidden]


@pytest.mark.parametrize("rule", ["uct", "puct"])
def test_a_tree_whose_root_has_other_actions_is_dropped(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was legal when the node was made is not what is legal now; that is counted, and said."""
    search = mv.load_search(rule).start(Fickle(after_two(5)), seed=1)
    search.run(iterations=100)
    monkeypatch.setattr(Fickle, "forbidden", "b")
    assert search.advance("a") == 0
    search.run(iterations=20)
    assert set(search.result().visits) == {"a", "c"}
    assert search.result().statistics.dropped == 1
    assert "1 times a tree was not reused" in str(search.result())


def test_a_position_that_drifted_takes_the_place_of_the_one_expected() -> None:
    """Its own actions are asked for, its own returns come in, and what the tree knows is kept if they are the same."""
    expected, drifted = p1(a=p1(x=0.0, y=1.0), b=0), p1(x=1.0, y=0.0)
    search = mv.MCTS().start(TreeObject(expected), seed=1)
    search.run(iterations=100)
    assert search.advance("a", position=TreeObject(drifted)) > 0
    assert search.kept is None
    search.run(iterations=2000)
    assert search.result().action == "x"


@pytest.mark.parametrize("compiled", [True, False])
def test_a_position_of_something_else_is_refused(compiled: bool) -> None:
    """The sentence says what it must be."""
    search = mv.MCTS().start(TIC_TAC_TOE.initial() if compiled else TreeObject(after_two(3)), seed=1)
    with pytest.raises(mv.UsageError, match="this search is one of"):
        search.advance(position=mv.load_game("nim").initial())


class Walk:
    """A walk that two players make in turns on a board of 3 x 3, never to a cell twice; who cannot go on has lost."""

    num_players, max_length = 2, 9

    def __init__(self, visited: tuple[int, ...] = (4,)) -> None:
        self.visited = visited

    def clone(self) -> Walk:
        """Return a copy."""
        return Walk(self.visited)

    def legal_actions(self) -> list[int]:
        """Return the cells beside this one that the walk has not come to yet."""
        row, column = divmod(self.visited[-1], 3)
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        cells = [3 * r + c for r, c in beside if 0 <= r < 3 and 0 <= c < 3]
        return [cell for cell in cells if cell not in self.visited]

    def play(self, action: int) -> None:
        """Go there."""
        self.visited = (*self.visited, action)

    def is_terminal(self) -> bool:
        """Return whether there is nowhere to go."""
        return not self.legal_actions()

    def to_move(self) -> int:
        """Return whose turn it is."""
        return (len(self.visited) - 1) % 2

    def rewards(self) -> list[float]:
        """Return 1 for whoever is not to move."""
        return [float(self.to_move() == 1), float(self.to_move() == 0)]


@pytest.mark.parametrize("rule", ["uct", "puct"])
def test_where_history_decides_what_is_legal_every_root_allows_what_the_rules_do(rule: str) -> None:
    """Games in which no position may come up twice, with one tree all along: to their end, and every end is one."""
    for seed in range(8):
        state, search = Walk(), mv.load_search(rule).start(Walk(), seed=seed)
        while True:
            search.run(iterations=30)
            result = search.result()
            assert sorted(result.visits) == sorted(state.legal_actions())
            state.play(result.action)
            if state.is_terminal():
                with pytest.raises(mv.UsageError, match="is over"):
                    search.advance(result.action)
                break
            search.advance(result.action)
        assert search.past.dropped == 0
        assert len(set(state.visited)) == len(state.visited)


# -- at rest -------------------------------------------------------------------------------------------------------


def test_a_batch_in_flight_holds_the_root() -> None:
    """It must be completed or abandoned first; then the next one is as good as any."""
    search = mv.MCTS().start(TreeObject(after_two(5)), seed=1)
    for _ in range(10):
        search.step(4)
    search.gather(4)
    with pytest.raises(mv.GameError, match="a batch is in flight; complete or abandon it"):
        search.advance("a")
    search.abandon()
    kept = search.advance("a")
    begun = search.step(4)
    assert search.tree.visits[ROOT] == kept + begun > kept


def test_a_search_that_runs_holds_the_root() -> None:
    """A progress callback cannot move it."""
    search = mv.MCTS().start(TreeObject(after_two(5)), seed=1)
    with pytest.raises(mv.GameError, match="the search is running"):
        search.run(seconds=5, progress=lambda _: search.advance("a"))
    assert search.advance("a") > 0


def test_outside_evaluations_go_on_with_a_reused_tree() -> None:
    """Batches of the full size at once: the root has children with priors of its own."""
    sizes = []

    def value(states: list[Any]) -> tuple[Any, Any]:
        sizes.append(len(states))
        return np.zeros((len(states), 2)), [dict.fromkeys(state.legal_actions(), 1.0) for state in states]

    mcts = mv.MCTS(mv.PUCT(), mv.AllChildren(), mv.External(value, batch=4))
    search = mcts.start(TreeObject(after_two(6)), seed=1)
    search.run(iterations=60)
    kept = search.advance("a")
    sizes.clear()
    search.run(iterations=20)
    assert sizes[0] > 1
    assert search.tree.visits[ROOT] == kept + 20


def test_an_object_that_raises_after_the_root_moved_leaves_the_tree_whole() -> None:
    """The simulation in flight is taken back, and no other."""

    class Failing(ChanceTreeObject):
        fails = False

        def rewards(self) -> list[float]:
            if Failing.fails:
                raise ZeroDivisionError
            return super().rewards()

    search = mv.MCTS().start(Failing(after_two(5)), seed=1)
    search.run(iterations=60)
    kept = search.advance("a")
    Failing.fails = True
    with pytest.raises(ZeroDivisionError):
        search.run(iterations=1)
    assert search.tree.visits[ROOT] == kept
    Failing.fails = False
    search.run(iterations=10)
    assert search.tree.visits[ROOT] == kept + 10


def test_widening_keeps_the_children_that_it_does_not_show() -> None:
    """They come with their parent, in their order."""

    class Ordered(TreeObject):
        def prior(self, actions: list[str]) -> list[float]:
            return [{"a": 3.0, "b": 2.0, "c": 1.0}.get(action, 0.0) for action in actions]

    mcts = mv.MCTS(expansion=mv.ProgressiveWidening(k=0.5))
    search: Search = mcts.start(Ordered(after_two(6)), seed=1)
    search.run(iterations=300)
    expected = nested(search.tree).below("a").as_root()
    search.advance("a")
    assert nested(search.tree) == expected
    assert search.past.dropped == 0
