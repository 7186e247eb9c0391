"""Thinking on the opponent's time: a search that goes on in a thread of its own until it is told to stop.

It pays where the search is carried on to the position that the opponent makes, and where the opponent does not need
the same core.
"""

from __future__ import annotations

import threading

from monteverde.errors import MonteverdeError
from monteverde.search.session import Search

MOST_SECONDS = 600.0  # an opponent that takes longer has gone away
ASK_AGAIN = 0.002  # seconds: the run that was asked to stop may not have begun yet


class Pondering:
    """One search in the background. Nobody else may touch it until `stop` returns."""

    def __init__(self, search: Search, seconds: float = MOST_SECONDS) -> None:
        """Begin to search; it ends by itself after so many seconds."""
        self.search = search
        self._seconds = seconds
        self._is_sound = True
        self._thread = threading.Thread(target=self._run, name="monteverde-ponder", daemon=True)
        self._thread.start()

    def stop(self) -> bool:
        """End the search with the simulation at hand and its thread with it; return whether the tree can be used."""
        while self._thread.is_alive():
            self.search.stop()
            self._thread.join(ASK_AGAIN)
        return self._is_sound

    def _run(self) -> None:
        try:
            self.search.run(seconds=self._seconds)
        except MonteverdeError:  # it will be met again, in a search of which somebody waits for the answer
            self._is_sound = False
