"""The games that SGF has a number for and that are games here: what their points, moves and rules look like.

GM[1] Go, and atari go and NoGo, which SGF does not know and which RU tells apart; GM[2] Othello, GM[4] Gomoku, GM[11]
Hex. Black is the first player in all of them, and moves alternate. Go's points are two letters, column and row, from
the upper left; a pass is an empty value, or tt. Hex's are as its players name cells; the same names are read in all
games. The specification gives no points for Othello and Gomoku: they are written like Go's.

Sources: Arno Hollosi, *SGF FF[4]*, with its pages *Go (GM[1])* and *Hex (GM[11])*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monteverde.errors import RecordError
from monteverde.game import Family, Game, load_game
from monteverde.records.naming import ADVICE, Given, action_names

COLOURS = "BW"
PASS, SWAP = "pass", "swap"
SWAP_PIECES, SWAP_SIDES = "swap-pieces", "swap-sides"
RESIGNATIONS = ("resign", "forfeit")
OLD_PASS = "tt"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
POINT = re.compile("[a-z]{2}")
SIZE = re.compile(r"([0-9]{1,3})(?::([0-9]{1,3}))?")
KOMI = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{0,9})?")

GO_RULES: Mapping[str, Mapping[str, Any]] = {
    "chinese": {"ko": "psk", "suicide": False},
    "tromp-taylor": {"ko": "psk", "suicide": True},
    "aga": {"ko": "ssk", "suicide": False},
    "nz": {"ko": "ssk", "suicide": True},
    "area scoring, simple ko": {"ko": "simple", "suicide": False},
    "area scoring, simple ko, suicide": {"ko": "simple", "suicide": True},
    "japanese": {"ko": "simple", "suicide": False},
    "korean": {"ko": "simple", "suicide": False},
}
"""What the rules that RU names forbid. How they count is not read: Go is counted by area here."""
GO_NAMES = {"chinese": "Chinese", "tromp-taylor": "Tromp-Taylor", "aga": "AGA", "nz": "NZ"}


@dataclass(frozen=True)
class Dialect:
    """SGF for some games of one number."""

    number: int
    games: Mapping[str, str]
    """The games, and what RU calls each; the first one is meant if it is silent."""
    default_size: int
    has_letters: bool = True
    """Whether points are written as two letters, not as the game's own names."""


DIALECTS = (
    Dialect(1, {"go": "", "atari_go": "Atari Go", "nogo": "NoGo"}, 19),
    Dialect(2, {"othello": ""}, 8),
    Dialect(4, {"gomoku": ""}, 15),
    Dialect(11, {"hex": ""}, 11, has_letters=False),
)


def dialect_numbered(number: str) -> Dialect:
    """Return the dialect with this number.

    Raises:
        RecordError: if there is none.
    """
    for dialect in DIALECTS:
        if str(dialect.number) == number:
            return dialect
    known = ", ".join(f"{dialect.number} ({'/'.join(dialect.games)})" for dialect in DIALECTS)
    raise RecordError(f"the game GM[{number[:9]}] cannot be read; known: {known}")


def dialect_of(game: Game) -> Dialect:
    """Return the dialect that `game` is written in.

    Raises:
        RecordError: if there is none.
    """
    for dialect in DIALECTS:
        if game.name in dialect.games and load_game(game.name).family is game.family:
            return dialect
    known = ", ".join(name for dialect in DIALECTS for name in dialect.games)
    raise RecordError(f"SGF has no {game.name}, it has {known}; write plain text, to a file of another name")


# -- reading ---------------------------------------------------------------------------------------------------------


def game_of(dialect: Dialect, info: Mapping[str, str], given: Given | None, has_swap: bool) -> Game:
    """Return the game that a file is of.

    Args:
        dialect: by its number.
        info: SZ, KM and RU, where the file has them.
        given: what is expected; it says what the file does not.
        has_swap: whether somebody swaps in it.

    Raises:
        RecordError: if it is of another game, or a value cannot be read.
        UsageError: if there is no such game.
    """
    spoken = " ".join(info.get("RU", "").lower().split())
    named = [name for name, called in dialect.games.items() if called and called.lower() == spoken]
    expected = given.game.name if given is not None and given.game.name in dialect.games else next(iter(dialect.games))
    name = named[0] if named else expected
    family = load_game(name).family
    if given is not None and given.game.family is not family:
        raise RecordError(f"it is a record of {name}, not of {given.text}; {ADVICE}")
    parameters = {} if given is None else dict(given.game.parameters)
    parameters["size"] = _size(info["SZ"]) if "SZ" in info else dialect.default_size
    if "komi" in family.defaults:
        parameters.update(GO_RULES.get(spoken, {}))
        if "KM" in info:
            parameters["komi"] = _komi_of(family, info["KM"], parameters)
    if "swap" in family.defaults and (has_swap or spoken == SWAP):
        parameters["swap"] = True
    game: Game = family(**parameters)
    return game


def _size(text: str) -> int:
    found = SIZE.fullmatch(text)
    if found is None or found.group(2) not in (None, found.group(1)):
        raise RecordError(f"the board's size SZ[{text[:9]}] cannot be read; boards are square, such as SZ[9]")
    return int(found.group(1))


def _komi_of(family: Family, text: str, parameters: Mapping[str, Any]) -> float | None:
    """Return the komi; None if it is what is usual on the board."""
    if KOMI.fullmatch(text) is None:
        raise RecordError(f"the komi KM[{text[:9]}] is no number")
    usual: Any = type(family(**{**parameters, "komi": None}))
    return None if usual.komi == float(text) else float(text)


def action_of(game: Game, text: str) -> int | None:
    """Return the action that a value means, None if it means none."""
    names, size = action_names(game), (game.board or (0, 0))[1]
    if POINT.fullmatch(text) and text not in names:
        column, row = map(LETTERS.index, text)
        if row < size and column < size:
            return row * size + column
        text = PASS if text == OLD_PASS else ""
    elif not text:
        text = PASS
    elif text.lower() == SWAP_PIECES:
        text = SWAP
    return names.get(text.lower())


# -- writing ---------------------------------------------------------------------------------------------------------


def value_of(game: Game, action: int) -> str:
    """Return what `action` is written as."""
    rows, columns = game.board or (0, 0)
    name = str(type(game).action_name(action))
    if action >= rows * columns:
        return {PASS: "", SWAP: SWAP_PIECES}.get(name, name)
    return LETTERS[action % columns] + LETTERS[action // columns] if dialect_of(game).has_letters else name


def rules_of(game: Game) -> str:
    """Return what RU says of `game`, "" if nothing need be said."""
    chosen = dict(game.parameters)
    if "ko" in chosen:
        wanted = {key: chosen[key] for key in ("ko", "suicide")}
        name = next(name for name, rules in GO_RULES.items() if rules == wanted)
        return GO_NAMES.get(name, name)
    return SWAP if chosen.get("swap") else dialect_of(game).games[game.name]
