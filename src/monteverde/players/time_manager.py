"""How long to think for a move, when the clock of a game runs.

What is left of the main time is shared among the moves that are still expected, a period of overtime among the moves
to be made in it; an increment is spent as it comes:

    base = 0.9 (main / moves + increment + period / stones) - lag

`lag` is what a move costs beside thinking: the way there and back, and a playout more than was allowed. A search whose
choice is in doubt may go on to three times as long, `most`, but never so long that the moves to come have too little.

Sources: Huang, Coulom and Lin, *Time management for Monte-Carlo tree search applied to the game of Go*, 2010 (the rest
of the time divided by the moves expected, unstable choices); Baier and Winands, *Time management for Monte Carlo tree
search*, 2016 (EXP: expected moves; CLOSE and UNST: going on; STOP: stopping); Baudiš and Gailly, *Pachi: state of the
art open source Go program*, 2012 (a desired and a worst time for each move). The constants are our own.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from monteverde.game import Position
from monteverde.game_clock import GameClock
from monteverde.search.endings import Ending, Left, lead_of, root_statistics
from monteverde.search.final import RootStatistics
from monteverde.search.session import Search

SHARE_USED = 0.9
LAG_SECONDS = 0.02  # for players in this process; the way to another program takes longer
LEAST_SECONDS = 0.001  # something is searched even when there is no time
LONGER = 3.0  # times that a search in doubt may take what it should
SHARE_OF_MAIN = 0.3  # of the main time that one move may use, unless it is the last
SHARE_OF_PERIOD = 0.5  # of a period that one of several moves in it may use
LEAST_MOVES = 10  # that are expected in any case: games end later than one thinks
USUAL_MOVES = 30  # where there is no board to tell by
CELLS_FILLED = 0.7  # how much of a board is filled when a game ends, roughly
CLOSE = 0.8  # visits of the second best action, as a share of those of the best, from which on the choice is in doubt
LATE = 0.7  # share of the time after which a change of the best action leaves the choice in doubt


@dataclass(frozen=True)
class Allowance:
    """How long to think for one move, in seconds."""

    base: float
    """If the choice is clear by then."""
    most: float
    """In any case."""


def moves_to_come(position: Position) -> float:
    """Return how many moves the player to move in `position` has yet to make, the present one included, roughly.

    Where the game has a board, until seven tenths of it are filled, and ten at least; never more than it can last.
    """
    game, plies = position.game, len(position.history)
    expected = float(USUAL_MOVES)
    if game.board is not None:
        rows, columns = game.board
        expected = (CELLS_FILLED * rows * columns - plies) / game.num_players
    possible = math.ceil((game.max_length - plies) / game.num_players)
    return max(1.0, min(float(possible), max(float(LEAST_MOVES), expected)))


def allowance(clock: GameClock, moves: float, lag: float = LAG_SECONDS) -> Allowance:
    """Return how long to think.

    Args:
        clock: what the player's clock shows.
        moves: how many moves it has yet to make, the present one included, at least 1.
        lag: seconds that a move costs beside the thinking.
    """
    overtime = clock.period_left / clock.stones_left if clock.stones else 0.0
    share = SHARE_USED * (clock.main / moves + clock.increment + overtime) - lag
    limit = (
        SHARE_USED * (clock.main * (1.0 if moves <= 1 or clock.stones else SHARE_OF_MAIN) + _from_period(clock)) - lag
    )
    return Allowance(
        base=max(LEAST_SECONDS, min(share, limit)),
        most=max(LEAST_SECONDS, min(LONGER * share, limit)),
    )


def _from_period(clock: GameClock) -> float:
    """Return what one move may use of the present period."""
    if not clock.stones:
        return 0.0
    return clock.period_left * (1.0 if clock.stones_left == 1 else SHARE_OF_PERIOD)


class Thinking(Ending):
    """Ends a search when its move is worth no more time. `most` is for the search itself to keep to."""

    def __init__(self, allowed: Allowance, now: Callable[[], float] = time.perf_counter) -> None:
        """Begin to count the time, by the clock `now`."""
        self.allowed = allowed
        self.now = now
        self.begun = now()
        self._done_before = -1
        self._leader = -1
        self._changed = 0.0  # when the leader became it

    def reason(self, search: Search) -> str | None:
        """Return "decided" if the choice cannot change any more, "clock" if it is clear and the time is up, or None."""
        root = root_statistics(search)
        if root is None:
            return None
        elapsed = self.now() - self.begun
        is_in_doubt = self._is_in_doubt(root, elapsed)
        limit = self.allowed.most if is_in_doubt else self.allowed.base
        if elapsed >= limit:
            return "clock"
        return "decided" if lead_of(search, search.mcts.final) > self._left(search, limit) else None

    def _is_in_doubt(self, root: RootStatistics, elapsed: float) -> bool:
        """Return whether the two best actions are close, or the best has changed late."""
        leader = root.best_by(root.visits, root.values)
        if leader != self._leader:
            self._leader, self._changed = leader, elapsed
        others = root.visits.copy()
        others[leader] = 0
        return bool(others.max() >= CLOSE * root.visits[leader]) or self._changed > LATE * elapsed

    def _left(self, search: Search, limit: float) -> float:
        """Return how many simulations are to come at most until `limit`."""
        if self._done_before < 0:
            self._done_before = search.num_simulations
        left = Left(math.inf, self.begun, self.begun + limit, self._done_before, self.now)
        return left.simulations(search.num_simulations)
