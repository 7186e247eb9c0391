"""Dots and boxes: solved boards, every order of lines, the slow twin for every number of players, what people see."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from tests.reference.dots_and_boxes import DotsAndBoxesTwin
from tests.reference.exhaustive import plies, values
from tests.reference.playthrough import assert_agrees, assert_uniform, following, key_of, playthroughs

from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game import Position, load_game
from monteverde.games.dots_and_boxes import dots_and_boxes

BOARDS = [(5, 5, 2), (1, 1, 2), (2, 3, 3), (1, 20, 4), (4, 4, 5), (3, 3, 6)]
CHAIN = "a1-b1 a2-b2 b1-c1 b2-c2 c1-c2"  # two boxes in a row, open at the left


def after(moves: str, rows: int = 2, columns: int = 3, players: int = 2) -> Position:
    """The position after `moves` on a small board."""
    return dots_and_boxes(rows, columns, players).initial().play_all(moves)


def test_solved_boards() -> None:
    """The first player wins 2x2 boxes with best play, as published; the second gets a single box, whatever is drawn."""
    assert values(plies(dots_and_boxes(2, 2)))[0].tolist() == [1.0]
    assert all(rewards == [0.0, 1.0] for _, rewards, _ in playthroughs(dots_and_boxes(1, 1), 5, binder=interpret))


@pytest.mark.parametrize(("rows", "columns", "players"), BOARDS)
def test_agrees_with_the_slow_twin(rows: int, columns: int, players: int, budget: Callable[..., int]) -> None:
    """Whose turn, legal actions, the end and the rewards are those of a set of pairs of dots, step by step."""
    board = (rows, columns, players)
    assert_agrees(dots_and_boxes(*board), lambda: DotsAndBoxesTwin(*board), budget(10, least=2))


@pytest.mark.parametrize(("rows", "columns", "players"), [(5, 5, 2), (3, 3, 6)])
def test_compiled_plays_as_interpreted(rows: int, columns: int, players: int) -> None:
    """The same seed gives the same games, rewards and last states, compiled and as plain Python."""
    game = dots_and_boxes(rows, columns, players)
    assert playthroughs(game, 5) == playthroughs(game, 5, binder=interpret)


@pytest.mark.parametrize("moves", ["", "a1-b1 c3-d3 f5-f6"])
def test_sample_action_is_uniform(moves: str, budget: Callable[..., int]) -> None:
    """Every line that is not drawn is drawn equally often."""
    assert_uniform(dots_and_boxes().initial().play_all(moves), budget(50_000))


def test_who_closes_a_box_draws_again() -> None:
    """The turn stays with who draws a fourth side and passes after any other line."""
    position = after(CHAIN)
    assert position.to_move == 1
    position = position.play("b1-b2")
    assert position.to_move == 1
    assert str(position).endswith("Alice 0   Bob 1")
    assert position.play("a3-b3").to_move == 0


def test_one_line_may_close_two_boxes() -> None:
    """The line between them is the fourth side of both."""
    position = after(f"{CHAIN} a1-a2 b1-b2")
    assert str(position).endswith("Alice 2   Bob 0")
    assert position.to_move == 0


def test_those_who_share_the_lead_share_the_win() -> None:
    """With three players and two boxes some games are won alone and some shared by two."""
    ends = {tuple(sorted(rewards)) for _, rewards, _ in playthroughs(dots_and_boxes(1, 2, 3), 50)}
    assert ends == {(0.0, 0.0, 1.0), (0.0, 0.5, 0.5)}


def test_key_tells_apart_lines_scores_and_turns() -> None:
    """There are as many keys as different lines, numbers of boxes and turns, whoever owns which box."""
    layer, keys = {b"": dots_and_boxes(1, 2, 3).initial()}, {}
    while layer:
        for position in layer.values():
            scores = tuple(int(boxes).bit_count() for boxes in position.state.boxes)
            keys.setdefault((int(position.state.free), scores, int(position.state.player)), set()).add(key_of(position))
        layer = following(layer)
    assert all(len(same) == 1 for same in keys.values())
    assert len(set.union(*keys.values())) == len(keys) > 128


def test_pickled_positions_come_back() -> None:
    """A position, its game and its history survive pickling."""
    position = after("a1-b1 b2-b3", players=4)
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.history == position.history


def test_render() -> None:
    """Dots, the lines between them, and who owns which box."""
    assert str(after(f"{CHAIN} a1-a2 d2-d3 b1-b2")).splitlines() == [
        "  a   b   c   d",
        "1 +---+---+   +",
        "  | B(|)B |",
        "2 +---+---+   +",
        "              |",
        "3 +   +   +   +",
        "Alice 0   Bob 2",
    ]


def test_parameters_on_the_command_line() -> None:
    """The text that names a board gives that board, with as many names as players."""
    game = load_game("dots_and_boxes:rows=3,columns=3,players=6")
    assert game is dots_and_boxes(3, 3, 6)
    assert len(set(game.player_names)) == 6


@pytest.mark.parametrize(("rows", "columns", "players"), [(0, 3, 2), (3, 0, 2), (5, 6, 2), (3, 3, 1), (3, 3, 7)])
def test_what_is_no_game_is_refused(rows: int, columns: int, players: int) -> None:
    """No boxes, more than 64 lines, or too few or many players, is an error with all three numbers."""
    with pytest.raises(UsageError, match=f"rows={rows}, columns={columns}, players={players}"):
        dots_and_boxes(rows, columns, players)
