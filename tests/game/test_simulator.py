"""A problem as a simulator: what an action and nature's answer pay, how often each comes, and what is refused."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.reference.walks import RIGHT, WalkBothWays, WalkByChance, WalkBySteps

import monteverde as mv
from monteverde.compile import bind, new_stream
from monteverde.compile.binding import interpret
from monteverde.game.perft import perft
from monteverde.game.simulator import BAD_PROBABILITIES, DONE, ENDLESS_CHANCE, new_scratch, simulate_action


@functools.cache
def simulator(game: mv.Game, compiled: bool) -> Callable[..., int]:
    """Return the simulator of a game, compiled or as plain Python."""
    return (bind if compiled else interpret)(simulate_action, game.bindings)


def simulated(game: mv.Game, action: int, seed: int, *, compiled: bool = False) -> tuple[int, Any, list[float]]:
    """Play `action` in the initial state once; return the status, the state after it and what it paid."""
    states, totals = game.new_states(1), np.zeros(game.num_players)
    game.rules["start"](states[0])
    status = simulator(game, compiled)(states[0], action, totals, new_scratch(game), new_stream(seed))
    return status, states[0], totals.tolist()


@pytest.mark.parametrize("game", [WalkByChance(), WalkBySteps(), WalkBothWays()], ids=lambda game: game.name)
def test_a_step_ends_where_a_player_moves_and_pays_what_was_on_the_way(
    game: mv.Game, budget: Callable[..., int]
) -> None:
    """To cell 2 four times in five, within five standard errors; -0.1 either way: the chance node pays nothing."""
    draws = budget(1000, least=400)
    found = [simulated(game, RIGHT, seed) for seed in range(draws)]
    assert all((status, state.heading, paid) == (DONE, 0, [-0.1]) for status, state, paid in found)
    went = sum(int(state.cell == 2) for _, state, _ in found)
    assert abs(went - 0.8 * draws) < 5 * (0.16 * draws) ** 0.5


def test_compiled_it_draws_the_same() -> None:
    """With `step`, and with outcomes of chance."""
    for game in (WalkBySteps(), WalkByChance()):
        for seed in range(10):
            plain, compiled = (simulated(game, RIGHT, seed, compiled=how) for how in (False, True))
            assert (plain[0], plain[1].tolist(), plain[2]) == (compiled[0], compiled[1].tolist(), compiled[2])


def test_step_comes_first_where_a_problem_has_both() -> None:
    """A step draws one number, as the rule says, whatever the chance node would draw."""
    same = [simulated(game, RIGHT, 7)[1].cell for game in (WalkBothWays(), WalkBySteps())]
    assert same[0] == same[1]


def test_an_end_is_paid_for_problems_that_pay_only_there() -> None:
    """Without step rewards nothing is read on the way."""

    class Coin(WalkByChance):
        step_rewards = False

        def start(state):
            state.cell = 2

    paid = {int(state.cell): rewards for _, state, rewards in (simulated(Coin(), RIGHT, seed) for seed in range(30))}
    assert paid == {2: [0.0], 3: [1.0]}


class Loaded(WalkByChance):
    """Probabilities that sum to more than one."""

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], outcomes[1] = 0, 1
        probabilities[0], probabilities[1] = 0.5, 0.8
        return 2


class Spinning(WalkByChance):
    """Nature moves on and on."""

    def play(state, action):
        state.heading = 1


@pytest.mark.parametrize(("game", "failure"), [(Loaded(), BAD_PROBABILITIES), (Spinning(), ENDLESS_CHANCE)])
def test_what_nature_must_not_do_is_a_failure(game: mv.Game, failure: int) -> None:
    """Probabilities that do not sum to one, and a nature that never ends its turn."""
    assert simulated(game, RIGHT, 1)[0] == failure


# -- a simulator alone ---------------------------------------------------------------------------------------------


def test_a_simulator_needs_no_rule_play() -> None:
    """It has an initial position, legal actions, and passes the conformance test."""
    position = WalkBySteps().initial()
    assert position.legal_actions() == [0, 1]
    report = mv.check(WalkBySteps(), games=20)
    assert report.is_ok, str(report)
    assert report.longest > 1


@pytest.mark.parametrize(
    ("use", "purpose"),
    [
        (lambda game: game.initial().play("right"), "playing an action"),
        (lambda game: mv.search(game, iterations=1), "tree search"),
        (lambda game: perft(game.initial(), 2), "perft"),
    ],
)
def test_what_needs_play_says_so(use: Callable[[mv.Game], Any], purpose: str) -> None:
    """In one sentence that names the rule."""
    with pytest.raises(mv.UnsuitableError, match=f"{purpose} needs the rule 'play', which walk_by_steps does not have"):
        use(WalkBySteps())


def test_without_step_play_is_required() -> None:
    """As it is of every other problem."""

    class Neither(WalkBySteps):
        step = None

    with pytest.raises(mv.GameError, match=r"Neither\.play: the rule is missing"):
        Neither().initial()


def _counted(state: Any, action: int, rng: Any) -> None:
    """Draw from something else than the given stream."""
    Counted.calls += 1
    state.cell = 1 + Counted.calls % 2


class Counted(WalkBothWays):
    calls = 0
    step = _counted


class Half(WalkBothWays):
    """A step that leaves nature to move."""

    def step(state, action, rng):
        state.heading = 1


class OnlyHalf(WalkBySteps):
    """The same without play."""

    def to_move(state):
        return 0 if state.heading == 0 else -1

    def step(state, action, rng):
        state.heading = 1


class Rich(WalkBySteps):
    """Pays more than it declares."""

    def rewards(state, out):
        out[0] = 7.0


@pytest.mark.parametrize(
    ("game", "rule", "sentence"),
    [
        (Counted(), "step", "it differs (cell) after equal streams; draw with below and uniform from rng"),
        (Half(), "step", "after 'left' it leaves a state where to_move answers -1; go on until a player is to move"),
        (OnlyHalf(), "to_move", "it answers CHANCE, where only the rule step plays"),
        (Rich(), "rewards", "outside reward_range = (-1.0, 1.0)"),
    ],
)
def test_a_step_that_breaks_its_promise_is_reported(game: mv.Game, rule: str, sentence: str) -> None:
    """The conformance test names the rule and what it did."""
    problems = mv.check(game, games=5).problems
    assert any(problem.rule == rule and sentence in problem.sentence for problem in problems), problems
