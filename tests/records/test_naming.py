"""Which game a record is of: named, given, or contradicted; and nothing that a record names is run."""

from __future__ import annotations

from pathlib import Path

import pytest

import monteverde as mv
from monteverde.errors import RecordError
from monteverde.records.naming import name_of

OWN = '''
import monteverde as mv

@mv.family
def countdown(count: int = 5, step: int = 1):
    """Count down."""

    class Countdown(mv.Game):
        state = [("left", int)]
        num_players, num_actions, max_length = 1, 1, 50
        def start(state):
            state.left = count
        def to_move(state):
            return 0
        def legal_actions(state, out):
            out[0] = 0
            return 1
        def play(state, action):
            state.left -= 1
        def is_terminal(state):
            return state.left == 0
        def rewards(state, out):
            out[0] = 1.0
        def action_name(action):
            return "one less"

    return Countdown

class Other(mv.Game):
    """Nothing to do."""
    state = [("left", int)]
    num_players, num_actions, max_length = 1, 1, 1
    def start(state):
        pass
    def to_move(state):
        return 0
    def legal_actions(state, out):
        return 1
    def play(state, action):
        state.left = 1
    def is_terminal(state):
        return state.left == 1
    def rewards(state, out):
        out[0] = 1.0
'''


@pytest.fixture
def own(tmp_path: Path) -> str:
    """The path of a file with a family and a game in it."""
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return str(file)


def test_built_in_games_are_named_as_everywhere() -> None:
    """With the parameters that are not the usual ones."""
    assert name_of(mv.load_game("hex:5")) == "hex:size=5"
    assert name_of(mv.load_game("tree_game:0{a:1 b:0}")) == "tree_game:tree=0{a:1 b:0}"


def test_own_games_are_named_by_file_without_its_folder(own: str) -> None:
    """So a record tells nothing of anybody's disk."""
    assert name_of(mv.load_game(f"{own}:countdown:3")) == "own.py:countdown:count=3"
    assert name_of(mv.load_game(f"{own}:Other")) == "own.py:Other"


def test_a_game_that_was_typed_is_named_by_its_module() -> None:
    """There is no file to name."""
    typed = type("Typed", (mv.Game,), {"__module__": "no_such_module"})
    assert name_of(typed()) == "no_such_module.py:Typed"


def test_a_record_of_an_own_game_is_read_with_that_game(own: str, tmp_path: Path) -> None:
    """The parameters are the record's."""
    record = mv.Record(mv.load_game(f"{own}:countdown:3"), (0, 0, 0))
    file = tmp_path / "a.txt"
    mv.write_record(record, file)
    assert file.read_text() == "game: own.py:countdown:count=3\n\n1. one less 2. one less 3. one less\n"
    assert mv.read_record(file, f"{own}:countdown") == record
    assert mv.read_record(file, f"{own}:countdown:count=3") == record
    assert mv.read_record(file, record.game) == record
    other = mv.Record(mv.load_game(f"{own}:Other"), (0,))
    mv.write_record(other, file)
    assert mv.read_record(file, f"{own}:Other") == other


def test_no_record_makes_a_file_run(tmp_path: Path) -> None:
    """Not even one that stands beside it."""
    (tmp_path / "evil.py").write_text("raise SystemExit('it ran')")
    file = tmp_path / "a.txt"
    for name in (f"{tmp_path}/evil.py:Game", "evil.py", "x:evil.py"):
        file.write_text(f"game: {name}\n")
        with pytest.raises(RecordError, match=r"a game in a file, and no record makes a file run|unknown game"):
            mv.read_record(file)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("game: hex:5", "hex:6"),
        ("game: hex:5", "go"),
        ("game: nim", "tic_tac_toe"),
        ("game: tic_tac_toe", "nim"),
        ("game: own.py:countdown", "nim"),
        ("game: own.py:Other", "own.py:countdown"),
        ("game: other.py:countdown", "own.py:countdown"),
        ("game: own.py:countdown:count=3", "own.py:countdown:count=4"),
    ],
)
def test_a_contradiction_is_one_sentence(text: str, given: str, own: str, tmp_path: Path) -> None:
    """With the file and both games."""
    file = tmp_path / "a.txt"
    file.write_text(text)
    given = given.replace("own.py", own)
    with pytest.raises(RecordError, match=r"it is a record of .*, not of .*; give the game that it is of") as caught:
        mv.read_record(file, given)
    assert str(caught.value).startswith(f"{file}: ")


def test_what_is_not_said_of_the_given_game_is_no_contradiction(tmp_path: Path) -> None:
    """`go` is go of any size; a Game has all its parameters."""
    file = tmp_path / "a.txt"
    file.write_text("game: go:size=5,komi=0.5")
    for given in ("go", "go:5", "go:komi=0.5"):
        assert mv.read_record(file, given).game == mv.load_game("go:size=5,komi=0.5")
    with pytest.raises(RecordError, match="not of go:size=5"):
        mv.read_record(file, mv.load_game("go:5"))
