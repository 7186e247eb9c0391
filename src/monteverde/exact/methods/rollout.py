"""Rollouts: play each action many times with a simple policy after it, and take the one that did best.

That is one step of policy improvement: the action chosen is what policy iteration would put in place of the base
policy's here, but for the noise of the samples (Tesauro and Galperin, *On-line policy improvement using Monte-Carlo
search*, 1996; Bertsekas, *Rollout algorithms for stochastic scheduling*, 1999). Only a simulator is needed.

| base | the policy after the first action |
|---|---|
| `random` | the rule `sample_action`, or any legal action |
| `prior` | an action drawn by the weights of the rule `prior` |
| `heuristic` | the action after which the rule `heuristic` says most for who moves, by one draw of what nature does |

The actions are tried in turns, so when time is short each has been tried as often as the others.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from monteverde.anytime import Clock, interruptible, run_in_slices
from monteverde.compile import below, bind, kernel, new_stream, slot, uniform
from monteverde.errors import GameError, UnknownNameError
from monteverde.exact.answer import answer, refuse_chance
from monteverde.exact.method import Method, Progress
from monteverde.exact.result import ESTIMATE, SolveResult, SolveStatistics
from monteverde.exact.status import DONE, RUNNING
from monteverde.game import Game, Position
from monteverde.game.rules import (
    DISCOUNT,
    HAS_HEURISTIC,
    HAS_SAMPLE_ACTION,
    HAS_STEP_REWARDS,
    MAX_LENGTH,
    NUM_PLAYERS,
    heuristic,
    is_terminal,
    legal_actions,
    prior,
    sample_action,
    to_move,
)
from monteverde.game.simulator import SENTENCES, Scratch, new_scratch, simulate_action

TOO_LONG = -11  # beside the simulator's failures
TOO_LONG_SENTENCE = (
    "{game} was still going on after {max_length} decisions, the longest game that it declares; raise max_length, or "
    "give rollout a depth"
)


@slot
def choose(state, memory):
    """Return the base policy's action."""


class Memory(NamedTuple):
    """What rollouts need and find."""

    states: Any
    """Three states: the root's, the one being played, and one to try an action on."""
    legal: Any
    """int64: the actions of the root."""
    actions: Any
    """int64[num_actions], scratch."""
    weights: Any
    """float64[num_actions], scratch."""
    values: Any
    """float64[2, players], scratch: the return of a rollout, and what one ply paid."""
    scratch: Scratch
    rng: Any
    """The random stream."""
    sums: Any
    """float64[actions of the root, players]: of the returns."""
    squares: Any
    """float64[actions of the root, players]: of their squares."""
    counts: Any
    """int64[3]: rollouts done, decisions made in them, and rollouts that came to an end."""


@dataclass(frozen=True)
class Rollout(Method):
    """The mean return of a base policy after each action."""

    rollouts: int = 1000
    """How many for each action, at least 1."""
    base: str = "random"
    """The policy: "random", "prior" or "heuristic"."""
    depth: int = 0
    """The most decisions of a rollout, the first included; what then follows is what the rule `heuristic` says, or 0.
    0: as many as the longest game has."""
    seed: int = 0
    """What the draws start from, at least 0."""

    def __post_init__(self) -> None:
        self.require("rollouts", self.rollouts >= 1, "at least 1")
        self.require("depth", self.depth >= 0, "at least 1, or 0 for no limit")
        self.require("seed", self.seed >= 0, "at least 0")
        if self.base not in BASES:
            raise UnknownNameError("base policy of rollout", self.base, BASES)

    def check(self, game: Game) -> None:
        super().check(game)
        if self.base != "random":
            game.require(self.base, f"rollout with base={self.base}")

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        refuse_chance(position)
        game, roll = position.game, _kernel(position.game, self.base)
        memory = new_memory(position, self.seed)
        total = self.rollouts * len(memory.legal)
        roll(memory, total, self.depth, 0)  # compiles
        clock, status = Clock(seconds), RUNNING

        def work(units: int) -> bool:
            nonlocal status
            status = roll(memory, total, self.depth, units)
            return status != RUNNING

        def report() -> None:
            if progress is not None:
                progress(self._result(position, memory, clock, "seconds"))

        with interruptible(clock.interrupt):
            ending = run_in_slices(work, clock, report, first=1)
        if status < 0:
            sentence = SENTENCES.get(status, TOO_LONG_SENTENCE)
            raise GameError(sentence.format(game=game.spec, max_length=game.max_length))
        return self._result(position, memory, clock, ending)

    def _result(self, position: Position, memory: Memory, clock: Clock, ending: str) -> SolveResult:
        done, num_actions = int(memory.counts[0]), len(memory.legal)
        counts = [done // num_actions + (i < done % num_actions) for i in range(num_actions)]
        worth = {int(a): memory.sums[i] / n for i, (a, n) in enumerate(zip(memory.legal, counts, strict=True)) if n}
        player = position.to_move
        action = max(worth, key=lambda a: float(worth[a][player]), default=None)
        statistics = SolveStatistics(
            nodes=1 + int(memory.counts[1]),
            leaves=int(memory.counts[2]),
            seconds=clock.seconds,
            depth=self.depth or position.game.max_length,
            stopped_by=ending,
            details={"rollouts": done, **_standard_error(memory, counts, player)},
        )
        variation = () if action is None else (action,)
        return answer(self, position, worth, statistics, bound=ESTIMATE, variation=variation)


def _standard_error(memory: Memory, counts: list[int], player: int) -> dict[str, float]:
    """Return the largest standard error of the means, if there is one."""
    if min(counts) < 2:
        return {}
    n = np.array(counts, np.float64)
    variances = (memory.squares[:, player] - memory.sums[:, player] ** 2 / n) / (n - 1.0)
    return {"standard_error": float(np.sqrt(np.maximum(variances, 0.0) / n).max())}


def new_memory(position: Position, seed: int) -> Memory:
    """Return memory for rollouts from `position`."""
    game, legal = position.game, np.array(position.legal_actions(), np.int64)
    return Memory(
        states=position.states(3),
        legal=legal,
        actions=np.zeros(game.num_actions, np.int64),
        weights=np.zeros(game.num_actions),
        values=np.zeros((2, game.num_players)),
        scratch=new_scratch(game),
        rng=new_stream(seed),
        sums=np.zeros((len(legal), game.num_players)),
        squares=np.zeros((len(legal), game.num_players)),
        counts=np.zeros(3, np.int64),
    )


@functools.cache
def _kernel(game: Game, base: str) -> Callable[..., int]:
    return bind(roll_out, {**game.bindings, choose: BASES[base]})


@kernel
def roll_out(memory, total, depth, units):
    """Do `units` more rollouts of `total`, the actions in turns; return RUNNING, DONE, or a failure."""
    for _ in range(units):
        if memory.counts[0] == total:
            return DONE
        index = memory.counts[0] % len(memory.legal)
        status = roll_out_once(memory, memory.legal[index], depth)
        if status != 0:
            return status
        memory.counts[0] += 1
        for player in range(NUM_PLAYERS):
            value = memory.values[0, player]
            memory.sums[index, player] += value
            memory.squares[index, player] += value * value
    return DONE if memory.counts[0] == total else RUNNING


@kernel
def roll_out_once(memory, action, depth):
    """Write each player's return of `action` and then the base policy to `values[0]`; return 0 or a failure."""
    state, weight = memory.states[1], 1.0
    memory.states[1] = memory.states[0]
    for player in range(NUM_PLAYERS):
        memory.values[0, player] = 0.0
    for _ in range(depth if depth > 0 else MAX_LENGTH):
        for player in range(NUM_PLAYERS):
            memory.values[1, player] = 0.0
        status = simulate_action(state, action, memory.values[1], memory.scratch, memory.rng)
        if status != 0:
            return status
        memory.counts[1] += 1
        add_weighted(memory, weight)
        if is_terminal(state):
            memory.counts[2] += 1
            return 0
        weight *= DISCOUNT
        action = choose(state, memory)
    if depth == 0 and not HAS_STEP_REWARDS:
        return TOO_LONG
    if depth > 0 and HAS_HEURISTIC:
        for player in range(NUM_PLAYERS):
            memory.values[1, player] = 0.0
        heuristic(state, memory.values[1])
        add_weighted(memory, weight)
    return 0


@kernel
def add_weighted(memory, weight):
    for player in range(NUM_PLAYERS):
        memory.values[0, player] += weight * memory.values[1, player]


# -- base policies ---------------------------------------------------------------------------------------------------


@kernel
def choose_at_random(state, memory):
    if HAS_SAMPLE_ACTION:
        return sample_action(state, memory.rng)
    return memory.actions[below(memory.rng, legal_actions(state, memory.actions))]


@kernel
def choose_by_prior(state, memory):
    count = legal_actions(state, memory.actions)
    total = 0.0
    prior(state, memory.actions, count, memory.weights)
    for i in range(count):
        total += memory.weights[i]
    rest = uniform(memory.rng) * total
    for i in range(count):
        rest -= memory.weights[i]
        if rest < 0.0:
            return memory.actions[i]
    return memory.actions[count - 1]


@kernel
def choose_by_heuristic(state, memory):
    count, mover = legal_actions(state, memory.actions), to_move(state)
    best, best_value = memory.actions[0], -np.inf
    for i in range(count):
        trial = memory.states[2]
        memory.states[2] = state
        for player in range(NUM_PLAYERS):
            memory.values[1, player] = 0.0
        status = simulate_action(trial, memory.actions[i], memory.values[1], memory.scratch, memory.rng)
        value = memory.values[1, mover]
        if status == 0 and not is_terminal(trial):
            for player in range(NUM_PLAYERS):
                memory.values[1, player] = 0.0
            heuristic(trial, memory.values[1])
            value += DISCOUNT * memory.values[1, mover]
        if value > best_value:
            best, best_value = memory.actions[i], value
    return best


BASES: dict[str, Callable[..., int]] = {
    "random": choose_at_random,
    "prior": choose_by_prior,
    "heuristic": choose_by_heuristic,
}
