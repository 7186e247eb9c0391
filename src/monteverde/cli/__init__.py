"""The command line.

app.py         the commands, by a table, and what becomes of errors
commands/      one command a file: its options, and what it does with them
options.py     the options that several commands share
starts.py      where a command begins: a game, or anywhere in a record of one
keeper.py      the record of a game that is played, kept in a file
scribe.py      what is seen of a game that is played, and what people type into it
analysis.py    how a position and a search's result look
live.py        what is seen while something takes its time
output.py      where text goes: plain unless it is a terminal
interrupt.py   Ctrl-C at the wrong moment
exit_codes.py  what the process answers its caller with
"""

from monteverde.cli.app import app

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    app(prog_name="monteverde")
