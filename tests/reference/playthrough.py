"""Play a game at random and compare: with its slow twin, compiled with interpreted, draws with the uniform."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from monteverde.compile import bind, kernel, new_stream
from monteverde.game import Game, Position
from monteverde.game.rules import is_terminal, play, rewards, sample_action


class Twin(Protocol):
    """What a slow, obvious version of a game for two offers."""

    to_move: int

    def legal_actions(self) -> list[int]: ...
    def play(self, action: int) -> None: ...
    def is_terminal(self) -> bool: ...
    def rewards(self) -> list[float]: ...


def assert_agrees(game: Game, new_twin: Callable[[], Twin], num_games: int, seed: int = 1) -> None:
    """Play random games on both sides and assert that every step looks the same."""
    draw = random.Random(seed)
    for _ in range(num_games):
        position, twin = game.initial(), new_twin()
        while not twin.is_terminal():
            assert not position.is_terminal
            assert position.to_move == twin.to_move
            assert position.legal_actions() == twin.legal_actions()
            action = draw.choice(twin.legal_actions())
            position = position.play(action)
            twin.play(action)
        assert position.is_terminal
        assert position.rewards.tolist() == twin.rewards()
        assert len(position.history) <= game.max_length


def key_of(position: Position) -> int:
    """Return what the rule `key` answers."""
    with np.errstate(over="ignore"):
        return int(position.game.rules["key"](position.state))


def following(positions: dict[bytes, Position]) -> dict[bytes, Position]:
    """Return the positions one ply after `positions`, told apart by the bytes of their states."""
    after = [position.play(action) for position in positions.values() for action in position.legal_actions()]
    return {position.states().tobytes(): position for position in after}


@kernel
def play_out(states, rng, actions, out):
    """Play `states[0]` to the end, writing the actions and the rewards; return how many plies it took."""
    state = states[0]
    num_plies = 0
    while not is_terminal(state):
        action = sample_action(state, rng)
        play(state, action)
        actions[num_plies] = action
        num_plies += 1
    rewards(state, out)
    return num_plies


def playthroughs(
    game: Game, num_games: int, binder: Callable[..., Any] = bind, seed: int = 1
) -> list[tuple[list[int], list[float], bytes]]:
    """Return the actions, the rewards and the last state of seeded random games, by one kernel bound by `binder`."""
    bound, rng = binder(play_out, game.bindings), new_stream(seed)
    played = []
    for _ in range(num_games):
        states = game.initial().states()
        actions, out = np.zeros(game.max_length, np.int64), np.zeros(game.num_players)
        num_plies = bound(states, rng, actions, out)
        played.append((actions[:num_plies].tolist(), out.tolist(), states.tobytes()))
    return played


@kernel
def count_draws(states, rng, counts, num_draws):
    """Count how often each action is drawn at `states[0]`."""
    for _ in range(num_draws):
        counts[sample_action(states[0], rng)] += 1


def draw_counts(position: Position, num_draws: int, seed: int = 1) -> npt.NDArray[np.int64]:
    """Return how often each action came in `num_draws` draws of `sample_action` at `position`."""
    counts = np.zeros(position.game.num_actions, np.int64)
    bind(count_draws, position.game.bindings)(position.states(), new_stream(seed), counts, num_draws)
    return counts


def assert_uniform(position: Position, num_draws: int) -> None:
    """Assert that only legal actions are drawn and that their counts are no farther from equal than chance allows.

    Pearson's statistic has mean k - 1 and variance 2(k - 1) for k actions; five deviations are beyond chance.
    """
    legal = position.legal_actions()
    counts = draw_counts(position, num_draws)
    assert counts[legal].sum() == num_draws
    expected = num_draws / len(legal)
    statistic = ((counts[legal] - expected) ** 2 / expected).sum()
    degrees = len(legal) - 1
    assert statistic <= degrees + 5 * (2 * degrees) ** 0.5
