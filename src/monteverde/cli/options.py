"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from monteverde.search.algorithms import algorithm_names

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A built-in name, such as hex:11, or a game of your own: mygame.py:Nim.",
        show_default=False,
    ),
]
Iterations = Annotated[int | None, typer.Option(help="The most simulations.", show_default=False)]
Seconds = Annotated[float | None, typer.Option(help="The most wall time; one second if no budget is given.")]
MoveIterations = Annotated[int | None, typer.Option(help="The most simulations for a move.")]
MoveSeconds = Annotated[float | None, typer.Option(help="The most wall time for a move; one second if no budget.")]
Seed = Annotated[int | None, typer.Option(min=0, help="Makes it repeatable; drawn anew if not given.")]
SvgFile = Annotated[Path | None, typer.Option("--svg", help="Write the board to this file, as an SVG.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
DEFAULT_ALGORITHM = "uct"
Algorithm = Annotated[
    str | None,
    typer.Option(
        help=f"One of {', '.join(algorithm_names())}; parameters as in uct:c=1.0. [default: {DEFAULT_ALGORITHM}]"
    ),
]
SOME_PLAYERS = "such as uct:c=1.0, flat, alphabeta:depth=8, gtp:COMMAND, uci:COMMAND, random, human"
MATCH_SECONDS = 0.1  # for a move in a match, if no budget is given: a match is many moves
MatchGame = Annotated[
    str, typer.Option("--game", help="What they play, such as hex:11 or mygame.py:Nim.", show_default=False)
]
MatchSeconds = Annotated[
    float | None, typer.Option(help=f"The most wall time for a move; {MATCH_SECONDS} if no budget is given.")
]
MatchSeed = Annotated[int, typer.Option(min=0, help="What all games are drawn from.")]
OpeningPlies = Annotated[
    int, typer.Option(min=0, help="Random plies before the players begin, the same for each once in every seat.")
]
Jobs = Annotated[int, typer.Option(min=1, help="Games played at once, each on a core of its own.")]
TimeLimit = Annotated[
    float | None, typer.Option(help="Seconds after which a choice loses the game.", show_default=False)
]
GameClockOption = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="SECONDS",
        help="Time of each player for a game: 60, 60+0.5 (more a move), 600+5x30 or 600+25/300 (byo-yomi).",
        show_default=False,
    ),
]
Nodes = Annotated[int | None, typer.Option(help="The most nodes in the tree.", show_default=False)]
MoveNodes = Annotated[int | None, typer.Option(help="The most nodes in the tree of a move.", show_default=False)]
