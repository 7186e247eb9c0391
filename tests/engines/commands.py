"""Command lines of the programs in this folder that play as well or as badly as they are told."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def fake(name: str, *arguments: str) -> str:
    """Return the command line of `fake_<name>.py`; without site packages, so that it starts at once."""
    return shlex.join([sys.executable, "-S", "-E", str(FOLDER / f"fake_{name}.py"), *arguments])
