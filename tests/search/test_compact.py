"""Compaction: what stays of a tree, in its order and as it was, and what is free again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_subtree import nested
from tests.reference.search_trees import Node, tree_object

import monteverde as mv
from monteverde.search import compact as compact_module
from monteverde.search.compact import clear, columns, compact
from monteverde.search.tree import ROOT, Tree, new_object_tree, new_tree

# Root 0 has children 1 and 2; 2 has 3, 4 and 5; 1 has 6 and 7; 4 has 8. Blocks lie in the order of their making.
FIRST = [1, 6, 3, 0, 8, 0, 0, 0, 0]
COUNT = [2, 2, 3, 0, 1, 0, 0, 0, 0]
VISITS = [20, 6, 13, 1, 9, 2, 4, 1, 7]
ACTION = [0, 11, 12, 13, 14, 15, 16, 17, 18]


def by_hand(in_arrays: bool) -> Tree:
    """Return that tree, whose values are its visits times ten, in arrays with room for twenty nodes or in lists."""
    made: dict[str, list[Any]] = {
        "visits": [*VISITS],
        "value_sum": [10.0 * visits for visits in VISITS],
        "first_child": [*FIRST],
        "num_children": [*COUNT],
        "action": [*ACTION],
    }
    if not in_arrays:
        return new_object_tree(())._replace(**made, size=[9])
    tree = new_tree(20, ())
    for name, column in made.items():
        getattr(tree, name)[:9] = column
    tree.size[0] = 9
    return tree


def content(tree: Tree) -> dict[str, list[Any]]:
    """Return the arrays of `tree` as far as they are in use; assert that they are zero beyond."""
    size = int(tree.size[0])
    for _, column in columns(tree):
        assert not any(column[size:])
    return {name: list(column[:size]) for name, column in columns(tree)}


@pytest.mark.parametrize("in_arrays", [True, False])
def test_a_subtree_worked_by_hand(in_arrays: bool) -> None:
    """Node 2 becomes the root: 3, 4, 5 are 1, 2, 3 now and 8 is 4; 6 and 7, between them, are gone."""
    tree = by_hand(in_arrays)
    compact(tree, 2)
    assert content(tree) == {
        "visits": [13, 1, 9, 2, 7],
        "value_sum": [0.0, 10.0, 90.0, 20.0, 70.0],
        "first_child": [1, 0, 4, 0, 0],
        "num_children": [3, 0, 1, 0, 0],
        "action": [0, 13, 14, 15, 18],
    }


@pytest.mark.parametrize("in_arrays", [True, False])
def test_pruning_worked_by_hand(in_arrays: bool) -> None:
    """Node 1, of six visits, loses its children; 8 takes the place of the first of these."""
    tree = by_hand(in_arrays)
    compact(tree, least_visits=7)
    assert content(tree) == {
        "visits": [20, 6, 13, 1, 9, 2, 7],
        "value_sum": [200.0, 60.0, 130.0, 10.0, 90.0, 20.0, 70.0],
        "first_child": [1, 0, 3, 0, 6, 0, 0],
        "num_children": [2, 0, 3, 0, 1, 0, 0],
        "action": [0, 11, 12, 13, 14, 15, 18],
    }


@pytest.mark.parametrize("in_arrays", [True, False])
def test_nothing_goes_if_all_stays(in_arrays: bool) -> None:
    """The root is the root already, and no node has too few visits."""
    tree = by_hand(in_arrays)
    compact(tree)
    assert content(tree) == content(by_hand(in_arrays))


@pytest.mark.parametrize("in_arrays", [True, False])
def test_a_leaf_is_a_tree_of_one_node(in_arrays: bool) -> None:
    """It keeps its visits."""
    tree = by_hand(in_arrays)
    compact(tree, 7)
    assert content(tree) == {
        "visits": [1],
        "value_sum": [0.0],
        "first_child": [0],
        "num_children": [0],
        "action": [0],
    }


@pytest.mark.parametrize("in_arrays", [True, False])
def test_a_cleared_tree_is_a_new_one(in_arrays: bool) -> None:
    """One node without a visit."""
    tree = by_hand(in_arrays)
    clear(tree)
    assert all(column == [0] for column in content(tree).values())


def test_an_array_that_nobody_knows_how_to_move_is_refused() -> None:
    """The sentence names it."""
    tree = by_hand(True)._replace(prior=np.zeros(7, np.float32))
    with pytest.raises(mv.UnsuitableError, match="'prior' has 7 entries for 20 nodes"):
        compact(tree, 2)


RULES = ("uct", "puct", "ucb1_tuned", "grave", "mcps:rho=2,window=20")


@given(tree=trees(max_leaves=20), seed=st.integers(0, 99), rule=st.sampled_from(RULES), moves=st.integers(1, 3))
def test_any_subtree_is_what_it_was(tree: Node, seed: int, rule: str, moves: int) -> None:
    """Of random trees, after random moves, with every array that some search uses; a list of one move is enough."""
    search = mv.load_search(rule).start(tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1)), seed=seed)
    search.run(iterations=80)
    before, node = nested(search.tree), ROOT
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        first, count = search.tree.first_child[node], search.tree.num_children[node]
        if not count:
            break
        child = int(rng.integers(count))
        node, before = first + child, before.children[child]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compact_module, "MOST_MOVES", 1)
        compact(search.tree, node)
    assert nested(search.tree) == (before.as_root() if node else before)
    assert before.count() == search.tree.size[0] == len(search.tree.visits)


@given(tree=trees(max_leaves=20), seed=st.integers(0, 99), least=st.integers(0, 30))
def test_any_pruned_tree_is_what_it_was(tree: Node, seed: int, least: int) -> None:
    """Counts and values stay exact, and only children of nodes with too few visits go."""
    search = mv.MCTS().start(tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1)), seed=seed)
    search.run(iterations=80)
    expected = nested(search.tree).pruned(least)
    compact(search.tree, least_visits=least)
    assert nested(search.tree) == expected
    assert expected.count() == search.tree.size[0]
