"""Python's garbage collector while searches run.

A full collection looks at every object of the process, of which the compiler alone makes a million: it takes 50 to
250 ms, in which nobody's `stop()` is heard. So what there is when a search begins is set aside (`gc.freeze`), and
a collection meanwhile looks at what has been made since. When the last search has ended all is as before.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Aside:
    """What is set aside, for how many searches."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.searches = 0
        self.is_taken = False
        """True once somebody else has set objects aside, who would not want them back; to ask again takes long then."""

    def begin(self) -> None:
        """Set all objects aside, if this is the first search."""
        with self.lock:
            self.searches += 1
            if self.searches == 1 and not self.is_taken:
                self.is_taken = gc.get_freeze_count() > 0
                if not self.is_taken:
                    gc.freeze()

    def end(self) -> None:
        """Put them back, if this was the last."""
        with self.lock:
            self.searches -= 1
            if self.searches == 0 and not self.is_taken:
                gc.unfreeze()


ASIDE = Aside()


@contextmanager
def what_is_new() -> Iterator[None]:
    """Have collections look at what is new alone, unless somebody else has set objects aside."""
    ASIDE.begin()
    try:
        yield
    finally:
        ASIDE.end()
