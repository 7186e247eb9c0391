"""What cannot be compiled is explained in one sentence: which function, which file and line, and why.

One process, with the compiler on in whatever mode the tests run, compiles a file of broken rules; each test looks at
one of its sentences.
"""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from monteverde.compile.explain import GAMES, explain, is_engine

# name: (the broken function, the line of it that is to blame, what the sentence says)
BROKEN = {
    "unknown_field": ("return state.hepa", "return state.hepa", "has no field 'hepa'; did you mean 'heap'? Rules"),
    "unlike_any_field": ("return state.zzz", "return state.zzz", "has no field 'zzz'; it has heap, player. Rules"),
    "set_unknown_field": ("state.hepa = 3", "state.hepa = 3", "has no field 'hepa'; did you mean 'heap'?"),
    "undefined_name": ("x = 1\nreturn x + nowhere", "return x + nowhere", "the name 'nowhere' is not defined"),
    "a_dictionary": ("return BOOK[1]", "return BOOK[1]", "the name 'BOOK' is not a number, an array or a function"),
    "a_list": (
        "return LIST[state.heap]",
        "return LIST[state.heap]",
        "the name 'LIST' is a list or a set; make it a",
    ),
    "an_object": ("return THING.size", "return THING.size", "the name 'THING' is not a number, an array or a function"),
    "two_types": (
        "x = 1\nif state.heap > 3:\n    x = (1, 2)\nreturn x",
        "return x",
        "the variable 'x' is int64 on one path and Tuple(int64, int64) on another",
    ),
    "two_returns": (
        "if state.heap > 3:\n    return (1, 2)\nreturn 'no'",
        "return 'no' | return (1, 2)",  # either is
        "it returns different types on its paths: ",
    ),
    "plus_text": ("return state.heap + 'a'", "return state.heap + 'a'", "`+` cannot take int64, text"),
    "index_a_number": ("return state.heap[3]", "return state.heap[3]", "`[ ]` cannot take int64, int64"),
    "too_many_arguments": ("return helper(state, 1)", "return helper(state, 1)", "calls a function that takes (state)"),
    "a_wrong_attribute": ("x = np.zeros(3)\nreturn x.hue", "return x.hue", "array of float64 has no attribute 'hue'"),
    "not_in_a_module": ("return np.nothing(3)", "return np.nothing(3)", "module 'numpy' has no attribute 'nothing'"),
    "an_empty_list": ("x = []\nreturn len(x)", "x = []", "the variable 'x' has no definite type"),
    "an_item_of_nothing": ("return [][0]", "return [][0]", "a value has no definite type"),
    "a_generator": ("return sum(i for i in (1, 2))", "return sum(i for i in (1, 2))", "a generator expression"),
    "an_import": ("import os\nreturn os.getpid()", "import os", "import at the top of the file"),
    "a_global": ("global BOOK\nBOOK = 3\nreturn 1", "BOOK = 3", "it changes a global variable"),
    "a_class": ("class Inner:\n    pass\nreturn 1", "class Inner:", "it defines a class"),
    "a_with": ("with open('x') as file:\n    return 1", "def a_with(state):", "it uses `with`"),
    "an_f_string": ("return len(f'{state.heap:>3}')", "return len(f'{state.heap:>3}')", "format spec in f-strings"),
    "a_deep_one": ("return deeper(state)", "return state.hole", "has no field 'hole'"),
}

HEAD = """
import numpy as np
BOOK = {1: 2}
THING = object()
LIST = [1, 2]

def helper(state):
    return state.heap

def family():
    steps = [1, 2]

    def enclosed(state):
        return steps[state.heap]

    return enclosed

enclosed = family()

def deepest(state):
    return state.hole

def deeper(state):
    return deepest(state)
"""

SCRIPT = """
import json, sys
sys.path.insert(0, {folder!r})
import broken
import numpy as np
from monteverde.compile import bind, kernel, slot
from monteverde.errors import CompileError

@slot
def rule(state): ...

@kernel
def ask(states):
    return rule(states[0])

states = np.zeros(1, [("heap", np.int64), ("player", np.int64)]).view(np.recarray)
said = {{}}
for name in {names!r}:
    try:
        bind(ask, {{rule: getattr(broken, name)}})(states)
    except CompileError as error:
        said[name] = str(error)
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of broken rules."""
    path = tmp_path_factory.mktemp("explain") / "broken.py"
    rules = (f"def {name}(state):\n{textwrap.indent(body, '    ')}\n" for name, (body, *_) in BROKEN.items())
    path.write_text("\n\n".join((HEAD, *rules)))
    return path


@pytest.fixture(scope="module")
def said(file: Path, new_process: Callable[..., str]) -> dict[str, str]:
    """What is said about each broken rule."""
    source = SCRIPT.format(folder=str(file.parent), names=list(BROKEN))
    sentences: dict[str, str] = json.loads(new_process(source, NUMBA_DISABLE_JIT="0"))
    return sentences


@pytest.mark.parametrize("name", BROKEN)
def test_says_why(said: dict[str, str], name: str) -> None:
    """The reason is in the words of somebody who writes a game."""
    assert BROKEN[name][2] in said[name]


@pytest.mark.parametrize("name", BROKEN)
def test_says_where(said: dict[str, str], file: Path, name: str) -> None:
    """The file and the line are in the user's file, and are those that must change."""
    lines = file.read_text().splitlines()
    blamed = BROKEN[name][1].split(" | ")
    places = [f"{file}, line {n}: `{line.strip()}`: " for n, line in enumerate(lines, 1) if line.strip() in blamed]
    assert any(place in said[name] for place in places)


@pytest.mark.parametrize("name", ["unknown_field", "undefined_name", "plus_text", "two_returns"])
def test_names_the_rule(said: dict[str, str], name: str) -> None:
    """The sentence begins with the rule's name."""
    assert said[name].startswith(f"the rule '{name}' cannot be compiled: ")


def test_names_the_innermost_function(said: dict[str, str]) -> None:
    """If a rule calls a helper that calls another, the one with the mistake is named."""
    assert said["a_deep_one"].startswith("the rule 'deepest' cannot be compiled: ")


def test_speaks_one_line(said: dict[str, str]) -> None:
    """The command line prints one sentence, without numba's pages and colours."""
    assert not any("\n" in sentence or "\x1b" in sentence for sentence in said.values())


def test_explains_without_a_place() -> None:
    """An error that names no line still gives a sentence."""
    assert explain(RuntimeError("odd")).startswith("a rule cannot be compiled: odd. Rules use numbers")


def test_explains_without_a_reason() -> None:
    """An error without text still gives a sentence."""
    assert "numba gave no reason" in explain(RuntimeError())


@pytest.mark.parametrize(
    ("path", "engine"),
    [(explain.__code__.co_filename, True), (np.__file__, True), (os.__file__, True), (str(GAMES / "x.py"), False)],
)
def test_tells_the_engine_from_games(path: str, engine: bool) -> None:
    """A line of the library, of Python or of NumPy is never what a user must change; one of a game may be."""
    assert is_engine(path) is engine
