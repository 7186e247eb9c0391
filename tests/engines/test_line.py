"""The moves to a position: the whole game, each replayed once, and forks."""

from __future__ import annotations

import pytest

from monteverde.engines.line import Line
from monteverde.errors import UnsuitableError
from monteverde.game import Position, load_game

TIC_TAC_TOE = load_game("tic_tac_toe")


def names(line: Line, position: Position) -> list[tuple[int, str]]:
    """Return who moved, and how that is called."""
    return [(move.player, move.name) for move in line.moves_to(position)]


def test_the_moves_of_a_game() -> None:
    """With whose they were; as the game goes on, and when it goes back and on elsewhere."""
    line, start = Line(TIC_TAC_TOE), TIC_TAC_TOE.initial()
    assert names(line, start) == []
    assert names(line, start.play_all("a1 b2")) == [(0, "a1"), (1, "b2")]
    assert names(line, start.play_all("a1 b2 c3")) == [(0, "a1"), (1, "b2"), (0, "c3")]
    assert names(line, start.play_all("a1 c1 b2")) == [(0, "a1"), (1, "c1"), (0, "b2")]
    assert names(line, start) == []


def test_forced_moves_are_marked() -> None:
    """A pass that is the only legal move, at Othello."""
    game = load_game("othello:4")
    position, was_forced = game.initial(), []
    while not position.is_terminal:
        legal = position.legal_actions()
        was_forced.append(len(legal) == 1)
        position = position.play(legal[0])
    assert [move.is_forced for move in Line(game).moves_to(position)] == was_forced
    assert True in was_forced


def test_positions_from_nowhere_are_refused() -> None:
    """A state that was put there by hand: nobody could be told how it came about."""
    moved = TIC_TAC_TOE.initial().play_all("a1 b2")
    for history in ((), (0,), (0, 0)):
        with pytest.raises(UnsuitableError, match="only be shown positions of tic_tac_toe that are reached from"):
            Line(TIC_TAC_TOE).moves_to(Position(TIC_TAC_TOE, moved.states(), history))
