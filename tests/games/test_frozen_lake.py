"""Frozen lake: the known values by the slow twin, where slippery steps lead, maps and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference.value_iteration import Twin

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.frozen_lake import frozen_lake

LEFT, DOWN, RIGHT, UP = range(4)


@pytest.mark.parametrize(("discount", "value"), [(0.99, 0.542026), (0.95, 0.180472), (0.9, 0.068891)])
def test_values_of_the_small_lake(discount: float, value: float) -> None:
    """Computed independently."""
    twin = Twin(frozen_lake(discount=discount).initial())
    assert twin.solve(tolerance=1e-10)[0] == pytest.approx(value, abs=5e-7)


def test_without_a_discount_the_small_lake_is_worth_14_17ths() -> None:
    """Computed independently: who is in no hurry falls in three times of 17."""
    twin = Twin(frozen_lake(discount=1.0).initial())
    assert twin.solve(tolerance=1e-9)[0] == pytest.approx(14 / 17, abs=1e-6)


@pytest.mark.parametrize(("size", "steps", "value"), [(4, 100, 0.744190), (8, 100, 0.640719), (8, 200, 0.913220)])
def test_success_within_a_number_of_steps(size: int, steps: int, value: float) -> None:
    """Computed independently: within the time limits of Gymnasium's lakes."""
    twin = Twin(frozen_lake(size, discount=1.0).initial())
    assert twin.solve(steps)[0] == pytest.approx(value, abs=5e-7)


def test_a_slippery_step_goes_three_ways() -> None:
    """Straight on and to either side, a third each; over the edge it stays."""
    heading = frozen_lake().initial().play("right")
    assert heading.to_move == mv.CHANCE
    assert dict(heading.chance_outcomes()) == pytest.approx({DOWN: 1 / 3, RIGHT: 1 / 3, UP: 1 / 3})
    assert {action: int(heading.play(action).state.cell) for action in (DOWN, RIGHT, UP)} == {DOWN: 4, RIGHT: 1, UP: 0}


def test_firm_ice_leads_straight_to_the_goal() -> None:
    """Six steps past the holes, paid at the end alone; a hole pays nothing."""
    game = frozen_lake(slippery=False)
    assert not game.has("chance_outcomes")
    way = game.initial().play_all("down down right right down right")
    assert (way.is_terminal, way.rewards.tolist()) == (True, [1.0])
    hole = game.initial().play_all("right down")
    assert (hole.is_terminal, hole.rewards.tolist()) == (True, [0.0])
    assert game.initial().play("down").rewards.tolist() == [0.0]


@pytest.mark.parametrize("parameters", [{}, {"slippery": False}, {"layout": "SFF/FHF/FFG"}])
def test_it_keeps_its_promises(parameters: dict[str, Any]) -> None:
    """With the default map and with one of one's own."""
    report = mv.check(frozen_lake(**parameters), games=20)
    assert report.is_ok, str(report)


def test_names_of_the_maps() -> None:
    """By number, by name, in words, on the command line; each has its time limit as horizon."""
    assert frozen_lake(8).dtype == frozen_lake("8x8").dtype
    assert mv.load_game("frozen_lake:8").max_length == 2 * 200
    assert mv.load_game("frozen_lake:layout=4x4,slippery=false").max_length == 100
    assert frozen_lake("SFF/FHF/FFG", horizon=5).max_length == 10
    assert str(frozen_lake().initial()) == "@ F F F\nF H F H\nF F F H\nH F F G"
    assert str(frozen_lake().initial().play("up")).endswith("going up")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"layout": 5}, "got layout='5'"),
        ({"layout": "SF/F"}, "rows of one length"),
        ({"layout": "SFS/FFG"}, "S (once)"),
        ({"layout": "FFG"}, "got layout='FFG'"),
        ({"discount": 2.0}, "got discount=2.0"),
        ({"horizon": -1}, "got horizon=-1"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], sentence: str) -> None:
    """The sentence has the value and what was expected."""
    with pytest.raises(UsageError) as error:
        frozen_lake(**parameters)
    assert sentence in str(error.value)
