"""Sparse sampling: a tree of samples instead of states, whose size does not depend on how many states there are.

    Q_h(s, a) = the mean over `width` draws of (s', r) of r + d * V_{h-1}(s')
    V_h(s) = max over a of Q_h(s, a),   V_0(s) = 0

Only a simulator is needed: the rule `step`, or `play` and chance nodes. With width and depth large enough the action
chosen is near-optimal in any problem, at the price of (actions * width)^depth draws: Kearns, Mansour and Ng, *A sparse
sampling algorithm for near-optimal planning in large Markov decision processes*, Machine Learning 49, 2002. V_0 is the
rule `heuristic` where there is one. The maximum of means that are too high by chance is too high: the estimates
are biased upwards, less so the wider it is.

With several players whoever moves takes the action that is best for itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from monteverde.anytime import Clock, interruptible, run_in_slices
from monteverde.compile import bind, kernel, new_stream
from monteverde.errors import GameError
from monteverde.exact.answer import answer, refuse_chance
from monteverde.exact.method import Method, Progress
from monteverde.exact.result import ESTIMATE, SolveResult, SolveStatistics
from monteverde.exact.status import DONE, RUNNING
from monteverde.game import Game, Position
from monteverde.game.rules import DISCOUNT, HAS_HEURISTIC, NUM_PLAYERS, heuristic, is_terminal, legal_actions, to_move
from monteverde.game.simulator import SENTENCES, new_scratch, simulate_action


class Samples(NamedTuple):
    """The tree on the way down to where sampling is, a row for each of its levels; the root is row 0."""

    states: Any
    """The states."""
    actions: Any
    """int64[levels, num_actions]: what can be played in each."""
    num_actions: Any
    """int64[levels]"""
    action_index: Any
    """int64[levels]: which action is being sampled."""
    sample_index: Any
    """int64[levels]: which of its samples is next."""
    paid: Any
    """float64[levels, players]: what the way into each state paid."""
    sums: Any
    """float64[levels, players]: of the returns of the action's samples so far."""
    best: Any
    """float64[levels, players]: the value of the best action so far."""
    root_values: Any
    """float64[num_actions, players]: the value of each action of the root that is finished."""
    counts: Any
    """int64[3]: the level where sampling is, states drawn, and how many of these had no further draws below them."""


@dataclass(frozen=True)
class SparseSampling(Method):
    """Every action of every state in the tree is tried `width` times, `depth` decisions deep."""

    width: int = 8
    """How many next states are drawn for each action, at least 1."""
    depth: int = 3
    """How many decisions it looks ahead, at least 1."""
    seed: int = 0
    """What the draws start from, at least 0."""

    def __post_init__(self) -> None:
        self.require("width", self.width >= 1, "at least 1")
        self.require("depth", self.depth >= 1, "at least 1")
        self.require("seed", self.seed >= 0, "at least 0")

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        refuse_chance(position)
        game, sample = position.game, _kernel(position.game)
        samples = new_samples(position, self.depth)
        scratch, rng = new_scratch(game), new_stream(self.seed)
        sample(samples, scratch, rng, self.width, 0)  # compiles
        clock, status = Clock(seconds), RUNNING

        def work(units: int) -> bool:
            nonlocal status
            status = sample(samples, scratch, rng, self.width, units)
            return status != RUNNING

        def report() -> None:
            if progress is not None:
                progress(self._result(position, samples, clock, "seconds"))

        with interruptible(clock.interrupt):
            ending = run_in_slices(work, clock, report)
        if status < 0:
            raise GameError(SENTENCES[status].format(game=game.spec, max_length=game.max_length))
        return self._result(position, samples, clock, ending)

    def _result(self, position: Position, samples: Samples, clock: Clock, ending: str) -> SolveResult:
        done = samples.actions[0, : samples.action_index[0]]
        statistics = SolveStatistics(
            nodes=1 + int(samples.counts[1]),
            leaves=int(samples.counts[2]),
            seconds=clock.seconds,
            depth=self.depth,
            stopped_by=ending,
        )
        worth = {int(action): samples.root_values[action] for action in done}
        action = max(worth, key=lambda a: float(worth[a][position.to_move]), default=None)
        variation = () if action is None else (action,)
        return answer(self, position, worth, statistics, bound=ESTIMATE, variation=variation)


def new_samples(position: Position, depth: int) -> Samples:
    """Return an empty tree of samples below `position`."""
    game, levels = position.game, depth + 1
    actions = np.zeros((levels, game.num_actions), np.int64)
    legal = position.legal_actions()
    actions[0, : len(legal)] = legal
    num_actions = np.zeros(levels, np.int64)
    num_actions[0] = len(legal)
    return Samples(
        states=position.states(levels),
        actions=actions,
        num_actions=num_actions,
        action_index=np.zeros(levels, np.int64),
        sample_index=np.zeros(levels, np.int64),
        paid=np.zeros((levels, game.num_players)),
        sums=np.zeros((levels, game.num_players)),
        best=np.zeros((levels, game.num_players)),
        root_values=np.zeros((game.num_actions, game.num_players)),
        counts=np.zeros(3, np.int64),
    )


@functools.cache
def _kernel(game: Game) -> Callable[..., int]:
    return bind(sample_tree, game.bindings)


@kernel
def sample_tree(samples, scratch, rng, width, units):
    """Draw `units` more states; return RUNNING, DONE, or a failure of the simulator."""
    while units > 0:
        level = samples.counts[0]
        if samples.action_index[level] == samples.num_actions[level]:
            if level == 0:
                return DONE
            go_back(samples, level)
        elif samples.sample_index[level] == width:
            finish_action(samples, level, width)
        else:
            units -= 1
            status = draw_next(samples, level, scratch, rng)
            if status != 0:
                return status
    return RUNNING


@kernel
def draw_next(samples, level, scratch, rng):
    """Draw a state that the present action leads to: enter it, or add its return if nothing is drawn below it."""
    below = level + 1
    state = samples.states[below]
    samples.states[below] = samples.states[level]
    for player in range(NUM_PLAYERS):
        samples.paid[below, player] = 0.0
        samples.best[below, player] = 0.0
    action = samples.actions[level, samples.action_index[level]]
    status = simulate_action(state, action, samples.paid[below], scratch, rng)
    if status != 0:
        return status
    samples.counts[1] += 1
    is_over = is_terminal(state)
    if is_over or below == len(samples.states) - 1:
        samples.counts[2] += 1
        if HAS_HEURISTIC and not is_over:
            heuristic(state, samples.best[below])
        go_back(samples, below)
    else:
        samples.counts[0] = below
        samples.num_actions[below] = legal_actions(state, samples.actions[below])
        samples.action_index[below] = 0
        begin_action(samples, below)
    return 0


@kernel
def begin_action(samples, level):
    samples.sample_index[level] = 0
    for player in range(NUM_PLAYERS):
        samples.sums[level, player] = 0.0


@kernel
def go_back(samples, level):
    """Add the return through the state of `level` to what its parent has of the action that led there."""
    for player in range(NUM_PLAYERS):
        samples.sums[level - 1, player] += samples.paid[level, player] + DISCOUNT * samples.best[level, player]
    samples.sample_index[level - 1] += 1
    samples.counts[0] = level - 1


@kernel
def finish_action(samples, level, width):
    """Keep the mean of an action's samples if it is the best so far for who moves; go on to the next action."""
    mover = to_move(samples.states[level])
    is_first = samples.action_index[level] == 0
    is_better = is_first or samples.sums[level, mover] / width > samples.best[level, mover]
    for player in range(NUM_PLAYERS):
        mean = samples.sums[level, player] / width
        if is_better:
            samples.best[level, player] = mean
        if level == 0:
            samples.root_values[samples.actions[0, samples.action_index[0]], player] = mean
    samples.action_index[level] += 1
    begin_action(samples, level)
