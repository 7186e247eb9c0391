"""The chain: what the literature says it pays, what slips, what is paid where."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference.value_iteration import Twin

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.chain import chain


def test_going_forward_pays_3677_in_a_thousand_steps() -> None:
    """Strens 2000, table 1, optimal: the long-run rate, 3.6768 a step; here from step 1,000 to step 1,001."""
    twin = Twin(chain(discount=1.0).initial())
    before = float(twin.solve(1000)[0])
    twin.sweep()
    assert float(twin.value(twin.root)[0]) - before == pytest.approx(3.6768, abs=1e-9)
    assert {twin.best_action(position) for position in twin.numbers} == {0}


def test_a_chain_of_two_by_hand() -> None:
    """Without slips, discount 1/2: for ever 10 is 20 in the last state, so 10 in the first; back for ever pays 4."""
    twin = Twin(chain(2, slip=0.0, discount=0.5).initial())
    assert twin.solve()[0] == pytest.approx(10.0)
    assert float(twin.q(twin.root, 1)[0]) == pytest.approx(2 + 10 / 2)


def test_what_is_paid() -> None:
    """Nothing on the way, the small prize on going back, the large one at the end."""
    start = chain(3, slip=0.0).initial()
    assert [start.play_all(way).rewards[0] for way in ("forward", "back", "forward forward")] == [0.0, 2.0, 0.0]
    end = start.play_all("forward forward forward")
    assert (end.rewards[0], end.is_terminal, end.play("forward").rewards[0]) == (10.0, False, 10.0)


def test_a_slip_is_the_other_action() -> None:
    """One time in five; the intention itself pays nothing."""
    heading = chain().initial().play("forward")
    assert (heading.to_move, heading.rewards[0]) == (mv.CHANCE, 0.0)
    assert dict(heading.chance_outcomes()) == pytest.approx({0: 0.8, 1: 0.2})
    assert heading.play(1).rewards[0] == 2.0


@pytest.mark.parametrize("slip", [0.0, 0.2])
def test_it_keeps_its_promises(slip: float) -> None:
    """It never ends, so every game is cut at the horizon."""
    report = mv.check(chain(slip=slip, horizon=20), games=10)
    assert report.is_ok, str(report)
    assert report.longest == 20 * (1 if slip == 0.0 else 2)


def test_drawing() -> None:
    """Where the walker is, what it last got and where it is going."""
    assert str(chain().initial().play("back").play(1)) == "@ . . . .   last prize 2"
    assert str(chain().initial().play("back")).endswith("going back")


@pytest.mark.parametrize(
    "parameters",
    [{"length": 1}, {"slip": -0.1}, {"discount": 0.0}, {"horizon": 0}, {"small": 0.0, "large": 0.0}],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any]) -> None:
    """The sentence has the value."""
    name, value = next(iter(parameters.items()))
    with pytest.raises(UsageError, match=f"{name}={value}"):
        chain(**parameters)
