"""What `key` promises, over states that are enumerated: where keys are equal, everything that can happen is the same.

States are told apart by their keys, breadth first from the initial one. A state that comes with the key of another,
but is not it byte for byte, must have the same player to move, legal actions and rewards, and each action must lead to
equal keys again; so whatever of the past matters (a ko, whether one may still castle) is in the key. The first half of
the plays goes into all actions, the second into a few of each state: orders of the same moves then meet soon, also
in games of many actions.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any, NamedTuple

import numpy as np

from monteverde.game.conformance.guard import Guard, RuleFailedError, scratch
from monteverde.game.rules import CHANCE

NUM_PLAYS = 1_000  # in each half; a play costs about 0.1 ms
NARROW = 3  # actions of a state that are followed in the second half


class Meaning(NamedTuple):
    """What equal keys must have in common; the words say in what two states differ."""

    is_over: bool
    player: int | None
    actions: tuple[int, ...]
    chances: tuple[float, ...]
    rewards: tuple[float, ...]
    following: tuple[int, ...]


WORDS = {
    "is_over": "the game is over in one of them only",
    "player": "the turn is not of the same player",
    "actions": "the legal actions are not the same",
    "chances": "the chances are not the same",
    "rewards": "the rewards are not the same",
    "following": "one action leads to other keys",
}


def look_at_keys(guard: Guard, seed: int) -> None:
    """Enumerate states of the game and keep where equal keys mean different things."""
    if not {"key", "play"} <= guard.rules.keys():
        return
    for width in (guard.game.num_actions, NARROW):
        try:
            _Enumeration(guard, width, random.Random(seed)).run()
        except RuleFailedError:  # among the problems already
            return


class _Enumeration:
    def __init__(self, guard: Guard, width: int, rng: random.Random) -> None:
        self.guard = guard
        self.game = guard.game
        self.width = width
        self.rank = [rng.random() for _ in range(self.game.num_actions)] if width < self.game.num_actions else None
        """Which actions are followed first, in all states alike."""
        self.known: dict[int, tuple[bytes, Meaning, tuple[int, ...]]] = {}
        self.queue: deque[tuple[Any, tuple[int, ...]]] = deque()
        self.num_plays = 0

    def run(self) -> None:
        states = self.game.new_states(1)
        self.guard.history = []
        self.guard.call("start", states[0])
        self.queue.append((states, ()))
        while self.queue and self.num_plays < NUM_PLAYS:
            self._look(*self.queue.popleft())

    def _look(self, states: Any, history: tuple[int, ...]) -> None:
        """Keep what the key of a state means, or compare with what it meant."""
        self.guard.history = list(history)
        key, image = self.guard.ask_whole("key", states), states.tobytes()
        if key in self.known and self.known[key][0] == image:
            return
        meaning, children = self._meaning(states)
        if key not in self.known:
            self.known[key] = (image, meaning, history)
            if len(history) < self.game.max_length:
                self.queue.extend((child, (*history, a)) for a, child in zip(meaning.actions, children, strict=False))
            return
        _, other, other_history = self.known[key]
        for name, here, there in zip(Meaning._fields, meaning, other, strict=True):
            if here != there:
                path = " ".join(self.guard.moves(other_history)) or "the start"
                what = f"it is {key} here and after {path}, but {WORDS[name]}; mix in what is missing"
                self.guard.problem("key", "meaning", what)
                return

    def _meaning(self, states: Any) -> tuple[Meaning, list[Any]]:
        """Return what there is to say about a state, and the states that its followed actions lead to."""
        is_over = bool(self.guard.ask("is_terminal", states))
        rewards = scratch(self.game.num_players, 0.0)
        if is_over or self.game.step_rewards:
            self.guard.ask("rewards", states, rewards)
        paid = tuple(rewards.tolist())
        if is_over:
            return Meaning(True, None, (), (), paid, ()), []
        player = self.guard.ask_whole("to_move", states)
        actions, chances = self._choice(states, player)
        children, following = [], []
        for action in actions[: self.width]:
            child = states.copy()
            self.guard.call("play", child[0], action)
            children.append(child)
            following.append(self.guard.ask_whole("key", child))
            self.num_plays += 1
        return Meaning(False, player, actions, chances, paid, tuple(following)), children

    def _choice(self, states: Any, player: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the legal actions or the outcomes, those to be followed first, and the chances of outcomes."""
        out, weights = scratch(self.game.num_actions, np.int64(0)), scratch(self.game.num_actions, 1.0)
        if player == CHANCE:
            count = self.guard.ask_whole("chance_outcomes", states, out, weights)
            found = [pair for pair in zip(out[:count].tolist(), weights[:count].tolist(), strict=True) if pair[1] > 0.0]
        else:
            found = [(action, 1.0) for action in out[: self.guard.ask_whole("legal_actions", states, out)].tolist()]
        found.sort(key=lambda pair: pair[0] if self.rank is None else self.rank[pair[0]])
        return tuple(action for action, _ in found), tuple(chance for _, chance in found)
