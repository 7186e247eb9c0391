"""When the memory is full: what goes, what stays, and what the search says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_subtree import nested
from tests.reference.search_trees import Node, TreeObject, seat, tree_object
from tests.search.test_compact import by_hand

import monteverde as mv
from monteverde.search import crew, room, session
from monteverde.search.objects import BYTES_PER_NODE
from monteverde.search.room import NUM_BUCKETS, bucket_of, least_of, make_room, threshold
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

Budget = Callable[..., int]


def bush(depth: int) -> Node:
    """Return a tree of three actions a node, `depth` plies deep."""
    tree: Any = 0.25
    for ply in range(depth):
        tree = seat(ply % 2, a=tree, b=tree, c=tree)
    assert isinstance(tree, Node)
    return tree


def small(on_full: str, nodes: int = 200, **options: Any) -> Search:
    """Return a search of a large tree of objects with room for so many nodes."""
    return mv.MCTS(on_full=on_full, memory=nodes * BYTES_PER_NODE, **options).start(TreeObject(bush(9)), seed=1)


def test_buckets_are_in_the_order_of_the_counts() -> None:
    """Each count lies in the bucket whose least is not above it, and the next bucket's is."""
    counts = [*range(2000), *(2**n + d for n in range(11, 31) for d in (-1, 0, 1)), 2**31 - 1]
    for count in counts:
        bucket = bucket_of(count)
        assert 0 <= bucket < NUM_BUCKETS
        assert least_of(bucket) <= count < least_of(bucket + 1)
    assert [least_of(bucket) for bucket in range(128)] == list(range(128))


@pytest.mark.parametrize("in_arrays", [True, False])
def test_the_threshold_worked_by_hand(in_arrays: bool) -> None:
    """Nodes 1, 4 and 2, of 6, 9 and 13 visits, have 2, 1 and 3 children: half of six are those of the first two."""
    assert threshold(by_hand(in_arrays)) == 10


def test_the_threshold_of_a_root_alone_cuts_nothing() -> None:
    """Its own children always stay."""
    search = mv.MCTS().start(TreeObject(bush(1)), seed=1)
    search.run(iterations=3)
    assert threshold(search.tree) == 1


@given(
    tree=trees(max_leaves=25), seed=st.integers(0, 99), nodes=st.integers(8, 40), rule=st.sampled_from(["uct", "puct"])
)
def test_pruning_keeps_counts_exact(tree: Node, seed: int, nodes: int, rule: str) -> None:
    """Whatever is left was there, with the same counts and values, below nodes of enough visits alone."""
    mcts = mv.load_search(f"{rule}:on_full=prune,memory={nodes * BYTES_PER_NODE}")
    search = mcts.start(tree_object(tree, num_players=NUM_PLAYERS, reward_range=(0, 1)), seed=seed)
    with pytest.MonkeyPatch.context() as patch:

        def checked(full: Search) -> None:
            expected = nested(full.tree).pruned(threshold(full.tree))
            make_room(full)
            assert nested(full.tree) == expected

        patch.setattr(session, "make_room", checked)
        search.run(iterations=120)
    assert search.num_simulations == search.tree.visits[ROOT] == 120
    assert search.tree.size[0] <= nodes
    for node in range(int(search.tree.size[0])):
        first = search.tree.first_child[node]
        below = search.tree.visits[first : first + search.tree.num_children[node]]
        assert sum(below) <= search.tree.visits[node]


def test_pruning_makes_room_and_says_so() -> None:
    """The tree goes on growing: no node stays without children, as many do in one that stops."""
    pruned, stopped = (small(on_full) for on_full in ("prune", "stop_growing"))
    for search in (pruned, stopped):
        search.run(iterations=3000)
    statistics, others = pruned.result().statistics, stopped.result().statistics
    assert statistics.simulations == others.simulations == 3000
    assert statistics.prunes > 1
    assert (statistics.tree_full, others.prunes) == (0, 0)
    assert others.tree_full > 0
    assert f"{statistics.prunes} times the least visited part of the tree was given up" in str(pruned.result())


def test_pruning_with_one_thread_is_repeatable() -> None:
    """However the run is cut into slices: the loop pauses at the simulation that found no room."""
    parts, whole = small("prune"), small("prune")
    whole.run(iterations=2000)
    for _ in range(40):
        parts.run(iterations=50)
    assert parts.past.prunes == whole.past.prunes > 0
    assert parts.tree == whole.tree


def test_stopping_ends_the_search_for_memory() -> None:
    """At the first node that finds no room, and again at once if it is asked to go on."""
    search = small("stop")
    search.run(iterations=3000)
    statistics = search.result().statistics
    assert (statistics.stopped_by, statistics.tree_full) == ("memory", 1)
    assert 0 < statistics.simulations < 3000
    assert "stopped by its memory being full" in " ".join(str(search.result()).split())
    search.run(iterations=10)
    assert search.num_simulations == statistics.simulations


def test_a_search_that_stops_goes_on_where_the_root_moves_to() -> None:
    """The rest of the tree is free then."""
    search = small("stop")
    search.run(iterations=3000)
    search.advance("a")
    search.run(iterations=10)
    assert search.num_simulations == 10


def test_a_pool_with_nothing_to_give_up_is_not_pruned_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """The root and its children fill it: after each vain attempt the next one waits twice as long."""
    attempts = []

    def counted(search: Search) -> None:
        attempts.append(search.num_simulations)
        make_room(search)

    monkeypatch.setattr(session, "make_room", counted)
    search = small("prune", nodes=4)
    search.run(iterations=1000)
    assert search.num_simulations == 1000
    assert 1 < len(attempts) <= 10
    statistics = search.result().statistics
    assert (statistics.prunes, statistics.nodes) == (0, 4)
    assert statistics.tree_full > 0


def test_compiled_searches_prune_too(budget: Budget) -> None:
    """Tic-tac-toe in the room of 400 nodes: all its simulations are there, and the tree is whole."""
    mcts = mv.load_search("uct:on_full=prune,memory=9600")
    parts, whole = (mcts.start("tic_tac_toe", seed=1) for _ in range(2))
    count = budget(20_000, least=600)
    whole.run(iterations=count)
    for _ in range(2):
        parts.run(iterations=count // 2)
    assert nested(parts.tree) == nested(whole.tree)
    assert whole.num_simulations == whole.tree.visits[ROOT] == count
    assert whole.past.prunes > 0
    assert nested(whole.tree).count() == whole.tree.size[0] <= 400


def test_threads_wait_while_the_tree_is_pruned() -> None:
    """None is in the tree meanwhile, and no visit is lost."""
    search = small("prune", threads=2)
    search.run(iterations=1500)
    assert search.num_simulations == search.tree.visits[ROOT] == 1500
    assert search.past.prunes > 0
    assert nested(search.tree).count() == search.tree.size[0]


def test_batches_are_gathered_in_a_tree_with_room() -> None:
    """What steps through the loop prunes before the next batch."""
    search = small("prune")
    while not search.past.prunes:
        search.step(8)
    assert search.tree.visits[ROOT] == search.num_simulations


def test_pruning_is_put_off_when_the_deadline_is_near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the next run, which begins with it; the one that has no time goes on without growing."""
    monkeypatch.setattr(crew, "SECONDS_A_NODE", 1000.0)
    search = small("prune")
    search.run(seconds=0.3)
    statistics = search.result().statistics
    assert (statistics.stopped_by, statistics.prunes) == ("seconds", 0)
    assert statistics.tree_full > 0
    search.run(iterations=1)
    assert search.past.prunes == 1


def test_a_stop_is_heeded_between_two_prunings() -> None:
    """A search that is stopped does not go on because it found room."""
    search = small("prune")
    search.run(seconds=30, progress=lambda _: search.stop())
    assert search.stopped_by == "stopped"


def test_what_is_no_way_to_deal_with_a_full_memory_is_refused() -> None:
    """The sentence has the nearest one."""
    with pytest.raises(mv.UnknownNameError, match="unknown on_full 'prun'; did you mean prune"):
        mv.load_search("uct:on_full=prun")


def test_the_share_that_goes_is_at_least_half_of_what_can() -> None:
    """So that each pruning pays for the next half of the pool."""
    search = small("stop")
    search.run(iterations=3000)
    size, children = int(search.tree.size[0]), 3
    make_room(search)
    assert size - search.tree.size[0] >= room.FREED * (size - 1 - children)
