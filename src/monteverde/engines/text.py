"""What a program wrote, made fit for a sentence."""

from __future__ import annotations

MOST_SHOWN = 80  # characters
MOST_READ = 1000  # some of them may be spaces


def shown(text: str) -> str:
    """Return `text` on one line, short, and without anything that a terminal would obey."""
    line = "".join(letter if letter.isprintable() else " " for letter in text[:MOST_READ])
    line = " ".join(line.split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 3]}..."
