"""The README's own-game example against the built-in form of the same game: what a user's first file costs in speed.

The example is read out of the README and saved as a file, as the README asks the reader to do.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from measure import Run, compare, interleave, median_rate
from table import Row, print_table, rate, ratio_row

import monteverde as mv

README = Path(__file__).parent.parent / "README.md"
BUILT_IN = "nim:heaps=15,take=3"
SIMULATIONS = 300_000
TARGET = 0.8


def example() -> str:
    """Return the README's Python block that defines a game."""
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return next(block for block in blocks if "class Nim(mv.Game)" in block)


def search(game: str) -> Run:
    position = mv.load_game(game).initial()

    def run() -> int:
        return int(mv.search(position, iterations=SIMULATIONS, seed=1).simulations)

    return run


def rows() -> list[Row]:
    """Return the one row."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mygame.py")
        path.write_text(example(), "utf-8")
        samples = interleave({"own": search(f"{path}:Nim"), "built in": search(BUILT_IN)})
    ratio = compare(samples["own"], samples["built in"])
    own, built_in = (rate(median_rate(samples[side])) for side in ("own", "built in"))
    case = f"nim, {SIMULATIONS:,}"
    return [ratio_row("own game over the built-in one", case, ratio, own, f"built in {built_in}", at_least=TARGET)]


if __name__ == "__main__":
    print_table(rows())
