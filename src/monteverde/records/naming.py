"""Which game a record is of.

A built-in game is named as everywhere: `hex:size=5`. A game of anybody's own is named by its file and its name in it,
without the folder: `mygame.py:Nim`. No record makes a file run: whoever reads it must have given the game.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from monteverde.errors import RecordError
from monteverde.game import Game, load_game
from monteverde.game.registry import BUILT_IN
from monteverde.spec import arguments_for, parse_spec

MOST_NAMES = 32  # tables of names that are kept
MOST_ACTIONS = 1_000_000
ADVICE = "give the game that it is of"


@dataclass(frozen=True)
class Given:
    """The game that whoever reads a record expects."""

    game: Game
    """With defaults for what was not said of it."""
    said: dict[str, Any]
    """The parameters that were said."""
    text: str
    """How it was given."""

    @classmethod
    def of(cls, game: Game | str | None) -> Given | None:
        """Return what was given, if anything. A `Game` says all its parameters, a text those in it."""
        if game is None:
            return None
        if isinstance(game, Game):
            return cls(game, dict(game.parameters), game.spec)
        loaded = load_game(game)
        said = {} if loaded.family is None else arguments_for(loaded.family.factory, parse_spec(game))
        return cls(loaded, said, game)

    def refuse_other(self, game: Game) -> None:
        """Raise RecordError unless `game`, which a record is of, can be what was given."""
        is_same_kind = game == self.game or (game.family is not None and game.family is self.game.family)
        if not is_same_kind or any(game.parameters[key] != value for key, value in self.said.items()):
            raise RecordError(f"it is a record of {game.spec}, not of {self.text}; {ADVICE}")


def name_of(game: Game) -> str:
    """Return what a record calls `game`."""
    maker = type(game) if game.family is None else game.family.factory
    if maker.__module__.startswith(f"{BUILT_IN}."):
        return game.spec
    try:
        file = Path(inspect.getfile(maker)).name
    except (OSError, TypeError):  # typed at a prompt
        file = f"{maker.__module__}.py"
    return f"{file}:{type(game).__qualname__ if game.family is None else game.spec}"


def game_named(text: str, given: Given | None) -> Game:
    """Return the game that a record calls `text`.

    Raises:
        RecordError: if it is not the given one, or one in a file that was not given.
        UsageError: if there is no such game.
    """
    spec = parse_spec(text)
    if spec.path is None:
        return _of_some_size(load_game(text))
    if given is None:
        raise RecordError(f"it is a record of {text}, a game in a file, and no record makes a file run; {ADVICE}")
    same_file = name_of(given.game).partition(":")[0] == Path(spec.path).name
    family = given.game.family
    expected = type(given.game).__qualname__ if family is None else family.name
    if not same_file or spec.object_name != expected:
        raise RecordError(f"it is a record of {text}, not of {given.text}; {ADVICE}")
    return given.game if family is None else family.from_spec(spec)


def _of_some_size(game: Game) -> Game:
    """Return `game`, unless a file could use up all memory by naming it."""
    if game.num_actions > MOST_ACTIONS:
        raise RecordError(f"{game.spec} has {game.num_actions} actions, more than a record can be read of")
    return game


def shortened(text: str, length: int) -> str:
    """Return `text`, cut if it is longer than so many characters."""
    return text if len(text) <= length else f"{text[:length]}..."


@lru_cache(maxsize=MOST_NAMES)
def action_names(game: Game) -> dict[str, int]:
    """Return each action by what people call it, in small letters, without the names that two actions share."""
    names: dict[str, int] = {}
    shared = set()
    for action in range(game.num_actions):
        name = str(type(game).action_name(action)).lower()
        if name in names:
            shared.add(name)
        names[name] = action
    return {name: action for name, action in names.items() if name not in shared}
