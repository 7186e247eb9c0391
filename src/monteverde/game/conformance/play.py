"""Random games, with a look at every state on the way: what the required rules promise."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monteverde.compile import new_stream
from monteverde.game.conformance.guard import UNWRITTEN, Guard, RuleFailedError, changed_fields, scratch
from monteverde.game.rules import CHANCE, SIMULTANEOUS

CLOSE_GAMES = 10  # games in which the slower looks are taken too: names, drawings, every question asked twice
PROBABILITY_TOLERANCE = 1e-6  # as in a search
RETURN_TOLERANCE = 1e-6  # relative to the declared range; rewards may be sums of float64

# Rules get actions of all these types: a Position plays Python's, a playout int64, the tree int32.
ACTION_TYPES: tuple[Callable[[int], Any], ...] = (int, np.int64, np.int32)


@dataclass(frozen=True)
class Visit:
    """A state met in random play, and what the required rules say about it."""

    states: Any
    """An array of the one state."""
    history: tuple[int, ...]
    """The actions that led to it."""
    player: int | None
    """Whose turn it is; None where the game is over."""
    legal: tuple[int, ...]
    """The legal actions, or the outcomes at a chance node."""
    probabilities: tuple[float, ...] = ()
    """Of the outcomes."""
    is_close: bool = True
    """Whether the slower looks are wanted."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.player is None

    @property
    def is_decision(self) -> bool:
        """Whether a player moves here."""
        return self.player is not None and self.player != CHANCE


@dataclass
class Tally:
    """Sums over the games, from which the figures of the report are made."""

    num_games: int = 0
    num_states: int = 0
    lengths: list[int] = field(default_factory=list)
    num_decisions: int = 0
    num_legal: int = 0
    returns: list[npt.NDArray[np.float64]] = field(default_factory=list)
    num_cut: int = 0


class RandomPlay:
    """Plays one game after another uniformly at random."""

    def __init__(self, guard: Guard, looks: Sequence[Callable[[Visit], None]], seed: int) -> None:
        self.guard = guard
        self.game = guard.game
        self.looks = looks
        self.random = random.Random(seed)
        self.stream = new_stream(seed)
        self.tally = Tally()
        self.visits: list[Visit] = []
        """The states of the games that were looked at closely."""

    def run(self, games: int) -> None:
        """Play `games` games, as far as the rules allow."""
        self._check_start()
        for number in range(games):
            self.tally.num_games += 1
            try:
                self._play_game(ACTION_TYPES[number % len(ACTION_TYPES)], number < CLOSE_GAMES)
            except RuleFailedError:
                self.tally.lengths.append(len(self.guard.history))
        self._check_for_early_rewards()
        if self.tally.num_cut and self.game.step_rewards:
            cut = f"{self.tally.num_cut} of {games} games were cut at max_length = {self.game.max_length}"
            self.guard.findings.note("horizon", f"{cut}; right for an endless problem, else raise max_length")

    def _check_start(self) -> None:
        """Two zeroed records must become the same initial state."""
        states = self.game.new_states(2)
        self.guard.history.clear()
        try:
            for state in states:
                self.guard.call("start", state)
        except RuleFailedError:
            return
        if changed_fields(states[:1].tobytes(), states[1:]):
            self.guard.problem(
                "start",
                "differs",
                "it makes another state each time; chance belongs in a chance node, so that a search can plan for it",
            )

    def _play_game(self, as_action: Callable[[int], Any], is_close: bool) -> None:
        self.guard.history.clear()
        states = self.game.new_states(1)
        self.guard.call("start", states[0])
        paid: list[tuple[npt.NDArray[np.float64], float]] = []
        visit = self._visit(states, is_close)
        while not visit.is_terminal and len(self.guard.history) < self.game.max_length:
            action = self._choose(visit)
            self.guard.history.append(action)
            self._apply(states, as_action(action))
            rewards = self._rewards(states) if self.game.step_rewards else None
            visit = self._visit(states, is_close)
            if rewards is not None:
                paid.append((rewards, self.game.discount if visit.is_decision else 1.0))
        self.tally.lengths.append(len(self.guard.history))
        self._settle(visit, paid)

    def _apply(self, states: Any, action: Any) -> None:
        """Play `action`, which the history has already, or have the simulator play it."""
        if self.game.has("play"):
            self.guard.call("play", states[0], action)
        else:
            self.guard.call("step", states[0], action, self.stream)

    def _choose(self, visit: Visit) -> int:
        if visit.probabilities:
            return self.random.choices(visit.legal, visit.probabilities)[0]
        return self.random.choice(visit.legal)

    # -- one state -----------------------------------------------------------------------------------------------

    def _visit(self, states: Any, is_close: bool) -> Visit:
        """Ask the required rules about `states[0]`, and take all the looks at it."""
        visit = self._describe(states, is_close)
        self.tally.num_states += 1
        if visit.is_decision:
            self.tally.num_decisions += 1
            self.tally.num_legal += len(visit.legal)
        if is_close:
            self.visits.append(visit)
        for look in self.looks:
            try:
                look(visit)
            except RuleFailedError:  # an optional rule: the game can go on without it
                continue
        return visit

    def _describe(self, states: Any, is_close: bool) -> Visit:
        copy, history = states.copy(), tuple(self.guard.history)
        if self._is_terminal(states):
            return Visit(copy, history, None, (), is_close=is_close)
        player = self._to_move(states)
        if player == CHANCE:
            outcomes, probabilities = self._chance_outcomes(states)
            return Visit(copy, history, player, outcomes, probabilities, is_close)
        legal = self._legal_actions(states)
        if is_close and self._legal_actions(states) != legal:
            self.guard.problem("legal_actions", "order", "it answers differently when asked twice; keep a fixed order")
        return Visit(copy, history, player, legal, is_close=is_close)

    def _is_terminal(self, states: Any) -> bool:
        answer = self.guard.ask("is_terminal", states)
        if not isinstance(answer, (bool, np.bool_, int, np.integer)):
            hint = "; is a return missing?" if answer is None else ""
            raise self.guard.fail("is_terminal", "type", f"it returns {answer!r}; it must return True or False{hint}")
        return bool(answer)

    def _to_move(self, states: Any) -> int:
        player = self.guard.ask_whole("to_move", states)
        if player == SIMULTANEOUS:
            self.guard.findings.note("simultaneous", "states in which all players move at once are not looked at")
            raise RuleFailedError
        if player == CHANCE and not self.game.has("play"):
            advice = "let step go on until a player moves, or add the rule play"
            raise self._fail("to_move", "chance", f"it answers CHANCE, where only the rule step plays; {advice}")
        if player == CHANCE:
            if not self.game.has("chance_outcomes"):
                raise self._fail("to_move", "chance", "it answers CHANCE, but there is no rule chance_outcomes; add it")
        elif not 0 <= player < self.game.num_players:
            players = f"0 .. {self.game.num_players - 1}"
            raise self._fail("to_move", "range", f"it answers {player}; a player is {players}, and CHANCE is {CHANCE}")
        return player

    def _legal_actions(self, states: Any) -> tuple[int, ...]:
        out = scratch(self.game.num_actions, UNWRITTEN)
        count = self.guard.ask_whole("legal_actions", states, out)
        if count < 1:
            advice = "make is_terminal true there, or give players who cannot move a pass"
            raise self._fail("legal_actions", "none", f"it finds none, though the game is not over; {advice}")
        return self._listed("legal_actions", out, count)

    def _chance_outcomes(self, states: Any) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the outcomes of positive probability, and their probabilities."""
        out = scratch(self.game.num_actions, UNWRITTEN)
        probabilities = scratch(self.game.num_actions, np.nan)
        count = self.guard.ask_whole("chance_outcomes", states, out, probabilities)
        if count < 1:
            raise self._fail("chance_outcomes", "none", "it finds none where to_move answers CHANCE")
        outcomes = self._listed("chance_outcomes", out, count)
        given = probabilities[:count].tolist()
        if not all(0.0 <= p <= 1.0 + PROBABILITY_TOLERANCE for p in given):
            raise self._fail("chance_outcomes", "range", f"its probabilities are {given}; each must lie in [0, 1]")
        if abs(sum(given) - 1.0) > PROBABILITY_TOLERANCE:
            raise self._fail("chance_outcomes", "sum", f"its probabilities sum to {sum(given):.6g}, not to 1: {given}")
        possible = [(o, p) for o, p in zip(outcomes, given, strict=False) if p > 0.0]
        return tuple(o for o, _ in possible), tuple(p for _, p in possible)

    def _listed(self, rule: str, out: npt.NDArray[np.int64], count: int) -> tuple[int, ...]:
        """Return the `count` actions that `rule` wrote to `out`, once sure that they are what it promised."""
        size = self.game.num_actions
        if count > size:
            raise self._fail(rule, "count", f"it returns {count}, more than num_actions = {size}")
        written = out != UNWRITTEN
        if not written[:count].all():
            raise self._fail(rule, "unwritten", f"it returns {count}, but writes only {written[:count].sum()} of them")
        if written[count:].any():
            figures = f"it wrote {int(written.sum())} and returned {count}"
            advice = "right if what is illegal is written over, else one is lost"
            self.guard.findings.note(f"{rule} beyond", f"{rule} writes more than it returns ({figures}): {advice}")
        listed = tuple(out[:count].tolist())
        outside = [action for action in listed if not 0 <= action < size]
        if outside:
            raise self._fail(rule, "range", f"it answers {outside[0]}, outside 0 .. num_actions - 1 = {size - 1}")
        if len(set(listed)) != count:
            twice = next(action for action in listed if listed.count(action) > 1)
            raise self._fail(rule, "twice", f"it answers {self.guard.name(twice)!r} more than once; list each once")
        return listed

    # -- rewards -------------------------------------------------------------------------------------------------

    def _rewards(self, states: Any) -> npt.NDArray[np.float64]:
        out = scratch(self.game.num_players, 0.0)
        self.guard.ask("rewards", states, out)
        values = np.asarray(out)
        if not np.isfinite(values).all():
            raise self._fail("rewards", "finite", f"it writes {values.tolist()}; rewards are finite numbers")
        return values

    def _settle(self, last: Visit, paid: list[tuple[npt.NDArray[np.float64], float]]) -> None:
        """Check the returns of a game that has ended, or has come to max_length, and keep them."""
        if not last.is_terminal:
            self.tally.num_cut += 1
            if not self.game.step_rewards:
                limit = self.game.max_length
                raise self._fail("max_length", "long", f"a game goes on after {limit} plies; raise max_length")
        if not self.game.step_rewards:
            paid = [(self._rewards(last.states), 1.0)]
        total = np.zeros(self.game.num_players)
        # The return from every state on, not only from the first, lies in the range.
        for rewards, discount in reversed(paid):
            total = rewards + discount * total
            self._check_return(total)
        self.tally.returns.append(total)

    def _check_return(self, total: npt.NDArray[np.float64]) -> None:
        low, high = map(float, self.game.reward_range)
        slack = RETURN_TOLERANCE * (high - low)
        for player, value in enumerate(total):
            if not low - slack <= value <= high + slack:
                what = (
                    "the sum of the discounted rewards from some state on" if self.game.step_rewards else "the reward"
                )
                who = self.game.player_name(player)
                sentence = f"{what} of {who} is {value:.6g}, outside reward_range = {(low, high)}; widen it"
                self.guard.problem("rewards", "range", sentence)

    def _check_for_early_rewards(self) -> None:
        """Complain if all rewards at the end are 0, but not those before it, and nobody declared `step_rewards`."""
        returns = self.tally.returns
        if self.game.step_rewards or not returns or any(total.any() for total in returns):
            return
        for visit in self.visits:
            out = np.zeros(self.game.num_players)
            try:
                self.guard.rules["rewards"](visit.states.copy()[0], out)
            except Exception:  # noqa: BLE001  (nobody promised that it can be asked here)
                continue
            if out.any():
                sentence = (
                    "it is 0 at the end of every game, but not before; declare step_rewards = True, or pay at the end"
                )
                self.guard.problem("rewards", "early", sentence)
                return

    def _fail(self, rule: str, kind: str, sentence: str) -> RuleFailedError:
        return self.guard.fail(rule, kind, sentence)
