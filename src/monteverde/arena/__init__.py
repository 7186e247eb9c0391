"""Games between players, matches of many games, and how often a player makes a perfect move."""

from monteverde.arena.elo import elo_of, likelihood_of_superiority, score_of
from monteverde.arena.match import match
from monteverde.arena.match_result import MatchResult
from monteverde.arena.perfect_curve import PerfectCurve, perfect_curve
from monteverde.arena.perfect_moves import PerfectMoves, perfect_moves
from monteverde.arena.play import play_game
from monteverde.arena.proposals import Parameter
from monteverde.arena.ratings import Rating, Ratings, rate
from monteverde.arena.record import Effort, Forfeit, GameRecord
from monteverde.arena.sprt import Sprt
from monteverde.arena.standing import Standing
from monteverde.arena.study import Cell, Study, StudyResult, read_study, run_study
from monteverde.arena.tournament import TournamentResult, tournament
from monteverde.arena.tuning import TuningResult, tune
from monteverde.arena.wilson import wilson_interval
from monteverde.arena.written import record_of

__all__ = [
    "Cell",
    "Effort",
    "Forfeit",
    "GameRecord",
    "MatchResult",
    "Parameter",
    "PerfectCurve",
    "PerfectMoves",
    "Rating",
    "Ratings",
    "Sprt",
    "Standing",
    "Study",
    "StudyResult",
    "TournamentResult",
    "TuningResult",
    "elo_of",
    "likelihood_of_superiority",
    "match",
    "perfect_curve",
    "perfect_moves",
    "play_game",
    "rate",
    "read_study",
    "record_of",
    "run_study",
    "score_of",
    "tournament",
    "tune",
    "wilson_interval",
]
