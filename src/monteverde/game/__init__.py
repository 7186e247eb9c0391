"""What a problem is: the rules by name, `Game`, `Position`, families, the registry and the conformance test."""

from monteverde.game.check import check
from monteverde.game.family import Family, family
from monteverde.game.game import Game
from monteverde.game.object_game import ObjectGame, ObjectPosition
from monteverde.game.position import Position
from monteverde.game.registry import game_names, load_game, position_of
from monteverde.game.rules import CHANCE, SIMULTANEOUS

__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "Family",
    "Game",
    "ObjectGame",
    "ObjectPosition",
    "Position",
    "check",
    "family",
    "game_names",
    "load_game",
    "position_of",
]
