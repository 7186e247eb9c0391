"""The Python packages that we are compared with, each given a game through its own documented interface.

The games are those of `object_games.py`. A package that wants states that never change gets `clone` and then `play`
for a move. Where names are all that differs, the adapter below renames the game's method instead of wrapping it, so
that a package pays for its search and for the game and as little as can be for the adapter.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from measure import Run, Sample, median_rate


class Unchanging:
    """Mixed into a game: `after` leaves the state that it is called on alone."""

    __slots__ = ()

    def after(self, action):
        state = self.clone()
        state.play(action)
        return state

    @property
    def sign(self):
        """1 if the first player is to move, else -1."""
        return -1 if self.player else 1

    @property
    def outcome(self):
        """How the game ended for the first player: 1, 0 or -1."""
        return OUTCOMES[self.won_by]


OUTCOMES = {0: 1, None: 0, 1: -1}


def run_mcts(game: Any, simulations: int) -> Run:
    """It maximises for the first player at every node: its speed counts here, its moves are not good ones."""
    from mcts import mcts

    class State(Unchanging, game):
        __slots__ = ()
        getPossibleActions = game.legal_actions
        takeAction = Unchanging.after
        isTerminal = game.is_terminal

        def getReward(self):
            return self.outcome

    def run() -> int:
        mcts(iterationLimit=simulations).search(State())
        return simulations

    return run


def run_mctspy(game: Any, simulations: int) -> Run:
    from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode as Node
    from mctspy.tree.search import MonteCarloTreeSearch

    class State(Unchanging, game):
        __slots__ = ()
        get_legal_actions = game.legal_actions
        move = Unchanging.after
        is_game_over = game.is_terminal
        next_to_move = Unchanging.sign
        game_result = Unchanging.outcome

    def run() -> int:
        MonteCarloTreeSearch(Node(state=State())).best_action(simulations)
        return simulations

    return run


def run_fastmcts(game: Any, simulations: int) -> Run:
    from fastmcts.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode as Node
    from fastmcts.tree.search import MonteCarloTreeSearch

    class State(Unchanging, game):
        __slots__ = ()
        get_legal_actions = game.legal_actions
        move = Unchanging.after
        is_game_over = game.is_terminal
        next_to_move = game.player  # as its documentation says, 0 or 1
        game_result = Unchanging.outcome

    def run() -> int:
        MonteCarloTreeSearch(Node(state=State()), num_processes=1).best_action(simulations_number=simulations)
        return simulations

    return run


def run_mcts_simple(game: Any, simulations: int) -> Run:
    """It plays in place, as the game does."""
    from mcts_simple import UCT

    class State(game):
        __slots__ = ()
        current_player = game.to_move
        possible_actions = game.legal_actions
        take_action = game.play
        has_outcome = game.is_terminal

        def __deepcopy__(self, memo):
            return self.clone()

        def get_state(self):
            return 0  # read only to find transpositions, which are off

        def number_of_players(self):
            return 2

        def winner(self):
            return [0, 1] if self.won_by is None else [self.won_by]

    def run() -> int:
        search = UCT(State(), allow_transpositions=False, training=True, seed=1)
        for _ in range(simulations):
            search.step()
        return simulations

    return run


def run_multimcts(game: Any, simulations: int) -> Run:
    from multimcts import MCTS

    class State(Unchanging, game):  # not its GameState: the search would call the stub of suggest_move that this has
        __slots__ = ()
        get_legal_moves = game.legal_actions
        make_move = Unchanging.after

        def get_current_team(self):
            return self.sign

        def get_reward(self):  # of the team that moved last
            return -self.outcome * self.sign

    def run() -> int:
        MCTS().search(State(), max_iterations=simulations, return_type="move")
        return simulations

    return run


@dataclass(frozen=True)
class Package:
    """One Python package for Monte Carlo tree search."""

    name: str
    module: str
    prepare: Callable[[Any, int], Run]
    """Takes a class of game and a number of simulations."""
    is_pure: bool = True
    """False if its search is compiled: it is listed, but it is not a pure-Python package."""
    knows_players: bool = True
    """False if it maximises for one player at every node, so that it does not search games of two at all."""

    @property
    def is_installed(self) -> bool:
        return importlib.util.find_spec(self.module) is not None


PACKAGES = tuple(
    package
    for package in (
        Package("mcts", "mcts", run_mcts, knows_players=False),
        Package("mctspy", "mctspy", run_mctspy),
        Package("mcts-simple", "mcts_simple", run_mcts_simple),
        Package("fastmcts", "fastmcts", run_fastmcts),
        Package("multimcts", "multimcts", run_multimcts, is_pure=False),
    )
    if package.is_installed
)


def by_speed(samples: Mapping[str, Sequence[Sample]]) -> list[Package]:
    """Return the packages, the fastest first."""
    return sorted(PACKAGES, key=lambda package: -median_rate(samples[package.name]))


def fastest_pure(samples: Mapping[str, Sequence[Sample]], *, that_knows_players: bool = False) -> Package:
    """Return the fastest of those that are Python through and through; if asked, of those that can play the game."""
    packages = (package for package in by_speed(samples) if package.is_pure)
    return next(package for package in packages if package.knows_players or not that_knows_players)
