"""A player that searches: any algorithm, with a budget for each move. Flat Monte Carlo is one of the algorithms.

With `reuse` its tree goes with the game: what it knows of the position that comes up is where the next search begins.
The budget is spent all the same, so n iterations are n more; and no tree outlives its game.
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Mapping

import numpy as np

from monteverde.budget import Budget
from monteverde.errors import UnknownNameError, UnsuitableError
from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position
from monteverde.players.following import actions_between
from monteverde.players.player import Player, Remark, Thought
from monteverde.players.pondering import Pondering
from monteverde.players.time_manager import LAG_SECONDS, LEAST_SECONDS, Allowance, Thinking, allowance, moves_to_come
from monteverde.search.algorithms import algorithm_names, load_search
from monteverde.search.mcts import MCTS, Progress
from monteverde.search.reroot import NO_DECAY
from monteverde.search.result import SearchResult
from monteverde.search.session import Search
from monteverde.spec import Spec, arguments_for, format_spec


class SearchPlayer(Player):
    """Searches each position and plays what the search chooses. The only legal action needs no search.

    If it has a `clock`, that says how long it thinks; its own budget, if it was given one, is the most that it takes.
    """

    result: SearchResult | None
    """What the last search found; None before the first, and where there was nothing to choose."""
    lag: float
    """Seconds that a move costs beside the thinking, kept off the clock of a game."""
    progress: Progress | None
    """Called with the result so far about ten times a second while it searches."""

    def __init__(
        self,
        search: MCTS | str = "uct",
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int | None = None,
        name: str | None = None,
        progress: Progress | None = None,
        reuse: bool = False,
        decay: float = NO_DECAY,
        ponder: bool = False,
    ) -> None:
        """Begin without a game.

        Args:
            search: an algorithm or its name.
            iterations: simulations for a move.
            seconds: wall time for a move; one second if no budget is given.
            nodes: nodes that the tree may have.
            seed: makes it repeatable; None draws one. `start_game` gives another.
            name: what people call the player.
            progress: see the attribute.
            reuse: whether the next search of a game begins with what the last one knows of the position.
            decay: the share of these counts to keep, from 0 to 1; with reuse alone.
            ponder: whether to think on while the opponent does, in a thread of its own; with reuse alone.
        """
        self.search = load_search(search) if isinstance(search, str) else search
        self.budget = Budget(iterations, seconds, nodes)
        self.lag = LAG_SECONDS
        self.name = name or (search if isinstance(search, str) else "search")
        self.progress = progress
        self.reuse, self.decay, self.ponder = reuse, decay, ponder
        if ponder and not reuse:
            raise UnsuitableError(
                "ponder=true searches what comes next, and reuse is off, so it would be forgotten; give reuse=true "
                "with it"
            )
        if decay != NO_DECAY and not reuse:
            raise UnsuitableError(
                f"decay={decay} makes less of what is reused, and reuse is off; give reuse=true with it"
            )
        self.result = None
        self._kept: tuple[Position, Search] | None = None
        self._pondering: Pondering | None = None
        self._seeds = np.random.default_rng(seed)

    def start_game(self, game: Game, seed: int) -> None:
        """Get ready for one game; what must be compiled for it is compiled now, not in the time of a move."""
        self._stop_pondering()
        self.result = self._kept = None
        self._seeds = np.random.default_rng(seed)
        start = game.initial()
        if start.to_move not in (CHANCE, SIMULTANEOUS):
            search = self.search.start(start, seed=seed, expected=1)
            search.warm_up()
            if self.reuse:
                search.advance(decay=self.decay)

    @property
    def thought(self) -> Thought:
        if self.result is None:
            return Thought()
        return Thought(self.result.statistics.simulations, self.result.statistics.depth)

    def choose(self, position: Position) -> int:
        """Return the chosen action.

        Raises:
            UnsuitableError: if the search does not suit the game.
            KeyboardInterrupt: after Ctrl-C, with what was found until then in `result`.
        """
        begun = time.perf_counter()
        self._stop_pondering()
        self.result = None
        seed = int(self._seeds.integers(2**63))  # drawn in any case: a forced move must not shift what comes after
        legal = position.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = self._search_of(position, seed)
        self._run(search, position, begun)
        self.result = search.result()
        if search.interrupted:
            raise KeyboardInterrupt
        action = int(self.result.action)
        if self.ponder:
            self._ponder(position.play(action), search, action)
        return action

    def end_game(self, position: Position) -> Remark | None:
        """Stop thinking."""
        self._stop_pondering()
        return None

    def close(self) -> None:
        """Stop thinking."""
        self._stop_pondering()

    def _ponder(self, after: Position, search: Search, action: int) -> None:
        """Go on in the background with the position after the chosen action, if somebody is to move there."""
        if after.is_terminal or after.to_move in (CHANCE, SIMULTANEOUS):
            return
        search.advance(action, decay=self.decay)
        self._kept = after, search
        self._pondering = Pondering(search)

    def _stop_pondering(self) -> None:
        if self._pondering is not None and not self._pondering.stop():
            self._kept = None
        self._pondering = None

    def _search_of(self, position: Position, seed: int) -> Search:
        """Return a search of `position`: the last one, moved on, if the player reuses it and the game came this way."""
        if not self.reuse:
            return self.search.start(position, seed=seed, expected=self.budget.iterations)
        actions = None if self._kept is None else actions_between(self._kept[0], position)
        if self._kept is not None and actions is not None:
            search = self._kept[1]
            search.advance(*actions, decay=self.decay)
        else:
            search = self.search.start(position, seed=seed)
        self._kept = position, search
        return search

    def _run(self, search: Search, position: Position, begun: float) -> None:
        """Search for as long as the budget and the clock allow; `begun` is when the choice was asked for."""
        budget = self.budget
        seconds, endings = budget.seconds, []
        allowed = self._allowed(position)
        if self.reuse and seconds is not None:  # moving a large tree takes time, which is the move's
            seconds = max(seconds - (time.perf_counter() - begun), LEAST_SECONDS)
        if allowed is not None:
            spent = time.perf_counter() - begun
            seconds = max(LEAST_SECONDS, allowed.most - spent)
            endings = [Thinking(Allowance(max(LEAST_SECONDS, allowed.base - spent), seconds))]
        search.run(
            iterations=budget.iterations, seconds=seconds, nodes=budget.nodes, progress=self.progress, endings=endings
        )

    def _allowed(self, position: Position) -> Allowance | None:
        """Return how long the clock and the budget allow to think, or None without a clock."""
        if self.clock is None:
            return None
        allowed = allowance(self.clock, moves_to_come(position), self.lag)
        most = None if self.budget.is_default else self.budget.seconds
        return allowed if most is None else Allowance(min(allowed.base, most), min(allowed.most, most))


def _from_spec(spec: Spec, text: str, budget: Budget) -> SearchPlayer:
    """Return the player that `spec` names: the algorithm's own parameters, and the player's, a budget among them."""
    own = {key: value for key, value in spec.arguments.items() if key in OWN}
    rest = {key: value for key, value in spec.arguments.items() if key not in OWN}
    for key in rest:
        if difflib.get_close_matches(key, OWN, cutoff=LIKELY_MISSPELT):
            raise UnknownNameError(f"parameter of {spec.name}", key, OWN)
    algorithm = format_spec(spec.name, rest) if spec.value is None else f"{spec.name}:{spec.value}"
    options = arguments_for(_own, Spec(spec.name, None, own))
    chosen = {key: options.pop(key) for key in BUDGET if key in options}
    player = SearchPlayer(load_search(algorithm), name=text, **options)
    player.budget = Budget(**chosen) if chosen else budget
    return player


def _own(
    iterations: int = 1,
    seconds: float = 1.0,
    nodes: int = 1,
    reuse: bool = False,
    decay: float = 1.0,
    ponder: bool = False,
) -> None:
    """Has the player's own parameters and their types: what the grammar holds the text against."""


BUDGET = ("iterations", "seconds", "nodes")
OWN = (*BUDGET, "reuse", "decay", "ponder")
LIKELY_MISSPELT = 0.7  # how alike a key and a budget's name must be, so that no algorithm's parameter is taken for one

PLAYERS: Mapping[str, object] = dict.fromkeys(algorithm_names(), _from_spec)
