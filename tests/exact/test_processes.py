"""Decision processes against the slow twin and published values: value and policy iteration, finite horizons."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

import numpy as np
import pytest
from tests.exact.random_processes import Duel, Keyless, Patient, Solo, process_of
from tests.reference.value_iteration import Twin, mean
from tests.reference.walks import AT_1, LEFT_AT_1, WalkByChance, WalkBySteps

import monteverde as mv
from monteverde.anytime import Clock
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.exact import load_method, method_for
from monteverde.exact.methods.finite_horizon import FiniteHorizon
from monteverde.exact.methods.policy_iteration import PolicyIteration
from monteverde.exact.methods.value_iteration import ValueIteration
from monteverde.exact.model import Model, build_model
from monteverde.exact.result import SolveResult
from monteverde.exact.solution import Solution
from monteverde.games.pig import pig
from monteverde.games.tree_game import tree_game

Budget = Callable[..., int]
LIMIT = 100_000


def assert_like_the_twin(solution: Solution, twin: Twin, within: float) -> None:
    """Assert that all values, and those of all actions, are the twin's."""
    for position in twin.positions:
        assert solution.value(position) == pytest.approx(twin.value(position), abs=within)
        for action, values in solution.of_actions(position).items():
            assert values == pytest.approx(twin.q(position, action), abs=within)


# -- against the slow twin, on random processes with circles ---------------------------------------------------------


@pytest.mark.parametrize("game", [Solo(), Keyless(), Patient(), Duel()], ids=lambda game: game.name)
def test_value_iteration_finds_the_values_of_the_twin(game: mv.Game, budget: Budget) -> None:
    """For one player with and without discount and for two, in every state."""
    for seed in range(budget(30, least=3)):
        root = process_of(game, seed)
        twin = Twin(root)
        twin.solve()
        assert_like_the_twin(ValueIteration(tolerance=1e-11).tabulate(root), twin, 1e-8)


@pytest.mark.parametrize("game", [Solo(), Patient()], ids=lambda game: game.name)
def test_policy_iteration_finds_the_values_of_the_twin(game: mv.Game, budget: Budget) -> None:
    """Exactly but for rounding."""
    for seed in range(budget(30, least=3)):
        root = process_of(game, seed)
        twin = Twin(root)
        twin.solve()
        solution = PolicyIteration().tabulate(root)
        assert (solution.is_proven, solution.error) == (True, 0.0)
        assert_like_the_twin(solution, twin, 1e-9)


@pytest.mark.parametrize("game", [Solo(), Patient(), Duel()], ids=lambda game: game.name)
@pytest.mark.parametrize("horizon", [1, 2, 7])
def test_finite_horizons_are_so_many_sweeps_of_the_twin(game: mv.Game, horizon: int) -> None:
    """The values with that many decisions to go."""
    root = process_of(game, 5)
    twin = Twin(root)
    twin.solve(horizon - 1, tolerance=-1.0)
    solution = FiniteHorizon(horizon).tabulate(root)
    for action, values in solution.of_actions(root).items():
        assert values == pytest.approx(twin.q(root, action))
    twin.sweep()
    assert solution.value(root) == pytest.approx(twin.value(root))


@pytest.mark.parametrize("game", [Solo(), Patient()], ids=lambda game: game.name)
def test_policies_are_valued_as_the_twin_values_them(game: mv.Game) -> None:
    """The uniform one for ever and for five decisions; the best one has the best values."""
    root = process_of(game, 3)
    model = model_of(root)
    for horizon in (None, 5):
        twin = Twin(root)
        twin.solve(horizon, policy=mean, tolerance=1e-13 if horizon is None else -1.0)
        values = model.evaluate(model.uniform_policy(), horizon)
        assert values[model.index(root)] == pytest.approx(twin.value(root), abs=1e-9)
    best = PolicyIteration().tabulate(root)
    assert model.evaluate(best.policy) == pytest.approx(best.values)


def model_of(position: mv.Position) -> Model:
    """Return the model of a small process."""
    model = build_model(position, LIMIT, Clock(), "a test")
    assert isinstance(model, Model)
    return model


# -- values from elsewhere -------------------------------------------------------------------------------------------


@functools.cache
def solved(game: str, method: str) -> SolveResult:
    """Return what a method finds from the initial position."""
    return load_method(method).solve(mv.load_game(game).initial())


BOTH = ["value_iteration", "policy_iteration"]


@pytest.mark.parametrize("method", BOTH)
def test_grid_world(method: str) -> None:
    """Computed independently: the value of the start, and of each of its actions."""
    result = solved("grid_world", method)
    assert result.value == pytest.approx((0.693275,), abs=5e-7)
    values = {line.name: line.value for line in result.actions}
    assert values == pytest.approx({"up": 0.682741, "right": 0.693275, "down": 0.650995, "left": 0.650375}, abs=5e-7)
    assert result.action_name == "right"
    assert result.is_proven


def test_policies_in_the_grid_world() -> None:
    """Computed independently: uniform -.2764; the best one within 30 steps to the goal with probability .99637."""
    game = mv.load_game("grid_world")
    best = PolicyIteration().tabulate(game.initial())
    assert best.model.evaluate(best.model.uniform_policy())[0, 0] == pytest.approx(-0.2764, abs=5e-5)
    counting = model_of(mv.load_game("grid_world:step=0,trap=0,discount=1").initial())
    assert counting.evaluate(best.policy, horizon=30)[0, 0] == pytest.approx(0.99637, abs=5e-6)
    assert counting.evaluate(best.policy)[0, 0] == pytest.approx(0.99637, abs=5e-6)


@pytest.mark.parametrize("method", BOTH)
@pytest.mark.parametrize(
    ("game", "value"),
    [
        ("frozen_lake:discount=1", 14 / 17),
        ("frozen_lake:discount=0.99", 0.542026),
        ("frozen_lake:discount=0.95", 0.180472),
        ("frozen_lake:discount=0.9", 0.068891),
        ("frozen_lake:8", 0.414640),
        ("cliff_walking", -13.0),
        ("cliff_walking:0.99", -12.2479),
    ],
)
def test_values_of_the_start(game: str, value: float, method: str) -> None:
    """Computed independently."""
    assert solved(game, method).value == pytest.approx((value,), abs=5e-5 if "cliff" in game else 6e-7)


@pytest.mark.parametrize(
    ("game", "horizon", "value"),
    [
        ("frozen_lake:discount=1", 100, 0.744190),
        ("frozen_lake:layout=8,discount=1", 100, 0.640719),
        ("frozen_lake:layout=8,discount=1", 200, 0.913220),
    ],
)
def test_success_within_a_number_of_steps(game: str, horizon: int, value: float) -> None:
    """Computed independently."""
    result = solved(game, f"finite_horizon:{horizon}")
    assert result.value == pytest.approx((value,), abs=5e-7)
    assert (result.is_proven, result.statistics.depth) == (True, horizon)


@pytest.mark.parametrize(("discount", "value"), [(1.0, 7.93), (0.99, 6.327464)])
def test_taxi_from_a_random_start(discount: float, value: float) -> None:
    """Computed independently, the mean over the starts; nature's first move counts as no step, but ends in one."""
    start = mv.load_game(f"taxi:{discount}").initial()
    solution = PolicyIteration().tabulate(start)
    assert solution.value(start) == pytest.approx(discount * value, abs=5e-7)
    assert np.mean([solution.value(start.play(i)) for i in start.legal_actions()]) == pytest.approx(value, abs=5e-7)


def test_the_chain_in_the_long_run() -> None:
    """Strens 2000: 3.6768 a step."""
    start = mv.load_game("chain:discount=1").initial()
    values = [FiniteHorizon(horizon).tabulate(start).value(start)[0] for horizon in (1000, 1001)]
    assert values[1] - values[0] == pytest.approx(3.6768, abs=1e-9)


def test_pig_to_ten() -> None:
    """Computed independently: two players with opposed aims and chance."""
    result = ValueIteration(tolerance=1e-13).solve(pig(10).initial())
    assert result.value == pytest.approx((0.709424322598, 1 - 0.709424322598), abs=1e-11)


@pytest.mark.compiled
def test_pig_to_a_hundred(budget: Budget) -> None:
    """Neller and Presser 2004: the first player wins .530592725, and holds first at 21."""
    if budget(100) < 100:
        pytest.skip("two million states; in the fastest mode alone")
    start = pig().initial()
    solution = ValueIteration(tolerance=1e-8).tabulate(start)
    assert solution.value(start)[0] == pytest.approx(0.530592725, abs=2e-7)
    totals = {2: "roll 2", 20: "roll 6 roll 6 roll 6 roll 2", 21: "roll 6 roll 6 roll 6 roll 3"}
    choices = {total: start.action_name(solution.action(start.play_all(way))) for total, way in totals.items()}
    assert choices == {2: "roll", 20: "roll", 21: "hold"}


def test_a_game_without_chance() -> None:
    """Tic-tac-toe is a draw from its 5,478 states; here a draw pays one half each, and nothing is left open."""
    result = solved("tic_tac_toe", "value_iteration")
    assert (result.value, result.is_proven, result.nodes, result.leaves) == ((0.5, 0.5), True, 5478, 958)
    assert len(result.best_actions) == 9
    threatened = load_method("value_iteration").solve(mv.load_game("tic_tac_toe").initial().play_all("a1 b2 b1"))
    assert (threatened.best_actions, threatened.principal_names[0]) == ((2,), "c1")


def test_a_walk_worked_by_hand() -> None:
    """The values in the docstring of the walk."""
    result = load_method("policy_iteration").solve(WalkByChance().initial())
    assert {line.name: line.value for line in result.actions} == pytest.approx({"right": AT_1, "left": LEFT_AT_1})


# -- several players -------------------------------------------------------------------------------------------------


def test_three_players_each_maximise_their_own() -> None:
    """The second prefers mine, for itself; so the first takes alone."""
    tree = "0{alone:0{good:2/0/0 bad:0/0/0} trust:1{mine:0/1/0 yours:3/0/0} dice:?{a:0.5*1/0/4 b:0.5*0/0/0}}"
    result = ValueIteration().solve(tree_game(tree).initial())
    assert {line.name: line.value for line in result.actions} == {"alone": 2.0, "trust": 0.0, "dice": 0.5}
    assert (result.value, result.is_proven, result.principal_names) == ((2.0, 0.0, 0.0), True, ("alone", "good"))


# -- nature several times, and first ---------------------------------------------------------------------------------


def test_nature_may_move_several_times_in_a_row() -> None:
    """Discounted once: 1 + 2 + (8 / 2 + 0) / 2 on the way through two wheels."""
    tree = tree_game("0{a:[1]?{x:1*[2]?{u:0.5*0{z:8} v:0.5*0{z:0}}}}", discount=0.5)
    assert ValueIteration().solve(tree.initial()).value == pytest.approx((5.0,))


def test_nature_may_move_first() -> None:
    """The value is the mean of the outcomes, which are listed with theirs; nobody chooses."""
    start = tree_game("?{a:0.25*[2]0{x:4} b:0.75*1}", discount=0.5).initial()
    assert ValueIteration().tabulate(start).value(start) == pytest.approx([0.25 * (2 + 0.5 * 4) + 0.75])
    result = ValueIteration().solve(start)
    assert result.value == pytest.approx((0.25 * (2 + 0.5 * 4) + 0.75,))
    assert ({line.name: line.value for line in result.actions}, result.best_actions) == ({"a": 4.0, "b": 1.0}, ())


class Spinning(Solo):
    """Nature moves again and again, one time in two."""

    def play(state, action):
        if action != 4:
            state.cell = action
            state.action = CHOOSING
        elif state.action == CHOOSING:
            state.action = 0

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], probabilities[0] = 0, 0.5
        outcomes[1], probabilities[1] = 4, 0.5
        return 2

    def legal_actions(state, out):
        out[0] = 4
        return 1


CHOOSING = -1


def test_nature_must_not_move_for_ever() -> None:
    """A chance node that leads back to itself is refused."""
    with pytest.raises(GameError, match="nature can move more than 100 times in a row"):
        ValueIteration().solve(process_of(Spinning(), 1))


# -- without a discount ----------------------------------------------------------------------------------------------


def line_of(text: str, **parameters: float) -> mv.Position:
    """Return the start of a grid world without slips or discount."""
    facts = {"slip": 0.0, "discount": 1.0, **parameters}
    return mv.load_game(f"grid_world:layout={text}," + ",".join(f"{k}={v}" for k, v in facts.items())).initial()


def test_pay_without_end_is_refused() -> None:
    """Steps that pay more than they cost are worth more than any number."""
    start = line_of("S.G", step=1.0)
    with pytest.raises(UnsuitableError, match="goes on for ever and is paid for it"):
        PolicyIteration().solve(start)
    with pytest.raises(UnsuitableError, match=r"do not settle: after [\d,]+ sweeps of value_iteration"):
        ValueIteration().solve(start)
    assert FiniteHorizon(10).solve(start).value == (10.0,)


@pytest.mark.parametrize("method", BOTH)
def test_who_can_stay_for_nothing_does_not_pay_to_leave(method: str) -> None:
    """The only end is a trap; standing still costs nothing, so the value is 0."""
    result = load_method(method).solve(line_of("S.T", step=0.0))
    assert result.value == (0.0,)
    assert result.is_proven


@pytest.mark.parametrize("method", BOTH)
def test_who_cannot_leave_is_worth_nothing(method: str) -> None:
    """There is no end at all, and nothing is paid."""
    assert load_method(method).solve(line_of("S.", step=0.0)).value == (0.0,)


def test_a_policy_that_never_ends_can_be_valued_if_it_pays_nothing() -> None:
    """Always up: one stays; where a step is paid it has no value, but for a number of steps."""
    free, paid = model_of(line_of("S.T", step=0.0)), model_of(line_of("S.G", step=1.0))
    up = free.policy_of(free.first_row[:-1])
    assert free.evaluate(up).tolist() == [[0.0], [0.0]]
    with pytest.raises(UnsuitableError, match="without a discount its value is infinite"):
        paid.evaluate(up)
    assert paid.evaluate(up, horizon=3).tolist() == [[3.0], [3.0]]


def test_without_a_bound_it_says_so() -> None:
    """The lake's values creep up; what is known is how much the last sweep changed."""
    result = solved("frozen_lake:discount=1", "value_iteration")
    assert not result.is_proven
    assert re.fullmatch(r"the last sweep changed no value by more than .*; policy_iteration is exact", result.notes[0])
    pigs = ValueIteration().solve(pig(10).initial())
    assert "less tolerance brings it nearer" in pigs.notes[0]


# -- how it is asked -------------------------------------------------------------------------------------------------


def test_the_tolerance_is_kept() -> None:
    """Within a hundredth of the exact value, by the bound that is reported."""
    exact = PolicyIteration().tabulate(mv.load_game("frozen_lake").initial())
    rough = ValueIteration(tolerance=0.01).tabulate(mv.load_game("frozen_lake").initial())
    assert np.abs(rough.values - exact.values).max() <= rough.error <= 0.01
    assert rough.sweeps < 300


def test_progress_is_reported_and_an_interrupt_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the values so far, which are marked as unproven."""
    for module in ("anytime", "exact.enumerative"):
        monkeypatch.setattr(f"monteverde.{module}.PROGRESS_SECONDS", 0.0)
    reports: list[SolveResult] = []
    for method in (*BOTH, "finite_horizon:50"):
        reports.clear()
        load_method(method).solve(mv.load_game("frozen_lake").initial(), progress=reports.append)
        assert len(reports) >= 2
        assert reports[0].statistics.depth < 50


@pytest.mark.parametrize("method", [ValueIteration(), PolicyIteration(), FiniteHorizon(50)], ids=lambda m: m.spec)
def test_a_clock_that_has_run_out_ends_it_after_a_sweep(method: ValueIteration) -> None:
    """What is known then is not proven, and says why it ended."""
    model, clock = model_of(mv.load_game("frozen_lake").initial()), Clock()
    clock.interrupt()
    solution = method.iterate(model, clock, lambda report: None)
    assert (solution.sweeps, solution.is_proven, solution.stopped_by) == (1, False, "interrupted")


def test_time_that_ends_before_all_states_are_listed() -> None:
    """Nothing is known; the legal actions are there, and the note says why."""
    result = ValueIteration().solve(mv.load_game("connect_four").initial(), seconds=0.01)
    assert result.statistics.stopped_by == "seconds"
    assert {line.bound for line in result.actions} == {"unknown"}
    assert result.notes == ("it was stopped while it listed the states, so nothing is known of any action",)
    with pytest.raises(BudgetError, match="was stopped while it listed the states; give it more time"):
        ValueIteration().tabulate(mv.load_game("connect_four").initial(), seconds=0.01)


@pytest.mark.parametrize("method", ["value_iteration", "policy_iteration", "finite_horizon"])
def test_a_simulator_is_refused(method: str) -> None:
    """Its states cannot be listed."""
    with pytest.raises(UnsuitableError, match=f"{method} needs the rule 'play', which walk_by_steps does not have"):
        load_method(method).solve(WalkBySteps().initial())


def test_policy_iteration_is_for_one_player() -> None:
    """The sentence names what to use for two."""
    with pytest.raises(UnsuitableError, match="it has more than one player; use value_iteration"):
        PolicyIteration().solve(pig(10).initial())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("value_iteration:tolerance=0", "tolerance is 0.0; it must be above 0"),
        ("finite_horizon:0", "horizon is 0; it must be at least 1"),
        ("policy_iteration:max_states=0", "max_states is 0; it must be at least 1"),
        ("value_iteration:steps=1", "unknown parameter of value_iteration 'steps'"),
    ],
)
def test_bad_parameters_are_refused(text: str, sentence: str) -> None:
    """With the value and the range."""
    with pytest.raises(UsageError, match=sentence):
        load_method(text)


def test_names() -> None:
    """Each method is found by its name, and its first parameter without one."""
    assert load_method("finite_horizon:7") == FiniteHorizon(7)
    assert load_method("value_iteration:tolerance=0.5,max_states=9") == ValueIteration(0.5, max_states=9)
    assert FiniteHorizon(7).spec == "finite_horizon:horizon=7"


def test_decision_processes_are_solved_by_policy_iteration_if_nothing_else_is_asked_for() -> None:
    """It is exact, also without a discount; a walk over a map has no end that a search of its tree could reach."""
    assert method_for(mv.load_game("grid_world")) == PolicyIteration()


def test_what_was_solved_serves_the_next_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """States are listed once; an oracle and a player ask about many positions."""
    begun: list[mv.Position] = []

    def counted(position: mv.Position, *arguments: object) -> object:
        begun.append(position)
        return build_model(position, *arguments)

    monkeypatch.setattr("monteverde.exact.enumerative.build_model", counted)
    oracle = mv.Oracle("grid_world")
    start = mv.load_game("grid_world").initial()
    assert oracle.value(start) == pytest.approx((0.693275,), abs=5e-7)
    further = start.play_all("right right")
    assert oracle.value(further) == pytest.approx(PolicyIteration().tabulate(further).value(further))
    assert oracle.best_actions(further) == (1,)
    assert begun == [start, further]  # the second by tabulate


def test_a_solver_that_was_stopped_begins_anew() -> None:
    """What was cut short is not kept."""
    solve = ValueIteration().solver(mv.load_game("frozen_lake"))
    start = mv.load_game("frozen_lake").initial()
    assert not solve(start, seconds=1e-9).is_proven
    assert solve(start).is_proven
    assert solve(start).is_proven


# -- a solution ------------------------------------------------------------------------------------------------------


def test_a_solution_knows_every_position() -> None:
    """Its values, its best actions; ends are worth nothing more, chance nodes the mean."""
    start = mv.load_game("grid_world").initial()
    solution = PolicyIteration().tabulate(start)
    assert solution.of_actions(start)[1] == pytest.approx(solution.value(start.play("right")))
    assert solution.best_actions(start) == [1] == [solution.action(start)]
    positions = list(solution.positions())
    assert positions[0] == start
    assert len(positions) == solution.model.num_states == 14
    end = start.play_all("right " * 6 + "up " * 6)
    assert end.is_terminal
    assert solution.value(end).tolist() == [0.0]


def test_a_position_without_a_value_is_refused() -> None:
    """Another problem's, one that was not reached, and one in which nobody chooses."""
    start = mv.load_game("tic_tac_toe").initial()
    solution = ValueIteration().tabulate(start.play("a1"))
    with pytest.raises(UsageError, match="it is not among the states that were listed"):
        solution.value(start)
    with pytest.raises(UsageError, match="this is a model of tic_tac_toe, not of nim"):
        solution.model.index(mv.load_game("nim").initial())
    with pytest.raises(UsageError, match="no player moves there"):
        solution.model.index(start.play_all("a1 a2 b1 b2 c1"))
    with pytest.raises(UsageError, match="is over"):
        ValueIteration().tabulate(start.play_all("a1 a2 b1 b2 c1"))


def test_without_scipy_the_extra_is_named(new_process: Callable[..., str]) -> None:
    """The sentence says what to install."""
    printed = new_process(
        """
        import sys
        sys.modules["scipy.sparse"] = None
        import monteverde as mv
        try:
            mv.solve("grid_world", method="value_iteration")
        except mv.MissingExtraError as error:
            print(error)
        """
    )
    assert "solving a decision process needs an optional dependency" in printed
    assert "pip install 'monteverde[mdp]'" in printed


@pytest.mark.compiled
def test_tree_search_tends_to_the_value(budget: Budget) -> None:
    """From below, since its means have the exploration in them; nearer with more simulations."""
    found = [
        mv.MCTS(mv.UCB1(0.5)).search("grid_world", iterations=budget(iterations), seed=1)
        for iterations in (2_000, 20_000, 200_000)
    ]
    values = [result[result.action].value for result in found]
    assert found[-1].action_name == "right"
    assert values == sorted(values)
    assert 0.45 < values[-1] < 0.693275
