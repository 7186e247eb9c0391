"""A progress bar for many games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from monteverde.cli.live import FIRST_TIME
from monteverde.cli.output import Output


@contextmanager
def games_bar(output: Output, games: int, *, is_hidden: bool) -> Iterator[Callable[[int], None]]:
    """Show a progress bar at a terminal; yield what to call with the number of games done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    is_hidden = is_hidden or not output.is_live
    with Progress(*columns, console=output, transient=True, auto_refresh=False, disable=is_hidden) as bar:
        task = bar.add_task(f"game 1{FIRST_TIME}", total=games)
        bar.refresh()
        yield lambda done: bar.update(task, completed=done, description="", refresh=True)
