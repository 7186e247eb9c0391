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
from monteverde.search.evaluation import External, Heuristic, LeadPlayout, RandomPlayout, TruncatedPlayout
from monteverde.search.expansion import AllChildren, AllChildrenLater, OneChild, ProgressiveWidening, RootOnly
from monteverde.search.final import HighestValue, MaxRobust, MostVisited, Sampled, Secure
from monteverde.search.mcts import MCTS
from monteverde.search.policy.decisive import Decisive
from monteverde.search.policy.gibbs_mast import GibbsMAST
from monteverde.search.policy.lgrf import LGRF
from monteverde.search.policy.mast import MAST
from monteverde.search.policy.nst import NST
from monteverde.search.policy.sample_action import SampleAction
from monteverde.search.policy.uniform import Uniform
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
    "LGRF",
    "MAST",
    "MCPS",
    "MCTS",
    "NST",
    "PUCT",
    "RAVE",
    "SIMULTANEOUS",
    "UCB1",
    "AllChildren",
    "AllChildrenLater",
    "BudgetError",
    "CompileError",
    "Decisive",
    "EngineError",
    "EpsilonGreedy",
    "External",
    "Family",
    "Game",
    "GameError",
    "GibbsMAST",
    "Heuristic",
    "HighestValue",
    "IllegalActionError",
    "LastGoodReply",
    "LeadPlayout",
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
    "SampleAction",
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
    "Uniform",
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
