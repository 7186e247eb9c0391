"""Rolit: a published opening, the slow twin for every number of players, the key, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from tests.reference.playthrough import assert_agrees, assert_uniform, key_of, playthroughs
from tests.reference.rolit import RolitTwin

from monteverde.compile import is_jit_enabled
from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import Position, load_game
from monteverde.game.perft import perft
from monteverde.games.rolit import rolit

BOARDS = [(players, size) for players in (2, 3, 4) for size in (4, 6, 8)]


def names(position: Position) -> list[str]:
    """What people call the legal actions."""
    return [position.action_name(action) for action in position.legal_actions()]


def test_opening_with_four_players() -> None:
    """From a description of the rules with an example (The Grey Labyrinth, 2011): Red's three moves, Yellow's 14."""
    start = rolit(players=4).initial()
    assert names(start) == ["f4", "d6", "f6"]
    assert len(start.play("f4").legal_actions()) == 14


def count_slowly(twin_moves: list[int], players: int, size: int, depth: int) -> int:
    """Count move sequences with the twin alone."""
    twin = RolitTwin(players, size)
    for move in twin_moves:
        twin.play(move)
    if depth == 0 or twin.is_terminal():
        return int(depth == 0)
    return sum(count_slowly([*twin_moves, move], players, size, depth - 1) for move in twin.legal_actions())


@pytest.mark.parametrize(("players", "size"), BOARDS)
def test_perft_is_that_of_the_slow_twin(players: int, size: int) -> None:
    """The number of move sequences of three plies is what the twin counts."""
    depth = 3 if is_jit_enabled() else 2
    assert perft(rolit(players, size).initial(), depth) == count_slowly([], players, size, depth)


@pytest.mark.parametrize(("players", "size"), BOARDS)
def test_agrees_with_the_slow_twin(players: int, size: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of walks along all lines, step by step."""
    assert_agrees(rolit(players, size), lambda: RolitTwin(players, size), budget(8))


@pytest.mark.parametrize(("players", "size"), [(3, 8), (4, 6), (2, 4)])
def test_compiled_plays_as_interpreted(players: int, size: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = rolit(players, size)
    assert playthroughs(game, 2) == playthroughs(game, 2, binder=interpret)


@pytest.mark.parametrize("moves", ["", "f4 c3 c5", "d6"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every legal square is drawn equally often, whether balls must be enclosed or none can be."""
    assert_uniform(rolit().initial().play_all(moves), budget(50_000))


def test_balls_of_nobody_are_in_play() -> None:
    """With two players the yellow and the blue ball of the centre belong to no player, and can be enclosed."""
    position = rolit(players=2, size=4).initial()
    assert names(position) == ["d2", "b4", "d4"]
    board = "  a b c d\n1 . . . .\n2 . R Y .\n3 . R G .\n4 .(R). .\n"
    assert str(position.play("b4")) == board + "Red 3   Yellow 1   Green 1   Blue 0"


def test_the_lead_is_shared() -> None:
    """Some games are won alone and some are not: those who have most balls get equal parts of one."""
    played = playthroughs(rolit(players=2, size=4), 100)
    assert {tuple(rewards) for _, rewards, _ in played} == {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}


def test_every_game_fills_the_board() -> None:
    """Nobody passes, so all games have the same length."""
    for players in (2, 3, 4):
        game = rolit(players, size=4)
        assert all(len(actions) == 12 == game.max_length for actions, _, _ in playthroughs(game, 5))


def test_key_tells_positions_apart() -> None:
    """Among the positions of the first plies no two have the same key."""
    layer, states = [rolit(size=6).initial()], {}
    for _ in range(3 if is_jit_enabled() else 2):
        layer = [position.play(action) for position in layer for action in position.legal_actions()]
        states |= {position.states().tobytes(): key_of(position) for position in layer}
    assert len(set(states.values())) == len(states)
    assert len(states) > 10


def test_pickled_positions_come_back() -> None:
    """A position and its game survive pickling."""
    position = rolit(players=4, size=6).initial().play("e3")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_render() -> None:
    """Balls are the first letters of their colours, with columns above and rows at the left, and are counted."""
    board = "  a b c d\n1 . . . .\n2 . R R(R)\n3 . B G .\n4 . . . .\n"
    assert str(rolit(size=4).initial().play("d2")) == board + "Red 3   Yellow 0   Green 1   Blue 1"


def test_players_are_named_by_colour() -> None:
    """Red begins, then Yellow, Green and, with four players, Blue."""
    assert load_game("rolit").player_names == ("Red", "Yellow", "Green")
    assert load_game("rolit:4").player_names == ("Red", "Yellow", "Green", "Blue")


@pytest.mark.parametrize(("players", "size"), [(1, 8), (5, 8), (3, 5), (3, 2), (3, 10)])
def test_what_is_no_game_is_refused(players: int, size: int) -> None:
    """Too few or too many players, and boards without a centre of four squares, are errors with both numbers."""
    with pytest.raises(UsageError, match=f"players={players}, size={size}"):
        rolit(players, size)
