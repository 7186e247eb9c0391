"""What `symmetries` promises: the images of a play are a play, in which all goes as in the first one.

Beside a game, its image under one of the symmetries is played as well, and both are compared at every ply.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from monteverde.game.conformance.guard import UNWRITTEN, Guard, scratch
from monteverde.game.conformance.play import RETURN_TOLERANCE, Visit
from monteverde.game.rules import CHANCE

LEAST_GAMES = 6  # played under one symmetry or another


class SymmetryLook:
    """`symmetries`: permutations of the actions, the identity first, that keep players, legal actions and rewards."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.game = guard.game
        self.images_of: dict[int, tuple[int, ...]] = {}
        self.num_games = 0
        self.image: Any = None
        """The image of the state; None if it is not followed in this game."""
        self.number = 0
        """The symmetry that it is the image under: another one in each game."""

    def __call__(self, visit: Visit) -> None:
        if not visit.history:
            self._begin()
        states, self.image = self.image, None  # given up, unless all is well to the end
        if states is None:
            return
        if visit.history:
            self.guard.call("play", states[0], self.images_of[visit.history[-1]][self.number])
        for action in visit.legal:
            self._table(action)
        difference = self._difference(visit, states)
        if not difference:
            self.image = states
            return
        image = " ".join(self._image_of_play(visit)) or "(no move)"
        self.guard.problem("symmetries", "differs", f"symmetry {self.number} leads to {image}, where {difference}")

    def _begin(self) -> None:
        """Follow another symmetry from the start of a game, until each has had its turn."""
        num_others = self.game.num_symmetries - 1
        self.image = None
        if self.game.has("play") and self.num_games < max(LEAST_GAMES, num_others):
            self.number = 1 + self.num_games % num_others if num_others else 0
            self.num_games += 1
            states = self.game.new_states(1)
            self.guard.call("start", states[0])
            self.image = states

    def _table(self, action: int) -> tuple[int, ...]:
        """Return the images of `action`, looked at when they are first asked for."""
        if action in self.images_of:
            return self.images_of[action]
        out = scratch(self.game.num_symmetries, UNWRITTEN)
        self.guard.call("symmetries", action, out)
        images = tuple(out.tolist())
        name, limits = self.guard.name(action), f"0 .. num_actions - 1 = {self.game.num_actions - 1}"
        if UNWRITTEN in images:
            what = f"for {name!r} it writes fewer than num_symmetries = {len(images)} images"
            raise self.guard.fail("symmetries", "count", what)
        if images[0] != action:
            what = f"the first image of {name!r} is {self.guard.name(images[0])!r}; it must be the action itself"
            raise self.guard.fail("symmetries", "identity", what)
        if not all(0 <= image < self.game.num_actions for image in images):
            raise self.guard.fail("symmetries", "range", f"the images of {name!r} are {images}, not all in {limits}")
        self.images_of[action] = images
        return images

    def _image_of_play(self, visit: Visit) -> list[str]:
        return self.guard.moves([self.images_of[action][self.number] for action in visit.history])

    def _difference(self, visit: Visit, states: Any) -> str:
        """Return in words in what the state differs from its image under a symmetry, or nothing."""
        if bool(self.guard.ask("is_terminal", states)) != visit.is_terminal:
            return "the game goes on" if visit.is_terminal else "the game is over"
        if not self._has_same_rewards(visit, states):
            return "the rewards are others"
        if "canonical_key" in self.guard.rules:
            keys = {self.guard.ask_whole("canonical_key", either) for either in (visit.states, states)}
            if len(keys) > 1:
                return "canonical_key differs, which must be the same"
        return "" if visit.is_terminal else self._difference_of_choice(visit, states)

    def _has_same_rewards(self, visit: Visit, states: Any) -> bool:
        if not (visit.is_terminal or self.game.step_rewards):
            return True
        paid = [scratch(self.game.num_players, 0.0) for _ in range(2)]
        for out, either in zip(paid, (visit.states, states), strict=True):
            self.guard.ask("rewards", either, out)
        here, there = (np.asarray(one) for one in paid)
        return bool(np.allclose(here, there, rtol=RETURN_TOLERANCE, atol=RETURN_TOLERANCE))

    def _difference_of_choice(self, visit: Visit, states: Any) -> str:
        player = self.guard.ask_whole("to_move", states)
        if player != visit.player:
            return f"it is the turn of {self.game.player_name(player)}"
        out = scratch(self.game.num_actions, UNWRITTEN)
        weights = scratch(self.game.num_actions, 1.0)
        if player == CHANCE:
            count = self.guard.ask_whole("chance_outcomes", states, out, weights)
        else:
            count = self.guard.ask_whole("legal_actions", states, out)
        there = {a: w for a, w in zip(out[:count].tolist(), weights[:count].tolist(), strict=True) if w > 0.0}
        here = {self.images_of[action][self.number] for action in visit.legal}
        if unlike := sorted(here ^ there.keys()):
            name = self.guard.name(unlike[0])
            return f"{name!r} is {'not ' if unlike[0] in here else ''}legal, unlike its image here"
        chances = zip(visit.legal, visit.probabilities, strict=True) if visit.probabilities else ()
        for outcome, chance in chances:
            if abs(there[self.images_of[outcome][self.number]] - chance) > RETURN_TOLERANCE:
                return f"the chance of the image of {self.guard.name(outcome)!r} is another"
        return ""
