"""The command line.

app.py         the commands, by a table, and what becomes of errors
commands/      one command a file: its options, and what it does with them
output.py      where text goes: plain unless it is a terminal
analysis.py    how a position and a search's result look
live.py        what is seen while a search runs
options.py     the options that several commands share
exit_codes.py  what the process answers its caller with
"""

from monteverde.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    app(prog_name="monteverde")
