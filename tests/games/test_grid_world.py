"""Grid world: the textbooks' values by the slow twin, what a step does, open loop against closed loop, bad maps."""

from __future__ import annotations

import functools
import itertools
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from tests.reference.value_iteration import Twin, mean

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.grid_world import NAMES, grid_world

UP, RIGHT, DOWN, LEFT = range(4)
RUSSELL_NORVIG = {"layout": "4x3", "slip": 0.2, "step": -0.04, "discount": 1.0}


@functools.cache
def solved(**parameters: Any) -> Twin:
    """Return the solved slow twin of a grid world."""
    twin = Twin(grid_world(**parameters).initial())
    twin.solve()
    return twin


def test_values_of_the_start() -> None:
    """Computed independently for this map: the value, and that of each action."""
    twin = solved()
    worth = [float(twin.q(twin.root, action)[0]) for action in range(4)]
    assert twin.value(twin.root)[0] == pytest.approx(0.693275, abs=5e-7)
    assert worth == pytest.approx([0.682741, 0.693275, 0.650995, 0.650375], abs=5e-7)


def test_values_under_a_uniform_policy() -> None:
    """Computed independently: whoever walks at random loses more than a quarter."""
    twin = Twin(grid_world().initial())
    assert twin.solve(policy=mean, tolerance=1e-8)[0] == pytest.approx(-0.2764, abs=5e-5)
    worth = [float(twin.q(twin.root, action)[0]) for action in range(4)]
    assert worth == pytest.approx([-0.3006, -0.2590, -0.2717, -0.2742], abs=5e-5)


def test_the_best_policy_reaches_the_goal() -> None:
    """Computed independently: within 30 steps with probability .99637, and then in 6.667 steps on average."""
    twin = solved()
    policy = {int(position.state.cell): twin.best_action(position) for position in twin.numbers}
    arriving = np.array([where[3] for where in pushed(lambda cell, time: policy[cell], 30)])
    assert arriving.sum() == pytest.approx(0.99637, abs=5e-6)
    assert (arriving * np.arange(1, 31)).sum() / arriving.sum() == pytest.approx(6.667, abs=5e-4)


def test_the_best_fixed_plan_is_worth_less() -> None:
    """A plan that never looks where it is gets .582 (.6933 with looking): the best found by changing single steps."""
    plan = [RIGHT] * 3 + [UP] * 27
    best, before = value_of_plan(plan), 0.0
    while best > before:
        before = best
        for time, action in itertools.product(range(len(plan)), range(4)):
            changed = [*plan[:time], action, *plan[time + 1 :]]
            if value_of_plan(changed) > best:
                best, plan = value_of_plan(changed), changed
    assert best == pytest.approx(0.582, abs=6e-4)


@functools.cache
def _moves() -> Any:
    """Return for each cell and action (cell, probability) pairs, and the cells' letters."""
    letters = "..TG" + "." * 8 + "S..."

    def to(cell: int, direction: int) -> int:
        row, column = divmod(cell, 4)
        row += (-1, 0, 1, 0)[direction]
        column += (0, 1, 0, -1)[direction]
        return 4 * row + column if 0 <= row < 4 and 0 <= column < 4 else cell

    matrices = np.zeros((4, 16, 16))
    for cell, action in itertools.product(range(16), range(4)):
        for direction, probability in ((action, 0.9), ((action + 1) % 4, 0.05), ((action - 1) % 4, 0.05)):
            matrices[action, cell, to(cell, direction)] += probability
    return matrices, letters


def pushed(choose: Callable[[int, int], int], steps: int) -> Iterator[Any]:
    """Yield after each step how likely the walker has just come to each cell; `choose` gives the action."""
    matrices, letters = _moves()
    where = np.zeros(16)
    where[12] = 1.0
    for time in range(steps):
        going = [cell for cell in range(16) if letters[cell] not in "GT" and where[cell]]
        where = sum(where[cell] * matrices[choose(cell, time), cell] for cell in going)
        yield where


def value_of_plan(plan: list[int]) -> float:
    """Return what a fixed sequence of actions is worth."""
    gains = np.array([{"G": 1.0, "T": -1.0}.get(letter, -0.01) for letter in _moves()[1]])
    steps = pushed(lambda cell, time: plan[time], len(plan))
    return sum(0.95**time * float(where @ gains) for time, where in enumerate(steps))


def test_russell_and_norvig() -> None:
    """The utilities of figure 17.3, which count the step cost of the state one is in: ours are higher by 0.04."""
    utilities = ((0.812, 0.868, 0.918), (0.762, None, 0.660), (0.705, 0.655, 0.611, 0.388))
    twin = solved(**RUSSELL_NORVIG)
    cells = {int(position.state.cell): twin.value(position)[0] for position in twin.numbers}
    for row, line in enumerate(utilities):
        for column, utility in enumerate(line):
            if utility is not None:
                assert cells[4 * row + column] == pytest.approx(utility + 0.04, abs=6e-4)


def test_a_step_slips_to_the_sides() -> None:
    """Nine times in ten straight on, else to either side, never back; against the edge it stays."""
    heading = grid_world().initial().play("up")
    assert heading.to_move == mv.CHANCE
    assert dict(heading.chance_outcomes()) == pytest.approx({UP: 0.9, RIGHT: 0.05, LEFT: 0.05})
    ends = Counter({int(heading.play(outcome).state.cell): p for outcome, p in heading.chance_outcomes()})
    assert ends == pytest.approx({8: 0.9, 13: 0.05, 12: 0.05})


def test_ends_and_steps_are_paid() -> None:
    """A goal and a trap pay what they are worth, and no step on top; the chance node pays nothing."""
    game = grid_world(layout="TSG", slip=0.0, step=-0.25, goal=3.0, trap=-2.0)
    start = game.initial()
    assert (start.play("right").rewards, start.play("right").is_terminal) == ([3.0], True)
    assert (start.play("left").rewards, start.play("left").is_terminal) == ([-2.0], True)
    assert (start.play("up").rewards, start.play("up").is_terminal) == ([-0.25], False)
    assert grid_world().initial().play("up").rewards == [0.0]


def test_without_slipping_there_is_no_chance() -> None:
    """A step is then one ply, and the walk around a wall is what it looks like."""
    game = grid_world(layout="S#G/...", slip=0.0)
    assert not game.has("chance_outcomes")
    assert game.initial().play("right").state.cell == 0
    assert game.initial().play_all("down right right up").is_terminal


@pytest.mark.parametrize("parameters", [{}, {"slip": 0.0}, RUSSELL_NORVIG, {"layout": "S.", "discount": 1.0}])
def test_it_keeps_its_promises(parameters: dict[str, Any]) -> None:
    """Also with a wall, and without an end."""
    report = mv.check(grid_world(**parameters), games=20)
    assert report.is_ok, str(report)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({}, (-1.0, 1.0)),
        ({"step": 0.0}, (-1.0, 1.0)),
        ({"layout": "SG", "step": -1.0, "discount": 1.0, "horizon": 10}, (-10.0, 1.0)),
        ({"layout": "S.", "step": -1.0, "discount": 0.5, "horizon": 2}, (-1.5, -0.5)),
    ],
)
def test_reward_range(parameters: dict[str, Any], expected: tuple[float, float]) -> None:
    """By hand: the ends, or as many steps as there can be before one; where all is one value, one more."""
    assert grid_world(**parameters).reward_range == pytest.approx(expected)


def test_the_horizon_is_in_decisions() -> None:
    """A step that can slip is two plies."""
    assert (grid_world(horizon=7).max_length, grid_world(horizon=7, slip=0.0).max_length) == (14, 7)


def test_drawing_and_names() -> None:
    """The walker is on the map; on its way it says where it is going."""
    position = grid_world().initial()
    assert str(position) == ". . T G\n. . . .\n. . . .\n@ . . ."
    assert str(position.play(RIGHT)).endswith("going right")
    assert [position.action_name(action) for action in range(4)] == list(NAMES)


def test_names_and_pickles() -> None:
    """The name says what differs from the defaults; a map may stand in it."""
    game = mv.load_game("grid_world:S.G/...")
    assert game.spec == "grid_world:layout=S.G/..."
    assert mv.load_game(game.spec) is game
    assert pickle.loads(pickle.dumps(game.initial())) == game.initial()


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"layout": "S./..."}, "all rows of one length, got layout='S./...'"),
        ({"layout": ""}, "got layout=''"),
        ({"layout": "..G"}, "letters S (once), G, T, # and ., got layout='..G'"),
        ({"layout": "SSG"}, "letters S (once)"),
        ({"layout": "SxG"}, "got layout='SxG' with x in it"),
        ({"slip": 1.5}, "slip to be a probability, got slip=1.5"),
        ({"discount": 0.0}, "discount to be in (0, 1], got discount=0.0"),
        ({"horizon": 0}, "horizon to be at least 1, got horizon=0"),
        ({"step": float("nan")}, "step to be finite, got step=nan"),
        ({"goal": float("inf")}, "goal to be finite, got goal=inf"),
        ({"trap": float("inf")}, "trap to be finite"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], sentence: str) -> None:
    """The sentence has the value and what was expected."""
    with pytest.raises(UsageError) as error:
        grid_world(**parameters)
    assert sentence in str(error.value)
