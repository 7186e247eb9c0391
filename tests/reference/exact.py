"""What positions are worth, by recursion: max^n, expectimax, paranoid, and the question of proof-number search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from monteverde.game import CHANCE, Game, Position


@dataclass
class Recursion:
    """Plain recursion over the rules of one game, which counts what it looks at."""

    game: Game
    depth: int | None = None
    """How many plies to look ahead before the heuristic is asked; None: to the end."""
    viewer: int | None = None
    """The player against whom all others play; None: everybody plays for themselves."""
    nodes: int = field(default=0, init=False)
    leaves: int = field(default=0, init=False)

    def values(self, position: Position) -> list[float]:
        """What each player gets from `position` on."""
        self.nodes = self.leaves = 0
        with np.errstate(over="ignore"):
            return self._values(position.states()[0], 0)

    def action_values(self, position: Position) -> dict[int, list[float]]:
        """What each player gets after each action (or outcome of nature), the reward on the way included."""
        with np.errstate(over="ignore"):
            state = position.states()[0]
            return {action: self._child(state, action, 0) for action, _ in self._branches(state)}

    def _values(self, state: Any, ply: int) -> list[float]:
        self.nodes += 1
        rules = self.game.rules
        if rules["is_terminal"](state):
            self.leaves += 1
            return [0.0] * self.game.num_players  # what it pays is paid on the way in
        if ply == (self.game.max_length if self.depth is None else self.depth):
            self.leaves += 1
            return self._numbers("heuristic", state) if self.depth is not None else [0.0] * self.game.num_players
        mover = rules["to_move"](state)
        branches = self._branches(state)
        children = [self._child(state, action, ply) for action, _ in branches]
        if mover == CHANCE:
            weighted = [[p * v for v in child] for (_, p), child in zip(branches, children, strict=True)]
            return [sum(column) for column in zip(*weighted, strict=True)]
        if self.viewer is None or mover == self.viewer:
            return max(children, key=lambda values: values[mover])  # the first of equals
        return min(children, key=lambda values: values[self.viewer])

    def _child(self, state: Any, action: int, ply: int) -> list[float]:
        """What the players get by going on with `action`."""
        rules, child = self.game.rules, state.copy()
        rules["play"](child, action)
        is_end = rules["is_terminal"](child)
        paid = self._numbers("rewards", child) if is_end or self.game.step_rewards else [0.0] * self.game.num_players
        weight = 1.0 if is_end or rules["to_move"](child) == CHANCE else self.game.discount
        return [now + weight * later for now, later in zip(paid, self._values(child, ply + 1), strict=True)]

    def _branches(self, state: Any) -> list[tuple[int, float]]:
        rules = self.game.rules
        out, probabilities = np.zeros(self.game.num_actions, np.int64), np.ones(self.game.num_actions)
        if rules["to_move"](state) == CHANCE:
            count = rules["chance_outcomes"](state, out, probabilities)
        else:
            count = rules["legal_actions"](state, out)
        pairs = zip(out[:count].tolist(), probabilities[:count].tolist(), strict=True)
        return [(action, probability) for action, probability in pairs if probability > 0.0]

    def _numbers(self, rule: str, state: Any) -> list[float]:
        out = np.zeros(self.game.num_players)
        self.game.rules[rule](state, out)
        return out.tolist()
