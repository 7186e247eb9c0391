"""A player that solves: any exact method, to the end or as deep as its depth or its time allow."""

from __future__ import annotations

import random
from collections.abc import Mapping

from monteverde.budget import Budget
from monteverde.exact import Method, SolveResult, load_method, method_names
from monteverde.exact.method import Solver
from monteverde.game import Game, Position
from monteverde.players.player import Player
from monteverde.players.time_manager import allowance, moves_to_come
from monteverde.spec import Spec


class ExactPlayer(Player):
    """Plays one of the best actions, drawn at random among them. What it learned of one position serves the next."""

    result: SolveResult | None
    """What was found in the last position; None before the first."""

    def __init__(
        self,
        method: Method | str = "pvs",
        *,
        seconds: float | None = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> None:
        """Make a player.

        Args:
            method: an exact method or its name, such as "alphabeta:depth=8".
            seconds: the most wall time for a move; None: until it is solved.
            seed: what it draws from where several actions are best.
            name: what people call it.
        """
        self.method = load_method(method) if isinstance(method, str) else method
        self.seconds = seconds
        self.is_patient = False  # whether a clock alone says how long it thinks, if there is one
        self.name = name or self.method.spec
        self.result = None
        self._rng = random.Random(seed)
        self._solvers: dict[Game, Solver] = {}

    def start_game(self, game: Game, seed: int) -> None:
        self.result = None
        self._rng.seed(seed)

    def choose(self, position: Position) -> int:
        """Return the chosen action.

        Raises:
            UnsuitableError: if the method does not suit the game.
            KeyboardInterrupt: after Ctrl-C, with what was found until then in `result`.
        """
        game = position.game
        if game not in self._solvers:
            self._solvers[game] = self.method.solver(game)
        self.result = self._solvers[game](position, seconds=self._seconds_for(position))
        if self.result.statistics.stopped_by == "interrupted":
            raise KeyboardInterrupt
        return self._rng.choice(self.result.best_actions or (self.result.action,))

    def _seconds_for(self, position: Position) -> float | None:
        """Return how long it may think: its own limit, and what a clock allows."""
        if self.clock is None:
            return self.seconds
        allowed = allowance(self.clock, moves_to_come(position)).base
        return allowed if self.seconds is None or self.is_patient else min(allowed, self.seconds)


def _from_spec(spec: Spec, text: str, budget: Budget) -> ExactPlayer:
    player = ExactPlayer(load_method(text), seconds=budget.seconds, name=text)
    player.is_patient = budget.is_default
    return player


PLAYERS: Mapping[str, object] = dict.fromkeys(method_names(), _from_spec)
