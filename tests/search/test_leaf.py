"""Leaf parallelism: one descent, a playout of each thread from the leaf, and the same tree every time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import ROWS, ChanceTreeGame, Node, PayingTreeGame, chance, p1, seat, table_position
from tests.reference.search_uct import LeafUct, PositionObject, SplitMix, differences
from tests.search.test_threads import assert_start_fails, stop_at_random
from tests.search.whole_trees import check

import monteverde as mv
from monteverde.errors import GameError
from monteverde.search.evaluation import TruncatedPlayout
from monteverde.search.session import Search
from monteverde.search.tree import ROOT

Budget = Callable[..., int]
GAME = ChanceTreeGame()


def leaf_search(position: mv.Position, threads: int, seed: int = 1, **options: Any) -> Search:
    """Return a search of `position` in which so many threads play from each leaf."""
    return mv.MCTS(threads=threads, parallel="leaf", **options).start(position, seed=seed, expected=1000)


def bush(depth: int) -> mv.Position:
    """Return a position in which every level is one node, reached by three actions, whose ends differ."""
    tree: Node | tuple[float, float] = seat(1, a=(2.5, 7.5), b=(10.0, 0.0), c=(5.0, 5.0))
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abc", tree))
    assert isinstance(tree, Node)
    return table_position(tree, GAME)


@given(
    tree=trees(),
    seed=st.integers(0, 2**32),
    threads=st.integers(2, 3),
    virtual_visits=st.sampled_from([0, 1, 3]),
    parts=st.lists(st.integers(1, 20), min_size=1, max_size=3),
)
@settings(max_examples=10)
def test_the_tree_is_the_twins(tree: Node, seed: int, threads: int, virtual_visits: int, parts: list[int]) -> None:
    """Any number of players, chance anywhere; in several runs, each with a last leaf that fewer play from."""
    assume(len(tree.reached()) <= ROWS)
    position = table_position(tree, GAME)
    search = leaf_search(position, threads, seed, virtual_visits=virtual_visits)
    twin = LeafUct(PositionObject(position), [SplitMix(seed, stream) for stream in range(threads)])
    for iterations in parts:
        search.run(iterations=iterations)
        left = iterations
        while left:
            left -= twin.simulate_together(left)
    assert search.num_simulations == sum(parts)
    for node in range(int(search.tree.size[0])):  # additions come in any order, so the last bits may differ
        search.tree.value_sum[node] = round(search.tree.value_sum[node], 9)
    round_values(twin.root)
    assert differences(search.tree, twin.root) == []
    totals = [sum(float(work.totals[player]) for work in search.workspaces) for player in range(NUM_PLAYERS)]
    assert totals == pytest.approx(twin.totals[:NUM_PLAYERS])


def round_values(node: Any) -> None:
    """Round the value sums of a twin's tree as the library's are."""
    node.value_sum = round(node.value_sum, 9)
    for child in node.children:
        round_values(child)


@pytest.mark.parametrize(("threads", "rounds"), [(2, 50), (8, 20)])
def test_leaves_stopped_at_any_time_leave_a_whole_tree(threads: int, rounds: int, budget: Budget) -> None:
    """Everybody has played from the last leaf, or nobody has."""
    stop_at_random(mv.MCTS(threads=threads, parallel="leaf", virtual_visits=3), bush(6), budget(rounds))


def test_a_playout_is_a_simulation() -> None:
    """Three threads, seven simulations: three leaves, of which the last is played from once."""
    search = leaf_search(bush(6), 3)
    search.run(iterations=7)
    assert [int(work.counters.simulations[0]) for work in search.workspaces] == [3, 2, 2]
    assert sorted(search.result().visits.values()) == [1, 3, 3]


def test_a_report_before_the_first_run_takes_one_thread() -> None:
    """The one simulation that opens the root; the run after it has them all."""
    search = leaf_search(bush(6), 2)
    assert search.result().simulations == 1
    search.run(iterations=10)
    assert [int(work.counters.simulations[0]) for work in search.workspaces] == [6, 5]


def test_a_leaf_at_the_end_of_the_game_is_read_by_all() -> None:
    """There is nothing to play; each reading counts."""
    search = leaf_search(table_position(p1(a=(10.0, 0.0), b=(0.0, 10.0)), GAME), 2)
    search.run(iterations=20)
    assert search.result()["0"].value == 10.0
    assert sum(search.result().visits.values()) == 20


def broken(position_of_chance: int) -> mv.Position:
    """Return a position with a chance node, so many plies down, whose probabilities are 0."""
    tree: Node = chance(a=(0.0, 1), b=(0.0, 2))
    for _ in range(position_of_chance):
        tree = p1(a=tree)
    return table_position(tree, GAME)


@pytest.mark.parametrize("plies", [1, 2, 5])
@pytest.mark.parametrize("virtual_visits", [0, 3])
def test_a_failure_of_any_thread_ends_all(plies: int, virtual_visits: int) -> None:
    """In a playout, of whichever thread, or on the way down: the sentence is the same and nothing stays in flight."""
    search = leaf_search(broken(plies), 3, virtual_visits=virtual_visits)
    with pytest.raises(GameError, match="whose probabilities do not sum to one"):
        search.run(seconds=60)
    assert search.tree.visits[ROOT] == search.num_simulations


def test_a_failure_on_the_way_down_ends_all() -> None:
    """A state in which all move at once is noticed where it is given children; playouts pass it by."""
    search = leaf_search(table_position(p1(a=seat(mv.SIMULTANEOUS, a=1, b=2), b=1), GAME), 3)
    with pytest.raises(GameError, match="all players move at once"):
        search.run(seconds=60)
    assert search.tree.visits[ROOT] == search.num_simulations


def test_what_is_paid_on_the_way_is_the_twins(is_compiled: bool) -> None:
    """Rewards and discounts of the common path reach every thread; as plain Python, which spares a compilation."""
    if is_compiled:
        pytest.skip("the same kernels as plain Python will do")
    tree = p1(a=p1(c=3, d=p1(e=1, f=2).paying(4)).paying(-2), b=p1(c=1, d=2).paying(5))
    position = table_position(tree, PayingTreeGame())
    search = leaf_search(position, 2, evaluation=TruncatedPlayout(ROWS))  # as long as the game: the plain playout
    search.run(iterations=41)
    twin = LeafUct(PositionObject(position), [SplitMix(1, stream) for stream in range(2)])
    left = 41
    while left:
        left -= twin.simulate_together(left)
    for node in range(int(search.tree.size[0])):
        search.tree.value_sum[node] = round(search.tree.value_sum[node], 9)
    round_values(twin.root)
    assert differences(search.tree, twin.root) == []


def test_a_follower_that_raises_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it raised reaches the caller; the leader takes back what it would have played."""
    search = leaf_search(bush(6), 3, virtual_visits=3)
    search.run(iterations=30)
    follow = Search.follow

    def fail(self: Search, member: int) -> None:
        if member == 1:
            raise MemoryError("no room for a thread")
        follow(self, member)

    monkeypatch.setattr(Search, "follow", fail)
    with pytest.raises(MemoryError, match="no room for a thread"):
        search.run(seconds=60)
    monkeypatch.undo()
    check(search)
    search.run(iterations=30)
    check(search)


def test_a_follower_that_cannot_be_started_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that wait for a leaf already are let go."""
    assert_start_fails(leaf_search(bush(6), 3), monkeypatch)


def test_a_callback_that_raises_ends_all() -> None:
    """It reaches the caller, and the threads that wait for a leaf are let go."""

    def fail(result: Any) -> None:
        raise ZeroDivisionError

    search = leaf_search(bush(6), 2)
    with pytest.raises(ZeroDivisionError):
        search.run(seconds=60, progress=fail)
    check(search)


def test_a_team_keeps_to_the_clock():
    """It looks at the clock before each leaf, as every loop does: at its deadline it comes to none."""
    search = mv.load_search("uct:threads=2,parallel=leaf").start("tic_tac_toe", seed=1)
    search.warm_up()
    assert search.team is not None
    search.team.dismiss()
    search.lead(1000, until=time.perf_counter())
    assert search.num_simulations == 0
