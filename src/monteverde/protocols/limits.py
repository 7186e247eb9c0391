"""How long a player thinks for a move, where the other end of a wire has a say in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monteverde.budget import Budget
from monteverde.errors import UsageError
from monteverde.players import ExactPlayer, HumanPlayer, Player, SearchPlayer

LIMITS = {SearchPlayer: ("budget",), ExactPlayer: ("seconds", "is_patient")}
"""Where a player keeps what it may use for a move."""


def limits_of(player: Player) -> Mapping[str, Any]:
    """Return what a player may use for a move, as `set_limits` takes it back."""
    names = next((names for kind, names in LIMITS.items() if isinstance(player, kind)), ())
    return {name: getattr(player, name) for name in names}


def set_limits(player: Player, limits: Mapping[str, Any]) -> None:
    """Let a player have what it had."""
    for name, value in limits.items():
        setattr(player, name, value)


def set_budget(player: Player, iterations: int | None, seconds: float | None) -> None:
    """Set what a player may use for a move, as far as it has a budget.

    Raises:
        BudgetError: if it makes no search.
    """
    budget = Budget(iterations, seconds)
    if isinstance(player, SearchPlayer):
        player.budget = budget
    elif isinstance(player, ExactPlayer):
        player.seconds, player.is_patient = seconds, False


def refuse_people(player: Player, protocol: str) -> None:
    """Raise UsageError if the player is a person."""
    if isinstance(player, HumanPlayer):
        raise UsageError(f"a person cannot play over {protocol}: it is spoken where a person would type")
