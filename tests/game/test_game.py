"""A game: rules and facts, read, checked and bound."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests.game.nim_variations import MISSING, DiceNim, FullNim, Nim, PaidNim, varied

from monteverde.compile import bind, kernel, uniform
from monteverde.errors import GameError, UnsuitableError
from monteverde.game import CHANCE, Game
from monteverde.game.rules import (
    DISCOUNT,
    HAS_CHANCE,
    HAS_STEP_REWARDS,
    LOWEST_RETURN,
    MAX_LENGTH,
    NUM_ACTION_CODES,
    NUM_ACTIONS,
    NUM_PLAYERS,
    RETURN_SCALE,
    action_code,
    play,
)


@kernel
def facts(out):
    out[0] = NUM_PLAYERS
    out[1] = NUM_ACTIONS
    out[2] = MAX_LENGTH
    out[3] = LOWEST_RETURN
    out[4] = RETURN_SCALE
    out[5] = DISCOUNT
    out[6] = HAS_STEP_REWARDS
    out[7] = HAS_CHANCE
    out[8] = NUM_ACTION_CODES


@kernel
def play_twice(states):
    play(states[0], 0)
    play(states[0], 1)


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Nim(), [2, 3, 7, 0.0, 1.0, 1.0, 0, 0, 6]),
        (DiceNim(), [2, 3, 14, 0.0, 1.0, 1.0, 0, 1, 6]),
        (PaidNim(), [2, 3, 7, 0.0, 1.0 / 6.0, 0.5, 1, 0, 6]),
        (varied(reward_range=(-1, 3)), [2, 3, 7, -1.0, 0.25, 1.0, 0, 0, 6]),
        (varied(FullNim, num_action_codes=8), [2, 3, 7, 0.0, 1.0, 1.0, 0, 0, 8]),
    ],
)
def test_facts_reach_the_kernel(game: Game, expected: list[float]) -> None:
    """Every fact that a game declares, or leaves at its default, is a constant in a bound kernel."""
    out = np.zeros(9)
    bind(facts, game.bindings)(out)
    assert out.tolist() == expected


@kernel
def code_of_two(states):
    return action_code(states[0], 2)


def test_an_action_has_a_code_without_the_rule() -> None:
    """By default it is to_move * num_actions + action, bound like the rules that it asks."""
    game = Nim()
    code = bind(code_of_two, game.bindings)
    states = game.initial().states()
    assert code(states) == 2
    states[0].player = 1
    assert code(states) == 3 + 2


def test_rules_reach_the_kernel() -> None:
    """Rules are bound by their names."""
    states = Nim().initial().states()
    bind(play_twice, Nim().bindings)(states)
    assert (states[0].heap, states[0].player) == (4, 0)


def test_random_draws_are_bound_with_the_rules() -> None:
    """A rule may draw numbers, and the kernel around it too."""
    assert uniform in Nim().bindings


def test_has_and_require_tell_optional_rules() -> None:
    """Asking for what a game lacks names the rule, the purpose and the game."""
    assert FullNim().has("key")
    FullNim().require("key", "a transposition table")
    assert not Nim().has("key")
    with pytest.raises(UnsuitableError, match=r"a transposition table needs the rule 'key', which nim does not have"):
        Nim().require("key", "a transposition table")


def test_rules_are_those_of_the_class() -> None:
    """Required and optional rules by name; presentation is not among them."""
    assert set(Nim().rules) == {"start", "to_move", "legal_actions", "play", "is_terminal", "rewards"}
    assert set(FullNim().rules) - set(Nim().rules) == {"sample_action", "key", "heuristic", "prior", "action_code"}


@pytest.mark.parametrize(("cls", "name"), [("Nim", "nim"), ("ConnectFour", "connect_four"), ("Go9x9", "go9x9")])
def test_a_game_is_named_after_its_class(cls: str, name: str) -> None:
    """In snake case."""
    game = type(cls, (Nim,), {})()
    assert (game.name, game.spec, repr(game)) == (name, name, f"<game {name}>")


def test_the_description_is_the_first_line() -> None:
    """Of the class's docstring; nothing if there is none."""
    assert Nim().description == "One heap of 7; take 1 to 3; whoever takes the last object wins."
    assert type("Bare", (Game,), {"__doc__": None})().description == ""


def test_the_state_is_an_aligned_record() -> None:
    """Fields lie where the processor reads them fast, also after a small one."""
    dtype = varied(state=[("flag", np.int8), ("heap", np.int64), ("cells", np.int16, (3,))]).dtype
    assert dtype.names == ("flag", "heap", "cells")
    assert dtype.fields["heap"][1] == 8
    assert dtype["cells"].shape == (3,)


def test_new_states_are_zeroed_records() -> None:
    """One array of records whose fields are attributes."""
    states = Nim().new_states(3)
    assert states.shape == (3,)
    assert [(state.heap, state.player) for state in states] == [(0, 0)] * 3


def test_players_have_names() -> None:
    """Their own, or a number that people count from 1; nature is called chance."""
    named = varied(player_names=("Ann", "Ben"))
    assert [named.player_name(0), named.player_name(1), named.player_name(CHANCE)] == ["Ann", "Ben", "chance"]
    assert [Nim().player_name(0), Nim().player_name(1)] == ["player 1", "player 2"]


def test_games_of_one_class_are_equal() -> None:
    """Equal games have equal hashes; a game of another class is another game."""
    assert Nim() == Nim()
    assert hash(Nim()) == hash(Nim())
    assert Nim() != FullNim()
    assert Nim() != "nim"


def test_a_game_is_pickled_by_its_class() -> None:
    """What is sent to a worker is the name."""
    assert pickle.loads(pickle.dumps(Nim())) == Nim()
    assert len(pickle.dumps(Nim())) < 100


def test_fields_and_names_are_drawn_by_default() -> None:
    """A game without presentation shows its fields, and numbers for actions."""
    plain = varied(action_name=MISSING)
    assert str(plain.initial()) == "heap: 7\nplayer: 0"
    assert plain.initial().action_name(2) == "2"


BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "a missing fact": ({"num_actions": MISSING}, r"Nim\.num_actions: it is missing; add it as a class attribute"),
    "a senseless fact": ({"num_players": 0}, r"Nim\.num_players: it is 0; it must be 1 or more"),
    "a fact of the wrong type": ({"num_players": "2"}, r"Nim\.num_players: it is '2'; it must be a whole number"),
    "a missing rule": ({"play": MISSING}, r"Nim\.play: the rule is missing; add it to the class body, without self"),
    "a rule with self": ({"to_move": lambda self: 0}, r"Nim\.to_move: it takes self; .* write def to_move\(state\):"),
    "a missing start": ({"start": MISSING}, r"Nim\.start: the rule is missing"),
    "a missing state": ({"state": MISSING}, r"Nim\.state: it is missing"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_refused_when_it_is_bound(name: str) -> None:
    """The first complaint names the class and the fact or rule, and says what to do."""
    changes, complaint = BROKEN[name]
    with pytest.raises(GameError, match=complaint):
        varied(**changes).bindings  # noqa: B018


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_has_no_initial_position(name: str) -> None:
    """The same sentence, and no KeyError or AttributeError from inside."""
    changes, complaint = BROKEN[name]
    with pytest.raises(GameError, match=complaint):
        varied(**changes).initial()
