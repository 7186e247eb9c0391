"""A hash of everything that decides what a function compiles to.

Two functions with the same fingerprint compile to the same machine code, whatever file they came from; an edit
anywhere in what a function reaches changes it. That makes it the key of the cache on disk.
"""

from __future__ import annotations

import functools
import hashlib
import types
from typing import Any

import numpy as np


def fingerprint(function: Any) -> str:
    """Return the SHA-256 (64 hex digits) of `function` and of all that it reaches."""
    return hashlib.sha256(repr(_describe(function, ())).encode()).hexdigest()


def _describe(value: Any, path: tuple[int, ...]) -> Any:
    """Return nested tuples of text that are equal exactly when the values compile alike."""
    value = getattr(value, "py_func", value)  # a compiled function is its source
    if isinstance(value, types.FunctionType):
        if id(value) in path:
            return "recursive"
        return _describe_function(value, (*path, id(value)))
    if isinstance(value, np.ndarray):
        return ("array", str(value.dtype), value.shape, hashlib.sha256(value.tobytes()).hexdigest())
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *(_describe(item, path) for item in value))
    if isinstance(value, types.ModuleType):
        return ("module", value.__name__)
    if isinstance(value, (type, types.BuiltinFunctionType)):
        return ("named", value.__module__, value.__qualname__)
    if hasattr(value, "_defn"):  # numba's intrinsics keep their definition here
        return ("intrinsic", _describe(value._defn, path))
    if isinstance(value, functools.partial) or type(value).__repr__ is object.__repr__:
        return ("object", type(value).__module__, type(value).__qualname__)  # an address would change every time
    return (type(value).__name__, repr(value))


def _describe_function(function: types.FunctionType, path: tuple[int, ...]) -> Any:
    code = function.__code__
    reached = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        reached[name] = cell.cell_contents
    defaults = _describe(function.__defaults__ or (), path)
    return (_describe_code(code), defaults, tuple((name, _describe(reached[name], path)) for name in sorted(reached)))


def _describe_code(code: types.CodeType) -> Any:
    constants = tuple(_describe_code(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts[1:])
    first = code.co_consts[:1]  # the docstring, if there is one: it does not compile to anything
    if first and not isinstance(first[0], str):
        constants = (repr(first[0]), *constants)
    return (code.co_code.hex(), constants, code.co_names, code.co_varnames, code.co_freevars)
