"""OpenSpiel's C++ MCTSBot as a player of ours, with as much time for a move as we have.

The bot counts simulations, not seconds. So it is given as many as fit into the seconds at the rate of its last moves;
what it really took is in the records of the games.
"""

from __future__ import annotations

import time
from typing import Any

import pyspiel
from shared_games import Pair

import monteverde as mv
from monteverde.players import Player
from monteverde.players.player import Thought

EXPLORATION = 2.0  # what OpenSpiel's own examples take, for returns from -1 to 1
MEMORY = 1024  # megabytes, as many as we take
FIRST = 500  # simulations of the move that shows how fast it is
MEMORY_OF_RATE = 0.7  # how much of the rate so far is kept after each move


class OpenSpielPlayer(Player):
    """One random playout a simulation, proven results on."""

    def __init__(self, pair: Pair, seconds: float) -> None:
        self.name = "openspiel"
        self.pair, self.seconds = pair, seconds
        self.game = pyspiel.load_game(pair.theirs)
        self._rate = 0.0
        self._simulations = 0
        self._shown, self._seen = self.game.new_initial_state(), ()

    def start_game(self, game: mv.Game, seed: int) -> None:
        self.seed = seed % 2**31
        self._shown, self._seen = self.game.new_initial_state(), ()

    @property
    def thought(self) -> Thought:
        return Thought(self._simulations)

    def choose(self, position: mv.Position) -> int:
        state = self._state(position)
        turns = self.pair.turns(position.game, state)
        legal = position.legal_actions()
        if len(legal) == 1:
            self._simulations = 0
            return legal[0]
        ours = {theirs[0]: action for action, theirs in turns.items()}
        if not self._rate:
            self._search(state, FIRST)
        return ours[self._search(state, max(1, int(self._rate * self.seconds)))]

    def _search(self, state: Any, simulations: int) -> int:
        begun = time.perf_counter()
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, EXPLORATION, simulations, MEMORY, True, self.seed, False)
        root = bot.mcts_search(state)
        self._simulations = root.explore_count
        measured = self._simulations / (time.perf_counter() - begun)
        kept = MEMORY_OF_RATE if self._rate else 0.0
        self._rate = kept * self._rate + (1.0 - kept) * measured
        return int(root.best_child().action)

    def _state(self, position: mv.Position) -> Any:
        """Return the same position of theirs, by playing what it has not seen of the game."""
        if self._seen != position.history[: len(self._seen)]:
            self._shown, self._seen = self.game.new_initial_state(), ()
        for action in position.history[len(self._seen) :]:
            for theirs in self.pair.turns(position.game, self._shown).get(action, ()):
                self._shown.apply_action(theirs)
        self._seen = position.history
        return self._shown
