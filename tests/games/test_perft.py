"""Counts of action sequences are those of `tests/data/perft.txt`: the rules are those of the games that were meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from monteverde.compile import is_jit_enabled
from monteverde.game import load_game
from monteverde.game.perft import perft

FILE = Path(__file__).parent.parent / "data" / "perft.txt"
MOST_COUNTED = 10**7 if is_jit_enabled() else 1000
UNKNOWN = "-"


def known_counts() -> dict[str, list[str]]:
    """Return the counts of each game, as they are written."""
    lines = [line for line in FILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    rows = [line.rpartition(": ") for line in lines]
    return {spec: counts.split() for spec, _, counts in rows}


def affordable_depths(counts: list[str]) -> list[int]:
    """Return the depths whose counts are known and quick to make."""
    sizes = [0 if count == UNKNOWN else int(count) for count in counts]
    return [i + 1 for i, count in enumerate(counts) if count != UNKNOWN and max(sizes[: i + 1]) <= MOST_COUNTED]


@pytest.mark.parametrize(("spec", "counts"), known_counts().items())
def test_counts_are_the_known_ones(spec: str, counts: list[str]) -> None:
    """At every depth that the mode can afford."""
    depths, start = affordable_depths(counts), load_game(spec).initial()
    assert depths
    assert [perft(start, depth) for depth in depths] == [int(counts[depth - 1]) for depth in depths]
