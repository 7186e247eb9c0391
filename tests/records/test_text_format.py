"""The plain text: what is written, what is read, and what is said of text that is no record."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import monteverde as mv
from monteverde.errors import RecordError
from monteverde.game.game import Game
from monteverde.records.naming import Given
from monteverde.records.text_format import compose, parse

TIC_TAC_TOE = mv.load_game("tic_tac_toe")
WRITTEN = """\
game: tic_tac_toe
player 1: uct:c=1.0
player 2: human
date: 2026-11-30
result: X wins
seed: 7

# A game
#
# in two parts.
1. b2 2. a1 3. c3
# The corner.
4. c1
"""
RECORD = mv.Record(
    TIC_TAC_TOE,
    (4, 0, 8, 2),
    ("uct:c=1.0", "human"),
    "X wins",
    "2026-11-30",
    {0: "A game\n\nin two parts.", 3: "The corner."},
    7,
)


def test_a_record_is_written_as_people_would() -> None:
    """A head, numbered moves, comments where they belong."""
    assert compose(RECORD).decode() == WRITTEN
    assert parse(WRITTEN.encode(), None) == RECORD


def test_lines_break_at_80_columns_between_moves() -> None:
    """A number stands beside its move."""
    game = mv.load_game("chain")
    lines = compose(mv.Record(game, (0, 1) * 40)).decode().splitlines()[2:]
    assert max(map(len, lines)) <= 80
    assert all(line.startswith(tuple("123456789")) for line in lines)
    assert len(lines[0]) > 66


def test_what_people_write_by_hand_is_read() -> None:
    """Spaces, empty lines, keys of their own, capitals, lines broken anywhere, the ends of lines of Windows."""
    text = "\ufeffGAME :  tic_tac_toe \r\nevent: club: evening\r\n\r\n# hello\r\n\r\n1. B2 2.\r\n a1\r\n\r\n 3. C3 "
    record = parse(text.encode(), None)
    assert (record.moves, record.comments) == (("b2", "a1", "c3"), {0: "hello"})


def test_names_may_have_spaces_in_them() -> None:
    """The numbers tell where a move ends."""
    game = mv.load_game("taxi")
    first = game.initial().legal_actions()[3]
    assert parse(f"game: taxi\n1. start\n{first - 6} 2. north".encode(), None).moves == (f"start {first - 6}", "north")


class Oddly(Game):
    """Ten moves whose names tell nothing, or the wrong thing."""

    state = [("ply", int)]
    num_players, num_actions, max_length = 1, 8, 20

    def start(state):
        state.ply = 0

    def to_move(state):
        return 0

    def legal_actions(state, out):
        for i in range(8):
            out[i] = i
        return 8

    def play(state, action):
        state.ply += 1

    def is_terminal(state):
        return state.ply == 20

    def rewards(state, out):
        out[0] = 1.0

    def action_name(action):
        return ["same", "Same", "3.", "#4", "a  b", "", "x # y", "plain"][action]


def test_a_move_without_a_name_of_its_own_has_its_number() -> None:
    """Whatever would be read as something else."""
    record = mv.Record(Oddly(), (0, 1, 2, 3, 4, 5, 6, 7))
    text = compose(record)
    assert text.decode().splitlines()[2] == "1. #0 2. #1 3. #2 4. #3 5. #4 6. #5 7. #6 8. plain"
    assert parse(text, Given.of(Oddly())) == record


def test_a_board_that_was_set_up_is_written() -> None:
    """Stones by player, and whose turn it is."""
    record = mv.Record(mv.load_game("go:5"), (12,), stones=((0, 0), (1, 1), (5, 0)), to_move=1)
    text = compose(record)
    assert b"\nstones 1: A5 A4\nstones 2: B5\nto move: 2\n\n1. C3\n" in text
    assert parse(text, None) == record


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "line 1: 'hello' is no 'key: value', and no move; moves begin with '1.'"),
        ("\0" * 60, r"line 1: '(\\x00){40}\.\.\.' is no"),
        ("date: 2026", "it says of no game that it is a record of it"),
        ("game: nim\ngame: nim", "line 2: 'game' is given twice"),
        ("game: ches", "unknown game 'ches'"),
        ("game: go:size=999999999999", "go needs a size of 1 to 19"),
        ("game: go:colour=red", "unknown parameter of go 'colour'"),
        ("game: random_tree:branching=2000000000", "has 2000000000 actions, more than a record can be read of"),
        ("game: evil.py:Game", "a record of evil.py:Game, a game in a file, and no record makes a file run"),
        ("game: tic_tac_toe\n\n1. b2\n2. b2", "line 4, move 2: b2 is not legal for O"),
        ("game: tic_tac_toe\n1. z9", "line 2, move 1: 'z9' is not legal for X here; legal: a1, "),
        ("game: tic_tac_toe\n1. #9", "line 2, move 1: action 9 is not legal for X"),
        ("game: tic_tac_toe\n1. #99999999999", "line 2, move 1: '#99999999999' is not legal"),
        ("game: tic_tac_toe\n1. 2. b2", "line 2, move 1: '' is not legal"),
        ("game: tic_tac_toe\n1. a1 2. b1 3. a2 4. b2 5. a3 6. b3", "move 6: b3 comes after the end"),
        ("game: chain:length=5\n" + " ".join(f"{n}. forward" for n in range(1, 500)), "move 201: no game of chain"),
        ("game: nim\nseed: -1", "the seed '-1' is not a whole number"),
        ("game: nim\nto move: 3", "'to move: 3' is no player; give 1 to 2"),
        ("game: nim\nto move: x", "'to move: x' is no player"),
        ("game: nim\nto move: 2", "the board of nim cannot be set up"),
        ("game: go:5\nstones 1: z9", "there is no cell 'z9' to set a stone on in go:size=5"),
        ("game: go:5\nstones 1: pass", "there is no cell 'pass'"),
        ("game: go:5\nstones 1: A1\nstones 2: A1", "a cell is set up with two stones"),
    ],
)
def test_what_is_no_record_is_said_with_its_place(text: str, sentence: str) -> None:
    """One sentence: where, what, what is expected."""
    with pytest.raises(mv.UsageError, match=sentence):
        parse(text.encode(), None)


def test_what_is_no_text_is_said_with_its_line() -> None:
    """Bytes that are no UTF-8."""
    with pytest.raises(RecordError, match="line 2: it is no UTF-8 text"):
        parse(b"game: nim\n\xff\xfe", None)


PIECES = st.sampled_from("game: nim|1.|2.|3.|#|# a|#1|a1|b2|1|take|player 1: x|stones 1: a1|to move: 2".split("|"))


@settings(max_examples=300)
@given(st.one_of(st.binary(), st.text().map(str.encode), st.lists(st.tuples(PIECES, st.sampled_from(" \n")))))
def test_any_bytes_are_a_record_or_one_sentence(data: bytes | list[tuple[str, str]]) -> None:
    """Whatever comes, nothing but a record or a UsageError comes of it."""
    if isinstance(data, list):
        data = b"game: hex:3\n" + "".join(map("".join, data)).encode()
    try:
        record = parse(data, None)
    except mv.UsageError:
        return
    assert parse(compose(record), None).actions == record.actions


@given(st.text(), st.text(), st.text())
def test_any_words_survive(name: str, result: str, comment: str) -> None:
    """Up to spaces and the ends of lines."""
    record = replace(RECORD, players=(f"x {name}", "y"), result=result, comments={2: f"x{comment}"})
    read = parse(compose(record), None)
    assert [text.split() for text in (*read.players, read.result)] == [
        text.split() for text in (*record.players, record.result)
    ]
    assert read.comments[2].split() == record.comments[2].split()
    assert read.actions == record.actions
