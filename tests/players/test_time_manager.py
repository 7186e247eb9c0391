"""How long to think: the shares worked by hand, and that nobody who keeps to them loses on time."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import monteverde as mv
from monteverde.game_clock import GameClock
from monteverde.players import time_manager
from monteverde.players.time_manager import LEAST_SECONDS, Allowance, Thinking, allowance, moves_to_come
from monteverde.search.final import RootStatistics

LAG = 0.02


def test_main_time_is_shared_among_the_moves_to_come() -> None:
    """0.9 of 60 s / 20, less the lag; three times that at the most."""
    allowed = allowance(GameClock(60.0), 20, LAG)
    assert allowed.base == pytest.approx(0.9 * 3 - LAG)
    assert allowed.most == pytest.approx(3 * (0.9 * 3 - LAG))


def test_an_increment_is_spent_as_it_comes() -> None:
    """But not before: of one second left a move uses three tenths at most."""
    assert allowance(GameClock(60.0, 2.0), 20, LAG).base == pytest.approx(0.9 * 5 - LAG)
    assert allowance(GameClock(1.0, 9.0), 20, LAG).most == pytest.approx(0.9 * 0.3 - LAG)


def test_a_period_is_shared_among_its_moves() -> None:
    """30 s for 5 moves are 6 s each, and half of it at most; a period for one move can be used up."""
    canadian = allowance(GameClock(0.0, period=30.0, stones=5), 20, LAG)
    assert canadian.base == pytest.approx(0.9 * 6 - LAG)
    assert canadian.most == pytest.approx(0.9 * 15 - LAG)
    japanese = allowance(GameClock(0.0, period=30.0, stones=1, periods=3), 20, LAG)
    assert japanese.base == japanese.most == pytest.approx(0.9 * 30 - LAG)


def test_main_time_comes_on_top_of_a_period() -> None:
    """A twentieth of the one, and all of the other."""
    assert allowance(GameClock(60.0, period=10.0, stones=1), 20, LAG).base == pytest.approx(0.9 * 13 - LAG)


def test_the_last_move_may_use_all() -> None:
    """But for a tenth and the lag."""
    assert allowance(GameClock(10.0), 1, LAG).most == pytest.approx(9 - LAG)


def test_something_is_searched_even_without_time() -> None:
    """A search needs a budget above zero."""
    assert allowance(GameClock(0.0), 20, LAG) == Allowance(LEAST_SECONDS, LEAST_SECONDS)


def test_moves_are_expected_by_the_board() -> None:
    """0.7 of 81 cells are 28.35 moves a player; late in the game ten, or as many as can be."""
    go = mv.load_game("go:9").initial()
    assert moves_to_come(go) == pytest.approx(28.35)
    assert moves_to_come(SimpleNamespace(game=go.game, history=range(80))) == 10  # type: ignore[arg-type]
    tic_tac_toe = mv.load_game("tic_tac_toe").initial()
    assert moves_to_come(tic_tac_toe) == 5  # nine plies
    assert moves_to_come(tic_tac_toe.play_all("a1 b1 c1 a2 c2 b2 a3 c3")) == 1


def test_moves_of_a_game_without_a_board_are_guessed() -> None:
    """Thirty, or as many as can be: fifteen plies of Nim are eight moves."""
    assert moves_to_come(mv.load_game("nim").initial()) == 8
    assert moves_to_come(mv.load_game("random_tree:depth=100").initial()) == 30


# -- never out of time ---------------------------------------------------------------------------------------------


@given(
    main=st.floats(0, 100) | st.floats(0, 0.5),
    increment=st.sampled_from([0.0, 0.0, 0.01, 0.5, 5.0]),
    overtime=st.sampled_from([(0.0, 0, 1), (1.0, 1, 3), (30.0, 1, 5), (10.0, 25, 1), (60.0, 3, 1), (0.2, 5, 1)]),
    moves=st.integers(1, 150),
    seed=st.integers(0, 10**6),
)
def test_whoever_obeys_never_loses_on_time(
    main: float, increment: float, overtime: tuple[float, int, int], moves: int, seed: int
) -> None:
    """Over random games and clocks, whether it takes the least or the most, with any lag up to the one allowed for.

    Where not even moves without any thought would have been in time, nothing can help.
    """
    rng = random.Random(seed)
    clock = GameClock(main, increment, *overtime)
    for to_come in range(moves, 0, -1):
        allowed = allowance(clock, to_come, LAG)
        assert LEAST_SECONDS <= allowed.base <= allowed.most
        thought = rng.choice([allowed.base, allowed.most, rng.uniform(allowed.base, allowed.most)])
        lag = rng.uniform(0, LAG - LEAST_SECONDS)
        before, clock = clock, clock.after(thought + lag)
        if clock.is_out:
            assert thought == LEAST_SECONDS
            assert before.left < LAG
            return


def test_enough_time_for_every_move_is_enough() -> None:
    """Where each move has the lag and a little more, none is late, though every search takes the most it may."""
    rng = random.Random(1)
    for _ in range(200):
        moves = rng.randint(1, 100)
        clock = GameClock(moves * LAG * rng.uniform(1.0, 3.0))
        for to_come in range(moves, 0, -1):
            clock = clock.after(allowance(clock, to_come, LAG).most + LAG - LEAST_SECONDS)
            assert not clock.is_out


def test_a_game_that_lasts_longer_than_expected_is_survived() -> None:
    """Ten moves are always expected, and 120 come: what is left shrinks, and does not run out."""
    clock = GameClock(60.0)
    for _ in range(120):
        clock = clock.after(allowance(clock, 10, LAG).most + 0.0005)
        assert not clock.is_out


# -- thinking longer, and shorter ----------------------------------------------------------------------------------


class Fake:
    """A clock, and a search whose root says what it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, base: float = 1.0, most: float = 3.0) -> None:
        self.time, self.visits = 0.0, (1, 0)
        self.num_simulations = 0
        self.mcts = mv.MCTS()
        monkeypatch.setattr(time_manager, "root_statistics", lambda search: search.root)
        monkeypatch.setattr(time_manager, "lead_of", lambda search, final: final.lead(search.root))
        self.thinking = Thinking(Allowance(base, most), lambda: self.time)

    @property
    def root(self) -> RootStatistics | None:
        """What was said."""
        visits = np.array(self.visits, np.int64)
        return RootStatistics(visits, np.full(len(visits), 0.5)) if self.visits else None

    def at(self, time: float, *visits: int) -> str | None:
        """Return what the manager says at `time`, when the root has these visits."""
        self.time, self.visits, self.num_simulations = time, visits, sum(visits)
        search: Any = self
        return self.thinking.reason(search)


def test_a_clear_choice_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before its base time is over."""
    search = Fake(monkeypatch)
    assert search.at(0.0) is None  # no root yet
    assert search.at(0.1, 60, 40) is None
    assert search.at(0.5, 300, 200) is None
    assert search.at(1.0, 600, 400) == "clock"


def test_two_close_actions_are_thought_about_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until one is clearly ahead, or the most time is over."""
    search = Fake(monkeypatch)
    assert search.at(0.1, 60, 40) is None
    assert search.at(1.0, 520, 480) is None
    assert search.at(2.9, 1520, 1380) is None
    assert search.at(3.0, 1520, 1480) == "clock"
    other = Fake(monkeypatch)
    assert other.at(0.1, 60, 40) is None
    assert other.at(1.0, 520, 480) is None
    assert other.at(1.5, 1000, 500) == "clock"


def test_a_late_change_is_thought_about_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the change is not late any more: 0.9 s are more than 0.7 of the time until 1.29 s."""
    search = Fake(monkeypatch)
    assert search.at(0.1, 60, 40) is None
    assert search.at(0.9, 300, 600) is None
    assert search.at(1.2, 300, 900) is None
    assert search.at(1.3, 300, 1000) == "clock"


def test_a_leader_that_cannot_be_overtaken_ends_it_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """After 0.8 s of one, 1000 simulations a second leave 200, or with the margin 301."""
    search = Fake(monkeypatch)
    assert search.at(0.0, 0, 0) is None
    assert search.at(0.1, 60, 40) is None
    assert search.at(0.8, 545, 255) is None
    assert search.at(0.8, 560, 240) == "decided"
