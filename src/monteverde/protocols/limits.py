"""How long a player thinks for a move, where the other end of a wire has a say in it."""

from __future__ import annotations

from monteverde.budget import Budget
from monteverde.errors import UsageError
from monteverde.players import ExactPlayer, HumanPlayer, Player, SearchPlayer


def budget_of(player: Player) -> tuple[int | None, float | None]:
    """Return the simulations and the seconds that a player may use for a move."""
    if isinstance(player, SearchPlayer):
        return player.budget.iterations, player.budget.seconds
    return None, player.seconds if isinstance(player, ExactPlayer) else None


def set_budget(player: Player, iterations: int | None, seconds: float | None) -> None:
    """Set what a player may use for a move, as far as it has a budget.

    Raises:
        BudgetError: if it makes no search.
    """
    budget = Budget(iterations, seconds)
    if isinstance(player, SearchPlayer):
        player.budget = budget
    elif isinstance(player, ExactPlayer):
        player.seconds = seconds


def refuse_people(player: Player, protocol: str) -> None:
    """Raise UsageError if the player is a person."""
    if isinstance(player, HumanPlayer):
        raise UsageError(f"a person cannot play over {protocol}: it is spoken where a person would type")
