"""Where the program of a command line is."""

from __future__ import annotations

import os
import shlex
import shutil

from monteverde.errors import UsageError

OFTEN_MISSING = ("/usr/games", "/usr/local/games")
"""Where Debian puts games, which is often not on the path of a user, never on that of a service."""


def program_of(command: str) -> list[str]:
    """Return the words of a command line, the first of them as the path of a program that can be run.

    Raises:
        UsageError: if there is no such program, or the quotes do not match.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"the command {command!r} cannot be read: {error}") from None
    if not words:
        raise UsageError("the command of a program is empty; write it after the colon, as in gtp:gnugo --mode gtp")
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), *OFTEN_MISSING])
    path = shutil.which(words[0], path=places)
    if path is None:
        raise UsageError(f"there is no program {words[0]!r} to run; install it, or give its path")
    return [path, *words[1:]]
