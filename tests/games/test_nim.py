"""Nim: who wins by xor, numbers of games, the slow twin, names of actions, and parameters."""

from __future__ import annotations

import functools
import itertools
import operator
import pickle
from collections.abc import Callable

import pytest
from tests.reference.exhaustive import num_games, plies, values
from tests.reference.nim import NimTwin, mover_wins
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import load_game
from monteverde.games.nim import nim

RULES = [(heaps, take, misere) for heaps in ("15", "3-4-5", "1-1-2") for take in (0, 1, 3) for misere in (False, True)]


def sizes(heaps: str) -> tuple[int, ...]:
    """The numbers in a text such as 3-4-5."""
    return tuple(map(int, heaps.split("-")))


@pytest.mark.parametrize("misere", [False, True])
def test_the_mover_wins_unless_the_xor_is_zero(misere: bool, is_compiled: bool) -> None:
    """Bouton 1901, for any number a turn; in misère play it is reversed where no heap has two objects."""
    found = plies(nim("3-4-5" if is_compiled else "2-2-3", take=0, misere=misere))
    for ply, value in zip(found, values(found), strict=True):
        for state, first_wins in zip(ply.states, value, strict=True):
            is_reversed = misere and max(state.heaps) <= 1
            is_won = (functools.reduce(operator.xor, state.heaps) != 0) != is_reversed
            assert (first_wins == 1.0) == (is_won == (state.player == 0))


def test_a_heap_of_a_multiple_of_four_is_lost() -> None:
    """Taking one to three, 15 is won, by leaving 12 only; 12 is lost."""
    found = plies(nim())
    assert values(found)[0].tolist() == [1.0]
    after = values(found)[1][found[0].children]
    assert after.tolist() == [0.0, 0.0, 1.0]


def test_only_winning_move_of_three_four_five() -> None:
    """From 3, 4 and 5, any number a turn, the one winning move takes two from the heap of three."""
    found = plies(nim("3-4-5", take=0))
    start = nim("3-4-5", take=0).initial()
    after = values(found)[1][found[0].children]
    winning = [start.action_name(action) for action, value in zip(start.legal_actions(), after, strict=True) if value]
    assert winning == ["a2"]


@pytest.mark.parametrize(
    ("heaps", "count"),
    [
        ("1-2-3", 182),
        pytest.param("3-4-5", 431128, marks=pytest.mark.compiled),
        pytest.param("1-3-5-7", 212100984, marks=pytest.mark.compiled),
    ],
)
def test_number_of_complete_games(heaps: str, count: int) -> None:
    """Any number a turn, the number of games is the right one."""
    assert num_games(plies(nim(heaps, take=0))) == count


@pytest.mark.compiled
def test_one_three_five_seven_is_lost() -> None:
    """The opening of Marienbad is lost for the first player, in normal and in misère play."""
    for misere in (False, True):
        assert values(plies(nim("1-3-5-7", 0, misere)))[0].tolist() == [0.0]


@pytest.mark.parametrize(("heaps", "take", "misere"), RULES)
def test_agrees_with_the_slow_twin(heaps: str, take: int, misere: bool, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a list of heaps, step by step."""
    assert_agrees(nim(heaps, take, misere), lambda: NimTwin(sizes(heaps), take, misere), budget(20, least=3))


@pytest.mark.parametrize(("heaps", "take", "misere"), [("3-4-5", 0, False), ("15", 3, True)])
def test_compiled_plays_as_interpreted(heaps: str, take: int, misere: bool) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = nim(heaps, take, misere)
    assert playthroughs(game, 20) == playthroughs(game, 20, binder=interpret)


@pytest.mark.parametrize("moves", ["", "a3 b2", "b4 c5"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every legal action of every heap is drawn equally often, and none of an empty heap."""
    assert_uniform(nim("3-4-5", take=0).initial().play_all(moves), budget(50_000))


def test_key_is_exact() -> None:
    """Different heaps or turns have different keys."""
    layer = {b"": nim("2-2-3", take=0).initial()}
    states: dict[bytes, int] = {}
    while layer:
        states |= {position.states().tobytes(): key_of(position) for position in layer.values()}
        layer = following(layer)
    assert len(set(states.values())) == len(states) > 36


def test_key_tells_apart_what_does_not_fit_into_64_bits() -> None:
    """Of fourteen heaps of thirty, those that two moves leave have different keys."""
    start = nim("-".join(["30"] * 14), take=0).initial()
    after = [start.play(start.legal_actions()[0]), *map(start.play, range(3, start.game.num_actions, 41))]
    states = following({position.states().tobytes(): position for position in after})
    assert len({key_of(position) for position in states.values()}) == len(states) > 1000


def test_key_ignores_the_order_of_moves() -> None:
    """The same heaps and turn give equal positions however they came."""
    start = nim("3-4-5").initial()
    assert start.play_all("a1 b2") == start.play_all("b2 a1") != start.play_all("b1 a2")


def test_actions_are_named_by_heap_and_number() -> None:
    """With one heap an action is the number it takes, with several after the heap's letter."""
    assert [nim().initial().action_name(action) for action in range(3)] == ["1", "2", "3"]
    assert nim("3-4-5").initial().play_all("b3 c1").history == (5, 6)


def test_a_limit_above_the_largest_heap_is_no_limit() -> None:
    """No numbers are wasted on actions that can never be legal."""
    assert nim("2-3", take=100).num_actions == nim("2-3", take=0).num_actions == 6


def test_longest_game() -> None:
    """The longest game takes one object at a time."""
    position = nim("2-3").initial().play_all("a1 a1 b1 b1 b1")
    assert position.is_terminal
    assert len(position.history) == position.game.max_length


def test_pickled_positions_come_back() -> None:
    """A position and its game survive pickling."""
    position = nim("3-4-5", take=0, misere=True).initial().play("c2")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_render() -> None:
    """Each heap is a line with its letter, if there are several, its number and its objects."""
    assert str(nim("2-3").initial().play("a1")) == "a       1 |\nb       3 |||"
    assert str(nim("4").initial()) == "       4 ||||"
    assert max(map(len, str(nim("1000-3").initial()).splitlines())) <= 80


def test_parameters_on_the_command_line() -> None:
    """The text that names a game gives that game."""
    assert load_game("nim:3-4-5") is nim("3-4-5")
    assert load_game("nim:heaps=1-3,take=0,misere=yes") is nim("1-3", 0, True)


@pytest.mark.parametrize("heaps", ["", "0", "3-", "3--4", "a", "-1", "3 4", "1.5", "1-0-1", "9999999", "1" + "-1" * 26])
def test_senseless_heaps_are_refused(heaps: str) -> None:
    """Heaps that are no numbers, empty, too large or too many are an error with the text in it."""
    with pytest.raises(UsageError, match=f"got heaps='{heaps}'"):
        nim(heaps)


def test_a_negative_limit_is_refused() -> None:
    """Taking fewer than none is an error with the number in it."""
    with pytest.raises(UsageError, match="got take=-1"):
        nim(take=-1)


def test_the_oracle_knows_bouton() -> None:
    """The slow solver that other tests use agrees with the theory for a limit: heaps count modulo take + 1."""
    for heaps in itertools.product(range(6), repeat=2):
        assert mover_wins(heaps, 3, False) == (heaps[0] % 4 != heaps[1] % 4)
