"""What the optional rules and the presentation promise, looked at in one state after another."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from monteverde.compile import new_stream
from monteverde.drawing import Picture
from monteverde.game.conformance.exact_looks import CandidateActionsLook, CanonicalKeyLook, QuietLook
from monteverde.game.conformance.guard import Guard, changed_fields, describe, scratch
from monteverde.game.conformance.play import RETURN_TOLERANCE, Visit
from monteverde.game.conformance.sampling import SampleLook
from monteverde.game.conformance.symmetry_look import SymmetryLook
from monteverde.game.rules import NUM_ACTION_CODES

Look = Callable[[Visit], None]

KEYS_IN_64_BITS = 2**64
MANY_STATES = 200_000  # so many keys are kept to be compared


def all_looks(guard: Guard, seed: int) -> list[Look]:
    """Return a look for each optional rule that the game has, and those at its presentation."""
    rules: dict[str, Callable[[], Look]] = {
        "key": lambda: KeyLook(guard),
        "heuristic": lambda: HeuristicLook(guard),
        "prior": lambda: PriorLook(guard),
        "sample_action": lambda: SampleLook(guard, seed),
        "action_code": lambda: ActionCodeLook(guard),
        "candidate_actions": lambda: CandidateActionsLook(guard),
        "canonical_key": lambda: CanonicalKeyLook(guard),
        "is_quiet": lambda: QuietLook(guard),
        "symmetries": lambda: SymmetryLook(guard),
        "step": lambda: StepLook(guard, seed),
    }
    found = [make() for rule, make in rules.items() if rule in guard.rules]
    return [*found, NamesLook(guard), DrawingLook(guard)]


class KeyLook:
    """`key`: equal for equal states, different for others."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.meaning_of: dict[int, tuple[int | None, frozenset[int]]] = {}

    def __call__(self, visit: Visit) -> None:
        key = self.guard.ask_whole("key", visit.states)
        if not 0 <= key < KEYS_IN_64_BITS:
            raise self.guard.fail(
                "key", "range", f"it answers {key}; it must be a uint64, so wrap it in np.uint64(...)"
            )
        if visit.is_close and self.guard.ask_whole("key", visit.states.copy()) != key:
            self.guard.problem("key", "asked twice", "it differs for a copy; it may depend on nothing but the state")
        if len(self.meaning_of) < MANY_STATES:
            self._compare(visit, key)

    def _compare(self, visit: Visit, key: int) -> None:
        """Compare with what was seen under the same key: states that differ in what can happen are not equal."""
        meaning = (visit.player, frozenset(visit.legal))
        player, legal = self.meaning_of.setdefault(key, meaning)
        if (player is None) != visit.is_terminal:
            self.guard.problem("key", "over", f"it is {key} for a state where the game is over and one where it is not")
        elif player != visit.player:
            self.guard.problem(
                "key", "turn", f"it is {key} for two states that differ in whose turn it is; mix that in"
            )
        elif legal != meaning[1]:
            self.guard.problem("key", "legal", f"it is {key} for two states with different legal actions; mix more in")


class HeuristicLook:
    """`heuristic`: an estimated return for each player, inside the declared range."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.low, self.high = map(float, guard.game.reward_range)
        self.slack = RETURN_TOLERANCE * (self.high - self.low)

    def __call__(self, visit: Visit) -> None:
        if visit.is_terminal:
            return
        out = scratch(self.guard.game.num_players, 0.0)
        self.guard.ask("heuristic", visit.states, out)
        values = np.asarray(out)
        if not ((values >= self.low - self.slack) & (values <= self.high + self.slack)).all():
            limits = f"reward_range = {(self.low, self.high)}"
            self.guard.problem("heuristic", "range", f"it writes {values.tolist()}, outside {limits}; scale or clip it")


class PriorLook:
    """`prior`: a weight of at least 0 for each legal action, not all 0."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    def __call__(self, visit: Visit) -> None:
        if not visit.is_decision:
            return
        count = len(visit.legal)
        actions = scratch(count, np.int64(0))
        actions[:] = visit.legal
        out = scratch(count, np.nan)  # exactly as long as there are actions: weights go by place, not by action
        self.guard.ask("prior", visit.states, actions, count, out)
        if tuple(actions.tolist()) != visit.legal:
            self.guard.problem("prior", "actions", "it changes the array of actions, which it may only read")
        weights = np.asarray(out)
        if not (np.isfinite(weights) & (weights >= 0.0)).all():
            self.guard.problem("prior", "range", f"it writes {weights.tolist()}; write a number >= 0 for each action")
        elif not weights.any():
            self.guard.problem("prior", "zero", "all its weights are 0; at least one must be above")


class ActionCodeLook:
    """`action_code`: a number below the declared one, that stands for actions of one player only."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.num_codes = guard.game.bindings[NUM_ACTION_CODES]
        self.player_of: dict[int, int | None] = {}

    def __call__(self, visit: Visit) -> None:
        if not visit.is_decision:
            return
        for action in visit.legal:
            code = self.guard.ask_whole("action_code", visit.states, action)
            if not 0 <= code < self.num_codes:
                limits = f"0 .. num_action_codes - 1 = {self.num_codes - 1}"
                raise self.guard.fail("action_code", "range", f"it answers {code}, outside {limits}")
            if self.player_of.setdefault(code, visit.player) != visit.player:
                sentence = f"it answers {code} for actions of two players; give each player codes of its own"
                self.guard.problem("action_code", "player", sentence)


class StepLook:
    """`step`: takes its randomness from the given stream alone, and goes on until a player moves or it is over."""

    def __init__(self, guard: Guard, seed: int) -> None:
        self.guard = guard
        self.rng = new_stream(seed, 1)

    def __call__(self, visit: Visit) -> None:
        if not visit.is_decision:
            return
        for action in visit.legal if visit.is_close else visit.legal[:1]:
            again, states, twice = self.rng.copy(), visit.states.copy(), visit.states.copy()
            self.guard.call("step", states[0], action, self.rng)
            self._look_at(states, action)
            if not visit.is_close:
                continue
            self.guard.call("step", twice[0], action, again)
            if changed := changed_fields(states.tobytes(), twice):
                advice = "draw with below and uniform from rng, and from nothing else"
                self.guard.problem("step", "source", f"it differs ({changed}) after equal streams; {advice}")

    def _look_at(self, states: Any, action: int) -> None:
        """Look at the state that a step leads to."""
        if self.guard.ask("is_terminal", states):
            return
        player = self.guard.ask_whole("to_move", states)
        if not 0 <= player < self.guard.game.num_players:
            where = f"after {self.guard.name(action)!r} it leaves a state where to_move answers {player}"
            raise self.guard.fail("step", "mover", f"{where}; go on until a player is to move")


class NamesLook:
    """`action_name`: a name for each action by which it can be told from the others and be typed."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.name_of = type(guard.game).action_name

    def __call__(self, visit: Visit) -> None:
        if not visit.is_close:
            return
        actions: dict[str, int] = {}
        for action in visit.legal:
            name = self._name(action)
            if name is None:
                return
            other = actions.setdefault(name.lower(), action)
            if other != action:
                both = f"it calls both {other} and {action} {name!r} (capitals do not count)"
                self.guard.problem("action_name", "twice", f"{both}; legal actions need names of their own")

    def _name(self, action: int) -> str | None:
        """Return the name of `action`; if it has no good one, say so and return None."""
        try:
            name = self.name_of(action)
        except Exception as error:  # noqa: BLE001  (anybody's rule may raise anything)
            self.guard.problem("action_name", "raises", f"for action {action} it raises {describe(error)}")
            return None
        if isinstance(name, str) and name:
            return name
        self.guard.problem("action_name", "type", f"for action {action} it returns {name!r}; it must return some text")
        return None


class DrawingLook:
    """`render`: some text for every state; `picture`: a picture for every state, or for none."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.game = type(guard.game)

    def __call__(self, visit: Visit) -> None:
        if visit.is_close:
            self._look_at("render", visit, str, "some text")
            self._look_at("picture", visit, (Picture, types.NoneType), "a Picture, or None")

    def _look_at(self, name: str, visit: Visit, wanted: Any, words: str) -> None:
        try:
            drawing = getattr(self.game, name)(visit.states.copy()[0])
        except Exception as error:  # noqa: BLE001  (anybody's rule may raise anything)
            self.guard.problem(name, "raises", f"it raises {describe(error)}")
            return
        if not isinstance(drawing, wanted):
            self.guard.problem(name, "type", f"it returns {drawing!r}; it must return {words}")
