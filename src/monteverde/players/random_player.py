"""A player that chooses uniformly among the legal actions: the weakest baseline."""

from __future__ import annotations

import random
from collections.abc import Mapping

from monteverde.budget import Budget
from monteverde.game import Game, Position
from monteverde.players.player import Player
from monteverde.spec import Spec, arguments_for


class RandomPlayer(Player):
    """Chooses uniformly at random."""

    def __init__(self, *, seed: int | None = None, name: str = "random") -> None:
        self.name = name
        self._rng = random.Random(seed)

    def start_game(self, game: Game, seed: int) -> None:
        self._rng.seed(seed)

    def choose(self, position: Position) -> int:
        return self._rng.choice(position.legal_actions())


def _from_spec(spec: Spec, text: str, budget: Budget) -> RandomPlayer:
    arguments_for(_no_parameters, spec)
    return RandomPlayer(name=text)


def _no_parameters() -> None:
    """Takes nothing: what the grammar holds the text against."""


PLAYERS: Mapping[str, object] = {"random": _from_spec}
