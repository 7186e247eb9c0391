"""How many bytes a clone of a Python object takes: its own and those of what it refers to and its original does not.

What clones share (a table of lines, the moves of an opening) is there once however many clones are kept. It is found
by walking both, so it is an estimate: memory outside Python's objects is not seen, nor what an object grows later.
"""

from __future__ import annotations

import gc
import sys
import types
from typing import Any

MOST_WALKED = 2_000  # objects; a walk over a large table that all clones share must not hold up a search
CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.CodeType)


def bytes_of_clone(clone: Any, original: Any) -> int:
    """Return about how many bytes `clone` takes that `original` does not take already."""
    own, shared = _parts(clone), _parts(original)
    return sum(sys.getsizeof(part) for key, part in own.items() if key not in shared)


def _parts(whole: Any) -> dict[int, Any]:
    """Return `whole` and what it refers to, the nearest first, by identity."""
    found = newest = {id(whole): whole}
    while newest and len(found) < MOST_WALKED:
        parts = gc.get_referents(*newest.values())
        newest = {id(part): part for part in parts if not (id(part) in found or isinstance(part, CODE))}
        found |= newest
    return found
