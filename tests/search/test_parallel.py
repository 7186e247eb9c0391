"""Ways to share the work among threads: which there are, what they make of numbers, and how trees are merged."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import TreeObject, p1
from tests.reference.search_uct import PositionObject, SplitMix, Uct, differences
from tests.search.test_threads import stop_at_random
from tests.search.whole_trees import check

import monteverde as mv
from monteverde.errors import BudgetError, UnsuitableError, UsageError
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.expansion import AllChildrenLater
from monteverde.search.parallel import Division, divided, most_threads, num_cores
from monteverde.search.session import Search

Budget = Callable[..., int]
POSITION = TicTacToe().initial()


@pytest.mark.parametrize(
    ("way", "threads", "trees", "division"),
    [
        ("tree", 4, 0, Division(4, 1, is_leaf=False)),
        ("root", 4, 0, Division(4, 4, is_leaf=False)),
        ("hybrid", 4, 0, Division(4, 2, is_leaf=False)),
        ("hybrid", 5, 3, Division(5, 3, is_leaf=False)),
        ("leaf", 4, 0, Division(4, 1, is_leaf=True)),
        ("leaf", 1, 0, Division(1, 1, is_leaf=False)),
        ("root", 1, 0, Division(1, 1, is_leaf=False)),
        ("hybrid", 1, 0, Division(1, 1, is_leaf=False)),
    ],
)
def test_a_way_is_a_number_of_trees_and_of_threads(way: str, threads: int, trees: int, division: Division) -> None:
    """One thread is one thread in every way."""
    assert divided(way, threads, trees) == division


def test_threads_take_turns_on_the_trees() -> None:
    """Five threads on three trees: two teams of two, and one alone."""
    division = divided("hybrid", 5, 3)
    assert [division.tree_of(thread) for thread in range(5)] == [0, 1, 2, 0, 1]
    assert division.largest_team == 2
    assert division.is_shared
    assert not divided("root", 5, 0).is_shared


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"threads": -1}, "threads is -1; it must be a whole number from 1 to"),
        ({"threads": 1.5}, "threads is 1.5; it must be a whole number from 1 to"),
        ({"threads": "2"}, "threads is '2'; it must be a whole number from 1 to"),
        ({"threads": True}, "threads is True; it must be a whole number from 1 to"),
        ({"threads": 100_000}, r"from 1 to \d+ \(this machine has \d+ cores, and more threads would only wait"),
        ({"parallel": "forest"}, "parallel is 'forest'; it must be one of 'tree', 'root', 'hybrid', 'leaf'"),
        ({"trees": 2}, "trees is 2, but parallel='tree' decides that itself; use parallel='hybrid'"),
        ({"parallel": "hybrid", "trees": -1}, "trees is -1; it must be a whole number of at least 2, or 0: 2"),
        ({"parallel": "hybrid", "threads": 4, "trees": 5}, "trees is 5; with threads=4 it must be from 2 to 4"),
        ({"virtual_visits": -1}, "virtual_visits is -1; it must be a whole number from 0 to 1000"),
        ({"virtual_visits": 0.5}, "virtual_visits is 0.5; it must be a whole number from 0 to 1000"),
        ({"virtual_visits": 1001}, "virtual_visits is 1001; it must be a whole number from 0 to 1000"),
    ],
)
def test_senseless_numbers_are_refused(options: dict[str, Any], sentence: str) -> None:
    """The sentence has the name, the value and what is expected."""
    with pytest.raises(UsageError, match=sentence):
        mv.MCTS(**options)


def test_a_study_can_move_to_a_smaller_machine() -> None:
    """64 threads are taken anywhere."""
    assert mv.MCTS(threads=64).division.threads == 64
    assert most_threads() >= 64
    assert num_cores() >= 1


@pytest.mark.parametrize(
    ("mcts", "sentence"),
    [
        (
            mv.load_search("mcps:threads=2"),
            "MCPS keeps one window of playouts, got threads=2 on 1 tree; use",
        ),
        (mv.load_search("grave:threads=2,statistic=last_good_reply"), "LastGoodReply keeps one reply to each move"),
    ],
)
def test_what_several_threads_cannot_change_at_once_is_refused(mcts: mv.MCTS, sentence: str) -> None:
    """Each tree by root parallelism has its own, so there it is welcome."""
    with pytest.raises(UnsuitableError, match=sentence):
        mcts.start(POSITION)
    mv.MCTS(mv.MCPS(), AllChildrenLater(), threads=2, parallel="root").check(mv.MCTS().start(POSITION).problem)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"selection": mv.GRAVE(), "expansion": AllChildrenLater()}, "GRAVE learns from whole simulations"),
        ({"evaluation": mv.Heuristic()}, "Heuristic says the same of a leaf each time"),
        ({"evaluation": mv.External()}, "External evaluation takes batches of leaves"),
    ],
)
def test_what_has_no_playouts_to_share_is_refused(options: dict[str, Any], sentence: str) -> None:
    """With leaf parallelism; the sentence names both."""
    with pytest.raises(UnsuitableError, match=sentence):
        mv.MCTS(**options, threads=2, parallel="leaf")


def test_python_objects_know_one_way() -> None:
    """Their methods run one at a time in any case."""
    with pytest.raises(UnsuitableError, match="parallel='root' is for compiled games, and TreeObject is"):
        mv.MCTS(threads=2, parallel="root").search(TreeObject(p1(a=0, b=1)), iterations=1)


# -- how many, if nobody says --------------------------------------------------------------------------------------


@pytest.fixture
def _four_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("monteverde.search.mcts"), "num_cores", lambda: 4)


def threads_of(mcts: mv.MCTS, monkeypatch: pytest.MonkeyPatch, position: Any = POSITION, **arguments: Any) -> int:
    """Return how many threads `mcts.search` would run."""
    seen: list[int] = []

    def run(search: Search, **_: Any) -> None:
        seen.append(len(search.workspaces))
        search.simulate(search.workspaces[0], 1)

    monkeypatch.setattr(Search, "run", run)
    mcts.search(position, **arguments)
    return seen[0]


@pytest.mark.compiled
@pytest.mark.usefixtures("_four_cores")
def test_all_cores_where_nothing_could_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A budget in seconds and no seed; a seed, a number of iterations or a number of threads is kept to."""
    assert threads_of(mv.MCTS(), monkeypatch, seconds=1.0) == 4
    assert threads_of(mv.MCTS(), monkeypatch) == 4
    assert threads_of(mv.MCTS(), monkeypatch, seconds=1.0, seed=1) == 1
    assert threads_of(mv.MCTS(), monkeypatch, iterations=10) == 1
    assert threads_of(mv.MCTS(threads=2), monkeypatch, seconds=1.0) == 2
    assert threads_of(mv.MCTS(threads=1), monkeypatch, seconds=1.0) == 1


@pytest.mark.usefixtures("_four_cores")
def test_one_thread_where_more_are_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python objects, and what several threads cannot change at once."""
    assert threads_of(mv.MCTS(), monkeypatch, TreeObject(p1(a=0, b=1)), seconds=1.0) == 1
    assert threads_of(mv.load_search("mcps"), monkeypatch, seconds=1.0) == 1
    assert mv.MCTS(evaluation=mv.External()).on_all_cores().division.threads == 1


@pytest.mark.usefixtures("_four_cores")
def test_who_asks_for_a_way_gets_all_cores() -> None:
    """Also with a seed; a search in parts has one thread unless it says otherwise."""
    assert len(mv.MCTS(parallel="root").start(POSITION, seed=1, expected=1).workspaces) == 4
    assert len(mv.MCTS().start(POSITION).workspaces) == 1


def test_by_name() -> None:
    """As fields of a search on the command line."""
    search = mv.load_search("uct:threads=6,parallel=hybrid,trees=3,virtual_visits=0")
    assert search.division == Division(6, 3, is_leaf=False)
    assert search.virtual_visits == 0


# -- trees that are merged -----------------------------------------------------------------------------------------


def test_trees_by_root_parallelism_are_those_of_searches_alone(budget: Budget) -> None:
    """Each is the twin's with that stream of random numbers, so a seed repeats them all; the work is shared evenly."""
    iterations = budget(301, least=61)
    search = mv.MCTS(threads=3, parallel="root").start(POSITION, seed=5, expected=iterations)
    search.run(iterations=iterations)
    for stream, tree in enumerate(search.trees):
        twin = Uct(PositionObject(POSITION), SplitMix(5, stream))
        for _ in range(iterations // 3 + (stream < iterations % 3)):
            twin.simulate()
        assert differences(tree, twin.root) == []
    check(search)


def by_action(tree: Any, node: int, *arrays: str) -> dict[int, tuple[float, ...]]:
    """Return what some arrays say of the children of a node, by their actions."""
    block = range(int(tree.first_child[node]), int(tree.first_child[node]) + int(tree.num_children[node]))
    return {int(tree.action[child]): tuple(float(getattr(tree, name)[child]) for name in arrays) for child in block}


def test_the_result_adds_the_trees_up(budget: Budget) -> None:
    """Visits and values of each root action, values of the players, nodes, and the variation of the most visits."""
    search = mv.MCTS(threads=2, parallel="root").start(POSITION, seed=3, expected=400)
    search.run(iterations=budget(400, least=100))
    result, (one, other) = search.result(), search.trees
    first, second = (by_action(tree, 0, "visits", "value_sum") for tree in (one, other))
    assert first != second
    for line in result.actions:
        visits = first[line.action][0] + second[line.action][0]
        assert line.visits == visits
        assert line.value == pytest.approx((first[line.action][1] + second[line.action][1]) / visits)
    assert result.nodes == one.size[0] + other.size[0]
    assert result.statistics.memory == 24 * result.nodes
    assert result.value[0] == pytest.approx(sum(float(w.totals[0]) for w in search.workspaces) / result.simulations)
    best, reply = result.principal_variation[:2]
    assert result.visits[best] == max(result.visits.values())
    below: dict[int, float] = {}
    for tree in search.trees:
        actions = list(by_action(tree, 0, "visits"))
        for action, (visits,) in by_action(tree, int(tree.first_child[0]) + actions.index(best), "visits").items():
            below[action] = below.get(action, 0.0) + visits
    assert below[reply] == max(below.values())


def test_trees_without_a_simulation_have_nothing_to_add() -> None:
    """One simulation, three threads; and none at all, where the root is opened for the report."""
    search = mv.MCTS(threads=3, parallel="root").start(POSITION, seed=3, expected=1)
    assert len(search.result().actions) == 9
    search.run(iterations=1)
    result = search.result()
    assert (result.simulations, sum(result.visits.values())) == (search.num_simulations, search.num_simulations)
    assert len(result.principal_variation) == 1


def test_shared_statistics_are_added_up_too(budget: Budget) -> None:
    """N' and Q' of a root action are those of all trees; MCPS, which keeps one window, has one for each tree."""
    search = mv.MCTS(mv.MCPS(rho=5), AllChildrenLater(), threads=2, parallel="root").start(POSITION, seed=3)
    search.run(iterations=budget(600, least=100))
    result = search.result()
    codes = [by_action(tree, 0, "code") for tree in search.trees]
    for line in result.actions:
        places = [(tree.shared, int(code[line.action][0])) for tree, code in zip(search.trees, codes, strict=True)]
        assert line.amaf_visits == sum(shared.counts[code] for shared, code in places)
        unit = sum(shared.sums[code] for shared, code in places) / line.amaf_visits
        assert line.amaf_value == pytest.approx(unit)
        assert np.isfinite(line.score) or not line.visits


def test_the_memory_is_divided_evenly() -> None:
    """Each tree has its part, and if that is too small the sentence says of what."""
    search = mv.MCTS(threads=4, parallel="root", memory=24 * 1000).start(POSITION, seed=1)
    assert [len(tree.visits) for tree in search.trees] == [250] * 4
    with pytest.raises(BudgetError, match="memory is 120 bytes for each tree, but the root of tic_tac_toe and its"):
        mv.MCTS(threads=4, parallel="root", memory=480).start(POSITION)


@pytest.mark.parametrize("iterations", [1, 7, 100])
def test_trees_are_large_enough_for_what_is_expected(iterations: int) -> None:
    """A known number of simulations never fills them, however the threads share it."""
    mcts = mv.MCTS(threads=3, parallel="hybrid", final=mv.MaxRobust())
    search = mcts.start(POSITION, seed=1, expected=iterations)
    search.run(iterations=iterations)
    assert search.result().statistics.tree_full == 0
    check(search)


def test_batches_are_gathered_from_one_tree() -> None:
    """There is no saying from which of several."""
    search = mv.MCTS(threads=2, parallel="root").start(POSITION, seed=1)
    with pytest.raises(UnsuitableError, match="leaves are gathered from one tree, and parallel='root' has 2"):
        search.gather(1)


@pytest.mark.parametrize("options", [{"parallel": "root", "threads": 2}, {"parallel": "hybrid", "threads": 3}])
def test_merged_searches_stopped_at_any_time_are_whole(options: dict[str, Any], budget: Budget) -> None:
    """Each tree for itself, and all together."""
    stop_at_random(mv.MCTS(**options), POSITION, budget(50))


def test_progress_is_of_all_trees() -> None:
    """A report on the way has the simulations of every thread."""
    seen: list[Any] = []
    is_seen = threading.Event()

    def look(result: Any) -> None:
        seen.append(result)
        is_seen.set()

    search = mv.MCTS(threads=2, parallel="root").start(POSITION, seed=1)
    search.run(seconds=0.3, progress=look)
    assert all(sum(result.visits.values()) <= search.num_simulations for result in seen)
    assert is_seen.is_set()
