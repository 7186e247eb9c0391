"""Which of our games a UCI engine knows, and by what names: one table, a line a game.

What is right for the engine is checked when a game begins, by the legal moves of the first position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from monteverde.errors import UnsuitableError
from monteverde.game import Game


def without_dash(name: str) -> str:
    """Return `a2-a3` as `a2a3`."""
    return name.replace("-", "")


@dataclass(frozen=True)
class UciGame:
    """What UCI engines call a game and its moves."""

    variant: str
    """The value of UCI_Variant; "chess" needs no such option."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The parameters with which our game is theirs."""
    move: Callable[[str], str] = without_dash
    """From what we call a move to what they do."""
    start: Callable[[Game], str] = lambda game: "startpos"
    """Where the game begins, as the command `position` has it: `startpos`, or `fen` and the position."""


def _chess_start(game: Game) -> str:
    fen = game.parameters["fen"]
    return f"fen {fen}" if fen else "startpos"


UCI_GAMES: Mapping[str, UciGame] = {
    "breakthrough": UciGame("breakthrough", {"rows": 8, "columns": 8}),
    "chess": UciGame("chess", move=str, start=_chess_start),
}
"""By our name of the game. One that is not here can still be played if the player names a variant."""


def uci_game_of(game: Game, variant: str = "") -> UciGame:
    """Return how UCI engines know `game`, under the name `variant` if that is given.

    Raises:
        UnsuitableError: if they do not.
    """
    known = UCI_GAMES.get(game.name)
    if known is None and not variant:
        raise UnsuitableError(
            f"UCI has no variant for {game.name}, as far as we know; name one, as in uci:command=...,variant=..., "
            f"or play {', '.join(UCI_GAMES)}"
        )
    if known is None:
        return UciGame(variant)
    unlike = {key: value for key, value in known.parameters.items() if game.parameters.get(key) != value}
    if unlike and not variant:
        wanted = ", ".join(f"{key}={value}" for key, value in unlike.items())
        raise UnsuitableError(f"UCI knows {game.name} with {wanted} only, got {game.spec}")
    return replace(known, variant=variant or known.variant)
