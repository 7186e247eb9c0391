"""Value iteration as the textbook tells it: positions in a dict, one loop over states, actions and outcomes. Slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import monteverde as mv

Payoff = list[float]
Outcome = tuple[float, Payoff, mv.Position | None]
"""A probability, what each player is paid on the way, and the position where a player moves next, or None."""
Policy = Callable[[int, list[Payoff]], Payoff]
"""Given who moves and what each action is worth, what the position is worth."""


def paid_on_entering(position: mv.Position) -> Payoff:
    """Return what each player receives on entering `position`."""
    if position.game.step_rewards or position.is_terminal:
        return [float(reward) for reward in position.rewards]
    return [0.0] * position.game.num_players


def outcomes(position: mv.Position) -> Iterator[Outcome]:
    """Yield what may come of entering `position`: nature moves until a player does, or the game ends."""
    paid = paid_on_entering(position)
    if position.is_terminal:
        yield 1.0, paid, None
    elif position.to_move != mv.CHANCE:
        yield 1.0, paid, position
    else:
        for outcome, probability in position.chance_outcomes():
            for later, more, end in outcomes(position.play(outcome)):
                yield probability * later, [x + y for x, y in zip(paid, more, strict=True)], end


def best(mover: int, worth: list[Payoff]) -> Payoff:
    """Return the payoff that is best for who moves, the first of several."""
    return max(worth, key=lambda payoff: payoff[mover])


def mean(mover: int, worth: list[Payoff]) -> Payoff:
    """Return the mean payoff: a uniform policy."""
    return [sum(column) / len(worth) for column in zip(*worth, strict=True)]


class Twin:
    """All positions in which a player moves, what their actions may lead to, and their values."""

    def __init__(self, root: mv.Position) -> None:
        self.root = root
        self.discount = root.game.discount
        self.players = range(root.game.num_players)
        self.numbers: dict[mv.Position, int] = {}
        """Every position in which a player moves, and its place in the lists."""
        self.positions: list[mv.Position] = []
        self.movers: list[int] = []
        self.moves: list[dict[int, list[tuple[float, Payoff, int]]]] = []
        """For each position, for each action, what may come of it: probability, pay, and a place or -1."""
        self.values: list[Payoff] = []
        self.starts = self._numbered(outcomes(root)) if root.to_move == mv.CHANCE else []
        if root.to_move != mv.CHANCE:
            self._number(root)
        for position in self.positions:  # which grows meanwhile
            moves = {action: self._numbered(outcomes(position.play(action))) for action in position.legal_actions()}
            self.moves.append(moves)

    def _number(self, position: mv.Position) -> int:
        if position not in self.numbers:
            self.numbers[position] = len(self.numbers)
            self.positions.append(position)
            self.movers.append(position.to_move)
            self.values.append([0.0 for _ in self.players])
        return self.numbers[position]

    def _numbered(self, found: Iterator[Outcome]) -> list[tuple[float, Payoff, int]]:
        return [(chance, paid, -1 if end is None else self._number(end)) for chance, paid, end in found]

    def worth(self, found: list[tuple[float, Payoff, int]]) -> Payoff:
        """Return the mean of what may come, by the values so far."""
        total = [0.0 for _ in self.players]
        for chance, paid, end in found:
            for player in self.players:
                later = self.discount * self.values[end][player] if end >= 0 else 0.0
                total[player] += chance * (paid[player] + later)
        return total

    def q(self, position: mv.Position, action: int) -> Payoff:
        """Return what an action is worth to each player by the values so far."""
        return self.worth(self.moves[self.numbers[position]][action])

    def sweep(self, policy: Policy = best) -> float:
        """Give every position its value by the present ones, for the best action or a policy; return the change."""
        new = [
            policy(mover, [self.worth(found) for found in moves.values()])
            for mover, moves in zip(self.movers, self.moves, strict=True)
        ]
        change = max(abs(x - y) for a, b in zip(new, self.values, strict=True) for x, y in zip(a, b, strict=True))
        self.values = new
        return change

    def solve(self, sweeps: int | None = None, policy: Policy = best, tolerance: float = 1e-13) -> Payoff:
        """Sweep so often, or until nothing changes; return the values of the root."""
        done = 0
        while done != sweeps and self.sweep(policy) > tolerance:
            done += 1
        return self.value(self.root)

    def value(self, position: mv.Position) -> Payoff:
        """Return what each player gets from a position in which a player moves, or from the root, on."""
        return self.worth(self.starts) if position.to_move == mv.CHANCE else self.values[self.numbers[position]]

    def best_action(self, position: mv.Position) -> int:
        """Return the best action by the values so far, the first of several."""
        return max(self.moves[self.numbers[position]], key=lambda action: self.q(position, action)[position.to_move])
