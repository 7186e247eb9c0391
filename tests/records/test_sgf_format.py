"""SGF: what other programs write is read, what is written they can read, and what is wrong is said with its place."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill.sgf import Sgf_game
from tests.records.random_games import random_line

import monteverde as mv
from monteverde.errors import MissingExtraError, RecordError
from monteverde.records.naming import Given
from monteverde.records.record import Record
from monteverde.records.sgf_format import compose, parse


def read(text: str, given: str | None = None) -> Record:
    """Return the record in some SGF."""
    return parse(text.encode(), Given.of(given))


def test_another_reader_finds_the_same_moves() -> None:
    """What is written, move by move, as sgfmill understands Go."""
    line = random_line(mv.load_game("go:size=9,komi=6.5"), 3, 60)
    record = mv.Record(line[0].game, line[-1].history, ("black\\]", "white"), "B+0.5", "2026-11-30", {1: "a]b\\"}, 5)
    game = Sgf_game.from_bytes(compose(record))
    assert (game.get_size(), game.get_komi(), game.get_charset()) == (9, 6.5, "UTF-8")
    assert (game.get_player_name("b"), game.get_player_name("w"), game.get_winner()) == ("black\\]", "white", "b")
    nodes = game.get_main_sequence()
    assert nodes[1].get("C") == "a]b\\"
    moves = [node.get_move() for node in nodes[1:]]
    assert [colour for colour, _ in moves] == ["b", "w"] * (len(moves) // 2)
    names = ["pass" if place is None else f"{'ABCDEFGHJ'[place[1]]}{place[0] + 1}" for _, place in moves]
    assert tuple(names) == record.moves


def test_a_stone_set_up_is_where_another_reader_finds_it() -> None:
    """Black's and White's, and whose turn it is."""
    record = mv.Record(mv.load_game("go:5"), stones=((0, 0), (9, 1)), to_move=1)
    root = Sgf_game.from_bytes(compose(record)).get_root()
    assert root.get_setup_stones() == ({(4, 0)}, {(3, 4)}, set())
    assert root.get("PL") == "w"
    assert parse(compose(record), None) == record


def test_a_record_of_another_program_is_read() -> None:
    """Properties that mean nothing here are passed over, variations too; the ends of lines may be anything."""
    text = (
        "junk (;FF[4]GM[1]SZ[9]KM[5.5]RU[AGA]PB[Shūsaku]PW[Gennan]RE[B+R]DT[1846-09-11]XX[a][b]TB[aa]\r\n"
        "C[soft \\\nbreak\nhard \\]];\n B [ee ] ;W[cc]N[name](;B[tt]C[pass](;W[])(;W[bb]))(;B[gg]))"
    )
    record = read(text)
    assert record.game == mv.load_game("go:size=9,komi=5.5,ko=ssk")
    assert record.moves == ("E5", "C7", "pass", "pass")
    assert record.comments == {0: "soft break\nhard ]", 3: "pass"}
    assert (record.players, record.result, record.date) == (("Shūsaku", "Gennan"), "B+R", "1846-09-11")


@pytest.mark.parametrize(
    ("rules", "parameters"),
    [
        ("RU[Japanese]", "ko=simple"),
        ("RU[chinese]", ""),
        ("RU[Tromp-Taylor]", "suicide=true"),
        ("RU[NZ]", "ko=ssk,suicide=true"),
        ("RU[house rules]", ""),
        ("", ""),
        ("KM[7.5]", ""),
        ("KM[-3]", "komi=-3"),
    ],
)
def test_the_rules_of_go_are_read(rules: str, parameters: str) -> None:
    """What may not be repeated, and whether suicide is allowed; the usual komi needs no name."""
    assert read(f"(;SZ[9]{rules})").game == mv.load_game(f"go:{parameters}" if parameters else "go")


@pytest.mark.parametrize("game", ["atari_go:9", "nogo"])
def test_the_relatives_of_go_have_their_rules_named(game: str) -> None:
    """SGF has one number for them; a file that is silent is what is expected."""
    record = mv.Record(mv.load_game(game), (3, 4))
    assert parse(compose(record), None) == record
    assert read("(;SZ[9];B[dd])", game).game == mv.load_game(game)


def test_a_file_that_is_silent_is_of_the_given_game() -> None:
    """What it says counts, what it does not is as given."""
    assert read("(;SZ[9]KM[0.5])", "go:ko=simple,komi=3").game == mv.load_game("go:ko=simple,komi=0.5")


@pytest.mark.parametrize(("text", "given"), [("(;GM[11])", "go"), ("(;RU[NoGo]SZ[9])", "go"), ("(;GM[2])", "nim")])
def test_a_file_of_another_game_is_refused(text: str, given: str) -> None:
    """Both are named."""
    with pytest.raises(RecordError, match=f"it is a record of \\w+, not of {given}; give the game that it is of"):
        read(text, given)


def test_handicap_stones_leave_white_to_move() -> None:
    """Whether a move says so or not; a single colour that begins is no handicap."""
    for moves in ("", ";W[ee];B[dd]"):
        record = read(f"(;SZ[9]HA[2]AB[cc][gg]{moves})")
        assert (record.stones, record.to_move) == (((20, 0), (60, 0)), 1)
        assert record.start().to_move == 1
    assert read("(;SZ[9];W[ee])").to_move == 1
    assert read("(;SZ[9]PL[w])").to_move == 1
    assert read("(;SZ[9]AB[aa];B[ee])").to_move is None


def test_stones_are_set_up_in_rectangles_and_taken_off() -> None:
    """The last word counts, in any node before the first move."""
    record = read("(;SZ[5]AB[aa:bc]AW[bb][ee];AE[aa];PL[W];W[cd])")
    assert [cell for cell, owner in record.stones if owner == 0] == [1, 5, 10, 11]
    assert [cell for cell, owner in record.stones if owner == 1] == [6, 24]
    assert record.moves == ("C2",)


def test_hex_has_its_own_points_and_moves() -> None:
    """A swap of pieces, and somebody who resigns."""
    record = read("(;GM[11]SZ[5];B[A2];W[swap-pieces];B[c3];W[resign])")
    assert record.game == mv.load_game("hex:size=5,swap=true")
    assert record.moves == ("a2", "swap", "c3")
    assert record.result == "B+R"
    assert compose(record).split(b";")[2:] == [b"B[a2]", b"\nW[swap-pieces]", b"B[c3])\n"]
    assert read("(;GM[11]SZ[5]RU[swap])").game == record.game
    assert read("(;GM[11])").game == mv.load_game("hex:11")


def test_a_swap_of_sides_is_the_swap_of_pieces_that_is_the_same() -> None:
    """What follows is reflected, and colours change, the winner's too."""
    sides = read("(;GM[11]SZ[5]RE[B+];B[a2];W[swap-sides];W[c4];B[e1])")
    assert sides.moves == ("a2", "swap", "d3", "a5")
    assert sides.result == "W+"
    assert read("(;GM[11]SZ[5];B[a2];W[swap-sides];W[c4];B[resign])").result == "B+R"


def test_othello_and_gomoku_are_read_in_letters_and_by_name() -> None:
    """c4 and cd are the same cell of Othello."""
    assert read("(;GM[2]SZ[8];B[d3];W[cc])").moves == ("d3", "c3")
    assert read("(;GM[4]SZ[15];B[hh];W[h9])").moves == ("h8", "h9")
    discs = read("(;GM[2]AB[e4][d5]AW[d4][e5];B[d3])")
    assert discs.position() == mv.load_game("othello").initial().play("d3")


def test_forced_passes_that_a_file_leaves_out_are_put_in() -> None:
    """As is usual in Othello: whoever must pass is passed over."""
    lines = (random_line(mv.load_game("othello:4"), seed) for seed in range(100))
    line = next(line for line in lines if 16 in line[-3].history)  # a pass that is not one of the last two
    record = mv.Record(line[0].game, line[-1].history)
    text = compose(record).decode().replace("\n", "")
    assert ";B[]" in text or ";W[]" in text
    again = read(text.replace(";B[]", "").replace(";W[]", ""))
    kept = len(record.actions) if record.actions[-1] != 16 else len(record.actions) - 1
    assert again.actions == record.actions[:kept]


def test_passes_after_the_end_are_left_out() -> None:
    """Some servers write three."""
    assert read("(;SZ[5];B[cc];W[];B[];W[];B[tt])").moves == ("C3", "pass", "pass")


def test_the_encoding_of_a_file_is_kept_to() -> None:
    """Also where a bracket is half a letter, and where none is named."""
    assert parse("(;CA[Shift_JIS]SZ[9]PB[ゾゾ];B[ee])".encode("shift_jis"), None).players == ("ゾゾ", "")
    assert parse("(;CA[gb2312]SZ[9]PB[聂卫平])".encode("gb2312"), None).players[0] == "聂卫平"
    assert parse("(;SZ[9]PB[Müller])".encode(), None).players[0] == "Müller"
    assert parse("(;SZ[9]PB[Müller])".encode("latin-1"), None).players[0] == "Müller"


NESTED = 20_000
LETTERS = "abcdefghi"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", r"it is no SGF: no game begins with '\(;' in it"),
        ("(()", "it is no SGF"),
        ("(;B[aa];W[b", "line 1, column 10: the value that begins there never ends; a ']' is missing"),
        ("(;SZ[9]\n;B[aa]", "line 2, column 7: the file ends before the game does; is it whole?"),
        ("(;B[aa]\n ?;W[bb])", r"line 2, column 2: '\?;W\[bb\]\)' is no SGF"),
        ("(;B;W[aa])", r"line 1, column 4: ';W\[aa\]\)' cannot stand there \(property with no values\)"),
        ("(;[aa])", r"column 3: '\[aa\]\)' cannot stand there \(unexpected value\)"),
        ("(;B[aa](;W[bb])W[cc])", r"column 16: 'W\[cc\]\)' cannot stand there \(property value outside a node\)"),
        ("(;B[aa](;W[bb]);W[cc])", r"column 16: ';W\[cc\]\)' cannot stand there \(unexpected node\)"),
        ("(;B[aa](" + "(" * NESTED, r"column 9: '\({20}' cannot stand there \(empty sequence\)"),
        ("(;B[aa]" + "(;W[bb]" * NESTED, f"line 1, column {7 + 7 * NESTED + 1}: the file ends before"),
        ("(;B[aa];B[bb])", "move 2, B\\[bb\\]: it is White's turn"),
        ("(;SZ[9];B[aa];W[aa])", "move 2, W\\[aa\\]: A9 is not legal for White"),
        ("(;SZ[9];B[jj])", "move 1, B\\[jj\\]: there is no such move in go"),
        ("(;GM[11];B[tt])", "there is no such move in hex"),
        ("(;SZ[5];B[];W[];B[aa])", "move 3, B\\[aa\\]: A5 comes after the end"),
        ("(;SZ[9];B[aa]W[bb])", "node 2: there are 2 moves in it"),
        ("(;SZ[9];B[aa];AW[bb])", "node 3: AW sets up stones after the first move"),
        ("(;SZ[9]AB[zz])", "AB\\[zz\\] is no point of go"),
        ("(;SZ[9]AB[aa:bb:cc])", "AB\\[aa:bb:cc\\] is no point"),
        ("(;SZ[9]AB[])", "AB\\[\\] is no point"),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "the stone at A2 has no liberty"),
        ("(;SZ[9]PL[x])", "PL\\[x\\] is no colour"),
        ("(;SZ[99999999999999])", "the board's size SZ\\[999999999\\] cannot be read"),
        ("(;SZ[9:13])", "boards are square"),
        ("(;SZ[40])", "go needs a size of 1 to 19, got size=40"),
        ("(;SZ[9]KM[1e999])", "the komi KM\\[1e999\\] is no number"),
        ("(;GM[3])", r"the game GM\[3\] cannot be read; known: 1 \(go/atari_go/nogo\), 2 \(othello\)"),
        ("(;CA[utf-16])", "an encoding that cannot be read, CA\\[utf-16\\]; save it as UTF-8"),
        ("(;CA[unicode_escape])", "an encoding that cannot be read"),
        ("(;CA[no/such\0])", "an encoding that cannot be read"),
    ],
)
def test_what_is_no_record_is_said_with_its_place(text: str, sentence: str) -> None:
    """One sentence, and no recursion however deep it is."""
    limit = sys.getrecursionlimit()
    with pytest.raises(mv.UsageError, match=sentence):
        read(text)
    assert sys.getrecursionlimit() == limit


def test_nesting_that_is_closed_is_read() -> None:
    """Twenty thousand variations inside each other: their first moves are the main line."""
    places = [f"{column}{row}" for row in LETTERS for column in LETTERS][:80]
    moves = "".join(f"(;{'BW'[number % 2]}[{place}]" for number, place in enumerate(places))
    with pytest.raises(RecordError, match=r"move 81, B\[aa\]"):
        read("(;SZ[9]" + moves + "(;B[aa]" * NESTED + ")" * (NESTED + 81))


def test_a_broken_encoding_is_said_with_its_place() -> None:
    """Where the first letter is that cannot be."""
    with pytest.raises(RecordError, match="line 2, column 4: it is not in the encoding that it names, utf-8"):
        parse(b"(;CA[UTF-8]\nPB[\xff])", None)


def test_sgf_needs_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence says which."""
    monkeypatch.setitem(sys.modules, "sgfmill", None)
    with pytest.raises(MissingExtraError, match=r"SGF needs an optional dependency.*monteverde\[sgf\]"):
        read("(;SZ[9])")
    with pytest.raises(MissingExtraError, match="SGF needs"):
        compose(mv.Record(mv.load_game("go")))


@pytest.mark.parametrize("name", ["nim", "y", "amazons"])
def test_a_game_that_sgf_does_not_have_is_refused(name: str) -> None:
    """With those that it has."""
    with pytest.raises(RecordError, match=f"SGF has no {name}, it has go, atari_go, nogo, othello, gomoku, hex"):
        compose(mv.Record(mv.load_game(name)))


PIECES = st.sampled_from(
    "( ) ; B[aa] W[bb] B[] W[tt] AB[aa:cc] AW[dd] AE[aa] SZ[9] KM[6.5] GM[1] GM[11] GM[2] PL[W] HA[2] "
    "RU[NZ] B[a1] W[swap-pieces] W[swap-sides] B[resign] C[x\\]y] CA[UTF-8] XX[1][2] [ ] \\ ;B[cc] ;W[dd]".split()
)


@settings(max_examples=150)
@given(st.one_of(st.binary(), st.text().map(str.encode), st.lists(PIECES)))
def test_any_bytes_are_a_record_or_one_sentence(data: bytes | list[str]) -> None:
    """Whatever comes, nothing but a record or a UsageError comes of it."""
    if isinstance(data, list):
        data = f"(;SZ[5]{''.join(data)})".encode()
    try:
        record = parse(data, None)
    except mv.UsageError:
        return
    assert parse(compose(record), None).actions == record.actions


@given(st.text(), st.text(), st.text())
def test_any_words_survive(name: str, result: str, comment: str) -> None:
    """Up to spaces and the ends of lines."""
    record = mv.Record(mv.load_game("go:5"), (1, 2), (f"x{name}", "y"), f"B+{result}", comments={2: f"x{comment}"})
    read = parse(compose(record), None)
    assert [text.split() for text in (*read.players, read.result)] == [
        text.split() for text in (*record.players, record.result)
    ]
    assert read.comments[2].split() == record.comments[2].split()
