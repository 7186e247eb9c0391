"""Find a game by its name: built in, or in a Python file of anybody's.

A built-in game is a module of `monteverde.games`; nothing lists them but the folder.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from monteverde.errors import GameError, UnknownNameError, UsageError
from monteverde.game.family import Family
from monteverde.game.game import Game
from monteverde.game.position import Position
from monteverde.spec import Spec, parse_spec

BUILT_IN = "monteverde.games"
ADAPTED = {"chess": "monteverde.adapters.chess"}
"""Games of other people's libraries, by name: Python objects, each behind an optional extra."""


def game_names() -> list[str]:
    """Return the names of the built-in games, sorted."""
    return list(_names_in_folder())


@cache
def _names_in_folder() -> tuple[str, ...]:
    """Look into the folder, once: that takes a quarter of the time that a search takes to begin."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(importlib.import_module(BUILT_IN).__path__)))


def load_game(text: str, *, validate: bool = True) -> Game:
    """Return the game that `text` names: `connect_four`, `hex:11`, `mygame.py:Nim`.

    Args:
        text: a name by the one grammar.
        validate: whether to complain about a game without rules or facts now, not in mid-search. `check` wants such
            a game as it is, to say all that is wrong with it.

    Raises:
        UnknownNameError: if nothing has that name; the sentence has the nearest ones.
        UsageError: if the file cannot be found or run, or has no game in it, or the parameters are wrong.
        GameError: if it is validated and lacks something.
    """
    spec = parse_spec(text)
    made = _find(spec)
    if not isinstance(made, Family) and (spec.value is not None or spec.arguments):
        raise UsageError(f"{spec.name} takes no parameters, got {text!r}")
    game: Game = made.from_spec(spec) if isinstance(made, Family) else made()
    if validate:
        game.validate()
    return game


def position_of(given: Any) -> Position:
    """Return `given` as a position: a Position, a game or its class or its name (then the initial position).

    Raises:
        UsageError: if it is none of these, or nothing has that name.
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, str):
        given = load_game(given)
    if isinstance(given, type) and issubclass(given, Game):
        given = given()
    if isinstance(given, Game):
        return given.initial()
    raise UsageError(f"{given!r} is not a position; give a Position, a Game, or a game's name such as 'hex:11'")


def load_family(text: str) -> Family:
    """Return the family in a file, for unpickling."""
    made = _find(parse_spec(text))
    if not isinstance(made, Family):
        raise UsageError(f"{text} is not a family of games")
    return made


def _find(spec: Spec) -> type[Game] | Family:
    if spec.path is not None:
        return _from_module(_load_file(spec.path), spec.path, spec.object_name)
    if spec.name in ADAPTED:
        return _from_module(importlib.import_module(ADAPTED[spec.name]), spec.name, None)
    if spec.name not in game_names():
        known = [*game_names(), *ADAPTED]
        raise UnknownNameError("game", spec.name, known, "A file of your own works too: mygame.py:MyGame.")
    module = importlib.import_module(f"{BUILT_IN}.{spec.name}")
    return _from_module(module, spec.name, None)


def _from_module(module: ModuleType, place: str, name: str | None) -> type[Game] | Family:
    games: dict[str, type[Game] | Family] = {k: v for k, v in vars(module).items() if _is_game(v, module)}
    if name is not None:
        if name not in games:
            raise UnknownNameError(f"game in {place}", name, games)
        return games[name]
    if len(games) != 1:
        found = f"has several games in it: {', '.join(games)}; add :Name" if games else "has no game in it"
        hint = "" if games else "; define a class that derives from monteverde.Game"
        raise UsageError(f"{place} {found}{hint}")
    return next(iter(games.values()))


def _is_game(value: Any, module: ModuleType) -> bool:
    is_class = isinstance(value, type) and issubclass(value, Game) and value is not Game
    return (is_class or isinstance(value, Family)) and value.__module__ == module.__name__


def _load_file(path: str) -> ModuleType:
    file = Path(path).expanduser()
    if not file.is_file():
        raise UsageError(f"there is no file {path}; give the path of a Python file with a game in it")
    source = file.read_bytes()
    name = f"monteverde_file_{hashlib.sha256(str(file.resolve()).encode() + source).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    specification = importlib.util.spec_from_file_location(name, file)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, GameError):
            raise UsageError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
        raise
    for value in vars(module).values():
        if _is_game(value, module):
            value.__monteverde_file__ = str(file.resolve())
    return module
