"""Pig: who wins to 10, what a roll does, how turns pass, and how long games last."""

from __future__ import annotations

import pytest
from tests.reference.value_iteration import Twin

import monteverde as mv
from monteverde.errors import UsageError
from monteverde.games.pig import pig


def test_to_ten_the_first_player_wins_seven_games_of_ten() -> None:
    """Computed independently, both playing best."""
    twin = Twin(pig(10).initial())
    value = twin.solve(tolerance=1e-10)
    assert value == pytest.approx([0.709424322598, 1 - 0.709424322598], abs=1e-8)


def test_to_two_it_is_worked_by_hand() -> None:
    """Any roll but a 1 wins: x = 5/6 + (1 - x) / 6, so x = 6/7."""
    twin = Twin(pig(2).initial())
    assert twin.solve()[0] == pytest.approx(6 / 7)


def test_a_turn_begins_with_a_roll() -> None:
    """Then one may hold."""
    start = pig().initial()
    assert start.legal_actions() == [0]
    rolled = start.play("roll").play("4")
    assert [rolled.action_name(action) for action in rolled.legal_actions()] == ["roll", "hold"]


def test_a_roll_adds_to_the_turn_and_holding_to_the_score() -> None:
    """The turn's total is lost with a 1, and kept by holding; then it is the other one's turn."""
    rolled = pig().initial().play_all("roll 4 roll 6")
    assert (rolled.to_move, int(rolled.state.total)) == (0, 10)
    held, lost = rolled.play("hold"), rolled.play_all("roll 1")
    assert (held.to_move, held.state.scores.tolist(), int(held.state.total)) == (1, [10, 0], 0)
    assert (lost.to_move, lost.state.scores.tolist(), int(lost.state.total)) == (1, [0, 0], 0)


def test_the_die_is_fair() -> None:
    """Six faces, a sixth each."""
    assert dict(pig().initial().play("roll").chance_outcomes()) == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))


def test_reaching_the_goal_wins_at_once() -> None:
    """Whoever rolled, without holding."""
    won = pig(10).initial().play_all("roll 3 hold roll 6 roll 5")
    assert won.is_terminal
    assert won.rewards.tolist() == [0.0, 1.0]


def test_it_keeps_its_promises_and_ends() -> None:
    """Random games to 100 are far from the declared longest."""
    report = mv.check(pig(), games=20)
    assert report.is_ok, str(report)
    assert report.notes == () or "compiled" in report.notes[0]
    assert report.longest < pig().max_length / 20


def test_drawing() -> None:
    """Scores, whose turn it is, and what the turn has gained."""
    rolling = pig().initial().play_all("roll 4 hold roll 6 roll")
    assert str(rolling) == "  player 1: 4\n> player 2: 0\nthis turn: 6, rolling"


def test_keys_tell_positions_apart() -> None:
    """Of all positions to 5."""
    twin = Twin(pig(5).initial())
    keys = {int(pig(5).rules["key"](position.state)) for position in twin.numbers}
    states = {tuple(map(str, position.state)) for position in twin.numbers}
    assert len(keys) == len(states) == len(twin.numbers)


@pytest.mark.parametrize("goal", [1, 2**21])
def test_bad_goals_are_refused(goal: int) -> None:
    """The sentence has the number."""
    with pytest.raises(UsageError, match=f"got goal={goal}"):
        pig(goal)
