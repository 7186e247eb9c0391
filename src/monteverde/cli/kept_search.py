"""A search that is kept in a file: gone on with from there, and written however it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from monteverde.errors import UsageError
from monteverde.game import Position
from monteverde.search.algorithms import load_search
from monteverde.search.archive import refuse_unwritable
from monteverde.search.session import Search

SaveFile = Annotated[
    str | None,
    typer.Option(
        "--save", metavar="FILE", help="Keep the search in this file when it ends, by Ctrl-C too.", show_default=False
    ),
]
LoadFile = Annotated[
    str | None,
    typer.Option(
        "--load",
        metavar="FILE",
        help="Go on with the search in this file; --moves then go on from where it stands.",
        show_default=False,
    ),
]


def search_in(
    path: str, game: str | None, algorithm: str | None, moves: str, others: Mapping[str, Any]
) -> tuple[Search, Position]:
    """Return the search in a file, moved on by `moves`, and what it is a search of then.

    Raises:
        UsageError: if it cannot be loaded, or one of the `others`, options by name, is given, which it brings itself.
    """
    for name, value in others.items():
        if value is not None:
            raise UsageError(f"--load brings its own {name}; leave out --{name}")
    search = Search.load(path, game=game, algorithm=None if algorithm is None else load_search(algorithm))
    begin = search.problem.position
    assert begin is not None  # others are not saved
    position = begin.play_all(moves)
    if position is not begin:
        search.advance(*position.history[len(begin.history) :])
    return search, position


def refuse_loss(path: str, loaded: str | None) -> None:
    """Raise UsageError if `path` cannot be written, or holds something other than the search that is gone on with."""
    refuse_unwritable(path)
    is_same = loaded is not None and Path(path).exists() and Path(path).samefile(loaded)
    if Path(path).exists() and not is_same:
        raise UsageError(f"{path} is there already; give another name, or move it away")


@contextmanager
def kept_in(path: str | None, search: Search) -> Iterator[None]:
    """Write `search` to a file at the end of the block, and also if Ctrl-C ends it."""
    try:
        yield
    except KeyboardInterrupt:
        if path is not None:
            search.save(path)
        raise
    if path is not None:
        search.save(path)
