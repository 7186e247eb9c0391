"""Values recomputed from the edges, worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from monteverde.compile import bind
from monteverde.compile.atomics import ALONE
from monteverde.game.rules import HAS_CHANCE, NUM_PLAYERS
from monteverde.search.backup.recomputed import recompute
from monteverde.search.graph.positions import Room
from monteverde.search.phases import TRIES_ALL_FIRST
from monteverde.search.tree import Tree, allocate_in_arrays, list_memory, new_object_tree, new_tree

NEEDS = frozenset({"target"})
ROOM = Room(numbers=8, players=2)
A, B, C = 1, 2, 3  # numbers of positions
MEMORIES = [
    pytest.param(lambda: new_tree(8, NEEDS, room=ROOM), allocate_in_arrays, id="arrays"),
    pytest.param(lambda: new_object_tree(NEEDS, room=ROOM), next(iter(list_memory(8).values())), id="lists"),
]


def example(new: Any, allocate: Any) -> Tree:
    """Return position A, of own value .38, with 28 visits to C, which is worth .39, and one to B, worth .30."""
    tree: Tree = new()
    first = bind(allocate, ALONE, compiled=False)(tree, 3) if allocate is allocate_in_arrays else allocate(tree, 3)
    tree.target[0], tree.first_child[0], tree.num_children[0] = A, first, 3
    positions = tree.graph.positions
    for number, visits, value in ((A, 30, 0.0), (B, 5, 0.30), (C, 40, 0.39)):
        positions[number].visits = visits
        positions[number].value[0], positions[number].value[1] = value, 1.0 - value
    positions[A].own[0], positions[A].own[1] = 0.38, 0.62
    for entry, (number, visits) in enumerate([(C, 28), (B, 1)], first):
        tree.target[entry], tree.visits[entry] = number, visits
    return tree


def recomputed(tree: Tree, viewer: int, *, in_order: bool = True) -> list[float]:
    """Value A anew; return what it is worth to both players."""
    facts = {NUM_PLAYERS: 2, TRIES_ALL_FIRST: in_order, HAS_CHANCE: False}
    bind(recompute, facts, compiled=False)(tree, tree.graph.positions[A], viewer)
    return [float(value) for value in tree.graph.positions[A].value][:2]


@pytest.mark.parametrize(("new", "allocate"), MEMORIES)
def test_what_another_path_found_counts_at_once(new: Any, allocate: Any) -> None:
    """(.38 + 28 x .39 + .30) / 30 = .386667; at .51 for C and the same counts .498667, where a mean would not move."""
    tree = example(new, allocate)
    assert recomputed(tree, 0) == pytest.approx([11.6 / 30, 18.4 / 30])
    assert recomputed(tree, 0)[0] == pytest.approx(0.386667, abs=1e-6)
    tree.graph.positions[C].value[0], tree.graph.positions[C].value[1] = 0.51, 0.49
    assert recomputed(tree, 0) == pytest.approx([14.96 / 30, 15.04 / 30])
    assert recomputed(tree, 0)[0] == pytest.approx(0.498667, abs=1e-6)


@pytest.mark.parametrize(("new", "allocate"), MEMORIES)
@pytest.mark.parametrize(("viewer", "sums"), [(0, (28 * 0.39, 0.30, 0.0)), (1, (28 * 0.61, 0.70, 0.0))])
def test_edges_are_valued_for_whoever_moves(new: Any, allocate: Any, viewer: int, sums: tuple[float, ...]) -> None:
    """Selection rules read the edges as if they were nodes of a tree; an edge that nobody took holds nothing."""
    tree = example(new, allocate)
    recomputed(tree, viewer)
    assert [float(tree.value_sum[entry]) for entry in (1, 2, 3)] == pytest.approx(sums)


def test_an_edge_between_others_that_nobody_took_counts_nothing() -> None:
    """As with expansions that do not try all children first."""
    tree = example(lambda: new_tree(8, NEEDS, room=ROOM), allocate_in_arrays)
    tree.target[2], tree.visits[2], tree.target[3], tree.visits[3] = 0, 0, B, 1
    assert recomputed(tree, 0, in_order=False)[0] == pytest.approx(11.6 / 30)


def test_a_move_that_leads_back_to_its_own_position_repeats_its_value() -> None:
    """Own value .5, once; one visit to B, worth .30; two to itself, worth .4 until now: (.5 + .3 + .8) / 4."""
    tree = example(lambda: new_tree(8, NEEDS, room=ROOM), allocate_in_arrays)
    position = tree.graph.positions[A]
    position.visits, position.own[0], position.value[0] = 4, 0.5, 0.4
    tree.target[1], tree.visits[1] = A, 2
    assert recomputed(tree, 0)[0] == pytest.approx(0.4)
    assert tree.value_sum[1] == pytest.approx(0.8)
