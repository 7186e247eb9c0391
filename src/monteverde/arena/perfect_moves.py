"""How often a player makes a perfect move, where an oracle knows which moves are perfect.

The positions come from random play, so that all kinds of them come up; only those count in which something can go
wrong: some legal action is worse than another. A player that picks blindly is right there sometimes too, which
`by_chance` tells: the mean share of perfect actions among the legal ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from monteverde.arena.play import start_of
from monteverde.arena.seeds import seeds_from
from monteverde.arena.wilson import wilson_interval
from monteverde.errors import UsageError
from monteverde.exact import Oracle
from monteverde.game import CHANCE, Game, Position
from monteverde.players import Player, load_player

FRUITLESS_GAMES = 1000  # random games without a position in which anything can go wrong, before that is believed


@dataclass(frozen=True)
class PerfectMoves:
    """How one player did."""

    player: str
    perfect: int
    """In how many positions its action was one of the best."""
    positions: int
    """How many it was asked about."""
    by_chance: float
    """The share of these in which blind choice is right, on average."""

    @property
    def rate(self) -> float:
        """The share of positions with a perfect move."""
        return self.perfect / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate (Wilson)."""
        return wilson_interval(self.perfect, self.positions)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.player}: perfect in {self.perfect} of {self.positions} positions, {self.rate:.1%} "
            f"({low:.1%} to {high:.1%}); blind choice {self.by_chance:.1%}"
        )


def perfect_moves(
    players: Sequence[Player | str],
    game: Game | Position | str,
    positions: int = 100,
    *,
    seed: int = 0,
    oracle: Oracle | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
) -> list[PerfectMoves]:
    """Ask each player about the same positions; return how often each was right, in the order of the players.

    Args:
        players: players, or their names; each is asked alone.
        game: what to play, or a position from which random play begins.
        positions: how many positions to ask about, at least 1.
        seed: what positions and players draw from.
        oracle: knows what is right; None makes one of `game`.
        iterations: simulations for a move of each player given by name, unless its name says otherwise.
        seconds: wall time for a move, likewise.

    Raises:
        UsageError: if there is nothing to ask about, or no exact method suits the game.
    """
    if positions < 1:
        raise UsageError(f"positions is {positions}; it must be at least 1")
    start = start_of(game)
    oracle = oracle if oracle is not None else Oracle(start.game)
    walk_seed, *seeds = seeds_from(seed, 1 + len(players))
    asked = list(_questions(start, oracle, positions, random.Random(walk_seed)))
    by_chance = float(np.mean([len(oracle.best_actions(p)) / len(p.legal_actions()) for p in asked]))
    results = []
    for player, player_seed in zip(players, seeds, strict=True):
        seated = load_player(player, iterations, seconds) if isinstance(player, str) else player
        seated.start_game(start.game, player_seed)
        perfect = sum(oracle.is_perfect(position, seated.choose(position)) for position in asked)
        results.append(PerfectMoves(seated.name, perfect, len(asked), by_chance))
    return results


def _questions(start: Position, oracle: Oracle, count: int, draw: random.Random) -> Iterator[Position]:
    """Yield different positions from random games in which some action is worse than another."""
    seen: set[Position] = set()
    fruitless = 0
    while len(seen) < count:
        if fruitless == FRUITLESS_GAMES:
            if not seen:
                raise UsageError(
                    f"in {FRUITLESS_GAMES} random games of {start.game.spec} no move was better than another"
                )
            return
        fruitless += 1
        position = start
        while not position.is_terminal and len(seen) < count:
            if position.to_move == CHANCE:
                outcomes, weights = zip(*position.chance_outcomes(), strict=True)
                position = position.play(draw.choices(outcomes, weights)[0])
                continue
            legal = position.legal_actions()
            if position not in seen and len(oracle.best_actions(position)) < len(legal):
                seen.add(position)
                fruitless = 0
                yield position
            position = position.play(draw.choice(legal))
