"""The commands, and what becomes of errors.

Whatever monteverde raises on purpose becomes one sentence on standard error. Anything else is a defect, of ours or of
the user's game, and keeps its traceback.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from monteverde.cli.exit_codes import DONE, INTERRUPTED, READER_GONE, UNUSABLE
from monteverde.cli.output import complain, discard_output, escape_what_cannot_be_encoded
from monteverde.errors import MonteverdeError

COMMANDS = (
    "games",
    "search",
    "solve",
    "play",
    "match",
    "tournament",
    "tune",
    "study",
    "perfect",
    "show",
    "gtp",
    "json-lines",
    "new-game",
    "check",
    "perft",
    "playthrough",
    "bench",
    "demo",
)
"""The commands, in the order of the help; each is a module of `commands` with a function `command`."""

CLICK_ERROR: type[Any] = typer.BadParameter.mro()[2]
"""ClickException, which typer takes from click or brings along, according to its version."""


class Commands(TyperGroup):
    """The group of all commands."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit code."""
        escape_what_cannot_be_encoded()
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except CLICK_ERROR as error:
            command = error.ctx.command_path if getattr(error, "ctx", None) else "monteverde"
            complain(f"{error.format_message().strip().rstrip('.')} (see {command} --help)")
            code = UNUSABLE
        sys.exit(code or DONE)

    def invoke(self, ctx: Any) -> Any:
        """Run a command, with its errors turned into exit codes."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except MonteverdeError as error:
            complain(str(error))
            code = UNUSABLE
        except KeyboardInterrupt:
            code = INTERRUPTED
        except BrokenPipeError:
            discard_output()
            code = READER_GONE
        return code


app = typer.Typer(
    cls=Commands,
    name="monteverde",
    add_completion=False,
    rich_markup_mode=None,  # boxes would take more room than the text in them
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for name in COMMANDS:
    app.command(name)(importlib.import_module(f"monteverde.cli.commands.{name.replace('-', '_')}").command)


def show_version(is_asked: bool) -> None:
    """Print the version and leave, if asked."""
    if is_asked:
        typer.echo(f"monteverde {importlib.metadata.version('monteverde')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Monte Carlo tree search for games and planning problems.

    GAME is a built-in name (connect_four, hex:11, hex:size=5,swap=true) or a game of your own (mygame.py:Nim).
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
