"""What is drawn on a board beside the pieces: the last move, the numbers of the moves, where a search has looked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from monteverde.drawing.picture import Picture

LEAST_SHARE = 0.005  # less is shown as nothing: it would read 0 %


@dataclass(frozen=True)
class Notes:
    """Cells are numbers of the picture's layout."""

    last: tuple[int, ...] = ()
    """The cells of the last move; where it went comes last."""
    last_name: str = ""
    """What the last move is called."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """By cell, the number of the move that put there what stands there; the first move is 1."""
    heat: Mapping[int, float] | None = None
    """By cell, the share of the visits whose move ends there, in [0, 1]; None without a search."""
    pairs: Sequence[tuple[int, int]] = ()
    """The two cells of each domino that was laid."""
    beside: Sequence[tuple[str, float]] = ()
    """The moves that are on no cell, and their shares, largest first."""


def notes_of(
    picture: Picture, history: Sequence[str], shares: Mapping[str, float] | None = None, *, numbers: bool = False
) -> Notes:
    """Return the notes on a picture.

    Args:
        picture: what they are on.
        history: the names of the moves made, oldest first.
        shares: by the name of an action, its share of the visits of a search from here.
        numbers: whether moves are numbered.
    """
    heat, beside = (None, []) if shares is None else _heat(picture, shares)
    made = list(_made(picture, history)) if picture.layout.shows_moves else []
    return Notes(
        last=made[0][1] if made else (),
        last_name=history[-1] if history else "",
        numbers=_numbers(picture, made) if numbers else {},
        heat=heat,
        pairs=[(cells[0], cells[1]) for _, cells in made if len(cells) == 2] if picture.layout.covers else [],
        beside=beside,
    )


def _heat(picture: Picture, shares: Mapping[str, float]) -> tuple[dict[int, float], list[tuple[str, float]]]:
    heat: dict[int, float] = {}
    beside: list[tuple[str, float]] = []
    for name, share in shares.items():
        cells = picture.cells_of(name)
        if not cells:
            beside.append((name, share))
        for cell in cells if picture.layout.covers else cells[-1:]:
            heat[cell] = heat.get(cell, 0.0) + share
    return heat, sorted(beside, key=lambda line: -line[1])


def _made(picture: Picture, history: Sequence[str]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the number of each move and the cells that it is on, latest first."""
    columns = picture.layout.columns
    stacks = {name: [c for c in cells if picture.pieces[c] is not None] for name, cells in columns.items()}
    for number, name in reversed(list(enumerate(history, 1))):
        stack = stacks.get(name.lower(), [])
        yield number, (((stack.pop(),) if stack else ()) if columns else picture.cells_of(name))


def _numbers(picture: Picture, made: list[tuple[int, tuple[int, ...]]]) -> dict[int, int]:
    numbers: dict[int, int] = {}
    for number, cells in made:
        for cell in cells if picture.layout.covers else cells[-1:]:
            if picture.pieces[cell] is not None:
                numbers.setdefault(cell, number)
    return numbers
