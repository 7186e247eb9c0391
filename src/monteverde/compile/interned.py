"""Compiled functions of this process, each once: what is bound alike is compiled once, however many kernels reach it.

A kernel of another search for the same game reaches the same rules; one for another game the same tree. Where a clone
reads the same things under the same names as an earlier one, that one's compiled form serves again, with the machine
code that it has already. (The cache on disk holds whole kernels; this is about what they are made of.)
"""

from __future__ import annotations

import types
import weakref
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from monteverde.compile.fingerprint import global_names

PLAIN = (int, float, complex, str, bytes, bool, type(None), np.generic)
_compiled: weakref.WeakValueDictionary[Hashable, Any] = weakref.WeakValueDictionary()


def interned(clone: types.FunctionType, flags: Any, compiled: Callable[[], Any]) -> Any:
    """Return what `compiled` made of an equal clone under the same flags, or have it make it of this one.

    Args:
        clone: a function whose globals hold what it reads, compiled functions among them.
        flags: what it is compiled with.
        compiled: compiles it; the answer must hold on to the clone.
    """
    key = (_key(clone), tuple(sorted(flags.items())))
    found = _compiled.get(key)
    if found is None:
        found = _compiled[key] = compiled()
    return found


def _key(clone: types.FunctionType) -> Hashable:
    code, scope = clone.__code__, clone.__globals__
    read = tuple((name, _token(scope[name])) for name in global_names(code) if name in scope)
    cells = tuple(_token(cell.cell_contents) for cell in clone.__closure__ or ())
    defaults = tuple(_token(value) for value in clone.__defaults__ or ())
    named = tuple((name, _token(value)) for name, value in (clone.__kwdefaults__ or {}).items())
    return code, code.co_filename, clone.__qualname__, read, cells, defaults, named


def _token(value: Any) -> Hashable:
    """Return what tells `value` from others: constants by value, all else by identity, which the clone keeps alive."""
    if isinstance(value, PLAIN):
        return type(value), repr(value)
    if isinstance(value, np.ndarray):
        return "array", str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, (tuple, list)):
        return type(value), tuple(_token(item) for item in value)
    return id(value)
