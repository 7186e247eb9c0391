"""Othello: published counts, the slow twin on each board, passes and the end, and what people see."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.reference.othello import OthelloTwin
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import Position
from monteverde.games.othello import othello

PASS_ON_4X4 = "b1 c1 d3 a1"  # then Black has no placement, White has
SHORTEST_WIN = "e6 f4 e3 f6 g5 d6 e7 f5 c5"  # Black turns every white disc (the nine-move game of the handbooks)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_agrees_with_the_slow_twin(size: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a board walked cell by cell, step by step."""
    assert_agrees(othello(size), lambda: OthelloTwin(size), budget(20, least=5))


@pytest.mark.parametrize("size", [4, 6, 8])
def test_compiled_plays_as_interpreted(size: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = othello(size)
    assert playthroughs(game, 10) == playthroughs(game, 10, binder=interpret)


@pytest.mark.parametrize("moves", ["", "d3", "d3 c3 c4 c5 b4 d2"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every placement is drawn equally often, and nothing else."""
    assert_uniform(othello().initial().play_all(moves), budget(100_000))


def test_without_a_placement_the_only_move_is_a_pass() -> None:
    """A player who can turn nothing passes, the other goes on, and the pass is drawn in playouts."""
    position = othello(4).initial().play_all(PASS_ON_4X4)
    assert [position.action_name(action) for action in position.legal_actions()] == ["pass"]
    assert_uniform(position, 10)
    after = position.play("pass")
    assert not after.is_terminal
    assert after.to_move == 1 - position.to_move


def test_a_pass_is_illegal_while_something_can_be_placed() -> None:
    """The pass is not among the first moves."""
    assert 64 not in othello().initial().legal_actions()


def test_the_game_ends_when_both_must_pass() -> None:
    """White without discs passes, Black can place nothing either: the game is over, the rest of the board empty."""
    position = othello().initial().play_all(SHORTEST_WIN)
    assert not position.is_terminal
    assert position.legal_actions() == [64]
    position = position.play("pass")
    assert position.is_terminal
    assert position.rewards.tolist() == [1.0, 0.0]
    assert str(position).endswith("● 13   ○ 0\nlast move: pass")


def test_equal_discs_are_a_draw() -> None:
    """As many discs on both sides give one half to each."""
    game = othello(4)
    states = game.initial().states()
    assert Position(game, states).rewards.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_key_tells_apart_what_differs(size: int) -> None:
    """After five moves there are as many keys as different states, and fewer than move sequences."""
    layer = {b"": othello(size).initial()}
    for _ in range(5):
        layer = following(layer)
    assert len({key_of(position) for position in layer.values()}) == len(layer) < {4: 424, 6: 1364, 8: 1396}[size]


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize(("field", "value"), [("player", 1), ("is_over", True)])
def test_key_includes_the_turn_and_the_end(size: int, field: str, value: int) -> None:
    """The same discs with the other player to move, or after the last pass, are another state."""
    game = othello(size)
    states = game.initial().states()
    states[0][field] = value
    assert key_of(Position(game, states)) != key_of(game.initial())


def test_render() -> None:
    """The board is drawn with its coordinates on the edges, row 1 on top, and the discs are counted."""
    assert str(othello(4).initial().play("b1")) == "  a b c d\n1 .(●). .\n2 . ● ● .\n3 . ● ○ .\n4 . . . .\n● 4   ○ 1"


def test_first_moves_have_the_names_that_players_use() -> None:
    """Black, who begins, may play d3, c4, f5 or e6."""
    position = othello().initial()
    assert [position.action_name(action) for action in position.legal_actions()] == ["d3", "c4", "f5", "e6"]
    assert position.game.player_name(position.to_move) == "black"


@pytest.mark.parametrize("size", [2, 5, 7, 10])
def test_other_sizes_are_refused(size: int) -> None:
    """A size that is not 4, 6 or 8 is an error that names these."""
    with pytest.raises(UsageError, match=f"4, 6, 8, got {size}"):
        othello(size)
