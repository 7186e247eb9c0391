"""Ending a search before its budget does: when a tree is large enough, and when its choice is made."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import TreeObject, p1, seat
from tests.search.conftest import Solver

import monteverde as mv
from monteverde.errors import BudgetError, UsageError
from monteverde.search import crew, endings
from monteverde.search.endings import Decided, Ending, Left
from monteverde.search.final import Final, HighestValue, MaxRobust, MostVisited, RootStatistics, Sampled, Secure
from monteverde.search.held import MOST_SHARE, PORTION
from monteverde.search.session import Search

Budget = Callable[..., int]
EARLY = mv.MCTS(early_stop=True)


def root_of(*visits: int) -> RootStatistics:
    """Return what a final choice sees, with so many visits and values of a half."""
    return RootStatistics(np.array(visits, np.int64), np.full(len(visits), 0.5))


# -- nodes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [0, -1, float("nan"), 1.5, "10", True])
def test_senseless_numbers_of_nodes_are_refused(nodes: Any) -> None:
    """The sentence has the value and what is expected."""
    with pytest.raises(BudgetError, match=rf"nodes is {nodes!r}; it must be a whole number of at least 1"):
        mv.search("tic_tac_toe", nodes=nodes)


def test_fewer_nodes_than_the_root_and_its_children_are_refused(solve: Solver) -> None:
    """There would be nothing to choose from."""
    search = mv.MCTS().start(solve.problem(p1(a=0, b=1)), seed=1)
    with pytest.raises(BudgetError, match=r"nodes is 2, but the root of .* and its children are 3; give more"):
        search.run(nodes=2)


def test_more_nodes_than_the_memory_holds_are_refused() -> None:
    """The two contradict each other, and the sentence names both."""
    with pytest.raises(BudgetError, match="nodes is 500, but the memory holds 100; give more memory, or fewer nodes"):
        mv.search("tic_tac_toe", nodes=500, memory=2400)


def test_more_simulations_than_a_tree_counts_are_refused() -> None:
    """At once, and not after hours."""
    with pytest.raises(BudgetError, match="iterations is 3000000000; a tree counts up to 2147483647 simulations"):
        mv.search("tic_tac_toe", iterations=3_000_000_000)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_ends_with_the_nodes_asked_for(threads: int) -> None:
    """On one thread with the block of children that reaches them, always the same; several may go some way beyond."""
    runs = [mv.MCTS(threads=threads).search("tic_tac_toe", nodes=400, seed=1) for _ in range(2)]
    assert all(run.statistics.stopped_by == "nodes" for run in runs)
    assert all(400 <= run.nodes < (409 if threads == 1 else 800 + threads * PORTION) for run in runs)
    if threads == 1:
        assert runs[0].visits == runs[1].visits


@pytest.mark.compiled
def test_any_thread_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the first one is busy with, or if the system gives it no core."""
    monkeypatch.setattr(crew, "PROGRESS_SECONDS", 0.0)
    search = mv.MCTS(threads=2).start("tic_tac_toe", seed=1)
    search.run(nodes=400, progress=lambda result: time.sleep(0.2))
    assert search.stopped_by == "nodes"
    assert search.num_nodes < 800 + 2 * PORTION


def test_a_search_of_an_object_ends_with_its_nodes(solve: Solver) -> None:
    """Its tree counts as one of a game does."""
    tree = seat(0, **dict.fromkeys("abc", seat(1, **dict.fromkeys("abc", seat(0, **dict.fromkeys("abc", 0.25))))))
    search = mv.MCTS().start(solve.problem(tree), seed=1)
    search.run(nodes=10)
    assert search.stopped_by == "nodes"
    assert 10 <= search.num_nodes < 20


def test_a_tree_that_grows_no_more_ends_a_search_by_nodes(solve: Solver) -> None:
    """Three nodes are all there are, so a thousand are never reached."""
    search = mv.MCTS().start(solve.problem(p1(a=0, b=1)), seed=1)
    search.run(nodes=1000)
    assert search.stopped_by == "no_growth"
    assert "stopped by a tree that hardly grows any more" in " ".join(str(search.result()).split())


def test_whichever_comes_first_of_nodes_and_simulations_ends_it() -> None:
    """Ten simulations do not make a thousand nodes."""
    assert mv.search("tic_tac_toe", nodes=1000, iterations=10).statistics.stopped_by == "iterations"


# -- one action ----------------------------------------------------------------------------------------------------


def test_one_legal_action_ends_a_search_at_once(solve: Solver) -> None:
    """It is chosen after a handful of simulations; without early stop all are run."""
    problem = solve.problem(p1(a=p1(a=0, b=1)))
    early = EARLY.search(problem, iterations=5000, seed=1)
    assert (early.action, early.statistics.stopped_by) == (0 if solve.is_compiled else "a", "only_action")
    assert early.simulations < 10
    assert mv.MCTS().search(problem, iterations=50, seed=1).simulations == 50


# -- a choice that is made -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four", "nim"])
def test_an_early_stop_chooses_what_the_full_search_does(game: str, budget: Budget) -> None:
    """For every seed, after a few random moves; and it does stop early, always after the same simulation."""
    iterations = budget(400, least=60)
    num_early = 0
    for seed in range(budget(100, least=6)):
        position = mv.load_game(game).initial()
        rng = np.random.default_rng(seed)
        for _ in range(seed % 4):
            position = position.play(int(rng.choice(position.legal_actions())))
        full = mv.MCTS().search(position, iterations=iterations, seed=seed)
        early, again = (EARLY.search(position, iterations=iterations, seed=seed) for _ in range(2))
        assert early.action == full.action
        assert early.visits == again.visits
        num_early += early.simulations < iterations
    assert num_early > 0


def test_no_search_stops_a_simulation_too_early(budget: Budget) -> None:
    """The lead at the end is larger than what was left by one or two, as a lead grows by one at a time."""
    for seed in range(budget(20, least=3)):
        result = EARLY.search("nim", iterations=300, seed=seed)
        if result.statistics.stopped_by != "decided":
            continue
        first, second = (line.visits for line in result.actions[:2])
        assert 0 < first - second - (300 - result.simulations) <= 2


@pytest.mark.parametrize(("visits", "lead"), [((5, 9, 2), 4.0), ((7, 7), 0.0), ((3,), 3.0)])
def test_the_lead_of_the_most_visited(visits: tuple[int, ...], lead: float) -> None:
    """The first less the second; all, where there is no second."""
    assert MostVisited().lead(root_of(*visits)) == lead


@pytest.mark.parametrize("final", [HighestValue(), MaxRobust(), Secure(), Sampled(), MostVisited(extension=0.1)])
def test_other_choices_are_never_decided(final: Final) -> None:
    """One simulation can change the mean of any action; and a choice that may prolong the search waits for its end."""
    assert final.lead(root_of(1000, 1)) == -math.inf
    result = mv.MCTS(final=final, early_stop=True).search("nim", iterations=200, seed=1)
    assert result.simulations >= 200


def test_a_search_by_time_is_estimated() -> None:
    """100 simulations a second with a margin of a half: two seconds are 300 more, and one for good measure."""
    now = 10.0
    left = Left(math.inf, 0.0, 12.0, 500, lambda: now)
    assert left.simulations(1500) == pytest.approx(301)
    assert left.simulations(510) == math.inf  # ten simulations say nothing of the speed
    now = 13.0
    assert left.simulations(1500) == 1
    assert Left(1520, 0.0, 12.0, 500, lambda: 10.0).simulations(1500) == 20


def test_a_search_by_time_ends_when_it_is_decided() -> None:
    """Long before a minute is over: one action wins, the other loses."""
    tree = p1(a=1, b=-1)
    search = EARLY.start(TreeObject(tree, reward_range=(-1.0, 1.0)), seed=1)
    left = Left(math.inf, 0.0, 60.0, 0, lambda: 59.9)
    search.run(iterations=200)
    assert Decided(MostVisited(), left).reason(search) == "decided"
    left.now = lambda: 1.0
    assert Decided(MostVisited(), left).reason(search) is None


@pytest.mark.parametrize(("visits", "share"), [(100, 7), (64_000, MOST_SHARE + 1)])
def test_visits_in_flight_are_no_lead(visits: int, share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two threads and three virtual visits, six visits of a lead, and what they hold and lease beside."""
    search = mv.MCTS(threads=2, virtual_visits=3).start("nim", seed=1)
    monkeypatch.setattr(endings, "root_statistics", lambda search: root_of(visits, visits - 6 - 4 * share))
    left: Any = SimpleNamespace(simulations=lambda done: 0.0, deadline=math.inf)
    assert Decided(MostVisited(), left).reason(search) is None
    left = SimpleNamespace(simulations=lambda done: -1.0, deadline=math.inf)
    assert Decided(MostVisited(), left).reason(search) == "decided"


def test_threads_end_early_together(is_compiled: bool) -> None:
    """The choice is made before all simulations are run, and the tree is whole."""
    iterations = 4_000_000 if is_compiled else 8000
    search = mv.MCTS(threads=2, early_stop=True).start("nim", seed=1)
    search.run(iterations=iterations)
    assert search.stopped_by == "decided"
    assert search.tree.visits[0] == search.num_simulations < iterations


class After(Ending):
    """Ends a search after some simulations."""

    def reason(self, search: Search) -> str | None:
        """Return "enough" from twenty on."""
        return "enough" if search.num_simulations >= 20 else None

    def patience(self, search: Search) -> float:
        """Ask after each."""
        return 1


def test_an_ending_of_ones_own(solve: Solver) -> None:
    """Its word is why the search stopped, and it is asked as often as it wants."""
    search = mv.MCTS().start(solve.problem(p1(a=0, b=1)), seed=1)
    search.run(iterations=1000, endings=[After()])
    assert (search.stopped_by, search.num_simulations) == ("enough", 20)


def test_an_early_stop_is_true_or_false() -> None:
    """Nothing else is taken for it, and a name can say it."""
    with pytest.raises(UsageError, match="early_stop is 1; it must be True or False"):
        mv.MCTS(early_stop=1)  # type: ignore[arg-type]
    assert mv.load_search("uct:early_stop=true").early_stop
