"""Write the golden playthroughs: what every rule of every built-in game answers along one game, as small text files.

python scripts/make_playthroughs.py           rewrites tests/golden/playthroughs/*.txt

The test `tests/games/test_conformance.py` compares with them in every mode. Rewrite them only if rules were meant to
change; read the difference, and say in the commit why it is right.
"""

from __future__ import annotations

from pathlib import Path

from monteverde.game import game_names, load_game
from monteverde.game.playthrough import playthrough

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden" / "playthroughs"
SMALLER = {
    "amazons": "amazons:6",
    "atari_go": "atari_go:5",
    "chain": "chain:horizon=30",
    "cliff_walking": "cliff_walking:horizon=30",
    "front": "front:5",
    "go": "go:5",
    "gomoku": "gomoku:9",
    "grid_world": "grid_world:horizon=30",
    "havannah": "havannah:4",
    "hex": "hex:6",
    "nogo": "nogo:5",
    "rolit": "rolit:size=6",
    "taxi": "taxi:horizon=40",
    "y": "y:6",
}
"""Instead of the size that is usual: as much to see, and quicker."""
OTHERS = ("dots_and_boxes:rows=2,columns=3,players=3", "go:size=3,ko=simple,suicide=true", "hex:size=4,swap=true")
"""Rules that the usual parameters do not show."""


def specs() -> list[str]:
    """Return a name for every built-in game, and the others."""
    return [*(SMALLER.get(name, name) for name in game_names()), *OTHERS]


def path_of(spec: str) -> Path:
    """Return the file of the playthrough of a game."""
    name = load_game(spec).spec.replace(":", "-").replace("=", "-").replace(",", "-")
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write a file for every game."""
    FOLDER.mkdir(exist_ok=True)
    for spec in specs():
        path_of(spec).write_text(playthrough(load_game(spec)), "utf-8")
        print(path_of(spec).relative_to(FOLDER.parent.parent.parent))


if __name__ == "__main__":
    main()
