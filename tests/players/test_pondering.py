"""A search in the background."""

from __future__ import annotations

import threading
import time

import pytest
from tests.reference.search_trees import TreeObject, p1

import monteverde as mv
from monteverde.errors import GameError
from monteverde.players.pondering import Pondering


def wait_for_its_end() -> None:
    """Wait until nothing is searched in the background."""
    while "monteverde-ponder" in [thread.name for thread in threading.enumerate()]:
        time.sleep(0.001)


def test_it_goes_on_until_it_is_stopped() -> None:
    """And its thread is gone then; the tree is whole, and can be searched on."""
    before = threading.active_count()
    search = mv.MCTS().start("tic_tac_toe", seed=1)
    search.warm_up()
    pondering = Pondering(search)
    while search.num_simulations < 10:
        time.sleep(0.001)
    assert pondering.stop()
    assert threading.active_count() == before
    assert search.stopped_by == "stopped"
    assert search.tree.visits[0] == search.num_simulations
    search.run(iterations=5)
    assert search.stopped_by == "iterations"


def test_it_can_be_stopped_at_once() -> None:
    """Before its run has begun, too, fifty times."""
    search = mv.MCTS().start("tic_tac_toe", seed=1)
    for _ in range(50):
        assert Pondering(search).stop()
    assert search.tree.visits[0] == search.num_simulations


def test_it_ends_by_itself() -> None:
    """An opponent may never come back."""
    search = mv.MCTS().start("tic_tac_toe", seed=1)
    pondering = Pondering(search, seconds=0.01)
    wait_for_its_end()
    assert pondering.stop()
    assert search.stopped_by == "seconds"


class Broken(TreeObject):
    """A tree that breaks the contract of a problem."""

    def rewards(self) -> tuple[float, ...]:
        """Pay what cannot be."""
        raise GameError("broken")


def test_what_goes_wrong_is_left_to_the_next_search() -> None:
    """Nobody waits for this one; but its tree is not to be used."""
    search = mv.MCTS().start(Broken(p1(a=0, b=1), num_players=2), seed=1)
    pondering = Pondering(search, seconds=60)
    wait_for_its_end()
    assert not pondering.stop()
    with pytest.raises(GameError, match="broken"):
        search.run(iterations=1)
