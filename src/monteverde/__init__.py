"""Monte Carlo tree search for any problem written in plain Python, at compiled speed."""

from monteverde.compile import below, kernel, lowest_bit, nth_bit, popcount, uniform
from monteverde.errors import (
    BudgetError,
    CompileError,
    GameError,
    IllegalActionError,
    MissingExtraError,
    MonteverdeError,
    UnknownNameError,
    UnsuitableError,
    UsageError,
)
from monteverde.game import CHANCE, SIMULTANEOUS, Family, Game, Position, family, game_names, load_game
from monteverde.search.algorithms import algorithm_names, flat_monte_carlo, load_search, search
from monteverde.search.mcts import MCTS
