"""Where a game has gone since a position of it."""

from __future__ import annotations

import numpy as np
import pytest

import monteverde as mv
from monteverde.players.following import actions_between

TIC_TAC_TOE = mv.load_game("tic_tac_toe")
START = TIC_TAC_TOE.initial()


def test_the_actions_are_those_played_since() -> None:
    """Any number of them, also none, and nature's too."""
    assert actions_between(START, START.play_all("b2 a1 c3")) == (4, 0, 8)
    assert actions_between(START.play("b2"), START.play_all("b2 a1")) == (0,)
    assert actions_between(START, TIC_TAC_TOE.initial()) == ()
    pig = mv.load_game("pig").initial()
    rolled = pig.play("roll")
    outcome = rolled.legal_actions()[2]
    assert actions_between(pig, rolled.play(outcome)) == (rolled.history[-1], outcome)


def test_another_game_or_another_course_is_not_followed() -> None:
    """A move taken back, one played otherwise, another game, and another order that comes to the same board."""
    reached = START.play_all("a1 a2 b1 b2")
    assert actions_between(reached, START.play_all("a1 a2 b1")) is None
    assert actions_between(reached, START.play_all("a1 a2 b1 c2 c1")) is None
    assert actions_between(START, mv.load_game("nim").initial()) is None
    assert reached == START.play_all("b1 a2 a1 b2")
    assert actions_between(START.play_all("a1 a2"), START.play_all("b1 a2 a1 b2")) is None


def test_a_state_that_is_not_what_the_actions_lead_to_is_not_followed() -> None:
    """The same history from another beginning, or a state that was changed: nothing is known of it."""
    later = START.play_all("b2 a1")
    states = later.states()
    name = states.dtype.names[0]
    states[name][0] = np.zeros_like(states[name][0])
    assert actions_between(START, mv.Position(TIC_TAC_TOE, states, later.history)) is None
    assert actions_between(START, mv.Position(TIC_TAC_TOE, later.states(), (4, 4))) is None


def test_positions_that_are_objects_are_compared_by_their_key() -> None:
    """Chess, where it is installed."""
    pytest.importorskip("chess")
    start = mv.load_game("chess").initial()
    later = start.play("e2e4").play("e7e5")
    assert actions_between(start, later) == later.history
    assert actions_between(later, start) is None
