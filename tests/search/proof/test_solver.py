"""Searches that prove values: what they choose, when they end, what they say, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import Node, TreeObject, p1, p2, seat
from tests.reference.search_uct import PositionObject
from tests.search.conftest import Solver

import monteverde as mv
from monteverde.errors import UnsuitableError, UsageError
from monteverde.search.evaluation import External
from monteverde.search.final import HighestValue, MaxRobust, RootStatistics, Sampled, Secure
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.tree import ROOT

Budget = Callable[..., int]
SOLVER = mv.MCTS(solver=True)
TO_TEN: dict[str, Any] = {"reward_range": (0.0, 10.0)}
BOARDS = Path(__file__).parents[2] / "data" / "connect_four" / "end_easy.txt"
LATE = "b2 a1 c3 a3 a2"  # O must block at c2, and it is a draw


def start(tree: Node, mcts: mv.MCTS = SOLVER, seed: int = 1, **facts: Any) -> Any:
    """Return a search of a tree of two players as a Python object."""
    return mcts.start(TreeObject(tree, **facts), seed=seed)


def position_after(moves: str) -> mv.Position:
    """Return a position of tic-tac-toe."""
    return mv.load_game("tic_tac_toe").initial().play_all(moves)


def test_tic_tac_toe_ends_by_itself_proven_a_draw(is_compiled: bool, budget: Budget) -> None:
    """From the empty board; as plain Python from the first reply on."""
    position = position_after("" if is_compiled else "b2 a1 c1")
    result = mv.search(position, algorithm="uct:solver=true", iterations=1_000_000, seed=1)
    assert (result.statistics.stopped_by, result.statistics.proven) == ("proven", 0.5)
    assert result[result.action].verdict == "draw"


@pytest.mark.parametrize("start_line", range(4))
def test_ends_of_connect_four_are_proven_to_their_value(start_line: int, is_compiled: bool) -> None:
    """Win, draw or loss as an independent solver has it; and a win takes no fewer plies than that says."""
    step = 100 if is_compiled else 500
    game = mv.load_game("connect_four")
    for line in BOARDS.read_text("utf-8").splitlines()[start_line * 25 :: step]:
        moves, score = line.split()
        position = game.initial().play_all(" ".join(moves))
        result = mv.search(position, algorithm="uct:solver=true", iterations=100_000, seed=1)
        assert result.statistics.proven == 0.5 + 0.5 * np.sign(int(score)), line
        if int(score):
            assert result.statistics.distance is not None
            assert result.statistics.distance >= abs(int(score)), line
            assert (result.statistics.distance - int(score)) % 2 == 0 or int(score) < 0, line


def test_a_better_estimate_beats_a_value_that_is_proven(solve: Solver, budget: Budget) -> None:
    """A is proven to pay 1, B leads to ten plies whose ends all pay 9: after 300 simulations, B."""
    deep: Node | tuple[float] = (9.0,)
    for ply in range(10):
        deep = seat(ply % 2, a=deep, b=deep)
    found = solve(p1(A=(1,), B=deep), 300, mcts=SOLVER, **TO_TEN)
    assert (found.action, found.result.statistics.stopped_by) == ("B", "iterations")
    assert found.values == pytest.approx({"A": 1.0, "B": 9.0})


def test_the_faster_win_is_taken(solve: Solver) -> None:
    """Both are sure; the one that wins now is proven first, and that ends the search."""
    slow = p2(a=p1(x=(10,), y=(0, 10)), b=p1(x=(10,), y=(0, 10)))
    found = solve(p1(slow=slow, fast=(10,)), 1000, mcts=SOLVER, **TO_TEN)
    assert (found.action, found.result.statistics.distance) == ("fast", 1)
    assert found.result.statistics.stopped_by == "proven"
    assert found.result.simulations <= 2


def test_of_two_proven_wins_the_faster_one_is_chosen() -> None:
    """Whatever was visited more: the choice is among the best, by their distance."""
    three, five = p2(a=p1(x=1)), p2(a=p1(x=p2(a=p1(x=1))))
    search = start(p1(slow=five, fast=three))
    search.run(iterations=1000)
    tree = search.tree
    first = tree.first_child[ROOT]
    assert search.result().action == "fast"
    for child in (first, first + 1):  # both are proven, as if another thread had gone on
        tree.bounds[child][:] = [1.0, 0.0, 1.0, 0.0]
        tree.proven[child] = 5 if tree.action[child] == "slow" else 3
        tree.visits[child] = 900 if tree.action[child] == "slow" else 9
    result = search.result()
    assert (result.action, result.statistics.distance, result["slow"].verdict) == ("fast", 3, "win in 5")


def test_the_slower_loss_is_chosen() -> None:
    """All is lost: by the way on which it lasts longest."""
    soon, late = p2(x=-1, y=0.5), p2(x=p1(a=p2(x=-1)), y=0.5)
    search = start(p1(soon=soon, late=late))
    search.run(iterations=1000)
    result = search.result()
    assert search.stopped_by == "proven"
    assert (result.action, result.statistics.proven, result.statistics.distance) == ("late", -1.0, 4)
    assert (result["soon"].verdict, result["late"].verdict) == ("loss in 2", "loss in 4")


def test_a_distance_counts_from_the_node_wherever_it_is_read() -> None:
    """A win in 3 is that to whoever stands before it: at ply 2 the game ends at ply 5, at ply 4 at ply 7."""

    def win_in_three() -> Node:
        return p1(go=p2(a=p1(x=1)))

    early = p2(a=win_in_three(), b=1)
    late = p2(a=p1(go=p2(a=win_in_three())), b=1)
    for tree, ply in ((p1(go=early), 2), (p1(go=late), 4)):
        search = start(tree)
        search.run(iterations=1000)
        node, plies = ROOT, 0
        while plies < ply:
            first = search.tree.first_child[node]
            node = next(c for c in range(first, first + search.tree.num_children[node]) if search.tree.action[c] != "b")
            plies += 1
        assert search.tree.proven[node] - 1 == 3
        assert search.result().statistics.distance == ply + 3


def test_a_proven_loss_is_not_chosen_while_something_is_open() -> None:
    """However often it was visited; nor is it visited again."""
    deep: Any = 0.5
    for ply in range(12):
        deep = seat(ply % 2, a=deep, b=deep, c=-1 if ply == 3 else 0.25)
    search = start(p1(lost=p2(x=-1, y=1), open=deep))
    search.run(iterations=60)
    tree = search.tree
    first = tree.first_child[ROOT]
    lost = first if tree.action[first] == "lost" else first + 1
    assert tree.closed[lost]
    before = tree.visits[lost]
    search.run(iterations=60)
    assert tree.visits[lost] == before
    tree.visits[lost] = 1000
    assert search.result().action == "open"


def test_a_settled_choice_is_credited_while_another_is_searched() -> None:
    """The second player will take the draw: that is what the action is worth, though all simulations look elsewhere."""
    deep: Any = 0.8
    for ply in range(14):
        deep = seat(ply % 2, a=deep, b=deep, c=seat(0, x=deep))
    search = start(p1(go=p2(draw=0, worse=deep), other=p2(x=deep)))
    search.run(iterations=400)
    tree, go = search.tree, 1 if search.tree.action[1] == "go" else 2
    first = tree.first_child[go]
    worse = first if tree.action[first] == "worse" else first + 1
    assert tree.value_sum[go] / tree.visits[go] == pytest.approx(0.5, abs=0.05)  # 0.9 if the draw did not count
    assert tree.visits[worse] == tree.visits[go] - 2  # one to value it, one to see the draw
    assert tree.visits[2 * first + 1 - worse] > 0.8 * tree.visits[go]  # so often the rule chose it


def test_a_root_with_nothing_but_ends_is_proven_at_once(solve: Solver) -> None:
    """Two ends and 1,000 simulations: it stops when it has seen the better one, or both."""
    found = solve(p1(a=(10,), b=(0, 10)), 1000, mcts=SOLVER, **TO_TEN)
    assert (found.action, found.result.statistics.stopped_by) == ("a", "proven")
    assert found.result.simulations <= 2


def test_a_solved_search_does_not_go_on() -> None:
    """Asked again it ends at once, with the same result."""
    search = start(p1(a=1, b=-1))
    search.run(iterations=10)
    done = search.num_simulations
    search.run(seconds=5.0)
    assert (search.num_simulations, search.stopped_by) == (done, "proven")


@pytest.mark.parametrize("algorithm", mv.algorithm_names())
def test_every_selection_rule_solves(algorithm: str) -> None:
    """A position of tic-tac-toe that is lost whatever O does is proven to be."""
    if algorithm == "flat":
        pytest.skip("flat Monte Carlo has a tree of one ply")
    problem = PositionObject(position_after("b2 b1 a1"))
    search = mv.load_search(f"{algorithm}:solver=true").start(problem, seed=4)
    search.run(iterations=3000)
    assert (search.stopped_by, search.result().statistics.proven) == ("proven", 0.0)


def test_flat_monte_carlo_knows_its_own_ends() -> None:
    """A win in one is seen, and ends it."""
    result = mv.search(position_after("b2 a1 c1 a2"), algorithm="flat:solver=true", iterations=200, seed=1)
    assert (result.action_name, result.statistics.proven, result.statistics.distance) == ("a3", 1.0, 1)


def test_threads_share_proofs(is_compiled: bool) -> None:
    """Two threads on one tree prove what one does."""
    position = position_after("b2" if is_compiled else LATE)
    for seed in range(3):
        result = mv.search(position, algorithm="uct:solver=true,threads=2", iterations=200_000, seed=seed)
        assert (result.statistics.stopped_by, result.statistics.proven) == ("proven", 0.5)


def test_leaves_valued_outside_are_proved_too() -> None:
    """Batches: the values come from elsewhere, the ends from the rules."""

    def even(states: Any) -> Any:
        return [[0.5, 0.5]] * len(states)

    mcts = mv.MCTS(evaluation=External(even, 8), solver=True)
    result = mcts.search(PositionObject(position_after(LATE)), iterations=3000, seed=1)
    assert (result.statistics.stopped_by, result.statistics.proven) == ("proven", 0.5)


def test_a_search_that_is_no_solver_says_nothing_of_proofs() -> None:
    """No column, no bounds, no memory for them."""
    search = mv.MCTS().start(position_after(LATE), seed=1)
    search.run(iterations=50)
    result = search.result()
    assert "proven" not in str(result)
    assert (result.statistics.proven, result.statistics.distance, result.statistics.bytes_per_node) == (None, None, 24)
    assert {line["proven"] for line in result.to_dict()["root"]} == {None}
    assert search.is_solved is False


def test_a_result_shows_what_is_proven() -> None:
    """In the table, in the sentence below, and as data that JSON can hold."""
    result = mv.search(position_after("b2 a1 c1 a2"), algorithm="uct:solver=true", iterations=500, seed=1)
    text = str(result)
    assert "proven" in text.splitlines()[0]
    assert "proven win in 1" in text
    assert "stopped by proof" in text
    data = json.loads(json.dumps(result.to_dict()))
    assert (data["proven"], data["distance"], data["stopped_by"]) == (1.0, 1, "proven")
    line = next(row for row in data["root"] if row["action"] == "a3")
    assert (line["proven"], line["lower"], line["upper"], line["distance"]) == ("win in 1", 1.0, 1.0, 1)


def test_bounds_that_are_apart_are_shown() -> None:
    """At least, at most, a number for what is neither a win, a draw nor a loss, and nothing for what is not known."""
    search = start(p1(most=p2(x=0.5), least=p2(x=0.5), known=p2(x=0.5), open=p2(x=0.5)))
    search.run(iterations=4)
    bounds = {"most": [0.0, 0.25, 0.75, 1.0], "least": [0.2, 0.0, 1.0, 0.8], "known": [0.65, 0.35] * 2}
    for child in range(1, 5):
        search.tree.bounds[child][:] = bounds.get(search.tree.action[child], [0.0, 0.0, 1.0, 1.0])
    verdicts = {line.action: line.verdict for line in search.result().actions}
    assert verdicts == {"most": "at most 0.5000", "least": "at least -0.6000", "known": "0.3000", "open": ""}


def test_a_proven_value_is_chosen_unless_an_estimate_is_better() -> None:
    """The open one has the most visits; 0.2 is proven for the other."""
    deep: Any = 0.5
    for ply in range(14):
        deep = seat(ply % 2, a=deep, b=deep, c=seat(0, x=deep))
    search = start(p1(known=0.2, open=deep))
    search.run(iterations=50)
    tree = search.tree
    child = next(c for c in (1, 2) if tree.action[c] == "open")
    for mean, expected in ((0.61, "open"), (0.59, "known"), (0.6, "known")):  # in unit value 0.2 is 0.6
        tree.value_sum[child] = mean * tree.visits[child]
        assert search.result().action == expected
    assert tree.visits[3 - child] == 1


@pytest.mark.parametrize("final", [HighestValue(), MaxRobust(), Secure(), Sampled()])
def test_final_choices_are_among_candidates(final: Any) -> None:
    """The first action is best in every way, and proven to be out of the question; the last was never tried."""
    visits, values = np.array([90, 9, 0]), np.array([0.9, 0.2, np.nan])
    for candidates, expected in (([False, True, True], 1), ([False, False, True], 2)):
        root = RootStatistics(visits, values, np.array(candidates))
        assert final.choose(root, np.random.default_rng(1)) == expected


def test_rewards_on_the_way_are_refused() -> None:
    """A bound on the end says nothing of what is paid before."""
    with pytest.raises(UnsuitableError, match="solver=True proves what the end pays, and TreeObject pays on the way"):
        start(p1(a=1), discount=0.5)


def test_two_players_who_do_not_play_against_each_other_are_refused() -> None:
    """What one gets the other must lose; the first end that says otherwise ends the search."""
    search = start(p1(a=(1, 1), b=p2(x=(0, 1), y=(1, 0))))
    with pytest.raises(UnsuitableError, match="does not pay them 0 together"):
        search.run(iterations=10)


def test_solver_is_yes_or_no() -> None:
    """Anything else is a slip."""
    with pytest.raises(UsageError, match="solver is 2; it must be True or False"):
        mv.MCTS(solver=2)  # type: ignore[arg-type]


def test_unit_values_are_free_of_rounding() -> None:
    """A win in a range of 49 is a win, although 49 times 1/49 is less than one."""
    search = start(
        p1(a=p2(x=(49, 0)), b=p2(x=(0, 49), y=(49, 0))), reward_range=(0, 49), mcts=mv.MCTS(UCB1(), solver=True)
    )
    search.run(iterations=50)
    assert search.result().statistics.proven == 49
