"""Paranoid search: all others play against the player to move, as one (Sturtevant and Korf 2000), with alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monteverde.exact.one_against_all_search import WindowMethod
from monteverde.game import Game


@dataclass(frozen=True)
class Paranoid(WindowMethod):
    """What the player to move gets for certain, whatever the others do: no more than max^n promises that player."""

    is_zero_sum: ClassVar[bool] = False
    instead: ClassVar[str] = "maxn"

    def check(self, game: Game) -> None:
        super().check(game)
        self.refuse(game, game.has("chance_outcomes"), "nature moves in it", "expectimax")

    def remarks(self, game: Game) -> tuple[str, ...]:
        if game.num_players == 1:
            return ()
        return ("the value is what this player can force against all others together; what they get is not worked out",)
