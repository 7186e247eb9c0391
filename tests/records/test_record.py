"""A record as a value: its moves, its positions, and records cut short."""

from __future__ import annotations

import pytest

import monteverde as mv

GAME = mv.load_game("tic_tac_toe")
RECORD = mv.Record(GAME, (4, 0, 8), ("uct", "human"), "draw", "2026-11-30", {0: "begin", 2: "corner"}, 7)


def test_moves_have_their_names() -> None:
    """As people type them."""
    assert RECORD.moves == ("b2", "a1", "c3")


def test_any_position_of_it_can_be_had() -> None:
    """By the number of moves that lead there; the last one without a number."""
    played = GAME.initial().play("b2").play("a1")
    assert RECORD.position(2) == played
    assert RECORD.position() == played.play("c3")
    assert list(RECORD.positions()) == [RECORD.position(ply) for ply in range(4)]


@pytest.mark.parametrize("ply", [-1, 4])
def test_there_are_no_more_positions_than_that(ply: int) -> None:
    """The sentence says how many moves there are."""
    with pytest.raises(mv.UsageError, match=f"no move {ply}: the record has 3 moves"):
        RECORD.position(ply)


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ((4, 4), "move 2: b2 is not legal for O"),
        ((4, 99), "move 2: action 99 is not legal for O"),
        ((0, 3, 1, 4, 2, 5), "move 6: c2 comes after the end of the game"),
    ],
)
def test_an_illegal_move_is_named(actions: tuple[int, ...], sentence: str) -> None:
    """With its number, and who would have made it."""
    with pytest.raises(mv.IllegalActionError, match=sentence):
        mv.Record(GAME, actions).position()


def test_a_record_can_be_cut_short() -> None:
    """What came after goes: moves, comments, the result."""
    cut = RECORD.until(1)
    assert (cut.actions, cut.comments, cut.result) == ((4,), {0: "begin"}, "")
    assert (cut.players, cut.date, cut.seed) == (RECORD.players, RECORD.date, RECORD.seed)
    assert RECORD.until(3) == RECORD


def test_it_can_begin_from_a_board_that_was_set_up() -> None:
    """With stones, and with whoever is to move."""
    record = mv.Record(mv.load_game("go:5"), (12,), stones=((0, 0), (1, 1)), to_move=1)
    assert record.start().to_move == 1
    colours = record.start().state["colour"]
    assert [int(colours[vertex]) for vertex in (7, 8)] == [1, 2]
    assert record.moves == ("C3",)
