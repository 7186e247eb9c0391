"""Games between players, and matches of many games."""

from monteverde.arena.match import MatchResult, Standing, match
from monteverde.arena.play import play_game
from monteverde.arena.record import GameRecord
from monteverde.arena.wilson import wilson_interval

__all__ = ["GameRecord", "MatchResult", "Standing", "match", "play_game", "wilson_interval"]
