"""Games drawn at random, to be written down."""

from __future__ import annotations

import random

import monteverde as mv

MOST_PLIES = 150


def random_line(game: mv.Game, seed: int, plies: int = MOST_PLIES) -> list[mv.Position]:
    """Return the positions of a random game, chance included, from the first to the last."""
    draw, line = random.Random(seed), [game.initial()]
    while not line[-1].is_terminal and len(line) <= plies:
        line.append(line[-1].play(draw.choice(line[-1].legal_actions())))
    return line
