"""Say in one sentence, with the rule and the line, why numba could not compile something."""

from __future__ import annotations

import linecache
import re
from pathlib import Path

PACKAGE = str(Path(__file__).resolve().parent.parent)
LOCATION = re.compile(r'File "([^"]+)", line (\d+)')
GAMES = str(Path(PACKAGE) / "games")

# What numba says, and what it means to somebody who wrote a game. First match wins.
MEANINGS = (
    (r"Unknown attribute '(\w+)' of type Record", "the state has no field {0!r}"),
    (r"Field '(\w+)' was not found in record", "the state has no field {0!r}"),
    (r"Untyped global name '(\w+)'", "the name {0!r} is not a number, an array or a function that can be compiled"),
    (r"NameError: name '(\w+)' is not defined", "the name {0!r} is not defined"),
    (r"Undeclared (?:Function|variable)\s*\(?'?(\w+)", "the name {0!r} is not defined"),
    (r"Unknown attribute '(\w+)' of type Module", "the module has nothing called {0!r} that can be compiled"),
    (r"Unknown attribute '(\w+)' of type (\S+)", "{1} has no attribute {0!r} that can be compiled"),
    (r"Cannot unify (\S+) and (\S+) for '([\w.]+)'", "the variable {2!r} is {0} on one path and {1} on another"),
    (r"(?:No implementation of function|Invalid use of) Function\(<?([^>)]+)>?\)", "{0} cannot take these arguments"),
    (r"variable '(\w+)' (?:is )?referenced before", "the variable {0!r} is used before it has a value"),
    (r"Unsupported (?:use of )?(op-code|opcode)", "it uses a part of Python that numba does not compile"),
    (r"non-precise type (\S+)", "a value has no definite type ({0})"),
)


def explain(error: Exception) -> str:
    """Return one sentence: which function, which line of which file, and why."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    place = _place(text)
    reason = _reason(text)
    if place is None:
        return f"a rule cannot be compiled: {reason}."
    path, line = place
    source = linecache.getline(path, line).strip()
    return (
        f"{_function_at(path, line)} cannot be compiled: {path}, line {line}: `{source}`: {reason}. "
        "Rules use numbers, NumPy arrays, the state's fields and other such functions."
    )


def _place(text: str) -> tuple[str, int] | None:
    """Return the innermost line outside the engine, or the innermost line at all."""
    places = [(path, int(line)) for path, line in LOCATION.findall(text)]
    own = [p for p in places if not p[0].startswith(PACKAGE) or p[0].startswith(GAMES)]
    own = [p for p in own if "site-packages" not in p[0]]
    return (own or places or [None])[-1]


def _reason(text: str) -> str:
    for pattern, meaning in MEANINGS:
        found = re.search(pattern, text)
        if found:
            return meaning.format(*found.groups())
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    return lines[0].rstrip(".") if lines else "numba gave no reason"


def _function_at(path: str, line: int) -> str:
    """Return the name of the function that holds `line`, by looking upwards for its `def`."""
    for number in range(line, 0, -1):
        found = re.match(r"\s*def\s+(\w+)", linecache.getline(path, number))
        if found:
            return f"the rule {found.group(1)!r}"
    return "a rule"
