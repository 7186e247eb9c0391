"""Games between players, matches of many games, and how often a player makes a perfect move."""

from monteverde.arena.match import MatchResult, Standing, match
from monteverde.arena.perfect_moves import PerfectMoves, perfect_moves
from monteverde.arena.play import play_game
from monteverde.arena.record import GameRecord
from monteverde.arena.wilson import wilson_interval

__all__ = [
    "GameRecord",
    "MatchResult",
    "PerfectMoves",
    "Standing",
    "match",
    "perfect_moves",
    "play_game",
    "wilson_interval",
]
