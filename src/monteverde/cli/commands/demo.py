"""`monteverde demo`: what `make run` shows."""

from __future__ import annotations

import sys

from monteverde.budget import Budget
from monteverde.cli.commands.play import play_shown
from monteverde.cli.commands.search import exit_code_of, search_shown
from monteverde.cli.output import Output
from monteverde.game import load_game
from monteverde.records import Record
from monteverde.search.algorithms import load_search

GAME, ENGINE, SECONDS = "connect_four", "uct", 1.0


def command() -> int:
    """Play Connect Four against the engine.

    Without a terminal: the analysis of the first position.
    """
    output = Output()
    if output.is_terminal and sys.stdin.isatty():
        return play_shown(output, Record(load_game(GAME)), ["human", ENGINE], seconds=SECONDS)
    start = load_game(GAME).initial()
    result = search_shown(output, load_search(ENGINE).start(start), start, Budget(seconds=SECONDS))
    return exit_code_of(result)
