"""A hash of everything that decides what a function compiles to.

Two functions with the same fingerprint compile to the same machine code, whatever file they came from; an edit
anywhere in what a function reaches changes it. That makes it the key of the cache on disk.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

FOREIGN = ("numpy", "numba", "math", "builtins")
"""Packages whose functions numba knows by itself; their versions are part of the cache's key."""
LOAD_GLOBAL, EXTENDED_ARG = dis.opmap["LOAD_GLOBAL"], dis.opmap["EXTENDED_ARG"]
PRINTS_ADDRESS: Any = object.__repr__


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
    if isinstance(value, enum.EnumMeta):
        return ("enumeration", value.__qualname__, repr(list(value)))
    if isinstance(value, (type, types.BuiltinFunctionType)):
        return ("named", value.__module__, value.__qualname__)
    if hasattr(value, "_defn"):  # numba's intrinsics keep their definition here
        return ("intrinsic", _describe(value._defn, path))
    if isinstance(value, functools.partial) or type(value).__repr__ is PRINTS_ADDRESS:
        return ("object", type(value).__module__, type(value).__qualname__)  # an address would change every time
    return (type(value).__name__, repr(value))


def _describe_function(function: types.FunctionType, path: tuple[int, ...]) -> Any:
    code = function.__code__
    reached = {name: function.__globals__[name] for name in global_names(code) if name in function.__globals__}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        reached[name] = cell.cell_contents
    for name, value in tuple(reached.items()):
        reached.update(_read_from(value, name, code, ()))
    defaults = (function.__defaults__ or (), tuple(sorted((function.__kwdefaults__ or {}).items())))
    described = _describe_code(code, function.__doc__)
    return (
        described,
        _describe(defaults, path),
        tuple((name, _describe(reached[name], path)) for name in sorted(reached)),
    )


def _read_from(module: Any, prefix: str, code: types.CodeType, path: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    """Yield what `code` may read from `module`, by dotted name: whatever is there under a name that it uses."""
    if not isinstance(module, types.ModuleType) or module in path or module.__name__.partition(".")[0] in FOREIGN:
        return
    for name in sorted({name for part in all_code(code) for name in part.co_names} & vars(module).keys()):
        value = vars(module)[name]
        yield f"{prefix}.{name}", value
        yield from _read_from(value, f"{prefix}.{name}", code, (*path, module))


@functools.cache
def global_names(code: types.CodeType) -> tuple[str, ...]:
    """Return the names that `code`, or code nested in it, reads as globals; `a.b` reads `a` alone."""
    return tuple(sorted({name for part in all_code(code) for name in _loaded_globals(part)}))


def _loaded_globals(code: types.CodeType) -> Iterator[str]:
    """Yield what `dis.get_instructions` would find, in a tenth of the time: every new process does this."""
    extended = 0
    for operation, byte in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        argument = extended | byte
        if operation == LOAD_GLOBAL:
            yield code.co_names[argument >> 1]  # the lowest bit tells whether a call follows
        extended = argument << 8 if operation == EXTENDED_ARG else 0


def all_code(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield `code` and the comprehensions, lambdas and functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from all_code(constant)


def _describe_code(code: types.CodeType, docstring: str | None = None) -> Any:
    constants = [_describe_code(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]
    if code.co_consts[:1] in ((docstring,), (None,)):
        constants[0] = "docstring"  # or none: it does not compile to anything
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code.hex(), code.co_exceptiontable.hex(), constants, shape, names)
