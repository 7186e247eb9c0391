"""Kayles: who wins by the published numbers, the slow twin, the exact key, names of actions, and parameters."""

from __future__ import annotations

import functools
import operator
import pickle
from collections.abc import Callable

import pytest
from tests.reference.exhaustive import num_games, plies, values
from tests.reference.kayles import GRUNDY_NUMBERS, KaylesTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import load_game
from monteverde.game.perft import perft
from monteverde.games.kayles import kayles


def sizes(rows: str) -> list[int]:
    """The numbers in a text such as 5-3."""
    return list(map(int, rows.split("-")))


@pytest.mark.parametrize("rows", [pytest.param("20", marks=pytest.mark.compiled), "5-4-2"])
def test_the_mover_loses_exactly_if_the_numbers_cancel(rows: str) -> None:
    """In every state that can be reached, the xor of the published Grundy numbers of the rows tells who wins."""
    found = plies(kayles(rows))
    for ply, value in zip(found, values(found), strict=True):
        for state, first_wins in zip(ply.states, value, strict=True):
            is_won = functools.reduce(operator.xor, (GRUNDY_NUMBERS[length] for length in state.rows)) != 0
            assert (first_wins == 1.0) == (is_won == (state.player == 0))


def test_published_numbers_are_those_of_the_rules() -> None:
    """The least number that no move leads to, worked out row by row, is the published sequence."""
    numbers = [0]
    for length in range(1, len(GRUNDY_NUMBERS)):
        lefts = [left - width for width in (1, 2) for left in range(width, length + 1)]
        rights = [length - left for width in (1, 2) for left in range(width, length + 1)]
        reached = {numbers[left] ^ numbers[right] for left, right in zip(lefts, rights, strict=True)}
        numbers.append(min(set(range(len(reached) + 1)) - reached))
    assert numbers == GRUNDY_NUMBERS


@pytest.mark.parametrize("rows", ["12", "5-3", "1-1-1", "1", "4-4-2"])
def test_agrees_with_the_slow_twin(rows: str, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a line of text, step by step."""
    assert_agrees(kayles(rows), lambda: KaylesTwin(sizes(rows)), budget(30, least=4))


def test_compiled_plays_as_interpreted() -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(kayles("9-6-3"), 20) == playthroughs(kayles("9-6-3"), 20, binder=interpret)


@pytest.mark.parametrize("moves", ["", "5-6 2", "14 8-9"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every pin and every pair of neighbours of every row is drawn equally often."""
    assert_uniform(kayles("9-6-3").initial().play_all(moves), budget(50_000))


def test_move_sequences_of_three_pins() -> None:
    """By hand: five first moves; after an end pin three moves, after the middle one two, after two pins one."""
    start = kayles("3").initial()
    assert [perft(start, depth) for depth in range(1, 5)] == [5, 3 + 2 + 3 + 1 + 1, 2 + 2 + 2, 0]
    assert num_games(plies(kayles("3"))) == 2 + 6 + 2  # those of two plies that take all, of three, and with two pins


def test_key_is_exact_and_ignores_order() -> None:
    """States have the same key exactly if they have the same rows, in whatever order, and the same turn."""
    start = kayles("3-2").initial()
    layer, states = [start], {}
    while layer:
        states |= {(tuple(position.state.rows), position.to_move): key_of(position) for position in layer}
        layer = [position.play(action) for position in layer for action in position.legal_actions()]
    assert len(set(states.values())) == len(states) == 17
    assert start.play_all("1 4") == start.play_all("4 3") != start.play_all("2 1")


def test_rows_are_in_order_of_length() -> None:
    """A row that is split goes where its parts belong; the pins are numbered anew."""
    position = kayles("6-5").initial().play("2")
    assert str(position) == "  1 |||||\n  6 ||||\n 10 |"
    assert str(position.play("10")) == "  1 |||||\n  6 ||||"
    assert str(position.play("3-4")) == "  1 ||||\n  5 ||\n  7 |\n  8 |"


def test_names_of_actions() -> None:
    """One pin is its number, two are both their numbers."""
    start = kayles("3-1").initial()
    assert [start.action_name(action) for action in start.legal_actions()] == ["1", "2", "3", "4", "1-2", "2-3"]
    ended = start.play_all("2-3, 1 1")
    assert ended.is_terminal
    assert str(ended) == "no pins"
    assert ended.rewards.tolist() == [1.0, 0.0]


def test_longest_game() -> None:
    """The longest game takes one pin at a time, and leaves as many rows as there can be on the way."""
    position = kayles("7-4").initial().play_all("2 2 2 2")
    assert position.state.rows.tolist() == [2, 1, 1, 1, 1, 1]
    assert kayles("7-4").max_length == 11


def test_pickled_positions_come_back() -> None:
    """A position and its game survive pickling."""
    position = kayles("5-3").initial().play("2-3")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_parameters_on_the_command_line() -> None:
    """The text that names a game gives that game."""
    assert load_game("kayles:5-3") is kayles("5-3")
    assert load_game("kayles") is kayles()


@pytest.mark.parametrize("rows", ["", "0", "3-", "a", "-1", "3 4", "5-0", "62", "30-31"])
def test_senseless_rows_are_refused(rows: str) -> None:
    """Rows that are no numbers, empty or too long for the key are an error with the text in it."""
    with pytest.raises(UsageError, match=f"got rows='{rows}'"):
        kayles(rows)
