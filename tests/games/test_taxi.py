"""Taxi: the mean over all starts, walls, what pays and what is a mistake."""

from __future__ import annotations

import pytest
from tests.reference.value_iteration import Twin

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.taxi import NUM_STARTS, taxi


def mean_of_starts(twin: Twin) -> float:
    """Return the mean value of the positions after nature's first move."""
    starts = [twin.root.play(outcome) for outcome in twin.root.legal_actions()]
    assert len(starts) == NUM_STARTS
    return sum(float(twin.value(start)[0]) for start in starts) / NUM_STARTS


def test_mean_over_all_starts() -> None:
    """Computed independently: 7.93, and 6.327464 with discount .99."""
    for discount, value in ((1.0, 7.93), (0.99, 6.327464)):
        twin = Twin(taxi(discount).initial())
        twin.solve(sweeps=25)
        assert mean_of_starts(twin) == pytest.approx(value, abs=5e-7)


def start(cell: int, passenger: int, goal: int) -> mv.Position:
    """Return the position with the taxi in that cell, and these stands."""
    return taxi().initial().play(f"start {12 * cell + 3 * passenger + (goal - passenger - 1) % 4}")


def test_every_start_is_another() -> None:
    """300 of them: any cell, a stand, and another stand to go to."""
    positions = {taxi().initial().play(outcome) for outcome in taxi().initial().legal_actions()}
    assert len(positions) == NUM_STARTS
    assert all(int(p.state.passenger) != int(p.state.goal) for p in positions)
    assert tuple(start(7, 2, 1).state) == (7, 2, 1, 0)


def test_a_ride() -> None:
    """From R to Y: pick up, four south, set down; 20 at the end, -1 a step."""
    position, paid = start(0, 0, 2), []
    for action in ("pick up", "south", "south", "south", "south", "set down"):
        assert not position.is_terminal
        position = position.play(action)
        paid.append(float(position.rewards[0]))
    assert paid == [-1.0] * 5 + [20.0]
    assert position.is_terminal


def test_mistakes_cost_ten() -> None:
    """Picking up nobody, setting down nobody, and setting somebody down where there is no stand."""
    assert start(1, 0, 2).play("pick up").rewards[0] == -10.0
    assert start(0, 0, 2).play("set down").rewards[0] == -10.0
    assert start(0, 0, 2).play_all("pick up, south, set down").rewards[0] == -10.0
    assert start(0, 0, 2).play_all("pick up, pick up").rewards[0] == -10.0


def test_he_may_be_set_down_at_another_stand() -> None:
    """For a step's price; he waits there."""
    waiting = start(0, 0, 2).play_all("pick up, set down")
    assert (waiting.rewards[0], int(waiting.state.passenger)) == (-1.0, 0)


def test_walls() -> None:
    """Between the second and the third column at the top, and around Y and B at the bottom; the edges hold."""
    moved = {
        (cell, action): int(start(cell, 0, 2).play(action).state.cell)
        for cell, action in (
            (1, "east"),
            (2, "west"),
            (6, "east"),
            (15, "east"),
            (16, "west"),
            (22, "east"),
            (17, "west"),
        )
    }
    assert all(after == cell for (cell, _), after in moved.items() if cell != 17)
    assert moved[17, "west"] == 16
    assert [int(start(12, 0, 2).play(step).state.cell) for step in ("south", "north", "east", "west")] == [
        17,
        7,
        13,
        11,
    ]
    corners = ((0, "north"), (0, "west"), (24, "south"), (24, "east"))
    assert all(int(start(cell, 0, 2).play(step).state.cell) == cell for cell, step in corners)


def test_it_keeps_its_promises() -> None:
    """Nature moves first; searches begin after that."""
    report = mv.check(taxi(horizon=20), games=10)
    assert report.is_ok, str(report)
    with pytest.raises(UsageError, match="chance moves in this position of taxi"):
        mv.search(taxi(), iterations=1)


def test_drawing() -> None:
    """The map with its walls, the taxi, and the passenger in words."""
    lines = str(start(0, 3, 1)).splitlines()
    assert lines[0] == "|@: | : :G|"
    assert lines[4] == "|Y| : |B: |"
    assert lines[-1] == "passenger at B, wants to go to G"
    assert str(taxi().initial()).endswith("passenger not known yet")
    assert str(start(0, 0, 2).play("pick up")).endswith("passenger on board, wants to go to Y")


@pytest.mark.parametrize(("discount", "horizon"), [(1.5, 10), (1.0, 0)])
def test_bad_parameters_are_refused(discount: float, horizon: int) -> None:
    """The sentence has both values."""
    with pytest.raises(UsageError, match=f"got discount={discount}, horizon={horizon}"):
        taxi(discount, horizon)
