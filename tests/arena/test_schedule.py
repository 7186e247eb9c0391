"""Openings, seats and seeds follow from a game's number."""

from __future__ import annotations

import pytest
from tests.arena.small_games import Coin

import monteverde as mv
from monteverde.arena.schedule import Schedule

START = mv.load_game("tic_tac_toe").initial()


def test_an_opening_does_not_depend_on_what_was_played_before() -> None:
    """So a match can go on anywhere."""
    forwards = [Schedule(START, 2, 7, 4).opening(number).history for number in range(6)]
    backwards = [Schedule(START, 2, 7, 4).opening(number).history for number in reversed(range(6))]
    assert forwards == backwards[::-1]


def test_openings_differ_by_the_seed() -> None:
    """Another match, other openings."""
    assert Schedule(START, 2, 1, 4).opening(0).history != Schedule(START, 2, 2, 4).opening(0).history


def test_without_a_change_of_seats_each_game_has_its_own_opening() -> None:
    """There are no pairs then."""
    schedule = Schedule(START, 2, 0, 3, rotate=False)
    assert len({schedule.opening(number).history for number in range(8)}) > 4
    assert schedule.seats(1) == [0, 1]


def test_an_opening_never_ends_the_game() -> None:
    """Eight plies end most games of tic-tac-toe; those that go on are found."""
    schedule = Schedule(START, 2, 0, 8)
    assert not any(schedule.opening(2 * number).is_terminal for number in range(5))


def test_an_opening_longer_than_the_game_is_refused() -> None:
    """In a sentence."""
    with pytest.raises(mv.UsageError, match="9 random plies always end tic_tac_toe"):
        Schedule(START, 2, 0, 9).opening(0)


def test_nature_draws_in_openings() -> None:
    """By its probabilities: face 0 in about seven of ten."""
    schedule = Schedule(Coin().initial(), 2, 0, 1)
    faces = [schedule.opening(2 * number).history[0] for number in range(200)]
    assert 110 < faces.count(0) < 170
    assert set(faces) == {0, 1}


@pytest.mark.parametrize("plies", [-1, 1.5, True])
def test_the_number_of_plies_must_be_right(plies: int) -> None:
    """A whole number from zero."""
    with pytest.raises(mv.UsageError, match="opening plies"):
        Schedule(START, 2, 0, plies)
