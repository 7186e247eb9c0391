"""What must hold of every search, on random small trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import ChanceTreeObject, Node, TreeObject, tree_object

import monteverde as mv
from monteverde.compile.atomics import ALONE
from monteverde.compile.binding import interpret
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.expansion import AllChildren, OneChild, RootOnly
from monteverde.search.loop import simulate
from monteverde.search.objects import BYTES_PER_NODE
from monteverde.search.selection.puct import PUCT
from monteverde.search.selection.thompson_sampling import ThompsonSampling
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

SEEDS = st.integers(0, 2**32)


def start(tree: Node, seed: int, mcts: mv.MCTS | None = None) -> Search:
    """Return a search of a tree of objects that pays three players from 0 to 1."""
    return (mcts or mv.MCTS()).start(tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1)), seed=seed)


def own_visits(tree: Any) -> dict[int, int]:
    """Return, for each node with children, its visits less those of its children."""
    own = {}
    for node in range(int(tree.size[0])):
        first, count = int(tree.first_child[node]), int(tree.num_children[node])
        if count:
            own[node] = int(tree.visits[node]) - sum(int(tree.visits[first + i]) for i in range(count))
    return own


def is_whole(search: Search) -> bool:
    """Return whether nothing is in flight and every value lies in the range."""
    tree = search.tree
    in_range = all(-1e-9 <= tree.value_sum[node] <= tree.visits[node] + 1e-9 for node in range(int(tree.size[0])))
    return tree.visits[ROOT] == search.num_simulations and min(own_visits(tree).values(), default=0) >= 0 and in_range


@given(tree=trees(), seed=SEEDS, iterations=st.integers(1, 80), visits=st.integers(1, 3))
def test_visits_of_children_sum_to_their_parents_less_its_own_evaluations(
    tree: Node, seed: int, iterations: int, visits: int
) -> None:
    """One child at a time: the root has none of its own, other nodes as many as they waited for."""
    search = start(tree, seed, mv.MCTS(expansion=OneChild(visits=visits)))
    search.run(iterations=iterations)
    own = own_visits(search.tree)
    assert own.pop(ROOT) == 0
    assert set(own.values()) <= {visits}
    assert is_whole(search)


@given(tree=trees(), seed=SEEDS, iterations=st.integers(1, 80))
def test_a_node_that_gets_all_children_is_evaluated_once(tree: Node, seed: int, iterations: int) -> None:
    """The root too; every other visit goes on to a child."""
    search = start(tree, seed, mv.MCTS(PUCT(), AllChildren()))
    search.run(iterations=iterations)
    assert set(own_visits(search.tree).values()) == {1}
    assert is_whole(search)


def inner_nodes(search: Search, tree: Node) -> list[int]:
    """Return the nodes of the search tree that were visited and are not ends."""
    found, pairs = [], [(ROOT, tree)]
    while pairs:
        index, node = pairs.pop()
        if node.children and search.tree.visits[index]:
            found.append(index)
        block = range(search.tree.first_child[index], search.tree.first_child[index] + search.tree.num_children[index])
        pairs += [(child, node.children[search.tree.action[child]]) for child in block]
    return found


@given(tree=trees(), seed=SEEDS, selection=st.sampled_from([PUCT(), ThompsonSampling()]), nodes=st.integers(4, 20))
def test_the_memory_budget_is_kept(tree: Node, seed: int, selection: Any, nodes: int) -> None:
    """The nodes never exceed it, the search goes on, and says so if a node went without children."""
    mcts = mv.MCTS(selection, AllChildren(), memory=nodes * BYTES_PER_NODE)
    search = start(tree, seed, mcts)
    search.run(iterations=60)
    statistics = search.result().statistics
    assert len(search.tree.visits) == statistics.nodes <= nodes
    assert statistics.simulations == 60
    assert is_whole(search)
    is_cut = any(not search.tree.num_children[node] for node in inner_nodes(search, tree))
    assert is_cut == (statistics.tree_full > 0)


@given(tree=trees(), seed=SEEDS, cut=st.integers(1, 39))
def test_the_same_seed_makes_the_same_tree(tree: Node, seed: int, cut: int) -> None:
    """However the run is cut into parts."""
    whole, parts = start(tree, seed), start(tree, seed)
    whole.run(iterations=40)
    parts.run(iterations=cut)
    parts.run(iterations=40 - cut)
    assert whole.tree == parts.tree


@given(tree=trees(), seed=SEEDS, pays=st.booleans(), everything=st.booleans())
def test_one_leaf_at_a_time_makes_the_fused_tree(tree: Node, seed: int, pays: bool, everything: bool) -> None:
    """Gather one, evaluate, complete: the same draws in the same order as the loop makes."""
    mcts = mv.MCTS(PUCT(), AllChildren()) if everything else mv.MCTS()
    facts = {"step_rewards": True, "discount": 0.75} if pays else {}
    problem = tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 9), **facts)
    fused, stepwise = (mcts.start(problem, seed=seed) for _ in range(2))
    fused.simulate(fused.workspaces[0], 40)
    for _ in range(40):
        assert stepwise.step(1) == 1
    assert fused.tree == stepwise.tree
    assert fused.workspaces[0].totals == stepwise.workspaces[0].totals


ACTS = st.sampled_from(["complete", "complete", "abandon", "fail"])


@given(
    tree=trees(),
    seed=SEEDS,
    virtual_visits=st.integers(1, 4),
    acts=st.lists(st.tuples(st.integers(0, 12), ACTS), min_size=1, max_size=8),
    expansion=st.sampled_from([OneChild(), OneChild(visits=4), RootOnly()]),
)
def test_no_batch_leaves_anything_in_flight(
    tree: Node, seed: int, virtual_visits: int, acts: list[tuple[int, str]], expansion: Any
) -> None:
    """Whatever mix of ends, duplicates and collisions it met, and however it ended."""
    search = start(tree, seed, mv.MCTS(expansion=expansion, virtual_visits=virtual_visits))
    search.gather(12)  # a batch has room for as many as the first one asked for
    search.abandon()
    for limit, act in acts:
        search.gather(limit)
        leaves = len(search.leaf_states)
        if act == "complete":
            search.complete(np.full((leaves, NUM_PLAYERS), 0.5))
        elif act == "abandon":
            search.abandon()
        else:
            with pytest.raises(mv.GameError):
                search.complete(np.zeros((leaves + 1, NUM_PLAYERS)))
        assert is_whole(search)


class Failing(TreeObject):
    """A tree whose methods raise when a countdown ends."""

    left = 0

    def tick(self) -> None:
        """Count down, and raise at the end."""
        Failing.left -= 1
        if Failing.left == 0:
            raise ZeroDivisionError

    def clone(self) -> TreeObject:
        """Copy, or fail."""
        self.tick()
        return super().clone()

    def legal_actions(self) -> list[str]:
        """List, or fail."""
        self.tick()
        return super().legal_actions()

    def play(self, action: str) -> None:
        """Play, or fail."""
        self.tick()
        super().play(action)

    def is_terminal(self) -> bool:
        """Tell, or fail."""
        self.tick()
        return super().is_terminal()

    def rewards(self) -> list[float]:
        """Pay, or fail."""
        self.tick()
        return super().rewards()

    def to_move(self) -> int:
        """Tell, or fail."""
        self.tick()
        return super().to_move()


class FailingChance(Failing, ChanceTreeObject):
    """The same where nature moves."""

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """List, or fail."""
        self.tick()
        return super().chance_outcomes()


@given(tree=trees(), seed=SEEDS, calls=st.integers(1, 400), in_batches=st.booleans(), pays=st.booleans())
def test_an_object_that_raises_leaves_the_tree_whole(
    tree: Node, seed: int, calls: int, in_batches: bool, pays: bool
) -> None:
    """Its error is passed on as it is; the search can go on, and finds every child."""
    Failing.left = 0
    has_chance = isinstance(tree_object(tree), ChanceTreeObject)
    kind = FailingChance if has_chance else Failing
    problem = kind(tree, num_players=NUM_PLAYERS, reward_range=(0, 9), step_rewards=pays)
    search = mv.MCTS().start(problem, seed=seed)
    Failing.left = calls
    try:
        for _ in range(10):
            if in_batches:
                search.step(5)
            else:
                search.run(iterations=5)
    except ZeroDivisionError:
        pass
    assert is_whole(search)
    Failing.left = 0
    search.run(iterations=50)
    assert is_whole(search)
    assert all(search.result().visits.values())


@given(
    tree=trees(chance=False),
    seed=SEEDS,
    algorithm=st.sampled_from(mv.algorithm_names()),
    in_steps=st.booleans(),
    virtual_visits=st.integers(1, 3),
)
def test_kernels_and_their_twins_for_objects_make_the_same_tree(
    tree: Node, seed: int, algorithm: str, in_steps: bool, virtual_visits: int
) -> None:
    """An object that could have chance is searched by the kernels, one that cannot by what stands in for them."""
    searches = []
    for kind in (TreeObject, ChanceTreeObject):
        problem = kind(tree, num_players=NUM_PLAYERS, reward_range=(0, 1))
        mcts = mv.load_search(f"{algorithm}:virtual_visits={virtual_visits}")
        search = mcts.start(problem, seed=seed)
        for _ in range(5):  # what learns from whole playouts cannot go in steps
            search.step(8) if in_steps and not mcts.selection.shares else search.run(iterations=8)
        searches.append(search)
    twins, kernels = searches
    assert twins.tree == kernels.tree
    assert twins.workspaces[0].totals == kernels.workspaces[0].totals
    assert twins.workspaces[0].counters == kernels.workspaces[0].counters


@pytest.mark.parametrize("algorithm", mv.algorithm_names())
def test_compiled_and_interpreted_loops_make_the_same_tree(algorithm: str, budget: Callable[..., int]) -> None:
    """To the last bit, in one process; the golden trees say the same of two."""
    mcts, iterations = mv.load_search(algorithm), budget(400, least=40)
    compiled, interpreted = (mcts.start(TicTacToe().initial(), seed=3, expected=iterations) for _ in range(2))
    compiled.simulate(compiled.workspaces[0], iterations)
    problem, work = interpreted.problem, interpreted.workspaces[0]
    loop = interpret(simulate, {**problem.bindings(interpreted.capacity), **mcts.bindings(), **ALONE})
    assert loop(interpreted.tree, work, interpreted.parameters, iterations, mcts.virtual_visits) == 0
    trees = (search.tree._replace(shared=0, graph=0) for search in (compiled, interpreted))
    for one, other in zip(*trees, strict=True):
        assert np.array_equal(one, other)
