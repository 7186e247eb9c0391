"""Families: one function, many games, each the same one for the same parameters."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from monteverde.compile import bind, kernel
from monteverde.errors import UnknownNameError, UsageError
from monteverde.game import Family, Game, family
from monteverde.game.rules import NUM_ACTIONS, is_terminal, play
from monteverde.spec import parse_spec


@family
def countdown(first: int = 5, step: int = 2, fair: bool = False) -> type[Game]:
    """Count down from `first` to nothing; whoever gets there wins.

    The rest of the docstring is not the description.
    """
    if first < 1:
        raise UsageError(f"countdown needs first >= 1, got first={first}")

    class Countdown(Game):
        state = [("number", np.int64), ("player", np.int64)]
        num_players, num_actions, max_length = 2, step, first

        def start(state):
            state.number = first

        def to_move(state):
            return state.player

        def legal_actions(state, out):
            count = min(step, state.number)
            for i in range(count):
                out[i] = i
            return count

        def play(state, action):
            state.number -= action + 1
            state.player = 1 - state.player

        def is_terminal(state):
            return state.number == 0

        def rewards(state, out):
            out[1 - state.player] = 1.0

    return Countdown


@kernel
def plies(states):
    count = 0
    while not is_terminal(states[0]):
        play(states[0], 0)
        count += 1
    return count * 100 + NUM_ACTIONS


def test_calling_it_gives_a_game() -> None:
    """The parameters decide the facts and the rules."""
    game = countdown(3)
    assert isinstance(game, Game)
    assert (game.num_actions, game.max_length) == (2, 3)
    assert game.initial().state.number == 3


@pytest.mark.parametrize("call", [lambda: countdown(5), lambda: countdown(first=5), lambda: countdown(step=2, first=5)])
def test_the_same_parameters_give_the_same_game(call: object) -> None:
    """However they are given, so that nothing is compiled twice."""
    assert call() is countdown()  # type: ignore[operator]


@pytest.mark.parametrize("other", [{"first": 6}, {"step": 3}, {"fair": True}])
def test_other_parameters_give_another_game(other: dict[str, int]) -> None:
    """Games of other parameters are not equal."""
    assert countdown(**other) != countdown()


def test_parameters_are_constants_when_compiled() -> None:
    """One kernel bound to two games of a family gives two answers."""
    games = countdown(3, 1), countdown(7, 2)
    assert [bind(plies, game.bindings)(game.initial().states()) for game in games] == [301, 702]


def test_a_game_knows_its_parameters() -> None:
    """All of them, also those left at their defaults."""
    assert countdown(3, fair=True).parameters == {"first": 3, "step": 2, "fair": True}


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        (countdown(), "countdown"),
        (countdown(3), "countdown:first=3"),
        (countdown(3, 1, True), "countdown:first=3,step=1,fair=true"),
    ],
)
def test_the_text_that_names_it_is_short_and_read_back(game: Game, spec: str) -> None:
    """Only what differs from the defaults is in it."""
    assert game.spec == spec
    assert countdown.from_spec(parse_spec(spec)) is game


def test_games_have_the_family_s_name_and_description() -> None:
    """The description is the first line of the function's docstring."""
    assert (countdown(3).name, countdown.name) == ("countdown", "countdown")
    assert countdown(3).description == "Count down from `first` to nothing; whoever gets there wins."
    assert repr(countdown) == "<family countdown>"


def test_an_unknown_parameter_gets_the_nearest() -> None:
    """A misspelt name is answered with the one that was meant."""
    with pytest.raises(UnknownNameError, match="unknown parameter of countdown 'frist'; did you mean first"):
        countdown(frist=3)


def test_what_the_function_refuses_is_refused() -> None:
    """The function checks its parameters, and its sentence reaches the caller."""
    with pytest.raises(UsageError, match="countdown needs first >= 1, got first=0"):
        countdown(0)


@pytest.mark.parametrize("call", [lambda: countdown(5, 2, False, 9), lambda: countdown(5, first=5)])
def test_too_many_parameters_are_refused(call: object) -> None:
    """Also when the game without the extra ones is there already."""
    countdown()
    with pytest.raises(UsageError, match="countdown takes first, step, fair; "):
        call()  # type: ignore[operator]


def test_a_family_is_pickled_by_its_name() -> None:
    """The copy is the family itself, and so are its games."""
    assert pickle.loads(pickle.dumps(countdown)) is countdown
    assert pickle.loads(pickle.dumps(countdown(4))) is countdown(4)


def test_it_is_a_family() -> None:
    """`family` is how one is made."""
    assert isinstance(countdown, Family)
    assert dict(countdown.defaults) == {"first": 5, "step": 2, "fair": False}
