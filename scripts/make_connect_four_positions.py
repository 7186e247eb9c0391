"""Make the test sets of connect four: random positions with their exact scores, in tests/data/connect_four.

    .venv/bin/python scripts/make_connect_four_positions.py            the sets that are committed (some minutes)
    .venv/bin/python scripts/make_connect_four_positions.py --begin 20 so many positions of each begin set, printed

Six classes, after the scheme of Pascal Pons's solver (http://blog.gamesolver.org): by plies played (end: more than 28;
middle: 15 to 28; begin: fewer) and by plies left until the result under best play (easy: fewer than 14; medium: 14 to
27; hard: 28 or more). A line holds the moves from the empty board and the score for the player to move: plies until it
wins (+) or loses (-) under best play of both, 0 for a draw.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from monteverde.exact import load_method
from monteverde.exact.method import Solver
from monteverde.game import Position, load_game

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "data" / "connect_four"
NUM_CELLS = 42
PLAYED = {"end": range(29, NUM_CELLS), "middle": range(15, 29), "begin": range(15)}
LEFT = {"easy": range(14), "medium": range(14, 28), "hard": range(28, NUM_CELLS + 1)}
COMMITTED = (("end", "easy"), ("middle", "easy"), ("middle", "medium"))
BEGIN = (("begin", "easy"), ("begin", "medium"), ("begin", "hard"))
SIZE, SEED = 1000, 20
METHOD = "pvs:quick=true,actions=one,table=1GB"


def random_positions(phase: str, rng: random.Random) -> Iterator[Position]:
    """Yield positions of that phase, none twice, that random play reached."""
    seen = set()
    while True:
        position = load_game("connect_four").initial()
        for _ in range(rng.choice(PLAYED[phase])):
            if position.is_terminal:
                break
            position = position.play(rng.choice(position.legal_actions()))
        if not position.is_terminal and len(position.history) in PLAYED[phase] and position not in seen:
            seen.add(position)
            yield position


def score_of(position: Position, solve: Solver) -> int:
    """Return plies until the player to move wins, or minus those until it loses, or 0."""
    result = solve(position)
    assert result.is_proven
    if result.outcome == "draw":
        return 0
    assert result.distance is not None
    return result.distance if result.outcome == "win" else -result.distance


def make_set(phase: str, level: str, size: int, solve: Solver) -> list[str]:
    """Return the lines of one set."""
    lines: list[str] = []
    rng = random.Random(f"{SEED} {phase} {level}")
    for position in random_positions(phase, rng):
        score = score_of(position, solve)
        left = abs(score) or NUM_CELLS - len(position.history)
        if left in LEFT[level]:
            lines.append(f"{''.join(position.action_name(a) for a in position.history)} {score:+d}")
        if len(lines) == size:
            return lines
    raise AssertionError("random positions never end")


def main() -> None:
    """Write the sets that are committed, or print those of the beginning."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--begin", type=int, default=0, metavar="SIZE", help="print so many of each begin set instead")
    size = parser.parse_args().begin
    solve = load_method(METHOD).solver(load_game("connect_four"))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for phase, level in BEGIN if size else COMMITTED:
        lines = make_set(phase, level, size or SIZE, solve)
        if size:
            print(f"# {phase}-{level}", *lines, sep="\n")
        else:
            (FOLDER / f"{phase}_{level}.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
