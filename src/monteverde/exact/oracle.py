"""An oracle: what is right in any position of a game, for tests, for the arena, and for whoever wants to learn."""

from __future__ import annotations

from monteverde.errors import UnsuitableError
from monteverde.exact.method import Method
from monteverde.exact.registry import load_method, method_for
from monteverde.exact.result import SolveResult
from monteverde.game import Game, Position, load_game

LIKE = 1e-9  # of the reward range: values nearer than this are equal


class Oracle:
    """Knows the exact value of every action in every position of a game, as far as the method can reach.

    What it learns of one position serves the next ones: answers are remembered, and so is the transposition table.
    """

    def __init__(self, game: Game | str, method: str | Method | None = None) -> None:
        """Make an oracle of `game`.

        Args:
            game: a game or its name.
            method: an exact method or its name; None: principal-variation search over all actions for a two-player
                game without chance, and what else suits the problem.

        Raises:
            UsageError: if no method suits the game, or the one given does not.
        """
        self.game = load_game(game) if isinstance(game, str) else game
        chosen = method_for(self.game).for_all_actions() if method is None else method
        self.method = load_method(chosen) if isinstance(chosen, str) else chosen
        self._solve = self.method.solver(self.game)
        self._known: dict[Position, SolveResult] = {}

    def result(self, position: Position) -> SolveResult:
        """Return all that is known of `position`, which must not be over.

        Raises:
            UnsuitableError: if the method could not prove it.
            KeyboardInterrupt: after Ctrl-C; nothing is kept of this position.
        """
        if position not in self._known:
            found = self._solve(position)
            if found.statistics.stopped_by == "interrupted":
                raise KeyboardInterrupt
            if not found.is_proven:
                raise UnsuitableError(f"{self.method.spec} proves nothing about this position; an oracle must be exact")
            self._known[position] = found
        return self._known[position]

    def value(self, position: Position) -> tuple[float, ...]:
        """Return what each player gets from `position` on under best play, in the problem's own units."""
        if position.is_terminal:
            return tuple(map(float, position.rewards))
        return self.result(position).value

    def action_values(self, position: Position) -> dict[int, float]:
        """Return what each action is worth to the player to move."""
        return {line.action: line.value for line in self.result(position).actions}

    def best_actions(self, position: Position) -> tuple[int, ...]:
        """Return the actions that no other is better than."""
        values = self.action_values(position)
        low, high = position.game.reward_range
        best = max(values.values())
        return tuple(action for action, value in values.items() if value >= best - LIKE * (high - low))

    def is_perfect(self, position: Position, action: int) -> bool:
        """Return whether `action` is one of the best."""
        return action in self.best_actions(position)
