"""Monte Carlo tree search for any problem written in plain Python, at compiled speed.

    import monteverde as mv

    print(mv.search("connect_four", seconds=1))

`search` does everything in one call, `solve` everything exact; `MCTS` is a search put together from components; `Game`
is what you derive your own problem from, `Position` what you play on. Importing this compiles nothing.
"""

from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount, uniform
from monteverde.errors import (
    BudgetError,
    CompileError,
    EngineError,
    GameError,
    IllegalActionError,
    MissingExtraError,
    MonteverdeError,
    RecordError,
    UnknownNameError,
    UnsuitableError,
    UsageError,
)
from monteverde.exact import Oracle, SolveResult, solve
from monteverde.game import CHANCE, SIMULTANEOUS, Family, Game, Position, family, game_names, load_game
from monteverde.game.perft import perft
from monteverde.records import Record, read_record, write_record
from monteverde.records.conformance import check
from monteverde.search.algorithms import algorithm_names, flat_monte_carlo, load_search, search
from monteverde.search.backup import MeanBackup
from monteverde.search.evaluation import External, Heuristic, RandomPlayout, TruncatedPlayout
from monteverde.search.expansion import AllChildren, AllChildrenLater, OneChild, ProgressiveWidening, RootOnly
from monteverde.search.final import HighestValue, MaxRobust, MostVisited, Sampled, Secure
from monteverde.search.mcts import MCTS
from monteverde.search.result import RootAction, SearchResult, Statistics
from monteverde.search.selection.epsilon_greedy import EpsilonGreedy
from monteverde.search.selection.grave import GRAVE
from monteverde.search.selection.hrave import HRAVE
from monteverde.search.selection.mcps import MCPS
from monteverde.search.selection.progressive_bias import ProgressiveBias
from monteverde.search.selection.progressive_history import ProgressiveHistory
from monteverde.search.selection.puct import PUCT
from monteverde.search.selection.rave import RAVE
from monteverde.search.selection.round_robin import RoundRobin
from monteverde.search.selection.scheduled_rave import ScheduledRAVE
from monteverde.search.selection.thompson_sampling import ThompsonSampling
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.selection.ucb1_tuned import UCB1Tuned
from monteverde.search.session import Search
from monteverde.search.statistic import NoStatistic
from monteverde.search.statistic.last_good_reply import LastGoodReply

# The function `search` takes the place of the package `monteverde.search` as an attribute of this one; under this
# name `import monteverde.search.tree as tree` still finds what it means.
search.__name__ = "monteverde.search"

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GRAVE",
    "HRAVE",
    "MCPS",
    "MCTS",
    "PUCT",
    "RAVE",
    "SIMULTANEOUS",
    "UCB1",
    "AllChildren",
    "AllChildrenLater",
    "BudgetError",
    "CompileError",
    "EngineError",
    "EpsilonGreedy",
    "External",
    "Family",
    "Game",
    "GameError",
    "Heuristic",
    "HighestValue",
    "IllegalActionError",
    "LastGoodReply",
    "MaxRobust",
    "MeanBackup",
    "MissingExtraError",
    "MonteverdeError",
    "MostVisited",
    "NoStatistic",
    "OneChild",
    "Oracle",
    "Position",
    "ProgressiveBias",
    "ProgressiveHistory",
    "ProgressiveWidening",
    "RandomPlayout",
    "Record",
    "RecordError",
    "RootAction",
    "RootOnly",
    "RoundRobin",
    "Sampled",
    "ScheduledRAVE",
    "Search",
    "SearchResult",
    "Secure",
    "SolveResult",
    "Statistics",
    "ThompsonSampling",
    "TruncatedPlayout",
    "UCB1Tuned",
    "UnknownNameError",
    "UnsuitableError",
    "UsageError",
    "__version__",
    "algorithm_names",
    "below",
    "check",
    "family",
    "flat_monte_carlo",
    "game_names",
    "kernel",
    "load_game",
    "load_search",
    "lowest_bit",
    "nth_bit",
    "perft",
    "popcount",
    "read_record",
    "search",
    "solve",
    "uniform",
    "write_record",
]
