"""The conformance test with a look at records: a game written down and read again is the same game."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from monteverde.errors import MonteverdeError
from monteverde.game import CHANCE, SIMULTANEOUS, Game, Position
from monteverde.game.check import Problem, Report
from monteverde.game.check import check as check_rules
from monteverde.records.naming import Given, name_of
from monteverde.records.record import Record
from monteverde.records.text_format import compose, parse

MOST_GAMES = 10  # whether names can be read back shows in a few
MOST_PLIES = 500


def check(game: Game, *, games: int = 100, seed: int = 0) -> Report:
    """Play `games` random games and report every promise that `game` breaks, each once.

    A few of the games are written down and read again as well, once nothing else is wrong.

    Args:
        game: the problem; it may be as broken as it likes.
        games: how many games to play, at least 1.
        seed: what the random play starts from, at least 0; the same seed gives the same report.

    Returns:
        The problems in words, each with the moves that lead to it, and figures of random play.

    Raises:
        UsageError: if an argument cannot be used; never because of what `game` does.
    """
    report = check_rules(game, games=games, seed=seed)
    if report.problems or not game.has("play"):
        return report
    for number in range(min(games, MOST_GAMES)):
        with np.errstate(all="ignore"):
            problem = record_problem(game, random.Random(f"{seed} {number}"))
        if problem is not None:
            return replace(report, problems=(problem,))
    return report


def record_problem(game: Game, rng: random.Random) -> Problem | None:
    """Return what is wrong when a random game is written down and read again, None if nothing is."""
    positions = [game.initial()]
    while not _is_over(positions):
        positions.append(positions[-1].play(_drawn(positions[-1], rng)))
    record = Record(game, positions[-1].history)
    try:
        read = parse(compose(record), Given(game, {}, name_of(game)))
        same = [again == position for again, position in zip(read.positions(), positions, strict=True)]
    except MonteverdeError as error:
        return Problem("action_name", f"a record of a game cannot be read again: {error}", record.moves)
    if all(same):
        return None
    ply = same.index(False)
    return Problem("play", "from a record of the same moves it leads to another position", record.moves[:ply])


def _is_over(positions: list[Position]) -> bool:
    last = positions[-1]
    plies = min(MOST_PLIES, last.game.max_length)
    return last.is_terminal or len(positions) > plies or last.to_move == SIMULTANEOUS


def _drawn(position: Position, rng: random.Random) -> int:
    if position.to_move == CHANCE:
        outcomes, weights = zip(*position.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, weights)[0])
    return rng.choice(position.legal_actions())
