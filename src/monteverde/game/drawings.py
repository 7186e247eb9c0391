"""How a position looks: its picture with the last move, the numbers of the moves and the heat of a search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from monteverde.drawing import (
    Line,
    Notes,
    Picture,
    Span,
    bars,
    lines_as_svg,
    notes_of,
    picture_as_lines,
    picture_as_svg,
    plain,
)
from monteverde.errors import UsageError

if TYPE_CHECKING:
    from monteverde.game.position import Position


class HasPolicy(Protocol):
    """A search's result: it knows the share of the visits of each action."""

    @property
    def policy(self) -> Mapping[Any, float]: ...


Heat = HasPolicy | Mapping[Any, float]
"""The result of a search, or by action its share: of visits, or anything else that is not negative."""


def lines_of(position: Position, heat: Heat | None = None, numbers: bool = False, width: int = 80) -> list[Line]:
    """Return the lines of a drawing; what they show is told at `Position.draw`."""
    picture, shares = position.picture(), shares_of(position, heat)
    if picture is not None:
        return picture_as_lines(picture, _notes(position, picture, shares, numbers), width)
    drawing = [[Span(line)] for line in position.rendered().split("\n")]
    if not shares:
        return drawing
    return [*drawing, [Span("per cent of the visits:")], *bars(_sorted(shares), width)]


def svg_of(position: Position, heat: Heat | None = None, numbers: bool = False) -> str:
    """Return an SVG; what it shows is told at `Position.svg`."""
    picture, shares = position.picture(), shares_of(position, heat)
    title = f"{position.game.spec}, {len(position.history)} played, {status_of(position)}"
    if picture is None:
        text = plain(lines_of(position, heat))
        return lines_as_svg([*text.split("\n"), "", status_of(position)], title)
    notes = _notes(position, picture, shares, numbers)
    last = f", after {notes.last_name}" if notes.last_name else ""
    said = [f"{status_of(position)}{last}", *(["numbers: per cent of the visits"] if shares is not None else [])]
    return picture_as_svg(picture, notes, title, said)


def picture_of(position: Position) -> Picture | None:
    """Return what the game makes of the state, or None if it has no picture, or draws itself.

    A subclass that has `render` where its base has `picture` means to be drawn by that.
    """
    game = type(position.game)
    said = next(c for c in game.__mro__ if "render" in vars(c) or "picture" in vars(c))
    picture = game.picture(position.state) if "picture" in vars(said) else None
    return picture if isinstance(picture, Picture) else None


def status_of(position: Position) -> str:
    """Return whose turn it is, or that the game is over."""
    game = position.game
    if not position.is_terminal:
        return f"{game.player_name(position.to_move)} to move"
    paid = enumerate(position.rewards)
    return f"over: {', '.join(f'{game.player_name(player)} {reward:g}' for player, reward in paid)}"


def shares_of(position: Position, heat: Heat | None) -> dict[str, float] | None:
    """Return the share of each action by its name; they sum to one, or are all zero.

    Raises:
        UsageError: if a share is negative or no number.
    """
    if heat is None:
        return None
    given: Mapping[Any, float] = heat if isinstance(heat, Mapping) else heat.policy
    total = sum(given.values())
    if not all(share >= 0 for share in given.values()) or not total < float("inf"):
        raise UsageError(f"a heat map needs numbers from 0, got {dict(given)!r}")
    return {position.action_name(action): share / (total or 1.0) for action, share in given.items()}


def _notes(position: Position, picture: Picture, shares: dict[str, float] | None, numbers: bool) -> Notes:
    history = [position.action_name(action) for action in position.history]
    return notes_of(picture, history, shares, numbers=numbers)


def _sorted(shares: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(shares.items(), key=lambda line: -line[1])
