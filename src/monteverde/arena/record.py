"""What remains of one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from monteverde.players import Remark


@dataclass(frozen=True)
class Forfeit:
    """How a player lost a game without losing it on the board."""

    seat: int
    """Whose fault it was."""
    reason: str
    """What happened, in words."""
    is_late: bool = False
    """Whether it was out of time."""


@dataclass(frozen=True)
class Effort:
    """What one player spent in one game."""

    moves: int
    """How often it chose."""
    seconds: float
    """Wall time of all its choices."""
    slowest: float
    """Seconds that the longest of them took."""
    simulations: int
    """Simulations of all its searches; 0 if it does not search."""
    depth: float
    """The longest path in its trees, in plies, a mean over its searches; 0 if it does not search."""


@dataclass(frozen=True)
class GameRecord:
    """One finished game. Seats are the game's players 0, 1, ...; who sat there is in `players`."""

    game: str
    """The game, with its parameters."""
    seats: tuple[str, ...]
    """What the game calls its players."""
    players: tuple[str, ...]
    """Who sat in each seat."""
    seed: int
    """What all randomness of the game was drawn from."""
    actions: tuple[int, ...]
    """What was played, chance included."""
    moves: tuple[str, ...]
    """What people call these."""
    returns: tuple[float, ...]
    """The sum of discounted rewards of each seat, in the game's own units, as far as the game went."""
    scores: tuple[float, ...]
    """The share of each seat in one point: all of it for the best return, shared by those who have it."""
    forfeit: Forfeit | None = None
    """Why the game ended early, if it did."""
    opening: tuple[str, ...] = ()
    """Moves that were made before the players began."""
    number: int = field(default=0, compare=False)
    """Which game of its match it was, from 0."""
    efforts: tuple[Effort, ...] = field(default=(), compare=False)
    """What each seat spent; no two games are alike in this."""
    remarks: tuple[Remark | None, ...] = ()
    """What the player in each seat said of the end, if anything; empty after a forfeit."""

    @property
    def winner(self) -> int | None:
        """The seat that has the whole point, or None."""
        return self.scores.index(1.0) if 1.0 in self.scores else None

    @property
    def outcome(self) -> str:
        """How it ended, in words, without the players' names."""
        if self.forfeit is not None:
            return f"{self.seats[self.forfeit.seat]} loses: {self.forfeit.reason}"
        if len(self.seats) == 1:
            return f"return {self.returns[0]:g}"
        if self.winner is not None:
            return f"{self.seats[self.winner]} wins"
        best = [seat for seat, score in zip(self.seats, self.scores, strict=True) if score > 0]
        return "draw" if len(best) == len(self.seats) else f"{' and '.join(best)} share the win"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts."""
        return {
            "number": self.number,
            "game": self.game,
            "seats": list(self.seats),
            "players": list(self.players),
            "seed": self.seed,
            "opening": list(self.opening),
            "actions": list(self.actions),
            "moves": list(self.moves),
            "returns": list(self.returns),
            "scores": list(self.scores),
            "outcome": self.outcome,
            "forfeit": None if self.forfeit is None else vars(self.forfeit),
            "efforts": [vars(effort) for effort in self.efforts],
            "remarks": [None if remark is None else vars(remark) for remark in self.remarks],
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> GameRecord:
        """Return the record of which `to_dict` made `content`.

        Raises:
            KeyError, TypeError: if something is missing, or is of another kind.
        """
        content = {"remarks": [], **content}  # files of earlier versions have none
        plain = {one.name: content[one.name] for one in fields(cls)}
        made: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
        }
        made["forfeit"] = None if plain["forfeit"] is None else Forfeit(**plain["forfeit"])
        made["efforts"] = tuple(Effort(**effort) for effort in plain["efforts"])
        made["remarks"] = tuple(None if remark is None else Remark(**remark) for remark in plain["remarks"])
        record = cls(**made)
        if not record.players or len({*map(len, (record.seats, record.players, record.scores))}) != 1:
            raise ValueError("its players and scores do not fit its seats")
        return record

    def __str__(self) -> str:
        who = ", ".join(f"{seat} {player}" for seat, player in zip(self.seats, self.players, strict=True))
        plies = len(self.actions)
        return f"{who}: {self.outcome}, {plies} {'ply' if plies == 1 else 'plies'}"


def scores_of(returns: tuple[float, ...]) -> tuple[float, ...]:
    """Return each seat's share in one point: the best return has it, those who tie for the best share it."""
    best = [value == max(returns) for value in returns]
    return tuple(1.0 / sum(best) if is_best else 0.0 for is_best in best)


def scores_without(seat: int, num_players: int) -> tuple[float, ...]:
    """Return the shares in one point when `seat` gets nothing and the others the same each."""
    others = max(num_players - 1, 1)
    return tuple(0.0 if other == seat else 1.0 / others for other in range(num_players))
