"""A player that searches: any algorithm, with a budget for each move. Flat Monte Carlo is one of the algorithms."""

from __future__ import annotations

import difflib
import time
from collections.abc import Mapping

import numpy as np

from monteverde.budget import Budget
from monteverde.errors import UnknownNameError
from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position
from monteverde.players.player import Player, Thought
from monteverde.players.time_manager import LAG_SECONDS, LEAST_SECONDS, Allowance, Thinking, allowance, moves_to_come
from monteverde.search.algorithms import algorithm_names, load_search
from monteverde.search.mcts import MCTS, Progress
from monteverde.search.result import SearchResult
from monteverde.search.session import Search
from monteverde.spec import Spec, arguments_for, format_spec


class SearchPlayer(Player):
    """Searches each position anew and plays what the search chooses. The only legal action needs no search.

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
    ) -> None:
        self.search = load_search(search) if isinstance(search, str) else search
        self.budget = Budget(iterations, seconds, nodes)
        self.lag = LAG_SECONDS
        self.name = name or (search if isinstance(search, str) else "search")
        self.progress = progress
        self.result = None
        self._seeds = np.random.default_rng(seed)

    def start_game(self, game: Game, seed: int) -> None:
        """Get ready for one game; what must be compiled for it is compiled now, not in the time of a move."""
        self.result = None
        self._seeds = np.random.default_rng(seed)
        start = game.initial()
        if start.to_move not in (CHANCE, SIMULTANEOUS):
            self.search.start(start, seed=seed, expected=1).warm_up()

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
        self.result = None
        seed = int(self._seeds.integers(2**63))  # drawn in any case: a forced move must not shift what comes after
        legal = position.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = self.search.start(position, seed=seed, expected=self.budget.iterations)
        self._run(search, position, begun)
        self.result = search.result()
        if search.interrupted:
            raise KeyboardInterrupt
        return int(self.result.action)

    def _run(self, search: Search, position: Position, begun: float) -> None:
        """Search for as long as the budget and the clock allow; `begun` is when the choice was asked for."""
        budget = self.budget
        seconds, endings = budget.seconds, []
        allowed = self._allowed(position)
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
    """Return the player that `spec` names: the algorithm's own parameters, and a budget."""
    own = {key: value for key, value in spec.arguments.items() if key in BUDGET}
    rest = {key: value for key, value in spec.arguments.items() if key not in BUDGET}
    for key in rest:
        if difflib.get_close_matches(key, BUDGET, cutoff=LIKELY_MISSPELT):
            raise UnknownNameError(f"parameter of {spec.name}", key, BUDGET)
    algorithm = format_spec(spec.name, rest) if spec.value is None else f"{spec.name}:{spec.value}"
    if own:
        budget = Budget(**arguments_for(_budget, Spec(spec.name, None, own)))
    player = SearchPlayer(load_search(algorithm), name=text)
    player.budget = budget
    return player


def _budget(iterations: int = 1, seconds: float = 1.0, nodes: int = 1) -> None:
    """Has the budget's parameters and their types: what the grammar holds the text against."""


BUDGET = ("iterations", "seconds", "nodes")
LIKELY_MISSPELT = 0.7  # how alike a key and a budget's name must be, so that no algorithm's parameter is taken for one

PLAYERS: Mapping[str, object] = dict.fromkeys(algorithm_names(), _from_spec)
