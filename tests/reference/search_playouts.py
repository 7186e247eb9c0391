"""UCT whose playouts learn, with every simulation kept as a list and counted by looking. Slow, and obviously right.

It draws the same random numbers as the library, so both make the same tree. A code is a pair of player and action.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tests.reference.search_sharing import Code, Noting, Playout
from tests.reference.search_uct import Uct

import monteverde as mv

UNKNOWN = 1.0 - 2.0**-20
Choose = Callable[["PlayingUct", Any], Any]


class PlayingUct(Uct):
    """A search of `problem` whose playouts are chosen by `choose(search, state)`."""

    def __init__(self, problem: Any, draws: Any, choose: Choose) -> None:
        super().__init__(problem, draws)
        self.problem = _NotingProblem(problem, self)
        self.choose = choose
        self.history: list[Playout] = []
        self.current = Playout([])

    def simulate(self) -> None:
        """Run one simulation and remember what it played and was worth."""
        self.current = Playout([])
        super().simulate()
        self.history.append(self.current)

    def draw(self, state: Any) -> Any:
        """Return a random legal action."""
        actions = state.legal_actions()
        return actions[self.draws.below(len(actions))]

    def unit(self, playout: Playout, player: int) -> float:
        """Return what a simulation was worth to a player, as a unit value."""
        low, high = self.problem.reward_range
        return (playout.returns[0][player] - low) * (1.0 / (high - low))

    def _playout(self, state: Any) -> list[float]:
        """Play to the end as the policy says; return the discounted sum of what is paid on the way."""
        returns, weight = [0.0] * len(self.totals), 1.0
        while not state.is_terminal():
            if state.to_move() == mv.CHANCE:
                state.play(state.chance_outcomes()[self._outcome(state)][0])
            else:
                state.play(self.choose(self, state))
            if self.problem.step_rewards or state.is_terminal():
                returns = [sum_ + weight * reward for sum_, reward in zip(returns, state.rewards(), strict=True)]
            weight *= self._discount(state)
        return returns

    def _back_up(self, path: list[Any], returns: list[float]) -> None:
        super()._back_up(path, returns)
        for _, _, rewards, discount in reversed(path):
            returns = [reward + discount * g for reward, g in zip(rewards, returns, strict=True)]
        self.current.returns = [returns]


class _NotingProblem:
    """A problem whose clones note what is played on them."""

    def __init__(self, problem: Any, search: PlayingUct) -> None:
        self.problem, self.search = problem, search

    def clone(self) -> Noting:
        return Noting(self.problem.clone(), self.search.current)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.problem, name)


def counted(search: PlayingUct, codes: list[Code], decay: float, batch: int) -> tuple[float, float]:
    """Return how often `codes` were played one after the other, and what that was worth to who played the last."""
    count = total = 0.0
    for number, playout in enumerate(search.history, 1):
        for ply in range(len(playout.codes)):
            if playout.codes[ply : ply + len(codes)] == codes:
                count += 1.0
                total += search.unit(playout, codes[-1][0])
        if number % batch == 0:
            count, total = count * decay, total * decay
    return count, total


def mean_of_code(search: PlayingUct, code: Code, decay: float = 1.0, batch: int = 1) -> float:
    """Return the mean worth of a code in all simulations."""
    count, total = counted(search, [code], decay, batch)
    return total / count if count > 0 else UNKNOWN


def greedy(
    worth: Callable[[PlayingUct, Code], float], epsilon: float = 0.0, draws: int = 0
) -> Callable[[PlayingUct, Any], Any]:
    """Return a policy that plays the best of all legal actions, or of so many draws, but for exploration."""

    def choose(search: PlayingUct, state: Any) -> Any:
        if epsilon > 0.0 and search.draws.uniform() < epsilon:
            return search.draw(state)
        if draws:
            actions = [search.draw(state) for _ in range(draws)]
        else:
            legal = list(state.legal_actions())
            begin = search.draws.below(len(legal))
            actions = legal[begin:] + legal[:begin]
        return max(actions, key=lambda action: worth(search, (state.to_move(), action)))

    return choose


def mast(epsilon: float = 0.0, draws: int = 0, decay: float = 1.0, batch: int = 1000) -> Choose:
    """Return MAST."""
    return greedy(lambda search, code: mean_of_code(search, code, decay, batch), epsilon, draws)


def gibbs_mast(temperature: float) -> Choose:
    """Return MAST that draws, the better the likelier."""

    def choose(search: PlayingUct, state: Any) -> Any:
        actions, mover = list(state.legal_actions()), state.to_move()
        weights = [math.exp((mean_of_code(search, (mover, a)) - 1.0) / temperature) for a in actions]
        total = 0.0
        for weight in weights:
            total += weight
        rest = search.draws.uniform() * total
        for action, weight in zip(actions, weights, strict=True):
            rest -= weight
            if rest < 0.0:
                return action
        return actions[-1]

    return choose


def nst(length: int, least: float, epsilon: float = 0.0, decay: float = 1.0, batch: int = 1000) -> Choose:
    """Return NST."""

    def worth(search: PlayingUct, code: Code) -> float:
        means = [mean_of_code(search, code, decay, batch)]
        for size in range(2, length + 1):
            before = search.current.codes[-(size - 1) :]
            if len(before) == size - 1 and None not in before:
                count, total = counted(search, [*before, code], decay, batch)
                if count >= least:
                    means.append(total / count)
        return sum(means) / len(means)

    return greedy(worth, epsilon)


def lgrf(before: int) -> Choose:
    """Return the last good reply with forgetting, to the last one or two actions."""

    def reply(search: PlayingUct, context: list[Code]) -> Code | None:
        known = None
        for playout in search.history:
            for ply in range(len(context), len(playout.codes)):
                code = playout.codes[ply]
                if code is None or playout.codes[ply - len(context) : ply] != context:
                    continue
                if search.unit(playout, code[0]) > 0.5:
                    known = code
                elif known == code:
                    known = None
        return known

    def choose(search: PlayingUct, state: Any) -> Any:
        for size in range(before, 0, -1):
            context = search.current.codes[-size:]
            if len(context) == size and None not in context:
                code = reply(search, context)
                if code and code[0] == state.to_move() and code[1] in state.legal_actions():
                    return code[1]
        return search.draw(state)

    return choose


def decisive(choose: Choose, horizon: int) -> Choose:
    """Return a policy that wins at once, leaves no win at once, and otherwise chooses as another does."""

    def after(state: Any, action: Any) -> Any:
        ahead = state.state.clone()
        ahead.play(action)
        return ahead

    def is_won(search: PlayingUct, ahead: Any, player: int) -> bool:
        return bool(ahead.is_terminal() and ahead.rewards()[player] >= search.problem.reward_range[1])

    def lets_win(search: PlayingUct, state: Any, action: Any) -> bool:
        ahead = after(state, action)
        if ahead.is_terminal() or ahead.to_move() in (mv.CHANCE, state.to_move()):
            return False
        other = ahead.to_move()
        answers = ahead.legal_actions()
        for answer in answers:
            further = ahead.clone()
            further.play(answer)
            if is_won(search, further, other):
                return True
        return False

    def safe(search: PlayingUct, state: Any, action: Any) -> Any:
        if len(search.current.codes) >= horizon:
            return choose(search, state)
        legal, mover = list(state.legal_actions()), state.to_move()
        for candidate in legal:
            if is_won(search, after(state, candidate), mover):
                return candidate
        chosen = choose(search, state)
        if not lets_win(search, state, chosen):
            return chosen
        begin = search.draws.below(len(legal))
        for candidate in legal[begin:] + legal[:begin]:
            if not lets_win(search, state, candidate):
                return candidate
        return chosen

    return lambda search, state: safe(search, state, None)
