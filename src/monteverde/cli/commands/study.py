"""`monteverde study`: matches on several games and with several budgets, as a file describes them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from monteverde.arena import GameRecord, MatchResult, StudyResult, read_study, run_study
from monteverde.cli.exit_codes import DONE, INTERRUPTED
from monteverde.cli.games_bar import games_bar
from monteverde.cli.interrupt import held_back
from monteverde.cli.options import Jobs, Json
from monteverde.cli.output import Output, print_json
from monteverde.cli.plots import Plot, save_plot

FolderOption = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where the games are kept; FILE without .toml if none.", show_default=False),
]


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to play, in TOML.", show_default=False)],
    out: FolderOption = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each match, instead of what FILE says.", show_default=False)
    ] = None,
    jobs: Jobs = 1,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table as Markdown and nothing else.")] = False,
    plot: Plot = None,
    json: Json = False,
) -> int:
    """Run a study, or what is missing of it.

    All matches grow together, some games at a time. Ctrl-C ends it, and the table so far is printed; the same command
    goes on.
    """
    study = read_study(file)
    output = Output(quiet=json or markdown)
    each = study.games if games is None else games
    count = 0
    with games_bar(output, each * len(study.cells), is_hidden=False) as advance:

        def progress(result: MatchResult, record: GameRecord) -> None:
            nonlocal count
            count += 1
            with held_back():
                output.say(f"{result.game}: {record}")
                advance(count)

        result = run_study(study, out or file.with_suffix(""), games=games, jobs=jobs, progress=progress)
    _show(output, result, json=json, markdown=markdown)
    save_plot(result.plot, plot)
    return INTERRUPTED if result.stopped_by == "interrupted" else DONE


def _show(output: Output, result: StudyResult, *, json: bool, markdown: bool) -> None:
    """Print the table."""
    if json:
        print_json(result.to_dict())
    if markdown:
        typer.echo(result.markdown())
    output.say()
    output.table(result.rows(), text_columns=4)
    output.say()
    if ratings := list(result.rating_rows()):
        output.table(ratings)
        output.say()
    for line in result.summary():
        output.say(line)
