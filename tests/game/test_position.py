"""Positions: values that never change, and moves as people write them down."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.game.nim_variations import DiceNim, FullNim, Nim, varied

import monteverde as mv
from monteverde.game import CHANCE


class Counter(mv.Game):
    """Count up by one, two or ten; over after three moves."""

    state = [("total", np.int64), ("ply", np.int64)]
    num_players, num_actions, max_length = 1, 3, 3
    NAMES = ("add one", "add one, twice", "ten")

    def start(state):
        state.total = 0

    def to_move(state):
        return 0

    def legal_actions(state, out):
        for action in range(3):
            out[action] = action
        return 3

    def play(state, action):
        state.total += (1, 2, 10)[action]
        state.ply += 1

    def is_terminal(state):
        return state.ply == 3

    def rewards(state, out):
        out[0] = 1.0

    def action_name(action):
        return Counter.NAMES[action]


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("add one add one", (0, 0)),
        ("Add one, add one", (0, 0)),
        ("add one twice ten", (1, 2)),
        ("add one, twice, add one", (1, 0)),
        ("t, te, ten", (2, 2, 2)),
        ("", ()),
    ],
)
def test_a_list_of_moves_holds_names_with_spaces(text: str, history: tuple[int, ...]) -> None:
    """Of the legal names that the rest of the text begins with, the longest is meant."""
    assert Counter().initial().play_all(text).history == history


def test_a_wrong_move_in_a_list_is_counted() -> None:
    """The sentence says which move of the list it was, and what was legal."""
    with pytest.raises(mv.IllegalActionError, match=r"move 2 of 'ten zehn': 'zehn' is not legal .* add one, twice"):
        Counter().initial().play_all("ten zehn")


# -- values that never change ----------------------------------------------------------------------------------------


def test_playing_makes_another_position() -> None:
    """The old one is as it was, and both know how they came about."""
    before = Nim().initial()
    after = before.play(1)
    assert (before.state.heap, before.history, before.to_move) == (7, (), 0)
    assert (after.state.heap, after.history, after.to_move) == (5, (1,), 1)


def test_a_state_that_is_handed_out_is_a_copy() -> None:
    """Whatever is done to it, the position stays as it is."""
    position = Nim().initial()
    position.state.heap = 3
    position.states(2)[0].heap = 3
    position.legal_actions().clear()
    position.rewards[0] = 9.0
    assert position == Nim().initial()
    assert position.state.heap == 7


def test_many_copies_make_one_array() -> None:
    """A batch of states to search from, each to be changed alone."""
    states = Nim().initial().states(3)
    states[1].heap = 0
    assert states.heap.tolist() == [7, 0, 7]


@pytest.mark.parametrize("attribute", ["game", "history", "state", "anything"])
def test_attributes_cannot_be_set(attribute: str) -> None:
    """A position is a value."""
    with pytest.raises(AttributeError):
        setattr(Nim().initial(), attribute, None)


def test_equal_states_are_equal_positions() -> None:
    """Whatever way led there; and they are found under one hash."""
    one, other = Nim().initial().play_all("take1 take2 take1"), Nim().initial().play_all("take2 take1 take1")
    assert one == other
    assert len({one, other}) == 1
    assert one.history != other.history


def test_other_states_are_other_positions() -> None:
    """The player whose turn it is counts."""
    start = Nim().initial()
    assert start.play_all("take1 take1") != start.play("take2")
    assert start.play("take1") != start.play("take2")


def test_positions_of_other_games_differ() -> None:
    """Even if their states hold the same numbers."""
    assert Nim().initial() != FullNim().initial()
    assert Nim().initial() != "nim"


def test_a_key_decides_where_there_is_one() -> None:
    """A game may hold in its state what does not count for equality; its key says what does."""
    game = varied(FullNim, state=[("heap", np.int64), ("player", np.int64), ("last", np.int64)], play=_note_last)
    assert game.initial().play_all("take1 take2 take1") == game.initial().play_all("take2 take1 take1")


def _note_last(state, action):
    state.last = state.last * 10 + action
    state.heap -= action + 1
    state.player = 1 - state.player


def test_a_rule_that_relies_on_wrapping_does_not_warn() -> None:
    """Hashing multiplies beyond 64 bits; positions are plain Python, where NumPy would warn."""
    game = varied(FullNim, key=lambda state: np.uint64(state.heap) * np.uint64(0x9E3779B97F4A7C15))
    assert isinstance(hash(game.initial()), int)


# -- what can be asked -----------------------------------------------------------------------------------------------


def test_the_end_has_rewards_and_no_actions() -> None:
    """Whoever takes the last object gets 1."""
    over = Nim().initial().play_all("take3 take3 take1")
    assert over.is_terminal
    assert over.legal_actions() == []
    assert over.rewards.tolist() == [1.0, 0.0]


def test_at_a_chance_node_the_outcomes_are_the_actions() -> None:
    """Only those that can happen; each has its probability."""
    start = DiceNim().initial()
    assert start.to_move == CHANCE
    assert start.legal_actions() == [1, 2]
    assert start.chance_outcomes() == [(1, 0.5), (2, 0.5)]
    assert start.play(2).legal_actions() == [1]


def test_outcomes_need_the_rule() -> None:
    """A game without chance says which rule it lacks."""
    with pytest.raises(mv.UnsuitableError, match="a chance node needs the rule 'chance_outcomes'"):
        Nim().initial().chance_outcomes()


def test_printed_it_draws_the_state_and_says_whose_turn_it_is() -> None:
    """And at the end, what the players get."""
    start = Nim().initial()
    assert repr(start) == "heap: 7\nplayer: 0\nnim: player 1 to move"
    assert repr(start.play_all("take3 take3 take1")).endswith("nim: over, rewards 1 0")
    assert repr(DiceNim().initial()).endswith(": chance to move")


# -- moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [1, np.int64(1), np.int32(1), "take2", "TAKE2", " take2 ", "1"])
def test_an_action_is_a_number_or_a_name(action: object) -> None:
    """NumPy's numbers too; capitals and spaces around a name do not count."""
    assert Nim().initial().play(action).history == (1,)  # type: ignore[arg-type]


def test_a_beginning_that_fits_one_name_is_enough() -> None:
    """As long as no other legal action begins so."""
    assert Nim().initial().play_all("take3 take3").play("t").history == (2, 2, 0)


def test_a_beginning_that_fits_several_names_is_ambiguous() -> None:
    """The sentence has what it may mean."""
    with pytest.raises(mv.IllegalActionError, match="'take' is ambiguous: it may mean take1, take2, take3"):
        Nim().initial().play("take")


@pytest.mark.parametrize("action", [3, -1, 1.0, 1.5, None, "take4", "3", "-1", ""])
def test_an_illegal_action_is_told_with_the_legal_ones(action: object) -> None:
    """Names and numbers alike, and nothing is rounded to a legal one."""
    with pytest.raises(mv.IllegalActionError) as error:
        Nim().initial().play(action)  # type: ignore[arg-type]
    assert str(error.value) == f"{action!r} is not legal for player 1 here; legal: take1, take2, take3"


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    """That is what the sentence says, instead of an empty list."""
    with pytest.raises(mv.IllegalActionError, match="'take1' cannot be played: the game is over"):
        Nim().initial().play_all("take3 take3 take1 ").play("take1")


# -- elsewhere -------------------------------------------------------------------------------------------------------

FILE = """
import numpy as np
import monteverde as mv

class Countdown(mv.Game):
    state = [("number", np.int64)]
    num_players, num_actions, max_length = 1, 2, 9
    def start(state): state.number = 9
    def to_move(state): return 0
    def legal_actions(state, out):
        out[0] = 0
        return 1
    def play(state, action): state.number -= 1
    def is_terminal(state): return state.number == 0
    def rewards(state, out): out[0] = 1.0

@mv.family
def countdown(first: int = 5):
    class Countdown(mv.Game):
        state = [("number", np.int64)]
        num_players, num_actions, max_length = 1, 2, first
        def start(state): state.number = first
        def to_move(state): return 0
        def legal_actions(state, out):
            out[0] = 0
            return 1
        def play(state, action): state.number -= 1
        def is_terminal(state): return state.number == 0
        def rewards(state, out): out[0] = 1.0
    return Countdown
"""


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "nim:take=2", "{file}:Countdown", "{file}:countdown:7"]
)
def test_positions_are_pickled_to_other_processes(name: str, tmp_path: Path, new_process: Callable[..., str]) -> None:
    """Of a built-in game, of a family, of a game in a file and of a family in one: what is sent is played on there."""
    (tmp_path / "mygame.py").write_text(FILE)
    position = mv.load_game(name.format(file=tmp_path / "mygame.py")).initial()
    position = position.play(position.legal_actions()[-1])
    sent, back = tmp_path / "sent", tmp_path / "back"
    sent.write_bytes(pickle.dumps(position))
    new_process(
        f"""
        import pickle
        from pathlib import Path
        position = pickle.loads(Path({str(sent)!r}).read_bytes())
        Path({str(back)!r}).write_bytes(pickle.dumps(position.play(position.legal_actions()[0])))
        """
    )
    assert pickle.loads(back.read_bytes()) == position.play(position.legal_actions()[0])
    assert pickle.loads(back.read_bytes()).history == (*position.history, position.legal_actions()[0])


def test_an_unpickled_position_can_be_played_on() -> None:
    """Its state is its own, and not read-only."""
    position = pickle.loads(pickle.dumps(Nim().initial().play(0)))
    assert position.game == Nim()
    assert position.play(1) == Nim().initial().play_all("take1 take2")


def test_a_stored_position_of_another_size_is_refused() -> None:
    """The game's fields changed since; the sentence says so."""
    restore, (game, state, history) = Nim().initial().__reduce__()
    with pytest.raises(mv.GameError, match="a stored position of nim has 8 bytes, its states now have 16"):
        restore(game, state[:8], history)
