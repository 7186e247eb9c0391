"""Folders in which many matches are kept, a file for each."""

from __future__ import annotations

from pathlib import Path

from monteverde.errors import UsageError

LONGEST = 200  # characters of a file's name; file systems take 255 bytes


def made(folder: Path) -> Path:
    """Return the folder, which is made if it is not there.

    Raises:
        UsageError: if it cannot be.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder {folder} cannot be made: {error.strerror}; name another one") from None
    return folder


def file_of(*names: str) -> str:
    """Return a file's name for the match that these names tell from others, without what file systems dislike."""
    safe = ("".join(c if c.isalnum() or c in "-_.=" else "_" for c in name) for name in names)
    return "~".join(safe)[:LONGEST] + ".jsonl"
