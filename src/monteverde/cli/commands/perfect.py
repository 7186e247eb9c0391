"""`monteverde perfect`: how often players make a perfect move, by how much they may search."""

from __future__ import annotations

from typing import Annotated

import typer

from monteverde.arena import PerfectMoves, perfect_curve
from monteverde.cli.exit_codes import DONE
from monteverde.cli.games_bar import games_bar
from monteverde.cli.options import SOME_PLAYERS, Json, MatchGame, MatchSeed
from monteverde.cli.output import Output, print_json
from monteverde.cli.plots import Plot, save_plot
from monteverde.errors import UsageError

BUDGETS = "10,100,1000"


def command(
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help=f"Who is asked, {SOME_PLAYERS}.", show_default=False)
    ],
    game: MatchGame,
    iterations: Annotated[str, typer.Option(metavar="N,N,...", help="Simulations for a move.")] = BUDGETS,
    positions: Annotated[int, typer.Option(min=1, help="How many positions they are asked about.")] = 100,
    seed: MatchSeed = 0,
    plot: Plot = None,
    json: Json = False,
) -> int:
    """Ask players about positions of a game that can be solved, and count how often their choice is a best one.

    The positions come from random play; only those count in which some move is worse than another.
    """
    budgets = _budgets(iterations)
    output = Output(quiet=json)
    with games_bar(output, len(players) * len(budgets), is_hidden=False) as advance:
        done: list[PerfectMoves] = []

        def progress(budget: int, result: PerfectMoves) -> None:
            done.append(result)
            output.say(f"{budget:,} simulations: {result}")
            advance(len(done))

        curve = perfect_curve(players, game, budgets, positions, seed=seed, progress=progress)
    if json:
        print_json(curve.to_dict())
    output.say()
    output.table(curve.rows())
    output.say()
    for line in curve.summary():
        output.say(line)
    save_plot(curve.plot, plot)
    return DONE


def _budgets(text: str) -> list[int]:
    """Return the numbers in a list of them.

    Raises:
        UsageError: if it is none.
    """
    try:
        budgets = [int(part) for part in text.split(",")]
    except ValueError:
        budgets = []
    if not budgets or min(budgets) < 1:
        raise UsageError(f"--iterations is {text!r}; give whole numbers from 1, such as {BUDGETS}")
    return budgets
