"""Minimax, alpha-beta and principal-variation search against the definition, on random games."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from tests.exact.seeded_trees import GAME, GENERAL, REAL, RESULTS, endless_tree, tree_of
from tests.reference.zero_sum import WIN, Counts, minimax

import monteverde as mv
from monteverde.exact import SolveResult, load_method
from monteverde.games.tree_game import tree_game

Budget = Callable[..., int]

KINDS = {"won, drawn, lost": RESULTS, "real values": REAL}
METHODS = [
    "alphabeta",
    "alphabeta:order=centre",
    "alphabeta:order=killers",
    "alphabeta:order=history",
    "alphabeta:order=prior",
    "alphabeta:table=1MB",
    "alphabeta:table=100B",  # two buckets: nearly everything is replaced
    "alphabeta:pvs=true",
    "alphabeta:pvs=true,order=history,table=2KB",
    "alphabeta:deepening=true",
    "alphabeta:deepening=true,aspiration=0.1,order=history,table=4KB",
    "alphabeta:quick=true,table=4KB",
    "pvs",
    "pvs:aspiration=0.05,quick=true",
]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> int:
    """Random games of a kind."""
    return KINDS[request.param]


@pytest.mark.parametrize("method", METHODS)
def test_all_methods_find_minimax_values(method: str, kind: int, budget: Budget) -> None:
    """However the tree is pruned and ordered, the value, and the value of each best action, is that of minimax."""
    solve = load_method(method).solver(GAME)
    for seed in range(1, 1 + budget(150, least=4)):
        root = tree_of(kind, seed)
        if root.is_terminal:
            continue
        found = solve(root)
        player = root.to_move
        true = {action: minimax(root.play(action), player) for action in root.legal_actions()}
        assert found.is_proven
        assert found.value[player] == pytest.approx(max(true.values()), abs=1e-12)
        best = {action for action, value in true.items() if value > max(true.values()) - 1e-9}
        if "quick" not in method:  # there only the quickest of several wins is best
            assert set(found.best_actions) == best
        assert found.action in best


@pytest.mark.parametrize("method", ["minimax", "alphabeta:actions=all", "pvs:actions=all"])
def test_every_action_has_its_value(method: str, kind: int, budget: Budget) -> None:
    """Asked for all actions, each of them gets its exact value."""
    solve = load_method(method).solver(GAME)
    for seed in range(1, 1 + budget(100, least=4)):
        root = tree_of(kind, seed)
        found = solve(root)
        for line in found.actions:
            assert line.bound == "exact"
            assert line.value == pytest.approx(minimax(root.play(line.action), root.to_move), abs=1e-12)


def test_minimax_counts_every_position(kind: int, budget: Budget) -> None:
    """Minimax visits each path of the tree once, and counts the ends among them as leaves."""
    solve = load_method("minimax").solver(GAME)
    for seed in range(1, 1 + budget(40, least=3)):
        root, counts = tree_of(kind, seed), Counts()
        minimax(root, 0, counts=counts)
        found = solve(root)
        assert (found.nodes, found.leaves) == (counts.nodes, counts.leaves)


@pytest.mark.parametrize("quiescence", [True, False])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_depth_limit_asks_the_heuristic(depth: int, quiescence: bool, kind: int, budget: Budget) -> None:
    """At the depth limit the heuristic's value stands in, beyond it only where the position is not quiet."""
    spec = f"depth={depth},quiescence={str(quiescence).lower()}"
    solvers = [load_method(f"{name}:{spec}").solver(GAME) for name in ("minimax", "alphabeta", "pvs")]
    for seed in range(1, 1 + budget(60, least=3)):
        root = tree_of(kind, seed)
        true = minimax(root, root.to_move, depth, is_quiescent=quiescence)
        for solve in solvers:
            assert solve(root).value[root.to_move] == pytest.approx(true, abs=1e-5)  # heuristics stay inside the range


def test_proof_is_claimed_only_for_what_is_proven(kind: int, budget: Budget) -> None:
    """A depth-limited search that says it has proven a value has found that of the whole tree."""
    solve = load_method("pvs:depth=3,quiescence=false").solver(GAME)
    claims = 0
    for seed in range(1, 1 + budget(200, least=10)):
        root = tree_of(kind, seed)
        found = solve(root)
        if found.is_proven:
            claims += 1
            assert found.value[root.to_move] == pytest.approx(minimax(root, root.to_move), abs=1e-12)
    assert claims > 0


@pytest.mark.parametrize("method", ["alphabeta:quick=true", "alphabeta:quick=true,table=1MB", "pvs:quick=true"])
def test_quickest_win_and_slowest_loss(method: str, budget: Budget) -> None:
    """The distance is that of the quickest win against the slowest loss, and best play takes so many plies."""
    solve = load_method(method).solver(GAME)
    decided = 0
    for seed in range(1, 1 + budget(150, least=5)):
        root = tree_of(RESULTS, seed)
        found, score = solve(root), minimax(root, root.to_move, prefers_quick=True)
        if abs(score) < 10.0:
            assert found.distance is None
            continue
        decided += 1
        assert found.distance == WIN - abs(score)
        assert found.outcome == ("win" if score > 0 else "loss")
    assert decided > 0


def test_principal_variation_leads_to_the_value(kind: int, budget: Budget) -> None:
    """Played out, the principal variation of a full search ends the game with the value that it promises."""
    solve = load_method("alphabeta").solver(GAME)
    for seed in range(1, 1 + budget(60, least=3)):
        position = tree_of(kind, seed)
        found = solve(position)
        for action in found.principal_variation:
            position = position.play(action)
        assert position.is_terminal
        assert np.allclose(position.rewards, found.value)


class BestFirst(mv.Game):
    """A tree of any shape whose first action is best everywhere: the others make the result worse for the mover."""

    state = [("branching", np.int64), ("left", np.int64), ("player", np.int64), ("value", np.int64)]
    num_players, num_actions, max_length = 2, 4, 6
    reward_range = (-10.0, 10.0)

    def start(state):
        state.branching = 2
        state.left = 2

    def to_move(state):
        return state.player

    def legal_actions(state, out):
        for i in range(state.branching):
            out[i] = i
        return state.branching

    def play(state, action):
        if action > 0:
            state.value += 2 * state.player - 1
        state.player = 1 - state.player
        state.left -= 1

    def is_terminal(state):
        return state.left == 0

    def rewards(state, out):
        out[0] = state.value
        out[1] = -state.value


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (3, 3), (3, 4), (3, 5), (4, 4)])
def test_ideal_ordering_visits_the_least_leaves(branching: int, depth: int) -> None:
    """b^ceil(m/2) + b^floor(m/2) - 1 leaves, if the first action is always a best one (Knuth and Moore, 1975)."""
    game = BestFirst()
    states = game.new_states(1)
    states[0].branching, states[0].left = branching, depth
    found = load_method("alphabeta:actions=one").solve(mv.Position(game, states))
    assert found.leaves == branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1


def test_three_branch_example() -> None:
    """Leaves (4, 6, 9), (2, 7, 8), (5, 3, 9): value 4 by the first branch, after 6 of the 9 leaves."""
    branches = {"a": (4, 6, 9), "b": (2, 7, 8), "c": (5, 3, 9)}
    tree = (0, {name: (1, dict(zip("xyz", leaves, strict=True))) for name, leaves in branches.items()})
    root = tree_game(tree).initial()
    found = load_method("alphabeta:actions=one").solve(root)
    assert found.value == (4.0, -4.0)
    assert found.action_name == "a"
    assert found.leaves == 6
    assert load_method("minimax").solve(root).leaves == 9


class Exchange(mv.Game):
    """A pawn can be taken, by a piece that is then taken itself; the heuristic counts what stands on the board."""

    state = [("place", np.int64)]
    num_players, num_actions, max_length = 2, 2, 4
    reward_range = (-10.0, 10.0)

    def start(state):
        state.place = 0

    def to_move(state):
        return 1 if state.place in (1, 3) else 0

    def legal_actions(state, out):
        out[0] = 0
        out[1] = 1
        return 2 if state.place == 0 else 1

    def play(state, action):
        if state.place == 0:
            state.place = 1 if action == 0 else 3  # take the pawn, or make a quiet move
        elif state.place == 1:
            state.place = 2
        else:
            state.place = 4

    def is_terminal(state):
        return state.place == 4

    def rewards(state, out):
        out[0] = out[1] = 0.0

    def heuristic(state, out):
        balance = 1.0 if state.place == 1 else -8.0 if state.place == 2 else 0.0
        out[0] = balance
        out[1] = -balance

    def is_quiet(state):
        return state.place != 1  # the piece that took can be taken

    def action_name(action):
        return ("take", "wait")[action]


def test_quiescence_sees_beyond_the_horizon() -> None:
    """One ply deep, taking the pawn looks good; searched on until calm, the piece is seen to be lost for it."""
    root = Exchange().initial()
    near = load_method("alphabeta:depth=1,quiescence=false").solve(root)
    assert (near.action_name, near.value[0]) == ("take", 1.0)
    calm = load_method("alphabeta:depth=1").solve(root)
    assert (calm.action_name, calm.value[0]) == ("wait", 0.0)
    assert calm["take"].value == -8.0
    assert not calm.is_proven


def test_result_says_all_of_itself() -> None:
    """The dictionary has what the command line prints as JSON, and the text the value and the work."""
    found = load_method("alphabeta").solve(mv.load_game("tic_tac_toe").initial())
    assert isinstance(found, SolveResult)
    content = found.to_dict()
    assert content["nodes"] == 18_297
    assert content["outcome"] == "draw"
    assert content["value"] == 0.5
    assert "18,297 nodes" in str(found)


def test_position_that_is_over_is_refused() -> None:
    """There is nothing to solve at the end of a game."""
    over = mv.load_game("tic_tac_toe").initial().play_all("a1 a2 b1 b2 c1")
    with pytest.raises(mv.UsageError, match="is over"):
        load_method("minimax").solve(over)


# -- tic-tac-toe ------------------------------------------------------------------------------------------------------


@pytest.mark.compiled
def test_minimax_counts_tic_tac_toe() -> None:
    """549,946 nodes and 255,168 leaves in the whole tree; half a million positions take too long as plain Python."""
    whole = load_method("minimax").solve(mv.load_game("tic_tac_toe").initial())
    assert (whole.nodes, whole.leaves, whole.outcome) == (549_946, 255_168, "draw")


def test_alpha_beta_counts_tic_tac_toe() -> None:
    """18,297 positions in the order of the squares; a draw, whatever the first move."""
    pruned = load_method("alphabeta").solve(mv.load_game("tic_tac_toe").initial())
    assert (pruned.nodes, pruned.outcome) == (18_297, "draw")
    assert len(pruned.best_actions) == 9


def test_orderings_save_positions() -> None:
    """The centre first saves about half of the positions of the plain order, history more; a table saves most."""
    root = mv.load_game("tic_tac_toe").initial()
    methods = ("order=plain", "order=centre", "order=history", "order=history,table=1MB")
    nodes = [load_method(f"alphabeta:{options}").solve(root).nodes for options in methods]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[1] < 0.6 * nodes[0]
    assert nodes[3] < 0.2 * nodes[0]


def test_fork_position() -> None:
    """X wins by the fork in the middle; one move draws, and three lose."""
    root = mv.load_game("tic_tac_toe").initial().play_all("b1 a1 a2 c1")
    found = load_method("alphabeta:actions=all").solve(root)
    assert {line.name: line.value for line in found.actions} == {"b2": 1.0, "c3": 0.5, "c2": 0.0, "a3": 0.0, "b3": 0.0}


# -- what does not fit ------------------------------------------------------------------------------------------------


def test_general_sum_rewards_are_refused() -> None:
    """Rewards whose sum differs from end to end are noticed while searching."""
    root = tree_of(GENERAL, 3)
    with pytest.raises(mv.UnsuitableError, match="what one player gains the other does not lose; use maxn"):
        load_method("alphabeta").solve(root)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("rolit", "it has 3 players; use maxn or paranoid"),
        ("tree_game:0{L:?{x:0.5*1{a:1 b:0} y:0.5*0} R:0}", "nature moves in it; use expectimax, or star2"),
        ("tree_game:0{L:?{x:0.5*1 y:0.5*0} R:0}", "nature moves in it; use value_iteration, or expectimax"),
        ("tree_game:0{L:[1]0 R:1{x:1}}", "rewards are paid on the way"),
    ],
)
@pytest.mark.parametrize("method", ["minimax", "alphabeta", "pvs"])
def test_unsuitable_problem_is_refused(method: str, game: str, reason: str) -> None:
    """The sentence names the method, the problem, the reason and what to use."""
    with pytest.raises(mv.UnsuitableError, match=f"{method} cannot solve .*{re.escape(reason)}"):
        load_method(method).solve(mv.load_game(game).initial())


def test_depth_without_heuristic_is_refused() -> None:
    """A depth limit asks for the rule that values what lies beyond it."""
    with pytest.raises(mv.UnsuitableError, match="alphabeta with depth=3 needs the rule 'heuristic', which nim"):
        load_method("alphabeta:depth=3").solve(mv.load_game("nim").initial())


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("alphabeta:depth=-1", "depth is -1; it must be 0 .to the end. or more plies"),
        ("alphabeta:order=best", "unknown order of alphabeta 'best'"),
        ("alphabeta:actions=some", "unknown actions of alphabeta 'some'"),
        ("alphabeta:aspiration=2", "aspiration is 2.0; it must be from 0 to 1"),
        ("alphabeta:table=much", "memory is 'much'"),
        ("alphabta", "unknown method 'alphabta'; did you mean alphabeta"),
        ("minimax:table=1MB", "unknown parameter of minimax 'table'"),
    ],
)
def test_wrong_parameter_is_refused(spec: str, reason: str) -> None:
    """One sentence says what was got and what is possible."""
    with pytest.raises(mv.UsageError, match=reason):
        load_method(spec)


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.nan])
def test_time_limit_must_be_above_zero(seconds: float) -> None:
    """No time is no limit that anybody means."""
    with pytest.raises(mv.BudgetError, match="it must be above 0"):
        load_method("alphabeta").solve(mv.load_game("nim").initial(), seconds=seconds)


# -- time -------------------------------------------------------------------------------------------------------------


def test_time_limit_before_anything_is_known() -> None:
    """The action that would come first is given, and the result says that nothing is proven."""
    found = load_method("alphabeta:order=history,table=1MB").solve(mv.load_game("connect_four").initial(), seconds=1e-6)
    assert not found.is_proven
    assert found.statistics.stopped_by == "seconds"
    assert found.action_name == "d"  # the middle
    assert "unproven" in str(found)


def test_deepening_returns_the_deepest_finished_iteration() -> None:
    """Cut short, an iterative search stands by the last depth that it finished."""
    root = endless_tree(5)
    found = load_method("pvs").solve(root, seconds=0.2)
    assert not found.is_proven
    assert found.statistics.stopped_by == "seconds"
    assert any("plies deep; beyond that the heuristic was believed" in note for note in found.notes)


def test_progress_is_reported() -> None:
    """A long search reports what it has found so far, and how much of it is done."""
    seen: list[SolveResult] = []
    load_method("pvs").solve(endless_tree(5), seconds=0.5, progress=seen.append)
    assert seen
    assert all(not result.is_proven for result in seen)
    assert all(0.0 <= float(result.statistics.details["done"]) <= 1.0 for result in seen)
