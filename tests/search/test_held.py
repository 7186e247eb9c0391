"""What threads hold, lease and reserve: all of it comes to the tree, and steers others meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.search.whole_trees import check

import monteverde as mv
from monteverde.compile.atomics import SHARED
from monteverde.compile.binding import interpret
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.backup.mean import MeanBackup
from monteverde.search.held import (
    ALMOST_FULL,
    LARGE_TREE,
    LARGEST_BLOCK,
    OFTEN,
    PORTION,
    credit_held,
    end_lease,
    enter_held,
    give_back,
    hand_over,
    leased_child,
    reserve_held,
    retreat_held,
    settle_held,
    share_of,
)
from monteverde.search.loops import LoopKey, can_hold
from monteverde.search.proof import NOTHING_PROVEN
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.session import Search
from monteverde.search.tree import ARRAY_MEMORY, new_tree
from monteverde.search.workspace import NOBODY, NUM_HELD

Budget = Callable[..., int]
BINDINGS = {**SHARED, **ARRAY_MEMORY, **NOTHING_PROVEN, **UCB1().bindings()}


def call(kernel: Any, *arguments: Any) -> Any:
    """Call a kernel as plain Python, bound for threads."""
    return interpret(kernel, BINDINGS)(*arguments)


@pytest.fixture
def search() -> Search:
    """A search of two threads whose root has had 3200 visits and its nine children as many each as the table says."""
    started = mv.MCTS(UCB1(1.0), threads=2).start(TicTacToe().initial(), seed=1, expected=1000)
    tree = started.tree
    tree.visits[0], tree.first_child[0], tree.num_children[0], tree.size[0] = 3200, 1, 3, 4
    for child, (visits, value_sum) in enumerate(((1600, 900.0), (1500, 800.0), (100, 40.0)), 1):
        tree.visits[child], tree.value_sum[child] = visits, value_sum
    return started


@pytest.mark.parametrize(("visits", "share"), [(OFTEN, 8), (320, 20), (3200, 200), (10**6, 1024)])
def test_a_share_is_a_sixteenth(visits: int, share: int) -> None:
    """Up to 1024 visits."""
    assert call(share_of, visits) == share


def test_what_is_held_is_added_in_one_go(search: Search) -> None:
    """200 visits of a node of 3200, which nobody sees before the last one; values and all."""
    tree, work = search.tree, search.workspaces[0]
    for number in range(200):
        assert tree.visits[0] == 3200
        assert call(enter_held, tree, work, 0, 0, 3) == 3200
        call(credit_held, tree, work, 0, 0, 0.25, 3)
        assert work.held.visits[0] == (number + 1) % 200
    assert (tree.visits[0], tree.value_sum[0]) == (3400, 50.0)


def test_a_path_is_held_as_far_as_it_is_visited_often(search: Search) -> None:
    """The root and the first child; the third has too few visits, and so nothing below it is, however often visited."""
    tree, work = search.tree, search.workspaces[0]
    for depth, node in enumerate((0, 1, 3, 2)):
        call(enter_held, tree, work, depth, node, 1)
    assert work.held.prefix[0] == 2
    assert tree.visits[:4].tolist() == [3200, 1600, 1501, 101]
    work.path[:4] = (0, 1, 3, 2)
    call(retreat_held, tree, work, 3, 1)
    assert tree.visits[:4].tolist() == [3200, 1600, 1500, 100]


def test_virtual_visits_count_where_they_matter(search: Search) -> None:
    """With a virtual loss of ten, 128 visits are not many."""
    tree, work = search.tree, search.workspaces[0]
    call(enter_held, tree, work, 0, 0, 10)
    tree.visits[1] = 10 * OFTEN - 1
    call(enter_held, tree, work, 1, 1, 10)
    assert work.held.prefix[0] == 1
    assert tree.visits[1] == 10 * OFTEN + 9
    call(credit_held, tree, work, 1, 1, 0.5, 10)
    assert (tree.visits[1], tree.value_sum[1]) == (10 * OFTEN, 900.5)


def test_near_the_end_of_counting_nothing_is_held(search: Search) -> None:
    """So that the limit is noticed before it is passed."""
    search.tree.visits[0] = ALMOST_FULL
    call(enter_held, search.tree, search.workspaces[0], 0, 0, 1)
    assert search.tree.visits[0] == ALMOST_FULL + 1


def test_a_place_is_handed_over_to_the_next_node(search: Search) -> None:
    """Two nodes of the same place: what is held of the first is added when the second comes."""
    tree, work = search.tree, search.workspaces[0]
    tree.visits[NUM_HELD] = OFTEN
    call(enter_held, tree, work, 0, 0, 1)
    call(enter_held, tree, work, 1, NUM_HELD, 1)
    call(credit_held, tree, work, 1, NUM_HELD, 1.0, 1)
    assert (tree.visits[NUM_HELD], work.held.visits[0]) == (OFTEN, 1)
    call(credit_held, tree, work, 0, 0, 0.0, 1)
    assert (tree.visits[NUM_HELD], tree.value_sum[NUM_HELD], work.held.visits[0]) == (OFTEN + 1, 1.0, 1)
    call(settle_held, tree, work)
    assert (tree.visits[0], tree.visits[NUM_HELD]) == (3201, OFTEN + 1)
    assert (work.held.node == NOBODY).all()
    call(hand_over, tree, work, 0)
    assert tree.visits[0] == 3201  # once


def test_a_lease_sends_other_threads_elsewhere(search: Search) -> None:
    """One thread takes the best child a hundred times, a sixteenth of its visits; the other finds the second best.

    With c = 1 and ln 3200 = 8.0709 the bounds are .63352, .63335 and .58409. With 100 more visits of the value .5625
    that it has the first child is at .63140, and the second leads; that is leased 93 times.
    """
    tree, (one, other), parameters = search.tree, search.workspaces, search.parameters.selection[0]
    tree.value_sum[1:4] = 900.0, 840.0, 30.0
    choose = partial(call, leased_child, tree, 0, 3200, parameters)
    assert choose(one) == 1
    assert (tree.visits[1], tree.value_sum[1]) == (1700, 956.25)
    assert choose(other) == 2
    assert tree.visits[2] == 1593
    assert tree.value_sum[2] == pytest.approx(840.0 + 0.56 * 93, abs=1 / 1024)
    assert [choose(one) for _ in range(99)] == [1] * 99
    assert tree.visits[1] == 1700
    assert choose(one) == 1  # its own lease has ended, and it compares anew
    assert tree.visits[1] == 1700
    for work in (one, other):
        call(settle_held, tree, work)
        assert (work.held.lessor == NOBODY).all()
    assert tree.visits[:4].tolist() == [3200, 1600, 1500, 100]
    assert tree.value_sum[1:4].tolist() == [900.0, 840.0, 30.0]
    call(end_lease, tree, one, 0)
    assert tree.visits[1] == 1600  # once


def test_what_came_of_a_lease_is_known_when_it_ends(search: Search) -> None:
    """A hundred visits without any value: with 1700 the first child is at .59832, and the second leads."""
    tree, work, parameters = search.tree, search.workspaces[0], search.parameters.selection[0]
    tree.value_sum[1:4] = 900.0, 840.0, 30.0
    for _ in range(100):
        call(enter_held, tree, work, 0, 0, 1)
        assert call(leased_child, tree, 0, 3200, parameters, work) == 1
        call(enter_held, tree, work, 1, 1, 1)
        call(credit_held, tree, work, 1, 1, 0.0, 1)
    assert work.held.visits[1] == 100
    assert call(leased_child, tree, 0, 3200, parameters, work) == 2
    assert (tree.visits[1], tree.value_sum[1]) == (1700, 900.0)


@pytest.mark.parametrize(
    ("parent_visits", "child_visits"), [(OFTEN - 1, 1600), (3200, OFTEN - 1), (ALMOST_FULL, 1600), (3200, ALMOST_FULL)]
)
def test_there_is_no_lease_of_few_visits_or_too_many(search: Search, parent_visits: int, child_visits: int) -> None:
    """Each simulation compares."""
    tree = search.tree
    tree.visits[1], tree.value_sum[1] = child_visits, child_visits
    assert call(leased_child, tree, 0, parent_visits, search.parameters.selection[0], search.workspaces[0]) == 1
    assert (tree.visits[1], tree.value_sum[1]) == (child_visits, child_visits)


def test_nodes_are_reserved_in_portions(search: Search) -> None:
    """Two threads get blocks from portions of their own; at the end the last one that is not used up is given back."""
    tree, (one, other) = new_tree(LARGE_TREE, ()), search.workspaces
    assert [call(reserve_held, tree, one, 9) for _ in range(2)] == [1, 10]
    assert call(reserve_held, tree, other, 9) == 1 + PORTION
    assert call(reserve_held, tree, one, 9) == 19
    assert call(reserve_held, tree, one, LARGEST_BLOCK + 1) == 1 + 2 * PORTION  # straight from the tree
    tree.size[0] = 1 + 2 * PORTION
    give_back(tree, other.held)
    give_back(tree, one.held)
    assert tree.size[0] == 1 + PORTION + 9
    assert not one.held.room.any()
    assert call(reserve_held, tree, one, 9) == 1 + PORTION + 9


def test_the_last_nodes_are_not_for_portions(search: Search) -> None:
    """Blocks as large as they are asked for, while there is room; and small trees know no portions at all."""
    tree, work = new_tree(LARGE_TREE, ()), search.workspaces[0]
    tree.size[0] = LARGE_TREE - 10
    assert call(reserve_held, tree, work, 9) == LARGE_TREE - 10
    assert call(reserve_held, tree, work, 9) == -1
    small = new_tree(100, ())
    assert [call(reserve_held, small, work, 9) for _ in range(2)] == [1, 10]


def test_a_search_settles_before_anybody_looks(budget: Budget) -> None:
    """After a run nothing is held or leased, and the tree is whole; it was large enough for portions."""
    search = mv.MCTS(threads=2).start(TicTacToe().initial(), seed=1, expected=20_000)
    for _ in range(3):
        search.run(iterations=budget(10_000, least=400))
        check(search)
        for work in search.workspaces:
            assert not work.held.visits.any()
            assert (work.held.lessor == NOBODY).all()
            assert not work.held.room.any()


def test_who_may_hold() -> None:
    """Plain counts alone: what else is learnt from each simulation is not held back."""
    assert can_hold(mv.MCTS(threads=2))
    assert not can_hold(mv.load_search("grave:threads=2"))
    assert not can_hold(mv.load_search("ucb1_tuned:threads=2"))  # needs sums of squares
    assert not can_hold(mv.load_search("thompson_sampling:threads=2"))  # does not compare scores
    assert can_hold(mv.load_search("puct:threads=2"))
    assert MeanBackup.among_threads
    problem = mv.MCTS().start(TicTacToe().initial()).problem
    assert LoopKey(problem, mv.MCTS(threads=2), 10) == LoopKey(problem, mv.MCTS(threads=8, virtual_visits=3), 10)
    assert np.issubdtype(np.int64, np.integer)
