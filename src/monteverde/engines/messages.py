"""The messages of the line protocol of our own: JSON objects, one a line; docs/protocols.md tells what is in them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from monteverde.engines.text import shown
from monteverde.errors import UsageError
from monteverde.game import CHANCE, Position

PROTOCOL = 1


def encode(message: dict[str, Any]) -> str:
    """Return a message as a line of ASCII, without its end."""
    return json.dumps(message, allow_nan=False)


def decode(line: str) -> dict[str, Any]:
    """Return the message in a line.

    Raises:
        UsageError: if it is no JSON object.
    """
    try:
        message = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else shown(str(error))
        raise UsageError(f"{shown(line)!r} is no JSON: {why}") from None
    if not isinstance(message, dict):
        raise UsageError(f'{shown(line)!r} is no JSON object; an object such as {{"command": "hello"}} is expected')
    return message


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def described(position: Position, moves: Sequence[str]) -> dict[str, Any]:
    """Return what a message tells of a position, to which `moves` have led."""
    told: dict[str, Any] = {
        "game": position.game.spec,
        "moves": list(moves),
        "actions": list(position.history),
        "is_over": position.is_terminal,
        "board": str(position),
    }
    if position.is_terminal:
        return {**told, "rewards": [float(reward) for reward in position.rewards]}
    player = position.to_move
    legal: list[dict[str, Any]] = [
        {"action": action, "move": position.action_name(action)} for action in position.legal_actions()
    ]
    if player == CHANCE:
        chances = dict(position.chance_outcomes())
        legal = [{**outcome, "probability": chances[outcome["action"]]} for outcome in legal]
    return {**told, "player": player, "player_name": position.game.player_name(player), "legal": legal}
