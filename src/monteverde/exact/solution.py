"""What a method that lists all states knows when it is done: the value of each, and what to do there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from monteverde.exact.model import Model
from monteverde.exact.sparse import Floats, Integers
from monteverde.exact.states import ENDED
from monteverde.game import CHANCE, Position

TIE = 1e-9  # relative to the reward range: actions that are no further apart are equally good


@dataclass(frozen=True)
class Solution:
    """Values of all states that can be reached, in the problem's own units. `position` may be any of those."""

    model: Model
    values: Floats
    """(states, players): the return from each state on, under the best play."""
    action_values: Floats
    """(rows, players): the return of each action."""
    sweeps: int
    """How many times all states were gone through."""
    error: float
    """How far `values` may be from the truth; NaN if nothing is known, 0 if it is exact but for rounding."""
    stopped_by: str = "finished"
    """Why it ended: "finished", "seconds" or "interrupted"."""
    notes: tuple[str, ...] = ()
    """What a reader of the numbers should know."""

    @property
    def is_proven(self) -> bool:
        """Whether the values are right within `error`."""
        return self.stopped_by == "finished" and bool(np.isfinite(self.error))

    @cached_property
    def policy_rows(self) -> Integers:
        """Of each state the row of its best action, the first of several."""
        return self.model.greedy(self.action_values)

    @property
    def policy(self) -> Floats:
        """The best policy, as `Model.evaluate` takes it: the probability of each (state, action)."""
        return self.model.policy_of(self.policy_rows)

    def value(self, position: Position) -> npt.NDArray[np.float64]:
        """Return each player's return from `position` on; zeros at the end, a mean at a chance node."""
        if position.is_terminal:
            return np.zeros(self.model.game.num_players)
        if position.to_move != CHANCE:
            return np.asarray(self.values[self.model.index(position)])
        total = np.zeros(self.model.game.num_players)
        for outcome, probability in position.chance_outcomes():
            total += probability * self._after(position, outcome)
        return total

    def _after(self, position: Position, outcome: int) -> Floats:
        """Return what a move of nature is worth: what it pays, and what comes then."""
        after = position.play(outcome)
        is_decision = not after.is_terminal and after.to_move != CHANCE
        paid = after.rewards if self.model.game.step_rewards or after.is_terminal else 0.0
        return np.asarray(paid + (self.model.discount if is_decision else 1.0) * self.value(after))

    def of_actions(self, position: Position) -> dict[int, npt.NDArray[np.float64]]:
        """Return what each action, or outcome of chance, is worth to each player, in the order of the rules."""
        if position.to_move == CHANCE:
            return {outcome: self._after(position, outcome) for outcome in position.legal_actions()}
        state = self.model.index(position)
        rows = range(self.model.first_row[state], self.model.first_row[state + 1])
        return {int(self.model.actions[row]): self.action_values[row] for row in rows}

    def best_actions(self, position: Position) -> list[int]:
        """Return the actions that are best for who moves there."""
        player = position.to_move
        worth = {action: values[player] for action, values in self.of_actions(position).items()}
        low, high = self.model.game.reward_range
        best = max(worth.values())
        return [action for action, value in worth.items() if value >= best - TIE * (high - low)]

    def action(self, position: Position) -> int:
        """Return the best action where a player moves, the first of several."""
        return self.best_actions(position)[0]

    def positions(self) -> Iterator[Position]:
        """Yield the positions in which a player moves, in the order of the states."""
        game, table = self.model.game, self.model.table
        for number in np.flatnonzero(table.movers[: table.num_states] >= 0):
            yield Position(game, table.states[number : number + 1].copy())

    @property
    def num_ends(self) -> int:
        """How many terminal states there are."""
        return int((self.model.table.movers[: self.model.table.num_states] == ENDED).sum())
