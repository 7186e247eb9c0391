"""Draw the pictures of the documentation: `python scripts/make_pictures.py` writes docs/pictures/*.svg anew.

Each search has a fixed seed and number of simulations, so a picture changes only if a search or a drawing does.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import monteverde as mv

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"


class Shot(NamedTuple):
    """What a picture shows."""

    game: str
    moves: str
    iterations: int = 0
    """Simulations of the search whose heat is shown; 0 for none."""
    numbers: bool = False


SHOTS = {
    "hex_heat": Shot("hex:7", "d4 c3 d3 d2 c4 b5", 200_000),
    "go_numbers": Shot("go:9", "E5 C4 D3 G6 F7 D4 E4 C3 D2 C2 G7 H6", numbers=True),
    "connect_four_heat": Shot("connect_four", "d d d d e c b", 50_000),
    "breakthrough_last": Shot("breakthrough:rows=6,columns=6", "c2-c3 d5-d4 d2-d3 e5-f4"),
}


def picture(shot: Shot) -> str:
    """Return the SVG of one of them."""
    position = mv.load_game(shot.game).initial().play_all(shot.moves)
    heat = mv.search(position, iterations=shot.iterations, seed=1) if shot.iterations else None
    return position.svg(heat=heat, numbers=shot.numbers)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, shot in SHOTS.items():
        (FOLDER / f"{name}.svg").write_text(picture(shot), "utf-8")
        print(f"wrote docs/pictures/{name}.svg")
