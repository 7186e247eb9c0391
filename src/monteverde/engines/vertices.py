"""What the Go Text Protocol calls the moves of our games, and how it writes a score.

A vertex is what the game calls a cell: for Go what GTP says (A1 at the lower left, no I), for Hex what HexGui and
Benzene say and for Othello what everybody says (a1 at the upper left). Capitals do not matter.
"""

from __future__ import annotations

import functools
import re

from monteverde.errors import UnsuitableError
from monteverde.game import Game, Position

PASS = "pass"
SWAP = "swap"
SWAP_NAMES = ("swap-pieces", SWAP)  # what Benzene and HexGui call it, and what the games do
CELL = re.compile(r"[a-z][1-9][0-9]?")
NUM_PLAYERS = 2
SCORE = re.compile(r"([bw])(?:lack|hite)?\+(?:([0-9]{1,9}(?:\.[0-9]{1,9})?)|r|resign|t|time|)", re.IGNORECASE)
DRAW = re.compile(r"0(\.0*)?|draw|jigo", re.IGNORECASE)


def counts_area(game: Game) -> bool:
    """Return whether `game` is Go: whether its states hold Black's lead, and it has a komi."""
    return hasattr(type(game), "komi") and {"lead", "colour"} <= set(game.dtype.names or ())


@functools.lru_cache(maxsize=32)
def names_of(game: Game) -> dict[str, int]:
    """Return each action by what people call it, in small letters."""
    return {type(game).action_name(action).lower(): action for action in range(game.num_actions)}


def refuse_unsuitable(game: Game) -> None:
    """Raise UnsuitableError unless `game` is for two players whose moves are cells of a board, passes and swaps."""
    is_for_two = game.num_players == NUM_PLAYERS and not game.has("chance_outcomes") and game.board is not None
    if not is_for_two or not all(CELL.fullmatch(name) or name in (PASS, SWAP) for name in names_of(game)):
        raise UnsuitableError(
            f"GTP is for games of two players whose moves are cells of a board, such as go and hex; {game.name} is none"
        )


def vertex_of(name: str) -> str:
    """Return how GTP writes a move that the game calls `name`."""
    return SWAP_NAMES[0] if name == SWAP else name


def action_of(game: Game, vertex: str) -> int | None:
    """Return the action that a vertex means, legal or not; None if it means none."""
    wanted = vertex.strip().lower()
    return names_of(game).get(SWAP if wanted in SWAP_NAMES else wanted)


def score_of(position: Position) -> str:
    """Return who has won a game that is over: "B+3.5", "0", and "B+" where nothing is counted."""
    if counts_area(position.game):
        lead = float(position.state["lead"]) - float(type(position.game).komi)  # type: ignore[attr-defined]
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):.12g}"
    black, white = position.rewards
    return "0" if black == white else "B+" if black > white else "W+"


def compare_scores(score: str, other: str) -> tuple[bool | None, bool]:
    """Return whether two scores have the same winner, and whether they are the same as far as both tell.

    The first is None if one of them is no score.
    """
    first, second = _read(score), _read(other)
    if first is None or second is None:
        return None, False
    has_same_winner = first[0] == second[0]
    return has_same_winner, has_same_winner and (None in (first[1], second[1]) or first[1] == second[1])


def _read(score: str) -> tuple[str, float | None] | None:
    """Return the winner, b, w or nobody, and by how much if that is told."""
    if DRAW.fullmatch(score.strip()):
        return ("", 0.0)
    found = SCORE.fullmatch(score.strip())
    return None if found is None else (found[1].lower(), float(found[2]) if found[2] else None)
