"""Finding games by their names."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

import monteverde as mv
import monteverde.games
from monteverde.game.registry import game_names, load_family, load_game

INCOMPLETE = """
import monteverde as mv

class Incomplete(mv.Game):
    state = [("heap", int)]
    num_players = 2
"""


@pytest.fixture
def incomplete(tmp_path: Path) -> str:
    """The name of a game that lacks facts and rules."""
    file = tmp_path / "incomplete.py"
    file.write_text(INCOMPLETE)
    return str(file)


def test_a_game_without_rules_is_refused(incomplete: str) -> None:
    """It is complained about when it is loaded, not in the middle of a search."""
    with pytest.raises(mv.GameError, match="num_actions"):
        load_game(incomplete)


def test_a_game_without_rules_can_be_had_as_it_is(incomplete: str) -> None:
    """The conformance test takes it as it is, to say all that is wrong with it and not only the first."""
    report = mv.check(load_game(incomplete, validate=False))
    assert {problem.rule for problem in report.problems} >= {"num_actions", "max_length", "start", "play"}


# -- built-in games --------------------------------------------------------------------------------------------------


def test_built_in_games_are_the_files_of_the_folder() -> None:
    """Nothing lists them but the folder; the names are sorted."""
    assert game_names() == sorted(game_names())
    assert {"nim", "tic_tac_toe", "connect_four"} <= set(game_names())
    folder = Path(monteverde.games.__file__).parent
    assert all((folder / f"{name}.py").exists() or (folder / name).is_dir() for name in game_names())


@pytest.mark.parametrize("name", game_names())
def test_every_built_in_game_loads(name: str) -> None:
    """Each is called like its file and can be played."""
    game = load_game(name)
    assert game.name == name
    assert game.description
    assert game.initial().legal_actions()


def test_a_name_is_answered_with_the_nearest() -> None:
    """And with the way to name a file."""
    with pytest.raises(mv.UnknownNameError, match=r"unknown game 'conect_four'; did you mean connect_four.*mygame\.py"):
        load_game("conect_four")


@pytest.mark.parametrize("text", ["tic_tac_toe:3", "tic_tac_toe:size=3"])
def test_a_game_without_parameters_takes_none(text: str) -> None:
    """What was given is in the sentence."""
    with pytest.raises(mv.UsageError, match=f"tic_tac_toe takes no parameters, got '{text}'"):
        load_game(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nim:tke=2", r"unknown parameter of nim 'tke'; did you mean take\?"),
        ("nim:take=two", "take=two of nim is not a whole number; the default is 3"),
        ("nim:take=-1", "nim needs take >= "),
        ("nim:misere=perhaps", "misere=perhaps of nim is not a yes or no; write misere=true or misere=false"),
        ("", "'' names nothing"),
    ],
)
def test_wrong_parameters_are_told(text: str, complaint: str) -> None:
    """Wrong names, wrong types and wrong values each get a sentence of their own."""
    with pytest.raises(mv.UsageError, match=complaint):
        load_game(text)


def test_parameters_reach_the_game() -> None:
    """By name, or the first one without."""
    assert load_game("nim:9") is load_game("nim:heaps=9")
    assert load_game("nim:heaps=9,take=2").num_actions == 2


# -- games in files --------------------------------------------------------------------------------------------------

GAME = """
import numpy as np
import monteverde as mv

class NAME(mv.Game):
    state = [("left", np.int64)]
    num_players, num_actions, max_length = 1, 1, SIZE
    def start(state): state.left = SIZE
    def to_move(state): return 0
    def legal_actions(state, out):
        out[0] = 0
        return 1
    def play(state, action): state.left -= 1
    def is_terminal(state): return state.left == 0
    def rewards(state, out): out[0] = 1.0
"""


def written(folder: Path, source: str, name: str = "mygame.py") -> Path:
    """Write a file and return its path."""
    file = folder / name
    file.write_text(source)
    return file


def game(name: str, size: int = 3) -> str:
    """Return the source of a game of this name that takes so many plies."""
    return GAME.replace("NAME", name).replace("SIZE", str(size))


def test_the_only_game_of_a_file_needs_no_name(tmp_path: Path) -> None:
    """The path is enough."""
    assert load_game(str(written(tmp_path, game("Solo")))).name == "solo"


def test_a_game_among_several_is_named(tmp_path: Path) -> None:
    """By its class, behind a colon."""
    file = written(tmp_path, game("One", 1) + game("Two", 2))
    assert [load_game(f"{file}:{name}").max_length for name in ("One", "Two")] == [1, 2]


def test_several_games_without_a_name_are_listed(tmp_path: Path) -> None:
    """So that one can be chosen."""
    file = written(tmp_path, game("One") + game("Two"))
    with pytest.raises(mv.UsageError, match=r"mygame\.py has several games in it: One, Two; add :Name"):
        load_game(str(file))


def test_a_wrong_name_in_a_file_gets_the_nearest(tmp_path: Path) -> None:
    """Of the games in that file."""
    file = written(tmp_path, game("Solo"))
    with pytest.raises(mv.UnknownNameError, match=r"unknown game in .*mygame\.py 'Sollo'; did you mean Solo\?"):
        load_game(f"{file}:Sollo")


def test_a_file_without_a_game_says_what_is_missing(tmp_path: Path) -> None:
    """The games that a file imports are not its own."""
    file = written(tmp_path, "from monteverde import Game\nfrom monteverde.games.tic_tac_toe import *\n")
    with pytest.raises(mv.UsageError, match=r"has no game in it; define a class that derives from monteverde\.Game"):
        load_game(str(file))


def test_a_missing_file_is_told() -> None:
    """With the path as it was given."""
    with pytest.raises(mv.UsageError, match=r"there is no file nowhere/mygame\.py; give the path"):
        load_game("nowhere/mygame.py:Nim")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """A folder may be called like a Python file."""
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(mv.UsageError, match="there is no file"):
        load_game(str(tmp_path / "folder.py"))


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("1 / 0", "cannot be run: ZeroDivisionError: division by zero"),
        ("import nothing_of_this_name", "cannot be run: ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("def f(:", r"cannot be run: SyntaxError: invalid syntax \(mygame\.py, line 1\)"),
        ("raise SystemExit(3)", "cannot be run: SystemExit: 3"),
    ],
)
def test_a_file_that_cannot_be_run_is_told(tmp_path: Path, source: str, complaint: str) -> None:
    """The sentence has the file, and Python's own words."""
    file = written(tmp_path, source)
    for _ in range(2):  # the second time too: nothing of the first is left behind
        with pytest.raises(mv.UsageError, match=rf"mygame\.py {complaint}"):
            load_game(str(file))


def test_a_file_may_complain_about_a_game_itself(tmp_path: Path) -> None:
    """An error of the library's own passes as it is."""
    file = written(tmp_path, "import monteverde as mv\nraise mv.GameError('never on Sundays')")
    with pytest.raises(mv.GameError, match=r"^never on Sundays$"):
        load_game(str(file))


def test_a_family_in_a_file_takes_parameters(tmp_path: Path) -> None:
    """With the same grammar as a built-in one."""
    imports, _, body = game("Made").replace("1, 1, 3", "1, 1, size").partition("\n\n")
    family = f"@mv.family\ndef made(size: int = 4):\n{textwrap.indent(body, '    ')}\n    return Made\n"
    file = written(tmp_path, f"{imports}\n\n{family}")
    assert load_game(f"{file}:made").max_length == 4
    assert load_game(f"{file}:made:6").max_length == load_game(f"{file}:size=6").max_length == 6


def test_an_edit_is_seen_in_the_same_process(tmp_path: Path) -> None:
    """A file is read again when it has changed, and only then."""
    file = written(tmp_path, game("Solo", 3))
    first, again = load_game(str(file)), load_game(str(file))
    assert type(first) is type(again)
    written(tmp_path, game("Solo", 5))
    assert load_game(str(file)).max_length == 5
    assert first.max_length == 3


def test_a_path_is_found_from_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` is the home folder, as in a shell."""
    written(tmp_path, game("Solo"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_game("~/mygame.py").name == "solo"


def test_what_is_no_family_cannot_be_unpickled_as_one(tmp_path: Path) -> None:
    """The file changed between sending and receiving."""
    file = written(tmp_path, game("Solo"))
    with pytest.raises(mv.UsageError, match="is not a family of games"):
        load_family(f"{file}:Solo")
