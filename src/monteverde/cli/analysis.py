"""How a position and the result of a search look."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from monteverde.cli.board import show_board
from monteverde.cli.output import Output, table_of
from monteverde.game import Position
from monteverde.search.result import SearchResult

SHOWN_ACTIONS = 15  # rows of the root table; --json has all
LIVE_ACTIONS = 6  # rows of it while the search runs
LINES_BELOW = 5  # lines of a terminal that what is drawn beside these rows may take
BRIEF_ACTIONS = 3  # actions in an analysis of a few lines
BRIEF_VARIATION = 8  # and plies


def show_position(output: Output, position: Position) -> None:
    """Print the board, and whose turn it is."""
    show_board(output, position)
    output.say()
    output.say(f"{position.game.spec}, {len(position.history)} played, {status_of(position)}")


def status_of(position: Position) -> str:
    """Return whose turn it is, or that the game is over."""
    return "over" if position.is_terminal else f"{position.game.player_name(position.to_move)} to move"


def show_result(output: Output, result: SearchResult) -> None:
    """Print the root table, best first, and what the search says of itself."""
    chosen = [line.action for line in result.actions[:SHOWN_ACTIONS]]
    bold = chosen.index(result.action) if result.action in chosen else None
    output.table(result.rows(SHOWN_ACTIONS), bold_row=bold)
    if len(result.actions) > SHOWN_ACTIONS:
        output.say(f"... and {len(result.actions) - SHOWN_ACTIONS} more", style="dim")
    output.say()
    for line in result.summary():
        output.say(line)


def draw_table(result: SearchResult, width: int, most: int = LIVE_ACTIONS) -> RenderableType:
    """Return `most` rows of the root table so far, and the speed, for while the search runs."""
    variation = " ".join(result.principal_names[:BRIEF_VARIATION])
    table = table_of(result.rows(most), width)
    return Group(table, Text(f"{speed_of(result)}\n{variation}", style="dim"))


def draw_line(result: SearchResult, title: str) -> RenderableType:
    """Return one line on the search so far."""
    return Text(f"{title}: {result.action_name}, {speed_of(result)}", style="dim")


def speed_of(result: SearchResult) -> str:
    """Return how many simulations in how long."""
    return f"{result.simulations:,} simulations in {result.seconds:.1f} s"


def brief(result: SearchResult) -> Iterator[str]:
    """Yield an analysis of a few lines."""
    yield f"value {result[result.action].value:.3f} for {result.player_name}, {speed_of(result)}"
    policy = result.policy
    tried = [line for line in result.actions[:BRIEF_ACTIONS] if line.visits]
    yield "looked at " + ", ".join(f"{line.name} {line.value:.3f} ({policy[line.action]:.0%})" for line in tried)
    yield "expects " + " ".join(result.principal_names[:BRIEF_VARIATION])
