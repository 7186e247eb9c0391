"""While a search runs, collections look at what is new; before and after, at everything."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest
from tests.reference.search_trees import TreeObject
from tests.search.test_crew import bush

import monteverde as mv
from monteverde.search import collector
from monteverde.search.collector import Aside

pytestmark = pytest.mark.skipif(sys.implementation.name != "cpython", reason="needs the collector of CPython")


@pytest.fixture(autouse=True)
def thawed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody has set anything aside."""
    gc.unfreeze()
    monkeypatch.setattr(collector, "ASIDE", Aside())
    yield
    gc.unfreeze()


class Asking(TreeObject):
    """Notes how many objects are set aside, and fails if it is told to."""

    seen: list[int] = []
    failure: Exception | None = None

    def play(self, action: str) -> None:
        """Note it."""
        self.seen.append(gc.get_freeze_count())
        if self.failure is not None:
            raise self.failure
        super().play(action)


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is noted."""
    noted: list[int] = []
    monkeypatch.setattr(Asking, "seen", noted)
    return noted


def test_what_there_was_is_set_aside_while_a_search_runs(seen: list[int]) -> None:
    """Thousands of objects, and none of them afterwards."""
    search = mv.MCTS().start(Asking(bush(4)), seed=1)
    seen.clear()
    search.run(iterations=5)
    assert min(seen) > 1000
    assert gc.get_freeze_count() == 0


def test_a_search_that_fails_puts_them_back(seen: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The error arrives, too."""
    search = mv.MCTS().start(Asking(bush(4)), seed=1)
    monkeypatch.setattr(Asking, "failure", ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        search.run(iterations=5)
    assert gc.get_freeze_count() == 0


def test_a_search_within_a_search_puts_nothing_back() -> None:
    """The last one does."""
    search = mv.MCTS().start(TreeObject(bush(4)), seed=1)
    after: list[int] = []

    class Thinking(TreeObject):
        def play(self, action: str) -> None:
            search.run(iterations=1)
            after.append(gc.get_freeze_count())
            super().play(action)

    mv.MCTS().start(Thinking(bush(4)), seed=1).run(iterations=3)
    assert min(after) > 1000
    assert gc.get_freeze_count() == 0


def test_what_somebody_else_has_set_aside_stays_there() -> None:
    """And is counted once only, since that takes long."""
    gc.freeze()
    count = gc.get_freeze_count()
    search = mv.MCTS().start(TreeObject(bush(4)), seed=1)
    search.run(iterations=5)
    assert abs(gc.get_freeze_count() - count) < count / 2  # some have died meanwhile
    assert collector.ASIDE.is_taken
    gc.unfreeze()
    search.run(iterations=5)
    assert collector.ASIDE.is_taken
    assert collector.ASIDE.searches == 0
