"""Say in one sentence, with the rule and the line, why numba could not compile something.

Numba's own errors name the line in their text, the innermost first. What else escapes from its compiler (KeyError for
a field that does not exist) has no text to speak of; there the line is read from the compiler's own stack.
"""

from __future__ import annotations

import builtins
import difflib
import dis
import linecache
import math
import os
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

Place = tuple[str, int]
"""A file and a line in it."""

PACKAGE = Path(__file__).resolve().parent.parent
GAMES = PACKAGE / "games"
ENGINES = (PACKAGE, *(Path(str(module.__file__)).resolve().parent for module in (numba, llvmlite, np, os)))

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LOCATION = re.compile(r'File "(.+?)", line (\d+)|(?:location:|Raised from|During: .* at) (.+?) \((\d+)\)')
UNDEFINED = re.compile(r"NameError: name '(\w+)' is not defined")
ADVICE = "Rules use numbers, NumPy arrays, the state's fields and other such functions."

# What numba says, and what it means to somebody who wrote a game. First match wins; braces take the groups.
MEANINGS = (
    (UNDEFINED.pattern, "the name {0!r} is not defined"),
    (r"Untyped global name '(\w+)'", "the name {0!r} is not a number, an array or a function that can be compiled"),
    (r"freevar\((\w+): \[", "the name {0!r} is a list; make it a tuple or an array"),
    (r"reflected .* assigned to variable '(\w+)'", "the name {0!r} is a list or a set; make it a tuple or an array"),
    (r"Cannot unify (.+?) and (.+?) for '(\w+)", "the variable {2!r} is {0} on one path and {1} on another"),
    (r"Can't unify return type from the following types: ([^\n]+)", "it returns different types on its paths: {0}"),
    (r"Unknown attribute '(\w+)' of type (.+)", "{1} has no attribute {0!r} that can be compiled"),
    (r"'args=\(.*\) kws=.*' to signature '(.*)' due to", "it calls a function that takes {0} with other arguments"),
    (r">>> (\w+)\((.*)\)", "{0} cannot take {1}"),
    (r"Cannot infer the type of variable '(\w+)", "the variable {0!r} has no definite type, as an empty list"),
    (
        r"Type of variable '.*' cannot be determined",
        "a value has no definite type, as one from an empty list",
    ),
    (r"yield in a closure", "it has a generator expression; write a loop"),
    (r"'with .* construct", "it uses `with`"),
    (r"IMPORT_NAME", "it imports; import at the top of the file"),
    (r"STORE_GLOBAL|DELETE_GLOBAL", "it changes a global variable; keep what changes in the state"),
    (r"LOAD_BUILD_CLASS", "it defines a class"),
    (r"opcode \((\w+)\)", "it uses a part of Python that numba does not compile ({0})"),
)
OPERATORS = {
    "add": "+", "iadd": "+=", "sub": "-", "isub": "-=", "mul": "*", "imul": "*=", "truediv": "/", "floordiv": "//",
    "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "eq": "==",
    "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "getitem": "[ ]", "setitem": "[ ] =", "contains": "in",
}  # fmt: skip
TYPES = (
    (r"Record\(\[.*?\], \d+, (?:True|False)\)", "the state"),
    (r"Literal\[int\]\([^)]*\)", "int64"),
    (r"Literal\[str\]\([^)]*\)|unicode_type", "text"),
    (r"Literal\[bool\]\([^)]*\)", "bool"),
    (r"(?:unaligned )?array\((\w+), \d+d, \w+\)", r"array of \1"),
    (r"type\(CPUDispatcher\(<function (\w+) .*?\)\)", r"the function \1"),
)


def explain(error: Exception, function: Any = None) -> str:
    """Return one sentence: which function, which line of which file, and why.

    Args:
        error: what the compiler raised.
        function: what was being compiled, to find a name that numba does not locate.
    """
    text = COLOUR.sub("", str(error))
    reason = _reason(error, text)
    reason += "" if reason.endswith("?") else "."
    undefined = UNDEFINED.search(text)
    named = _places_of_name(function, undefined.group(1)) if undefined else ()
    place = _best([*named, *_places_in_text(text), *_places_on_stack(error)])
    if place is None:
        return f"a rule cannot be compiled: {reason} {ADVICE}"
    path, line = place
    source = linecache.getline(path, line).strip()
    quoted = f" `{source}`:" if source else ""  # there is no file of what was typed at a prompt
    return f"{_function_at(path, line)} cannot be compiled: {path}, line {line}:{quoted} {reason} {ADVICE}"


def is_engine(path: str) -> bool:
    """Return whether the file at `path` is the library's, Python's, NumPy's or numba's, and no game."""
    full = Path(path).resolve()
    return not full.is_relative_to(GAMES) and any(full.is_relative_to(engine) for engine in ENGINES)


# -- where -----------------------------------------------------------------------------------------------------------


def _best(places: list[Place]) -> Place | None:
    """Return the first place outside the engine, or else the first one."""
    own = [place for place in places if not is_engine(place[0])]
    return next(iter([*own, *places]), None)


def _places_in_text(text: str) -> Iterator[Place]:
    """Yield the places that an error's text names, the innermost first."""
    for found in LOCATION.finditer(text):
        path, line = found.group(1) or found.group(3), found.group(2) or found.group(4)
        yield path if path.startswith("<") else os.path.abspath(path), int(line)


def _places_on_stack(error: Exception) -> Iterator[Place]:
    """Yield the places that the compiler was at when it raised `error`, the innermost first."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append(trace.tb_frame)
        trace = trace.tb_next
    for frame in reversed(frames):
        for value in frame.f_locals.values():
            location = getattr(value, "loc", None)
            if isinstance(location, numba.core.ir.Loc):
                yield location.filename, location.line


def _places_of_name(function: Any, name: str) -> Iterator[Place]:
    """Yield where `function`, or one that it reaches, reads the global `name` that does not exist."""
    waiting, seen = [function], set()
    while waiting:
        function = getattr(waiting.pop(), "py_func", None)
        if not isinstance(function, types.FunctionType) or function in seen:
            continue
        seen.add(function)
        scope = function.__globals__
        waiting += [scope[used] for used in function.__code__.co_names if used in scope]
        waiting += [cell.cell_contents for cell in function.__closure__ or ()]
        if name not in scope and not hasattr(builtins, name):
            for instruction in dis.get_instructions(function):
                if instruction.argval == name and instruction.opname == "LOAD_GLOBAL" and instruction.positions:
                    yield function.__code__.co_filename, instruction.positions.lineno or 0


def _function_at(path: str, line: int) -> str:
    """Return the name of the function that holds `line`: the nearest `def` above that is indented less."""
    inside = math.inf
    for number in range(line, 0, -1):
        source = linecache.getline(path, number)
        depth = len(source) - len(source.lstrip())
        found = re.match(r"\s*def\s+(\w+)", source)
        if found and depth < inside:
            return f"the rule {found.group(1)!r}"
        if source.strip():
            inside = min(inside, depth) if number != line else depth
    return "a rule"


# -- why -------------------------------------------------------------------------------------------------------------


def _reason(error: Exception, text: str) -> str:
    if isinstance(error, KeyError):
        return _missing_field(error)
    for pattern, meaning in MEANINGS:
        found = re.search(pattern, text)
        if found:
            return meaning.format(*(_plain(group) for group in found.groups()))
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    return lines[0].partition(" Raised from")[0].rstrip(".") if lines else "numba gave no reason"


def _plain(text: str) -> str:
    """Return the name of a type or an operator as people know it."""
    if text in OPERATORS:
        return f"`{OPERATORS[text]}`"
    for pattern, name in TYPES:
        text = re.sub(pattern, name, text)
    return text


def _missing_field(error: KeyError) -> str:
    """Numba looked up a field of a record type that has no such field."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    record = trace.tb_frame.f_locals.get("self") if trace is not None else None
    known = list(getattr(record, "fields", ()))
    name = str(error.args[0])
    near = difflib.get_close_matches(name, known, n=1)
    advice = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
    return f"the state has no field {name!r}; {advice}"
