"""A playthrough: what every rule of a game answers at the states of one seeded game, as text.

Kept in a file and compared after each change of the rules (a golden file), it shows what the change did, and nothing
that it did can hide. The game is drawn uniformly from the legal actions by Python's own generator, and the rules run as
plain Python; so the text is the same on every machine, compiled or not. Drawings are left out: they are no rules.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from monteverde.compile import new_stream
from monteverde.compile.binding import interpret
from monteverde.errors import UsageError
from monteverde.game.game import Game
from monteverde.game.rules import CHANCE

STATES = 16  # of a game, evenly spread, the first and the last among them
MOST_PLIES = 400  # after which a game is left; endless problems have long horizons
MOST_LISTED = 12  # items of a list that are written out; more are a checksum
WIDTH = 100  # columns of a line of moves


def playthrough(game: Game, *, seed: int = 0, states: int = STATES) -> str:
    """Return what every rule of `game` answers at the states of one game, as lines of text.

    Args:
        game: the problem; that it keeps its promises is for `check` to say.
        seed: what the game and the draws of `sample_action` and `step` are drawn from, at least 0.
        states: how many states to show, at least 2.

    Raises:
        UsageError: if an argument cannot be used.
        Exception: whatever a rule raises.
    """
    if seed < 0 or states < 2:
        raise UsageError(f"a playthrough needs seed >= 0 and states >= 2, got seed={seed}, states={states}")
    options = f" --seed {seed}" + ("" if states == STATES else f" --states {states}")
    with np.errstate(all="ignore"):
        lines = list(_Play(game, seed).lines(states))
    return "\n".join([f"monteverde playthrough {game.spec}{options}", *lines, ""])


class _Play:
    """One game, and what is asked on the way."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        bindings = game.bindings
        self.rules: Mapping[str, Any] = {name: interpret(rule, bindings) for name, rule in game.rules.items()}

    def lines(self, count: int) -> Iterator[str]:
        """Yield the facts, the moves, and the answers at `count` states."""
        game = self.game
        low, high = game.reward_range
        facts = f"players {game.num_players}, actions {game.num_actions}, longest game {game.max_length}"
        yield f"{facts}, returns {low:.9g} to {high:.9g}"
        history = self._history()
        yield from _wrapped("moves", [self._name(action) for _, action in history[:-1]])
        last = len(history) - 1
        shown = sorted({round(i * last / (count - 1)) for i in range(count)})
        for ply in shown:
            yield ""
            yield f"ply {ply}" + (f", after {self._name(history[ply - 1][1])}" if ply else "")
            for title, answer in self._answers(history[ply][0], ply):
                yield f"  {title}: {answer}"

    def _history(self) -> list[tuple[Any, int]]:
        """Return the states of the game and the action that is played in each; after the last one comes no action."""
        rng, stream = random.Random(self.seed), new_stream(self.seed)
        states = self.game.new_states(1)
        self.rules["start"](states[0])
        history: list[tuple[Any, int]] = []
        while not self.rules["is_terminal"](states[0]) and len(history) < min(self.game.max_length, MOST_PLIES):
            action = self._drawn(states, rng)
            history.append((states, action))
            states = states.copy()
            if "play" in self.rules:
                self.rules["play"](states[0], action)
            else:
                self.rules["step"](states[0], action, stream)
        return [*history, (states, -1)]

    def _drawn(self, states: Any, rng: random.Random) -> int:
        if int(self.rules["to_move"](states[0])) != CHANCE:
            return int(rng.choice(self._list("legal_actions", states)))
        outcomes, weights = self._outcomes(states)
        return int(rng.choices(outcomes, weights)[0])

    def _answers(self, given: Any, ply: int) -> Iterator[tuple[str, str]]:
        """Yield what each rule answers about a state, under the name of the rule; each gets a copy."""
        is_over = bool(self.rules["is_terminal"](given.copy()[0]))
        if is_over or self.game.step_rewards:
            yield "rewards", _listed(self._numbers("rewards", given))
        for rule in ("key", "canonical_key"):
            if rule in self.rules:
                yield rule, f"{int(self.rules[rule](given.copy()[0])):016x}"
        if is_over:
            return
        player = int(self.rules["to_move"](given.copy()[0]))
        yield "to_move", self.game.player_name(player)
        if "heuristic" in self.rules:
            yield "heuristic", _listed(self._numbers("heuristic", given))
        if "is_quiet" in self.rules:
            yield "is_quiet", str(bool(self.rules["is_quiet"](given.copy()[0])))
        if player == CHANCE:
            outcomes, weights = self._outcomes(given)
            yield "chance_outcomes", _listed(f"{self._name(o)} {w:.9g}" for o, w in zip(outcomes, weights, strict=True))
        else:
            yield from self._answers_about_actions(given, ply)

    def _answers_about_actions(self, given: Any, ply: int) -> Iterator[tuple[str, str]]:
        legal = self._list("legal_actions", given)
        yield "legal_actions", _listed(map(self._name, legal))
        yield "their numbers", _listed(legal)
        if "candidate_actions" in self.rules:
            yield "candidate_actions", _listed(map(self._name, self._list("candidate_actions", given)))
        if "prior" in self.rules:
            out = np.zeros(len(legal))
            self.rules["prior"](given.copy()[0], np.array(legal), len(legal), out)
            yield "prior", _listed(f"{weight:.9g}" for weight in out)
        if "action_code" in self.rules:
            yield "action_code", _listed(int(self.rules["action_code"](given.copy()[0], action)) for action in legal)
        if "symmetries" in self.rules:
            yield f"symmetries of {self._name(legal[0])}", _listed(self._images(legal[0]))
        if "sample_action" in self.rules:
            drawn = self.rules["sample_action"](given.copy()[0], new_stream(self.seed, ply))
            yield "sample_action", self._name(int(drawn))
        if "step" in self.rules:
            states = given.copy()
            self.rules["step"](states[0], legal[0], new_stream(self.seed, ply))
            yield f"step {self._name(legal[0])}", f"state {zlib.crc32(_fields(states)):08x}"

    def _images(self, action: int) -> list[str]:
        out = np.zeros(self.game.num_symmetries, np.int64)
        self.rules["symmetries"](action, out)
        return [self._name(image) for image in out.tolist()]

    def _numbers(self, rule: str, given: Any) -> list[str]:
        out = np.zeros(self.game.num_players)
        self.rules[rule](given.copy()[0], out)
        return [f"{value:.9g}" for value in out]

    def _list(self, rule: str, given: Any) -> list[int]:
        out = np.zeros(self.game.num_actions, np.int64)
        return [int(action) for action in out[: int(self.rules[rule](given.copy()[0], out))]]

    def _outcomes(self, given: Any) -> tuple[list[int], list[float]]:
        """Return the outcomes and their probabilities."""
        out, weights = np.zeros(self.game.num_actions, np.int64), np.zeros(self.game.num_actions)
        count = int(self.rules["chance_outcomes"](given.copy()[0], out, weights))
        return out[:count].tolist(), weights[:count].tolist()

    def _name(self, action: int) -> str:
        return str(type(self.game).action_name(action))


def _fields(states: Any) -> bytes:
    """Return the bytes of a state without those between its fields, which hold anything."""
    return b"".join(states[name].tobytes() for name in states.dtype.names)


def _listed(items: Iterable[Any]) -> str:
    """Return the first items, and how many there are and a checksum of them if there are more."""
    words = [str(item) for item in items]
    if len(words) <= MOST_LISTED:
        return ", ".join(words)
    checksum = zlib.crc32("\n".join(words).encode())
    return f"{', '.join(words[:MOST_LISTED])}, ... ({len(words)}, checksum {checksum:08x})"


def _wrapped(title: str, words: list[str]) -> Iterator[str]:
    """Yield lines of words, the first after the title."""
    line = f"{title}:"
    for word in words:
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = " "
        line += f" {word}"
    yield line
