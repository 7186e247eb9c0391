"""Large arrays of zeros, in pages that the system hands out, zeroed, when they are first touched.

A tree is given room for all that a search may need, of which little may be used. `numpy.zeros` clears memory that
was in use before from end to end; and a large tree in pages of 4 KB costs a page fault for each and misses the
processor's table of pages at nearly every step. So large arrays are mapped by themselves, in huge pages where the
system has them (Linux: `madvise`).
"""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
import numpy.typing as npt

HUGE_PAGE = 2**21  # bytes, on x86-64 and most of ARM
LARGE = 2 * HUGE_PAGE  # bytes from which on an array is mapped
LINES = 128  # bytes: two cache lines, which processors fetch as a pair


def zeros(count: int, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return `count` zeros of that type as an array."""
    size = count * np.dtype(kind).itemsize
    if size < LARGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(count, kind)
    # More by one page than is needed, so that it can begin where a huge page does.
    pages = mmap.mmap(-1, size + HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    pages.madvise(mmap.MADV_HUGEPAGE)
    room = np.frombuffer(pages, np.uint8)
    start = -room.ctypes.data % HUGE_PAGE
    return room[start : start + size].view(kind)


def apart(part: Any) -> Any:
    """Return a copy of an array in cache lines of its own; of a named tuple of arrays, one with all its arrays so.

    Small arrays of several threads that lie side by side would have each thread wait whenever another one writes.
    """
    if isinstance(part, tuple):
        return type(part)(*map(apart, part))
    room = np.zeros(part.nbytes + 2 * LINES, np.uint8)
    start = -room.ctypes.data % LINES
    copy = room[start : start + part.nbytes].view(part.dtype).reshape(part.shape).view(type(part))
    copy[...] = part
    return copy
