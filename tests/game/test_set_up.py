"""Boards that are set up: the position is the one that play leads to, and what is no position is refused."""

from __future__ import annotations

import random

import pytest

import monteverde as mv


def random_position(name: str, seed: int, plies: int) -> mv.Position:
    """Return a position after some random moves, none of them a swap, before the end of the game."""
    draw, position = random.Random(seed), mv.load_game(name).initial()
    cells = position.game.board[0] * position.game.board[1]
    for _ in range(plies):
        following = position.play(
            draw.choice([a for a in position.legal_actions() if a < cells] or position.legal_actions())
        )
        if following.is_terminal:
            break
        position = following
    return position


def stones_of(position: mv.Position) -> list[tuple[int, int]]:
    """Return what stands where, read off the moves of a game in which nothing is taken or turned."""
    return [(cell, ply % 2) for ply, cell in enumerate(position.history)]


@pytest.mark.parametrize("name", ["hex:5", "gomoku:size=6,row=4", "atari_go:5", "nogo:5"])
def test_a_board_set_up_is_the_board_that_was_played(name: str) -> None:
    """In games without captures: the same key and moves, and the same positions from there on."""
    for seed in range(5):
        played = random_position(name, seed, 3 * seed)
        stones = stones_of(played)
        random.Random(seed).shuffle(stones)
        position = played.game.position(stones, played.to_move)
        assert position == played
        assert position.legal_actions() == played.legal_actions()
        for action in played.legal_actions():
            assert position.play(action) == played.play(action)
            assert position.play(action).is_terminal == played.play(action).is_terminal


def test_a_board_of_go_set_up_is_the_board_that_was_played() -> None:
    """Stones, chains and liberties, after captures too; the past is forgotten."""
    for seed in range(6):
        played = random_position("go:size=5,ko=simple", seed, 20)
        colours = played.state["colour"].reshape(-1)[: 6 * 6].reshape(6, 6)[1:, 1:].ravel()
        stones = [(cell, int(colour) - 1) for cell, colour in enumerate(colours) if colour]
        position = played.game.position(stones, played.to_move)
        drawn, expected = str(position).splitlines()[:7], str(played).splitlines()[:7]
        assert [line.replace("(", " ").replace(")", " ") for line in expected] == drawn
        assert position.state["stones"] == played.state["stones"]
        if played.state["ko"] == 0:
            assert position.legal_actions() == played.legal_actions()


def test_superko_begins_with_the_board_that_was_set_up() -> None:
    """It may not come again, and the empty board was never there."""
    game = mv.load_game("go:size=3,ko=psk")
    position = game.position([(0, 1), (1, 0), (4, 1), (6, 1)], 0)
    assert int(position.state["num_past"]) == 1
    taken = position.play("A2")
    assert int(taken.state["captures"][0]) == 1
    assert "A3" not in [taken.action_name(action) for action in taken.legal_actions()]


def test_discs_of_othello_are_set_up() -> None:
    """Any position that play leads to, those in which somebody must pass too."""
    for seed in range(10):
        played = random_position("othello:4", seed, seed + 2)
        state = played.state
        sides = (int(state["mover"]), int(state["other"]))
        discs = sides if state["player"] == 0 else sides[::-1]
        stones = [(cell, owner) for owner in range(2) for cell in range(16) if discs[owner] >> cell & 1]
        assert played.game.position(stones, played.to_move) == played


def test_whoever_cannot_move_has_lost_at_once() -> None:
    """In atari go and NoGo a board can be set up on which the game is over."""
    full = [(cell, 0) for cell in range(3)]
    position = mv.load_game("nogo:2").position(full, 1)
    assert position.is_terminal
    assert list(position.rewards) == [1.0, 0.0]
    suicide_only = mv.load_game("atari_go:2").position([(0, 0), (3, 0)], 1)
    assert suicide_only.is_terminal
    assert list(suicide_only.rewards) == [1.0, 0.0]


def test_a_row_that_was_set_up_has_won() -> None:
    """Connected edges of Hex, five in a row of Gomoku."""
    assert mv.load_game("hex:2").position([(0, 0), (2, 0)], 1).is_terminal
    assert mv.load_game("gomoku:size=3,row=3").position([(0, 1), (1, 1), (2, 1)], 0).is_terminal


def test_whose_turn_it_is_tells_positions_of_gomoku_apart() -> None:
    """Where the number of stones does not say it."""
    game = mv.load_game("gomoku:5")
    assert game.position([(0, 0)], 0) != game.position([(0, 0)], 1) == game.initial().play(0)


def test_nothing_set_up_is_the_beginning() -> None:
    """In any game; then it is nobody's turn but who begins."""
    assert mv.load_game("nim").position() == mv.load_game("nim").initial()
    assert mv.load_game("go:5").position(to_move=1).to_move == 1


@pytest.mark.parametrize(
    ("name", "stones", "to_move", "sentence"),
    [
        ("nim", [(0, 0)], None, "the board of nim cannot be set up"),
        ("nim", [], 1, "the board of nim cannot be set up"),
        ("go:5", [(25, 0)], None, "a stone of player 0 on cell 25 cannot be in go; it has cells 0 to 24"),
        ("go:5", [(0, 2)], None, "a stone of player 2 on cell 0 cannot be"),
        ("go:5", [], 2, "player 2 cannot be to move in go; its players are 0 to 1"),
        ("go:5", [(0, 0), (0, 1)], None, "a cell is set up with two stones"),
        ("go:2", [(0, 0), (1, 1), (2, 1)], None, "the stone at A2 has no liberty"),
        ("nogo:2", [(0, 0), (1, 1), (2, 1)], None, "the stone at A2 has no liberty"),
    ],
)
def test_what_is_no_position_is_refused(
    name: str, stones: list[tuple[int, int]], to_move: int | None, sentence: str
) -> None:
    """One sentence says why."""
    with pytest.raises(mv.UsageError, match=sentence):
        mv.load_game(name).position(stones, to_move)


def test_the_hook_is_looked_at() -> None:
    """One of another shape is a broken promise."""

    class Odd(type(mv.load_game("tic_tac_toe"))):  # type: ignore[misc]
        """Tic-tac-toe with a hook that takes too little."""

        def set_up(state):
            pass

    with pytest.raises(mv.GameError, match=r"set_up: it takes \(state\), but is called with 3 arguments"):
        Odd().initial()
