"""A player that searches: any algorithm, with a budget for each move. Flat Monte Carlo is one of the algorithms."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

import numpy as np

from monteverde.budget import Budget
from monteverde.errors import UnknownNameError
from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position
from monteverde.players.player import Player, Thought
from monteverde.search.algorithms import algorithm_names, load_search
from monteverde.search.mcts import MCTS, Progress
from monteverde.search.result import SearchResult
from monteverde.spec import Spec, arguments_for, format_spec


class SearchPlayer(Player):
    """Searches each position anew and plays what the search chooses. The only legal action needs no search."""

    result: SearchResult | None
    """What the last search found; None before the first, and where there was nothing to choose."""
    progress: Progress | None
    """Called with the result so far about ten times a second while it searches."""

    def __init__(
        self,
        search: MCTS | str = "uct",
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        name: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.search = load_search(search) if isinstance(search, str) else search
        self.budget = Budget(iterations, seconds)
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
        self.result = None
        seed = int(self._seeds.integers(2**63))  # drawn in any case: a forced move must not shift what comes after
        legal = position.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = self.search.start(position, seed=seed, expected=self.budget.iterations)
        search.run(iterations=self.budget.iterations, seconds=self.budget.seconds, progress=self.progress)
        self.result = search.result()
        if search.interrupted:
            raise KeyboardInterrupt
        return int(self.result.action)


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
    return SearchPlayer(load_search(algorithm), iterations=budget.iterations, seconds=budget.seconds, name=text)


def _budget(iterations: int = 1, seconds: float = 1.0) -> None:
    """Has the budget's parameters and their types: what the grammar holds the text against."""


BUDGET = ("iterations", "seconds")
LIKELY_MISSPELT = 0.7  # how alike a key and a budget's name must be, so that no algorithm's parameter is taken for one

PLAYERS: Mapping[str, object] = dict.fromkeys(algorithm_names(), _from_spec)
