"""Tic-tac-toe positions with known values, and the known odds of random play."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import monteverde as mv
from monteverde.compile import bind, kernel, new_stream
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.evaluation.random_playout import UNLIMITED, playout
from monteverde.search.problem import CompiledProblem
from monteverde.search.result import SearchResult
from monteverde.search.sharing.nothing import NOTHING_SHARED
from monteverde.search.workspace import Workspace

Budget = Callable[..., int]
CORNERS, EDGES, CENTRE = (0, 2, 6, 8), (1, 3, 5, 7), 4
# Exact, by enumeration of all games under uniform random play: X wins, a draw, O wins.
ODDS = (0.584921, 0.126984, 0.288095)
# The same for E[X - O] after the first move.
MARGINS = {**dict.fromkeys(CORNERS, 0.3429), **dict.fromkeys(EDGES, 0.2), CENTRE: 0.5}


def search(moves: str, iterations: int, algorithm: str = "uct") -> SearchResult:
    """Return a search of the position after `moves`."""
    position = TicTacToe().initial().play_all(moves)
    return mv.search(position, algorithm=algorithm, iterations=iterations, seed=1)


def test_a_double_threat_is_met_by_its_only_answer(budget: Budget) -> None:
    """`xx. / .o. / ...`: O must play 2, which tends to a draw; every other move tends to a loss."""
    result = search("a1 b2 b1", budget(20_000, least=1500))
    assert result.action == 2
    assert result[2].value == pytest.approx(0.5, abs=0.15)
    assert all(line.value < 0.3 for line in result.actions if line.action != 2)


def test_a_win_at_once_is_certain(budget: Budget) -> None:
    """`xx. / o.o / ...` with X to move: 2 wins, Q = 1 exactly; after 6, 7 or 8 O wins with 4, so these tend to 0."""
    result = search("a1 a2 b1 c2", budget(20_000, least=1500))
    assert result.action == 2
    assert result[2].value == 1.0
    assert all(result[move].value < 0.45 for move in (6, 7, 8))


def test_values_of_lost_moves_fall_with_time(budget: Budget) -> None:
    """Where the opponent maximises its own value the estimate of a lost move goes down, not up."""
    short, long = (search("a1 a2 b1 c2", budget(n, least=n // 20)) for n in (1000, 40_000))
    assert all(long[move].value <= short[move].value for move in (6, 7, 8))


def test_the_only_draw_is_found(budget: Budget) -> None:
    """X at (0, 0) and (1, 1), O at (2, 0), O to move: only (2, 2) does not lose."""
    result = search("a1 a3 b2", budget(20_000, least=1000))
    assert result.action_name == "c3"


def test_random_play_has_the_known_odds(budget: Budget) -> None:
    """From the empty board X wins .584921, nobody .126984 and O .288095, within four standard errors."""
    playouts = budget(200_000)
    position = TicTacToe().initial()
    problem = CompiledProblem(position)
    counts = np.zeros(3, np.int64)
    bind(tally, {**problem.bindings(1), **NOTHING_SHARED, **RandomPlayout().bindings()})(
        problem.new_workspace(1, 0), position.states(1), playouts, counts
    )
    errors = [4 * (p * (1 - p) / playouts) ** 0.5 for p in ODDS]
    assert all(abs(count / playouts - p) < e for count, p, e in zip(counts, ODDS, errors, strict=True))


@kernel
def tally(work, states, playouts, counts):
    for _ in range(playouts):
        work.states[0] = states[0]
        work.values[0] = 0.0
        playout(work.states[0], 0, UNLIMITED, work.values, work, None)
        counts[int(2.0 - 2.0 * work.values[0])] += 1


def test_flat_search_measures_each_first_move(budget: Budget) -> None:
    """E[X - O] is .3429 after a corner, .2 after an edge, .5 after the centre, within four standard errors."""
    each = budget(25_000)
    result = search("", 9 * each, algorithm="flat")
    assert set(result.visits.values()) == {each}
    assert result.action == CENTRE
    for move, margin in MARGINS.items():
        assert 2.0 * result[move].value - 1.0 == pytest.approx(margin, abs=4 * 0.92 / each**0.5)


def test_threads_have_streams_of_their_own() -> None:
    """The same seed gives each thread another sequence, and each thread the same one again."""
    first, second, again = (int(new_stream(1, stream)[0]) for stream in (0, 1, 0))
    assert first != second
    assert first == again


def test_workspaces_of_a_search_do_not_share_a_stream() -> None:
    """Nor anything else that a thread writes to."""
    started = mv.MCTS(threads=3).start(TicTacToe().initial(), seed=1)
    works: list[Workspace] = started.workspaces
    assert len({int(work.rng[0]) for work in works}) == 3
    assert not any(np.shares_memory(works[0].path, work.path) for work in works[1:])
