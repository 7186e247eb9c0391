"""Running a search: budgets, clocks, stopping, interrupting, memory, and what cannot be searched."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import ChanceTreeObject, Node, TreeGame, TreeObject, chance, p1, seat, table_position
from tests.search.conftest import Solver

import monteverde as mv
from monteverde import budget as budget_module
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.search.expansion import AllChildren
from monteverde.search.final import HighestValue, MaxRobust, MostVisited, Sampled, Secure
from monteverde.search.result import SearchResult
from monteverde.search.selection.puct import PUCT
from monteverde.search.selection.round_robin import RoundRobin
from monteverde.search.session import Search, problem_of
from monteverde.search.tree import MAX_VISITS, ROOT

Budget = Callable[..., int]


@pytest.fixture(autouse=True)
def _ctrl_c_as_in_a_terminal() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt, also where the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def bush(depth: int, width: int = 3) -> Node:
    """Return a tree in which every level is one node, reached by `width` actions."""
    tree: Node | float = 0.25
    for ply in range(depth):
        tree = seat(ply % 2, **dict.fromkeys("abcd"[:width], tree))
    assert isinstance(tree, Node)
    return tree


# -- budgets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("iterations", [0, -1, float("nan"), 1.5, "10", True])
def test_senseless_numbers_of_simulations_are_refused(iterations: Any) -> None:
    """The sentence has the value and what is expected."""
    with pytest.raises(BudgetError, match=rf"iterations is {iterations!r}; it must be a whole number of at least 1"):
        mv.search(TreeObject(bush(2)), iterations=iterations)


@pytest.mark.parametrize("seconds", [0, 0.0, -1.0, float("nan"), float("inf"), "1", True])
def test_senseless_times_are_refused(seconds: Any) -> None:
    """The sentence has the value and what is expected."""
    with pytest.raises(BudgetError, match=rf"seconds is {seconds!r}; it must be a finite number above 0"):
        mv.search(TreeObject(bush(2)), seconds=seconds)


@pytest.mark.parametrize("memory", [0, -1, float("nan"), "", "lots", "1.2.3GB", "-5M", "0K"])
def test_senseless_memories_are_refused(memory: Any) -> None:
    """The sentence has the value and examples that can be read."""
    with pytest.raises(
        BudgetError, match=r"memory is .*; give a number of bytes above 0, or text such as 512MB or 2GB"
    ):
        mv.search(TreeObject(bush(2)), iterations=1, memory=memory)


def test_more_memory_than_there_is_is_refused() -> None:
    """The sentence says how much the machine has."""
    with pytest.raises(BudgetError, match=r"memory is 1000T; this machine has [0-9.]+ GB, give less"):
        mv.search(TreeObject(bush(2)), iterations=1, memory="1000T")


@pytest.mark.parametrize("memory", [100, "100", "100B"])
def test_memory_for_less_than_the_root_is_refused(solve: Solver, memory: Any) -> None:
    """The sentence says how much the root and its children need."""
    with pytest.raises(BudgetError, match=r"memory is 100 bytes, but the root .* need \d+; give more"):
        solve(bush(2, 4), 1, mcts=mv.MCTS(memory=memory))


def test_memory_for_some_children_of_the_root_is_refused(solve: Solver) -> None:
    """A root with four children is five nodes, and there is room for four."""
    kept = 0
    for _ in range(0 if solve.is_compiled else 50):  # Python makes the first objects of a class larger than later ones
        kept = problem_of(solve.problem(bush(2, 4))).kept_bytes
    each = 24 if solve.is_compiled else 200
    less, enough = 4 * each + kept, 5 * each + kept
    with pytest.raises(BudgetError, match=rf"memory is {less} bytes, but the root .* need {enough}; give more"):
        solve(bush(2, 4), 1, mcts=mv.MCTS(memory=less))
    assert solve(bush(2, 4), 1, mcts=mv.MCTS(memory=enough)).result.nodes == 5


def test_exactly_the_iterations_asked_for_are_run(solve: Solver) -> None:
    """Neither one more nor one less, and the result says that this is why it ended."""
    for iterations in (1, 2, 10, 137):
        result = solve(bush(3), iterations).result
        assert (result.simulations, result.statistics.stopped_by) == (iterations, "iterations")


def test_a_search_can_go_on(solve: Solver) -> None:
    """Ten and thirty more make the same tree as forty at once."""
    parts, whole = (mv.MCTS().start(solve.problem(bush(4)), seed=3, expected=40) for _ in range(2))
    parts.run(iterations=10)
    parts.run(iterations=30)
    whole.run(iterations=40)
    assert parts.num_simulations == 40
    assert parts.result().visits == whole.result().visits


def test_without_a_budget_it_runs_for_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a shorter one: the time is the budget, and the result says so."""
    monkeypatch.setattr(budget_module, "DEFAULT_SECONDS", 0.05)
    assert mv.search(TreeObject(bush(3)), seed=1).statistics.stopped_by == "seconds"


def test_whichever_budget_is_used_up_first_ends_the_search() -> None:
    """Five simulations do not take a minute."""
    assert mv.search(TreeObject(bush(3)), iterations=5, seconds=60).statistics.stopped_by == "iterations"


class Slow(TreeObject):
    """A tree whose actions take longer than the whole budget."""

    def play(self, action: str) -> None:
        """Go to a child, slowly."""
        time.sleep(0.06)
        super().play(action)


def test_a_deadline_is_overrun_by_one_playout_at_most() -> None:
    """50 ms for playouts of four slow plies: one is run, none is begun after the deadline, an action is chosen."""
    result = mv.search(Slow(bush(4)), seconds=0.05, seed=1)
    assert result.simulations == 1
    assert result.action in "abc"
    assert result.statistics.stopped_by == "seconds"


@pytest.mark.parametrize("final", [MostVisited(), HighestValue(), MaxRobust(), Secure(), Sampled()])
@pytest.mark.parametrize("expansion", [None, AllChildren()])
def test_one_simulation_gives_a_legal_action(final: Any, expansion: Any) -> None:
    """Whatever chooses in the end, and even if the one simulation visited no action at all."""
    mcts = mv.MCTS(final=final) if expansion is None else mv.MCTS(PUCT(), expansion, final=final)
    assert mcts.search(TreeObject(bush(3)), iterations=1, seed=1).action in "abc"


def test_a_result_can_be_read_before_anything_ran() -> None:
    """Then one simulation is run, so that there is something to choose from."""
    result = mv.MCTS().start(TreeObject(bush(3)), seed=1).result()
    assert (result.simulations, result.statistics.stopped_by) == (1, "not started")
    assert result.action in "abc"


# -- stopping ------------------------------------------------------------------------------------------------------


def test_progress_is_reported_with_the_result_so_far() -> None:
    """Each report is a whole result with more simulations than the one before."""
    seen: list[SearchResult] = []
    mv.search(TreeObject(bush(5)), seconds=0.35, seed=1, progress=seen.append)
    counts = [result.simulations for result in seen]
    assert len(counts) >= 1
    assert counts == sorted(set(counts))
    assert all(sum(result.visits.values()) == result.simulations for result in seen)


def test_a_result_on_the_way_knows_the_time_spent() -> None:
    """Progress is reported with the seconds and the speed so far, not with those of earlier runs."""
    reported: list[SearchResult] = []
    search = mv.MCTS().start(TreeObject(bush(5)), seed=1)

    def progress(result: SearchResult) -> None:
        reported.append(result)
        search.stop()

    search.run(seconds=60, progress=progress)
    assert reported[0].seconds > 0
    assert reported[0].statistics.simulations_per_second > 0


def test_a_progress_callback_can_stop_the_search() -> None:
    """Long before its minute is over; the result says that it was stopped."""
    search = mv.MCTS().start(TreeObject(bush(5)), seed=1)
    search.run(seconds=60, progress=lambda result: search.stop())
    assert search.stopped_by == "stopped"
    assert search.num_simulations > 0


def test_another_thread_can_stop_the_search() -> None:
    """Within a few slices, and the tree is whole."""
    search = mv.MCTS().start(TreeObject(bush(5)), seed=1)
    is_done = threading.Event()

    def stop_soon() -> None:
        while not is_done.wait(0.05):  # again and again: the run may not have begun yet
            search.stop()

    stopper = threading.Thread(target=stop_soon)
    stopper.start()
    search.run(seconds=60)
    is_done.set()
    stopper.join()
    assert search.stopped_by == "stopped"
    assert sum(search.result().visits.values()) == search.num_simulations


def test_a_stopped_search_can_go_on() -> None:
    """The stop is for one run only."""
    search = mv.MCTS().start(TreeObject(bush(5)), seed=1)
    search.run(seconds=60, progress=lambda result: search.stop())
    before = search.num_simulations
    search.run(iterations=10)
    assert (search.stopped_by, search.num_simulations) == ("iterations", before + 10)


def test_an_error_in_a_progress_callback_ends_the_search() -> None:
    """It is raised as it is, and the tree stays valid."""
    search = mv.MCTS().start(TreeObject(bush(5)), seed=1)

    def fail(result: SearchResult) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        search.run(seconds=60, progress=fail)
    assert sum(search.result().visits.values()) == search.num_simulations


def test_ctrl_c_gives_the_best_action_so_far() -> None:
    """The search ends as if its budget were used up; the handler of before is back in its place."""
    before = signal.getsignal(signal.SIGINT)
    search = mv.MCTS().start(TreeObject(bush(5)), seed=1)
    search.run(seconds=60, progress=lambda result: signal.raise_signal(signal.SIGINT))
    assert search.stopped_by == "interrupted"
    assert search.result().action in "abc"
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_compiling_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been found yet that could be kept, and compiling takes too long to wait for its end."""
    monkeypatch.setattr(Search, "warm_up", lambda search: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        mv.search(TreeObject(bush(2)), iterations=1)


class Interrupting(TreeObject):
    """A tree that presses Ctrl-C in the middle of a playout, as often as `presses` says."""

    presses = 0

    def play(self, action: str) -> None:
        """Go to a child, interrupting first."""
        while Interrupting.presses and not self.node.children["a"].children:
            Interrupting.presses -= 1
            signal.raise_signal(signal.SIGINT)
        super().play(action)


def test_ctrl_c_in_a_playout_lets_the_playout_end() -> None:
    """No simulation is cut in the middle: what is counted is what was backed up."""
    Interrupting.presses = 1
    search = mv.MCTS().start(Interrupting(bush(4)), seed=1)
    search.run(iterations=1000)
    assert search.stopped_by == "interrupted"
    assert search.tree.visits[ROOT] == search.num_simulations >= 1


def test_a_second_ctrl_c_is_raised_and_the_tree_stays_valid() -> None:
    """Whoever presses twice wants out of the playout too; what was in flight is taken back."""
    search = mv.MCTS().start(Interrupting(bush(4)), seed=1)
    search.run(iterations=20)
    Interrupting.presses = 2
    with pytest.raises(KeyboardInterrupt):
        search.run(iterations=1000)
    assert search.tree.visits[ROOT] == search.num_simulations == 20
    assert sum(search.result().visits.values()) == 20


def test_a_hosts_own_ctrl_c_is_left_alone() -> None:
    """A program that handles the signal itself keeps handling it during a search."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        search = mv.MCTS().start(TreeObject(bush(5)), seed=1)
        search.run(seconds=0.15, progress=lambda result: signal.raise_signal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed
    assert search.stopped_by == "seconds"


def test_a_search_can_run_outside_the_main_thread() -> None:
    """Where no signal handler can be set."""
    results: list[SearchResult] = []
    thread = threading.Thread(target=lambda: results.append(mv.search(TreeObject(bush(3)), iterations=20, seed=1)))
    thread.start()
    thread.join()
    assert results[0].simulations == 20


def test_an_undecided_final_choice_prolongs_the_search() -> None:
    """By a quarter at most, in steps, while the most visited action is not the one of the highest value."""
    mcts, toss = mv.MCTS(RoundRobin(), final=MaxRobust()), chance(heads=(0.5, 1), tails=(0.5, -1))
    simulations = {
        mcts.search(ChanceTreeObject(p1(a=toss, b=toss)), iterations=21, seed=seed).simulations for seed in range(20)
    }
    assert min(simulations) == 21
    assert 21 < max(simulations) <= 21 + 6


def test_an_undecided_choice_prolongs_a_search_by_time() -> None:
    """The extension is a share of the seconds then."""
    search = mv.MCTS(final=MaxRobust(extension=0.5)).start(TreeObject(bush(3)), seed=1)
    search.run(seconds=0.02)
    assert search.stopped_by == "seconds"
    assert search.seconds >= 0.02


# -- memory --------------------------------------------------------------------------------------------------------


def test_a_full_tree_goes_on_without_growing(solve: Solver) -> None:
    """The nodes stay within the memory, the simulations are all run, and the result says what happened."""
    each = 24 if solve.is_compiled else 200
    result = solve(bush(8), 500, mcts=mv.MCTS(memory=40 * each)).result
    assert result.nodes <= 40
    assert result.statistics.memory <= 40 * each
    assert result.simulations == 500
    assert result.statistics.tree_full > 0
    assert "memory was used up" in str(result)


def test_a_tree_that_fits_says_nothing_of_memory() -> None:
    """The note is only there when it is true."""
    result = mv.search(TreeObject(bush(2)), iterations=100, seed=1)
    assert result.statistics.tree_full == 0
    assert "memory was used up" not in str(result)


def test_no_more_is_set_aside_than_the_simulations_can_use() -> None:
    """A short search of a compiled game does not allocate the whole gigabyte."""
    search = mv.MCTS().start(table_position(bush(3), TreeGame()), expected=100, seed=1)
    assert 100 < len(search.tree.visits) < 1000


@pytest.mark.parametrize(("memory", "nodes"), [("24K", 1024), (2400, 100), ("2.4KB", 102), ("1 MiB", 43690)])
def test_memory_can_be_written_for_people(memory: Any, nodes: int) -> None:
    """K, M, G and T are powers of 1,024; bytes divided by 24 are the nodes."""
    search = mv.MCTS(memory=memory).start(table_position(bush(3), TreeGame()), seed=1)
    assert search.capacity == nodes


def test_counts_are_exact_beyond_what_a_float32_holds(solve: Solver) -> None:
    """A node with 2^24 visits has 16,777,217 after one more, and its value sum is as exact."""
    search = mv.MCTS().start(solve.problem(p1(a=1)), seed=1, expected=10)
    search.run(iterations=1)
    for node in (ROOT, search.tree.first_child[ROOT]):
        search.tree.visits[node] = 2**24
        search.tree.value_sum[node] = 2.0**24
    search.run(iterations=1)
    child = search.tree.first_child[ROOT]
    assert (search.tree.visits[ROOT], search.tree.visits[child]) == (16_777_217, 16_777_217)
    assert search.tree.value_sum[child] == 16_777_217.0


def test_a_node_that_cannot_be_counted_any_more_is_reported(solve: Solver) -> None:
    """At 2^31 - 1 visits the search stops with a sentence instead of wrapping around."""
    search = mv.MCTS().start(solve.problem(p1(a=1)), seed=1, expected=10)
    search.run(iterations=1)
    search.tree.visits[ROOT] = MAX_VISITS - 1
    with pytest.raises(GameError, match=r"visited 2\^31 - 1 times"):
        search.run(iterations=5)
    assert search.tree.visits[ROOT] == MAX_VISITS - 1


# -- depth ---------------------------------------------------------------------------------------------------------


class Chain(mv.Game):
    """Three thousand plies of one action each; the second player makes the last and wins."""

    state = [("ply", np.int64)]
    num_players, num_actions, max_length = 2, 1, 3000

    def start(state):
        state.ply = 0

    def to_move(state):
        return state.ply & 1

    def legal_actions(state, out):
        out[0] = 0
        return 1

    def play(state, action):
        state.ply += 1

    def is_terminal(state):
        return state.ply == 3000

    def rewards(state, out):
        out[1] = 1.0


def test_three_thousand_plies_of_one_action_each(is_compiled: bool) -> None:
    """Nothing is recursive: the tree may be as deep as the game is long."""
    iterations = 5000 if is_compiled else 20
    result = mv.search(Chain, iterations=iterations, seed=1)
    assert result.simulations == iterations
    assert result.statistics.depth == min(iterations, 3000)
    assert len(result.principal_variation) == min(iterations, 3000)
    assert result.value == (0.0, 1.0)


def test_an_object_may_be_as_deep() -> None:
    """The same for a chain of Python objects."""
    tree: Node | float = 1.0
    for _ in range(3000):
        tree = p1(on=tree)
    assert isinstance(tree, Node)
    result = mv.search(TreeObject(tree, max_length=3000), iterations=20, seed=1)
    assert (result.statistics.depth, result.value) == (20, (1.0, -1.0))


# -- what cannot be searched ---------------------------------------------------------------------------------------


def test_a_position_that_is_over_is_refused(solve: Solver) -> None:
    """There is nothing to choose."""
    with pytest.raises(UsageError, match=r"this position of \w+ is over; there is nothing to search"):
        mv.search(solve.problem(p1()), iterations=10)


def test_a_root_where_chance_moves_is_refused(solve: Solver) -> None:
    """The sentence says what to do instead."""
    tree = chance(a=(0.5, (0,)), b=(0.5, (1,)))
    with pytest.raises(
        UsageError, match=r"chance moves in this position of \w+; play one of its outcomes, then search"
    ):
        mv.search(solve.problem(tree, reward_range=(0.0, 10.0)), iterations=10)


def test_a_root_where_all_move_at_once_is_refused(solve: Solver) -> None:
    """Decisions of turns are what this search makes."""
    with pytest.raises(UnsuitableError, match=r"all players of \w+ move at once here"):
        mv.search(solve.problem(seat(mv.SIMULTANEOUS, a=1, b=0)), iterations=10)


def test_simultaneous_moves_further_down_are_reported(solve: Solver) -> None:
    """When the tree gets there, with a sentence, and the tree stays valid."""
    search = mv.MCTS().start(solve.problem(p1(a=seat(mv.SIMULTANEOUS, x=1, y=0))), seed=1, expected=10)
    with pytest.raises(GameError, match="a state in which all players move at once"):
        search.run(iterations=10)
    assert search.tree.visits[ROOT] == search.num_simulations


def test_a_game_that_never_ends_is_stopped_at_its_declared_length() -> None:
    """The sentence names the game and the length, and says what to do; the tree stays valid."""
    states = table_position(p1(a=p1(a=0)), TreeGame()).states()
    states[0].child[1, 0] = 1  # the second node leads to itself
    search = mv.MCTS().start(mv.Position(TreeGame(), states), seed=1, expected=10)
    sentence = "tree_game was still going on after 40 plies, the longest game that it declares; raise max_length"
    with pytest.raises(GameError, match=sentence):
        search.run(iterations=10)
    assert search.tree.visits[ROOT] == search.num_simulations


def test_chance_without_outcomes_is_reported() -> None:
    """A game that says chance moves, but not what can happen."""
    search = mv.MCTS().start(table_position(p1(a=seat(mv.CHANCE, x=1, y=0)), TreeGame()), seed=1, expected=10)
    with pytest.raises(GameError, match="a chance node but no rule 'chance_outcomes'; add it"):
        search.run(iterations=10)
    assert search.tree.visits[ROOT] == search.num_simulations


def test_probabilities_that_do_not_sum_to_one_are_reported(solve: Solver) -> None:
    """With a sentence, and the tree stays valid."""
    tree = p1(a=chance(x=(0.5, (0,)), y=(0.4, (1,))))
    search = mv.MCTS().start(solve.problem(tree, reward_range=(0.0, 10.0)), seed=1, expected=10)
    with pytest.raises(GameError, match="a chance node whose probabilities do not sum to one"):
        search.run(iterations=10)
    assert search.tree.visits[ROOT] == search.num_simulations


@pytest.mark.parametrize("thing", [42, None, object(), [1, 2]])
def test_what_is_no_problem_is_refused(thing: Any) -> None:
    """The sentence lists what is missing and what may be given."""
    with pytest.raises(UsageError, match=r"cannot search \w+: it has no method legal_actions, .*; give a Position"):
        mv.search(thing, iterations=1)


def test_a_game_a_class_and_a_name_mean_the_initial_position() -> None:
    """Whatever is shortest to write."""
    nim = mv.load_game("nim")
    assert [problem_of(given).name for given in ("nim", type(nim), nim, nim.initial())] == ["nim"] * 4


@pytest.mark.parametrize("seed", [-1, 1.5, "one"])
def test_senseless_seeds_are_refused(seed: Any) -> None:
    """The sentence has the value and what is expected."""
    with pytest.raises(UsageError, match=rf"seed is {seed!r}; it must be a whole number of at least 0"):
        mv.search(TreeObject(bush(2)), iterations=1, seed=seed)


def test_a_drawn_seed_repeats_the_search() -> None:
    """The result carries the seed that was drawn."""
    first = mv.search(TreeObject(bush(4)), iterations=50)
    again = mv.search(TreeObject(bush(4)), iterations=50, seed=first.statistics.seed)
    assert again.visits == first.visits


def test_numpy_integers_will_do_as_seed() -> None:
    """As they come out of a generator."""
    seed = np.random.default_rng(1).integers(1000)
    assert mv.search(TreeObject(bush(4)), iterations=5, seed=seed).statistics.seed == seed
