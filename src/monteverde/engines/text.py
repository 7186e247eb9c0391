"""What a program wrote, made fit for a sentence."""

from __future__ import annotations

MOST_SHOWN = 80  # characters


def shown(text: str) -> str:
    """Return `text` on one line, short, and without anything that a terminal would obey."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    line = " ".join(line.split())
    return line if len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 3]}..."
