"""max^n: each player takes what is best for that player (Luckhardt and Irani 1986). For any number of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from monteverde.exact.full_tree_search import FullTreeMethod
from monteverde.game import Game


@dataclass(frozen=True)
class MaxN(FullTreeMethod):
    """What each player gets if all choose for themselves; of actions that are equal to the chooser, the first."""

    preference: ClassVar[int | None] = 55

    @classmethod
    def method_name(cls) -> str:
        return "maxn"

    def check(self, game: Game) -> None:
        super().check(game)
        self.refuse(game, game.has("chance_outcomes"), "nature moves in it", "expectimax")
