"""The cache of compiled kernels: found again by the next process, never stale, never in the way.

Two processes, one after the other, bind one kernel to rules from files, with edits to the files in between. They have
the compiler on in whatever mode the tests run. Each test then looks at one of the answers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from monteverde.compile.cache import CACHE_VARIABLE, cache_directory

COMPILER_ON = {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0", "PYTHONDONTWRITEBYTECODE": "1"}

# Prints, for each (name, argument) asked, the answer of the kernel bound to the rule in name.py, and the cache hits.
SCRIPT = """
import importlib, json, sys
from monteverde.compile import bind, kernel, slot

@slot
def value(x): ...

@kernel
def run(x):
    return value(x) * 10

def ask(name, argument):
    game = importlib.import_module(name)
    bound = bind(run, {value: game.rule})
    return [bound(eval(argument, vars(game))), bound.num_cache_hits]

sys.path.insert(0, FOLDER)
"""

RULE = """
OFFSET = 1
TABLE = (4, 5)

def helper(x):
    return x + OFFSET

def family(step):
    def rule(x):
        return helper(x) + step + max(TABLE[0], (lambda: TABLE[1])())
    return rule

rule = family(0)
"""

BUNDLE = """
from typing import NamedTuple

class Pair(NamedTuple):
    first: int
    second: int

def rule(pair):
    return pair.first - pair.second
"""
PAIR = "Pair(first=7, second=2)"

EDITED = {
    "edited_rule": RULE.replace("helper(x) + step", "helper(x) - 1 + step"),
    "edited_helper": RULE.replace("x + OFFSET", "x + OFFSET - 1"),
    "edited_constant": RULE.replace("OFFSET = 1", "OFFSET = 0"),
    "edited_nested": RULE.replace("TABLE = (4, 5)", "TABLE = (4, 4)"),
}
SECOND = {
    **EDITED,
    "unchanged": RULE,
    "other_parameter": RULE.replace("family(0)", "family(1)"),
    "commented": '"""A docstring."""\n\n# and a comment\n' + RULE,
    "elsewhere": RULE,
    "bundle": BUNDLE.replace("first: int\n    second: int", "second: int\n    first: int"),
}


def script(folder: Path, asked: dict[str, str]) -> str:
    """Return the source that asks for `asked`, {name: argument}, and prints the answers."""
    ask = f"print(json.dumps({{name: ask(name, argument) for name, argument in {asked!r}.items()}}))"
    return SCRIPT.replace("FOLDER", repr(str(folder))) + ask


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the rules' files lie in."""
    return tmp_path_factory.mktemp("rules")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the cache, at first empty."""
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture(scope="module")
def first(rules: Path, cache: Path, new_process: Callable[..., str]) -> dict[str, Any]:
    """What the first process answers: [answer, cache hits] by name."""
    for name in ("unchanged", *EDITED):
        (rules / f"{name}.py").write_text(RULE)
    (rules / "bundle.py").write_text(BUNDLE)
    asked = {"unchanged": "2", **dict.fromkeys(EDITED, "2"), "bundle": PAIR}
    answers: dict[str, Any] = json.loads(
        new_process(script(rules, asked), **COMPILER_ON, MONTEVERDE_CACHE_DIR=str(cache))
    )
    return answers


@pytest.fixture(scope="module")
def second(first: dict[str, Any], rules: Path, cache: Path, new_process: Callable[..., str]) -> dict[str, Any]:
    """What a second process answers after the files were edited; it lacks what only the first one had imported."""
    for file in rules.iterdir():
        file.unlink()
    for name, source in SECOND.items():
        (rules / f"{name}.py").write_text(source)
    asked = {**dict.fromkeys(SECOND, "2"), "bundle": PAIR}
    answers: dict[str, Any] = json.loads(
        new_process(script(rules, asked), **COMPILER_ON, MONTEVERDE_CACHE_DIR=str(cache))
    )
    return answers


def test_the_first_process_compiles_once(first: dict[str, Any]) -> None:
    """Equal rules in other files of the same process are hits already."""
    assert first["unchanged"] == [80, 0]
    assert {name: first[name] for name in EDITED} == {name: [80, 1] for name in EDITED}


def test_a_second_process_finds_what_the_first_compiled(second: dict[str, Any]) -> None:
    """Starting again costs no compilation."""
    assert second["unchanged"] == [80, 1]


@pytest.mark.parametrize("name", EDITED)
def test_an_edit_is_seen(second: dict[str, Any], name: str) -> None:
    """Nothing that was compiled from the old source of the file is served."""
    assert second[name] == [70, 0]


def test_a_parameter_is_seen(second: dict[str, Any]) -> None:
    """Games of one family differ in what their rules close over."""
    assert second["other_parameter"] == [90, 0]


def test_an_edit_that_changes_no_code_still_hits(second: dict[str, Any]) -> None:
    """Comments, blank lines and docstrings do not compile to anything."""
    assert second["commented"] == [80, 1]


def test_equal_kernels_in_different_files_share_an_entry(second: dict[str, Any]) -> None:
    """What was compiled for one file serves another, whose process cannot import the first."""
    assert second["elsewhere"] == [80, 1]


def test_the_order_of_a_named_tuple_is_seen(first: dict[str, Any], second: dict[str, Any]) -> None:
    """Numba's name for the type does not have the fields in it, but the machine code has their places."""
    assert first["bundle"] == [50, 0]
    assert second["bundle"] == [50, 0]


def test_the_switches_of_the_compiler_are_seen(rules: Path, cache: Path, second: Any, new_process: Any) -> None:
    """Code without bounds checks does not serve a process that asks for them, nor one type another."""
    switched = {**COMPILER_ON, "NUMBA_BOUNDSCHECK": "1", "MONTEVERDE_CACHE_DIR": str(cache)}
    assert json.loads(new_process(script(rules, {"unchanged": "2"}), **switched)) == {"unchanged": [80, 0]}


# In one process: binding again reads the file again. Each line that is printed says what happened after some mischief.
MISCHIEF = """
import hashlib, os
from pathlib import Path

folder = Path(os.environ["MONTEVERDE_CACHE_DIR"])
results = {"at first": ask("unchanged", "2")}
(file,) = folder.iterdir()
whole = file.read_bytes()
stranger = b"cnowhere\\nnothing\\n."  # a pickle that asks for `nowhere.nothing`
for name, damaged in {
    "cut off": whole[: len(whole) // 2],
    "empty": b"",
    "one bit wrong": whole[:-1] + bytes([whole[-1] ^ 1]),
    "something else": bytes(range(256)) * 9,
    "sound but not loadable": hashlib.sha256(stranger).digest() + stranger,
}.items():
    file.write_bytes(damaged)
    results[name] = ask("unchanged", "2")
results["at last"] = ask("unchanged", "2")
results["another type"] = ask("unchanged", "2.5")
results["files"] = len(list(folder.iterdir()))
for name, place in {"under a file": str(file / "kernels"), "a device": "/dev/full"}.items():
    os.environ["MONTEVERDE_CACHE_DIR"] = place
    results[name] = ask("unchanged", "2")
print(json.dumps(results))
"""


@pytest.fixture(scope="module")
def mischief(tmp_path_factory: pytest.TempPathFactory, new_process: Callable[..., str]) -> dict[str, Any]:
    """What a process answers that finds its cache damaged, or impossible."""
    folder, cache = tmp_path_factory.mktemp("rules"), tmp_path_factory.mktemp("kernels")
    (folder / "unchanged.py").write_text(RULE)
    source = SCRIPT.replace("FOLDER", repr(str(folder))) + MISCHIEF
    answers: dict[str, Any] = json.loads(new_process(source, **COMPILER_ON, MONTEVERDE_CACHE_DIR=str(cache)))
    return answers


@pytest.mark.parametrize("damage", ["cut off", "empty", "one bit wrong", "something else", "sound but not loadable"])
def test_a_damaged_file_is_compiled_again(mischief: dict[str, Any], damage: str) -> None:
    """A file that cannot be trusted or loaded is replaced, without a word."""
    assert mischief[damage] == [80, 0]


def test_a_replaced_file_is_found_again(mischief: dict[str, Any]) -> None:
    """The entry that took the place of the damaged one is sound."""
    assert mischief["at last"] == [80, 1]


def test_other_argument_types_are_other_entries(mischief: dict[str, Any]) -> None:
    """Machine code for whole numbers does not serve fractions, and no temporary file is left behind."""
    assert mischief["another type"] == [85.0, 0]
    assert mischief["files"] == 2


@pytest.mark.parametrize("place", ["under a file", "a device"])
def test_an_impossible_folder_is_no_error(mischief: dict[str, Any], place: str) -> None:
    """Where nothing can be written, every process compiles for itself."""
    assert mischief[place] == [80, 0]


def test_processes_may_start_at_once(tmp_path: Path, empty_cache: Path) -> None:
    """Several processes that find an empty cache all get the right answer and leave one sound entry."""
    (tmp_path / "unchanged.py").write_text(RULE)
    command = [sys.executable, "-c", script(tmp_path, {"unchanged": "2"})]
    environment = {**os.environ, **COMPILER_ON}
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    answers = [json.loads(process.communicate(timeout=300)[0])["unchanged"][0] for process in started]
    assert answers == [80, 80, 80]
    assert len(list(empty_cache.iterdir())) == 1


def test_lives_where_the_variables_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library's own variable comes first, then the one for all caches, then the home folder."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "all"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_directory() == tmp_path / "own"
    monkeypatch.delenv(CACHE_VARIABLE)
    assert cache_directory() == tmp_path / "all" / "monteverde"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_directory() == tmp_path / "home" / ".cache" / "monteverde"
