"""Amazons: known counts, the slow twin on each board, who can go where, and what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from tests.reference.amazons import AmazonsTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import IllegalActionError, UsageError
from monteverde.game import Position, load_game
from monteverde.games.amazons import amazons


def after(moves: str, size: int = 10) -> Position:
    """The position after `moves`."""
    return amazons(size).initial().play_all(moves)


def names(position: Position) -> list[str]:
    """What people call the legal actions."""
    return [position.action_name(action) for action in position.legal_actions()]


@pytest.mark.parametrize("size", [6, 7, 8, 10, 12])
def test_agrees_with_the_slow_twin(size: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of queens that walk square by square."""
    assert_agrees(amazons(size), lambda: AmazonsTwin(size), budget(5 if size < 8 else 2))


@pytest.mark.parametrize("size", [6, 10])
def test_compiled_plays_as_interpreted(size: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    assert playthroughs(amazons(size), 3) == playthroughs(amazons(size), 3, binder=interpret)


@pytest.mark.parametrize("plies", [0, 1, 30, 41])
def test_sample_action_is_uniform(plies: int, budget: Callable[..., int]) -> None:
    """Every move of every amazon, or every shot of the one that moved, is drawn equally often."""
    position = amazons().initial()
    for action in playthroughs(amazons(), 1)[0][0][:plies]:
        position = position.play(action)
    assert_uniform(position, budget(50_000))


def test_the_first_position_is_the_official_one() -> None:
    """White's amazons begin on a4, d1, g1 and j4, Black's on a7, d10, g10 and j7."""
    origins = {name.split("-")[0] for name in names(amazons().initial())}
    assert origins == {"a4", "d1", "g1", "j4"}
    assert {name.split("-")[0] for name in names(after("d1-d7 d2"))} == {"a7", "d10", "g10", "j7"}


def test_the_amazon_that_moved_shoots() -> None:
    """The same player goes on; the shot goes from where the amazon is now, also back to where it was."""
    position = after("d1-d7")
    assert position.to_move == 0
    assert {"d1", "g7", "a10"} <= set(names(position))
    assert not {"d10", "h7-h8", "d7", "j7"} & set(names(position))
    assert position.play("d1").to_move == 1


def test_neither_amazons_nor_arrows_can_be_passed() -> None:
    """White's amazon on g1 cannot go through the arrow on g5, nor onto it."""
    position = after("d1-d5 g5 a7-b7 a7")
    assert "g1-g4" in names(position)
    for name in ("g1-g5", "g1-g6", "d5-g5", "d5-h5"):
        with pytest.raises(IllegalActionError):
            position.play(name)


def test_who_cannot_move_loses(budget: Callable[..., int]) -> None:
    """At the end of random games the player to move has lost, and all four amazons are shut in."""
    for actions, rewards, _ in playthroughs(amazons(6), budget(20, least=3)):
        twin = AmazonsTwin(6)
        for action in actions:
            twin.play(action)
        own = [square for square, piece in twin.pieces.items() if piece == twin.to_move]
        assert [twin.targets(square) for square in own] == [[], [], [], []]
        assert rewards[twin.to_move] == 0.0


def test_key_ignores_the_order_of_turns() -> None:
    """Amazons and arrows in the same places are the same position, to be played on in the same ways and order."""
    one, other = after("d1-d9 c9 a7-b7 a7 g1-g8 h8"), after("g1-g8 h8 a7-b7 a7 d1-d9 c9")
    assert one == other
    assert one.legal_actions() == other.legal_actions()
    assert one != after("d1-d9 c9 a7-b7 a7 g1-g8 h7")


def test_key_tells_apart_what_differs() -> None:
    """Among all positions after a turn and a move on 6x6, no two have the same key."""
    layer = {b"": amazons(6).initial()}
    for _ in range(2):
        layer = following(layer)
    assert len({key_of(position) for position in layer.values()}) == len(layer) > 500


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = load_game("amazons:8").initial().play("c1-c4")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game is position.game


def test_render() -> None:
    """The amazon that must shoot is in brackets, then the arrow; row 1 is White's side."""
    rows = ["6 . B . . B .", "5 B . . . . B", "4 . . . . . .", "3 . . . . . .", "2 W . . . . W", "1 . W . . W ."]
    assert str(amazons(6).initial()).splitlines() == [*rows, "  a b c d e f"]
    position = after("b1-b3", 6)
    assert str(position).splitlines()[3] == "3 .(W). . . ."
    assert str(position.play("f3")).splitlines()[3] == "3 . W . . .(x)"


@pytest.mark.parametrize("size", [5, 13, 0])
def test_sizes_that_do_not_fit_are_refused(size: int) -> None:
    """A board without room for eight amazons, or with lines that are too long, is an error with the size."""
    with pytest.raises(UsageError, match=f"size of 6 to 12, got size={size}"):
        amazons(size)
