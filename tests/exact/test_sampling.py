"""Sparse sampling against a recursive twin that draws the same numbers; rollouts against the values of their policy."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.exact.random_processes import Solo, process_of
from tests.reference.walks import AT_1, LEFT_AT_1, WalkBothWays, WalkByChance, WalkBySteps

import monteverde as mv
from monteverde.anytime import Clock
from monteverde.compile import new_stream
from monteverde.compile.binding import interpret
from monteverde.errors import GameError, UnknownNameError, UnsuitableError, UsageError
from monteverde.exact import SolveResult, load_method
from monteverde.exact.methods.finite_horizon import FiniteHorizon
from monteverde.exact.methods.rollout import Rollout
from monteverde.exact.methods.sparse_sampling import SparseSampling
from monteverde.exact.model import Model, build_model
from monteverde.game import Position
from monteverde.game.simulator import new_scratch, simulate_action
from monteverde.games.pig import pig
from monteverde.games.tree_game import tree_game

Budget = Callable[..., int]


# -- sparse sampling -------------------------------------------------------------------------------------------------


class Twin:
    """The recursive definition; it draws in the same order, so it finds the same numbers."""

    def __init__(self, game: mv.Game, width: int, seed: int) -> None:
        self.game, self.width = game, width
        self.simulate = interpret(simulate_action, game.bindings)
        self.rng, self.scratch = new_stream(seed), new_scratch(game)

    def q(self, position: Position, action: int, depth: int) -> Any:
        """Return the mean return of `width` draws."""
        total = np.zeros(self.game.num_players)
        for _ in range(self.width):
            states, paid = position.states(), np.zeros(self.game.num_players)
            assert self.simulate(states[0], action, paid, self.scratch, self.rng) == 0
            total += paid + self.game.discount * self.v(Position(self.game, states), depth - 1)
        return total / self.width

    def v(self, position: Position, depth: int) -> Any:
        """Return the values of the best action; at the bottom what the heuristic says, if there is one."""
        out = np.zeros(self.game.num_players)
        if position.is_terminal or depth == 0:
            if not position.is_terminal and self.game.has("heuristic"):
                self.game.rules["heuristic"](position.state, out)
            return out
        worth = [self.q(position, action, depth) for action in position.legal_actions()]
        return max(worth, key=lambda values: values[position.to_move])


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("game", [WalkByChance(), WalkBySteps(), WalkBothWays(), pig(10)], ids=lambda game: game.spec)
def test_it_finds_what_the_recursion_finds(game: mv.Game, depth: int) -> None:
    """With chance nodes, with a simulator, with a heuristic at the bottom, for one player and for two."""
    for seed in range(3):
        root, twin = game.initial(), Twin(game, 3, seed)
        worth = {action: twin.q(root, action, depth) for action in root.legal_actions()}
        result = SparseSampling(width=3, depth=depth, seed=seed).solve(root)
        player = root.to_move
        assert {line.action: line.value for line in result.actions} == {a: v[player] for a, v in worth.items()}
        assert result.value == tuple(max(worth.values(), key=lambda values: values[player]))


def test_where_nothing_is_random_one_draw_is_exact() -> None:
    """X must block, and loses otherwise: the exact values from six empty cells on."""
    threatened = mv.load_game("tic_tac_toe").initial().play_all("a1 b2 b1")
    result = SparseSampling(width=1, depth=6).solve(threatened)
    exact = load_method("value_iteration").solve(threatened)
    assert {line.action: line.value for line in result.actions} == {line.action: line.value for line in exact.actions}


def test_the_number_of_draws_does_not_depend_on_the_states() -> None:
    """Four actions, two draws each, three deep, from where no end is near: 8 + 64 + 512."""
    result = SparseSampling(width=2, depth=3).solve(mv.load_game("grid_world").initial())
    assert (result.nodes, result.leaves, result.statistics.depth) == (1 + 8 + 64 + 512, 512, 3)
    assert not result.is_proven
    assert {line.bound for line in result.actions} == {"estimate"}


def test_wide_trees_come_near_the_values_of_the_horizon(budget: Budget) -> None:
    """Four decisions deep: within .05 of dynamic programming."""
    width = budget(24, least=8)
    root = WalkByChance().initial()
    exact = FiniteHorizon(3).solve(root)
    result = SparseSampling(width=width, depth=3, seed=1).solve(root)
    assert result.action_name == exact.action_name == "right"
    assert result.value[0] == pytest.approx(exact.value[0], abs=0.05 if width == 24 else 0.2)


def test_the_same_seed_draws_the_same() -> None:
    """And another one draws other numbers."""
    found = [SparseSampling(4, 2, seed).solve(WalkBySteps().initial()).value for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_time_that_runs_out_leaves_what_is_finished() -> None:
    """Actions that are not are unknown."""
    result = SparseSampling(width=60, depth=30).solve(WalkBySteps().initial(), seconds=0.01)
    assert result.statistics.stopped_by == "seconds"
    assert {line.bound for line in result.actions} == {"unknown"}
    assert result.principal_variation == ()


# -- rollouts --------------------------------------------------------------------------------------------------------


@functools.cache
def under_uniform_play(game: mv.Game) -> dict[int, float]:
    """Return what each action of the first position is worth if play is uniform after it."""
    model = build_model(game.initial(), 1000, Clock(), "a test")
    assert isinstance(model, Model)
    worth = model.action_values(model.evaluate(model.uniform_policy()))
    return {int(model.actions[row]): float(worth[row, 0]) for row in range(model.first_row[1])}


@pytest.mark.parametrize("game", [WalkByChance(), WalkBySteps()], ids=lambda game: game.spec)
def test_random_rollouts_value_the_uniform_policy(game: mv.Game, budget: Budget) -> None:
    """Within five standard errors."""
    result = Rollout(budget(20_000, least=400), seed=3).solve(game.initial())
    error = float(result.statistics.details["standard_error"])
    expected = under_uniform_play(WalkByChance())
    assert {line.action: line.value for line in result.actions} == pytest.approx(expected, abs=5 * error)


def test_prior_rollouts_value_the_policy_of_the_prior(budget: Budget) -> None:
    """It always goes right, which is the best there is: so these are the best values."""
    result = Rollout(budget(20_000, least=400), base="prior").solve(WalkBySteps().initial())
    error = float(result.statistics.details["standard_error"])
    values = {line.name: line.value for line in result.actions}
    assert values == pytest.approx({"right": AT_1, "left": LEFT_AT_1}, abs=5 * error)


def test_heuristic_rollouts_go_where_the_heuristic_grows(budget: Budget) -> None:
    """To the right, but for the draws in which a step did not happen: better than at random, no better than best."""
    result = Rollout(budget(5_000, least=400), base="heuristic").solve(WalkBySteps().initial())
    assert under_uniform_play(WalkByChance())[1] + 0.1 < result.value[0] < AT_1 + 0.05


def test_a_depth_cuts_rollouts() -> None:
    """One decision, and then the heuristic: -0.1 + .9 / 3, or -0.1 + .9 * 2 / 3; without one, nothing."""
    right = Rollout(2_000, depth=1).solve(WalkBySteps().initial())["right"].value
    assert right == pytest.approx(-0.1 + 0.9 * (0.2 / 3 + 0.8 * 2 / 3), abs=0.02)
    assert Rollout(10, depth=1).solve(WalkByChance().initial())["right"].value == pytest.approx(-0.1)


def test_an_endless_problem_is_cut_at_its_horizon() -> None:
    """The chain never ends: a hundred decisions, of which most at random go back for 1."""
    result = Rollout(3).solve(mv.load_game("chain:slip=0,small=1,large=1,discount=1").initial())
    assert result["back"].value > 40.0
    assert result.leaves == 0


class Slow(WalkByChance):
    """Ends far later than it declares, and pays only there."""

    max_length, step_rewards = 2, False

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], probabilities[0] = 0, 1.0
        return 1


def test_a_game_that_is_longer_than_it_declares_is_reported() -> None:
    """With what to do."""
    with pytest.raises(GameError, match="slow was still going on after 2 decisions, the longest game that it declares"):
        Rollout(5).solve(Slow().initial())
    assert Rollout(5, depth=3).solve(Slow().initial()).value == (0.0,)


def test_two_players_each_have_their_return() -> None:
    """The mover's is compared: at random it is one win in two, so player 0 takes what is certain."""
    start = tree_game("0{sure:0.75/0.25 game:1{x:1/0 y:0/1}}").initial()
    result = Rollout(500).solve(start)
    assert result.action_name == "sure"
    assert result.value == (0.75, 0.25)
    share = result["game"].value
    assert share == pytest.approx(0.5, abs=0.12)
    assert result.statistics.details["standard_error"] == pytest.approx((share * (1 - share) / 499) ** 0.5)


def test_actions_are_tried_in_turns() -> None:
    """When time is short each has been tried as often as the others."""
    result = Rollout(10**9).solve(mv.load_game("grid_world").initial(), seconds=0.05)
    assert result.statistics.stopped_by == "seconds"
    assert {line.bound for line in result.actions} == {"estimate"}


def test_rollouts_of_one_action_have_no_standard_error() -> None:
    """From one draw nothing can be said of it."""
    assert "standard_error" not in Rollout(1).solve(WalkBySteps().initial()).statistics.details


# -- both ------------------------------------------------------------------------------------------------------------


SAMPLERS = ["sparse_sampling", "rollout"]


@pytest.mark.parametrize("method", ["sparse_sampling:width=60,depth=30", "rollout:1000000000"])
def test_progress_is_reported(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what is known so far."""
    monkeypatch.setattr("monteverde.anytime.PROGRESS_SECONDS", 0.0)
    reports: list[SolveResult] = []
    load_method(method).solve(WalkBySteps().initial(), seconds=0.05, progress=reports.append)
    assert len(reports) > 1
    assert not reports[-1].is_proven


@pytest.mark.parametrize("method", SAMPLERS)
def test_nature_must_not_be_to_move(method: str) -> None:
    """There is nothing to choose."""
    with pytest.raises(UsageError, match="chance moves in this position of grid_world; play one of its outcomes first"):
        load_method(method).solve(mv.load_game("grid_world").initial().play("up"))


class Loaded(Solo):
    """Probabilities that do not sum to one."""

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], probabilities[0] = 0, 0.5
        return 1


@pytest.mark.parametrize("method", SAMPLERS)
def test_a_failure_of_the_simulator_is_reported(method: str) -> None:
    """In the simulator's own words."""
    with pytest.raises(GameError, match="has a chance node whose probabilities do not sum to one"):
        load_method(method).solve(process_of(Loaded(), 1))


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("sparse_sampling:0", UsageError, "width is 0; it must be at least 1"),
        ("sparse_sampling:depth=0", UsageError, "depth is 0"),
        ("sparse_sampling:seed=-1", UsageError, "seed is -1"),
        ("rollout:0", UsageError, "rollouts is 0"),
        ("rollout:depth=-1", UsageError, "depth is -1"),
        ("rollout:seed=-1", UsageError, "seed is -1"),
        ("rollout:base=priro", UnknownNameError, "did you mean prior?"),
    ],
)
def test_bad_parameters_are_refused(text: str, error: type[Exception], sentence: str) -> None:
    """With the value and the range, or the nearest name."""
    with pytest.raises(error) as raised:
        load_method(text)
    assert sentence in str(raised.value)


@pytest.mark.parametrize("base", ["prior", "heuristic"])
def test_a_base_policy_needs_its_rule(base: str) -> None:
    """The sentence names both."""
    with pytest.raises(UnsuitableError, match=f"rollout with base={base} needs the rule '{base}'"):
        Rollout(base=base).solve(WalkByChance().initial())
