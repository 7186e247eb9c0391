"""What is seen while something takes its time, at a terminal: one drawing that is replaced, and gone at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import RenderableType
from rich.live import Live
from rich.text import Text

from monteverde.cli.output import Output
from monteverde.search.mcts import Progress
from monteverde.search.result import SearchResult

Show = Callable[[RenderableType], None]
FIRST_TIME = " (a first time takes some seconds to compile)"


@contextmanager
def live(output: Output) -> Iterator[Show]:
    """Yield a function that shows a thing in place of the one before; without a terminal it does nothing."""
    if not output.is_live:
        yield lambda drawing: None
        return
    with Live(console=output, transient=True, auto_refresh=False) as display:
        yield lambda drawing: display.update(drawing, refresh=True)


@contextmanager
def live_search(
    output: Output, title: str, draw: Callable[[SearchResult], RenderableType]
) -> Iterator[Progress | None]:
    """Show `title`, then what `draw` makes of each result that is reported; yield what to report to, if anything."""
    with live(output) as show:
        show(Text(title, style="dim"))
        yield (lambda result: show(draw(result))) if output.is_live else None
