"""Games of a few plies, each with one thing in it that a game by turns has to get right, and players for them."""

from __future__ import annotations

import numpy as np

import monteverde as mv
from monteverde.game import Position
from monteverde.players import Player


class Coin(mv.Game):
    """A coin that falls on 0 seven times of ten, on 1 three times, never on 2; then player 0 says which it was."""

    state = [("face", np.int64), ("ply", np.int64)]
    num_players, num_actions, max_length = 2, 3, 2

    def start(state):
        state.face = 0

    def to_move(state):
        return mv.CHANCE if state.ply == 0 else 0

    def chance_outcomes(state, outcomes, probabilities):
        for face in range(3):
            outcomes[face] = face
        probabilities[0], probabilities[1], probabilities[2] = 0.7, 0.3, 0.0
        return 3

    def legal_actions(state, out):
        out[0], out[1] = 0, 1
        return 2

    def play(state, action):
        if state.ply == 0:
            state.face = action
        else:
            state.face = 10 * state.face + action
        state.ply += 1

    def is_terminal(state):
        return state.ply == 2

    def rewards(state, out):
        out[0] = 1.0 if state.face in (0, 11) else 0.0
        out[1] = 1.0 - out[0]


class Endless(mv.Game):
    """Goes on after the two plies that it declares."""

    state = [("ply", np.int64)]
    num_players, num_actions, max_length = 2, 2, 2

    def start(state):
        state.ply = 0

    def to_move(state):
        return state.ply % 2

    def legal_actions(state, out):
        out[0], out[1] = 0, 1
        return 2

    def play(state, action):
        state.ply += 1

    def is_terminal(state):
        return False

    def rewards(state, out):
        out[0], out[1] = 1.0, 0.0


class Wages(Endless):
    """Pays player 0 one on entering every state, for three plies, half as much for each ply that it comes later."""

    step_rewards, discount, max_length, reward_range = True, 0.5, 3, (0.0, 2.0)


class DailyWages(Wages):
    """Pays on entering every state; nature and player 0 move in turns, and nature takes no time."""

    max_length, reward_range = 5, (0.0, 4.0)

    def to_move(state):
        return mv.CHANCE if state.ply % 2 else 0

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], probabilities[0] = 0, 1.0
        return 1


class Together(Endless):
    """All players move at once."""

    def to_move(state):
        return mv.SIMULTANEOUS


class Alone(Endless):
    """For one player: a single ply, and a reward of three."""

    num_players, reward_range = 1, (0.0, 3.0)

    def to_move(state):
        return 0

    def is_terminal(state):
        return state.ply == 1

    def rewards(state, out):
        out[0] = 3.0


class Auction(mv.Game):
    """Three players say 0, 1 or 2, one after the other; whoever said most wins, and they share it if several did."""

    state = [("said", np.int64, (3,)), ("ply", np.int64)]
    num_players, num_actions, max_length = 3, 3, 3
    player_names = ("first", "second", "third")

    def start(state):
        state.ply = 0

    def to_move(state):
        return state.ply

    def legal_actions(state, out):
        for action in range(3):
            out[action] = action
        return 3

    def play(state, action):
        state.said[state.ply] = action
        state.ply += 1

    def is_terminal(state):
        return state.ply == 3

    def rewards(state, out):
        for player in range(3):
            if state.said[player] == max(state.said):
                out[player] = 1.0


class Always(Player):
    """Plays `action` whatever comes, and knows the seeds that it was given."""

    def __init__(self, action: object, name: str = "always") -> None:
        self.action = action
        self.name = name
        self.seeds: list[int] = []

    def start_game(self, game: mv.Game, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, position: Position) -> int:
        return self.action  # type: ignore[return-value]


class Raising(Player):
    """Raises `error` instead of choosing."""

    def __init__(self, error: BaseException, name: str = "raising") -> None:
        self.error = error
        self.name = name

    def choose(self, position: Position) -> int:
        raise self.error


class Script(Player):
    """Plays the actions of a list; an entry that is an exception is raised."""

    def __init__(self, *entries: int | BaseException, name: str = "script") -> None:
        self.entries = list(entries)
        self.name = name

    def choose(self, position: Position) -> int:
        entry = self.entries.pop(0)
        if isinstance(entry, BaseException):
            raise entry
        return entry
