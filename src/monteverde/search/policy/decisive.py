"""Decisive and anti-decisive moves: win at once where that can be done, and leave no such win to the next player.

An action that ends the game with the best return for its player is played. Else, if the action that another policy
chooses lets the next player do so, one that does not is played in its place, if there is one. Every legal action is
looked at on a copy of the state, and every answer to the one chosen.
Source: Teytaud and Teytaud, *On the huge benefit of decisive moves in Monte-Carlo tree search algorithms*, 2010.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from monteverde.compile import below, kernel, slot
from monteverde.compile.unsigned import unsigned
from monteverde.errors import UnsuitableError, UsageError
from monteverde.game.rules import LOWEST_RETURN, RETURN_SCALE, is_terminal, legal_actions, play, to_move
from monteverde.search import phases
from monteverde.search.component import Component
from monteverde.search.loop import collect_rewards
from monteverde.search.phases import copy_to_look, copy_to_look_on
from monteverde.search.policy.base import PlayoutPolicy
from monteverde.search.policy.sample_action import SampleAction
from monteverde.search.status import NO_LEGAL_ACTION, OK

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS
    from monteverde.search.problem import Problem

BEST = 1.0
EVERYWHERE = 2**31


@slot
def otherwise(state, ply, work, parameters):
    """Return (OK, what is played where nothing decides), or (a failure, anything)."""


@kernel
def pick(state, ply, work, parameters):
    if ply >= parameters.horizon:
        return otherwise(state, ply, work, parameters)
    mover = to_move(state)
    count = legal_actions(state, work.actions)
    if count <= 0:
        return NO_LEGAL_ACTION, 0
    for index in range(count):
        action = work.actions[unsigned(index)]
        if wins_at_once(state, action, mover, work):
            return OK, action
    status, chosen = otherwise(state, ply, work, parameters)
    if status != OK or not lets_win(state, chosen, mover, work):
        return status, chosen
    return a_safe_action(state, chosen, mover, work)


@kernel
def a_safe_action(state, chosen, mover, work):
    """Return (OK, the first action from a random one on that leaves no win at once), or (OK, `chosen`)."""
    count = legal_actions(state, work.actions)
    index = below(work.rng, count)
    for _ in range(count):
        action = work.actions[unsigned(index)]
        if not lets_win(state, action, mover, work):
            return OK, action
        index += 1
        if index == count:
            index = 0
    return OK, chosen


@kernel
def wins_at_once(state, action, mover, work):
    """Return whether `action` ends the game with the best return for `mover`."""
    ahead = copy_to_look(state, work)
    play(ahead, action)
    return is_won(ahead, mover, work)


@kernel
def lets_win(state, action, mover, work):
    """Return whether the next player, if that is another, can win at once after `action`."""
    ahead = copy_to_look(state, work)
    play(ahead, action)
    if is_terminal(ahead):
        return False
    other = to_move(ahead)
    if other < 0 or other == mover:
        return False
    count = legal_actions(ahead, work.replies)
    for index in range(count):
        further = copy_to_look_on(ahead, work)
        play(further, work.replies[unsigned(index)])
        if is_won(further, other, work):
            return True
    return False


@kernel
def is_won(state, player, work):
    """Return whether the game is over with the best return for `player`."""
    if not is_terminal(state):
        return False
    collect_rewards(state, work.paid)
    return (work.paid[player] - LOWEST_RETURN) * RETURN_SCALE >= BEST


@dataclass(frozen=True)
class Decisive(PlayoutPolicy):
    """Wins at once, leaves no win at once, and otherwise plays as another policy does."""

    otherwise: PlayoutPolicy = field(default_factory=SampleAction)
    """What chooses where nothing decides."""
    horizon: int = EVERYWHERE
    """Up to how many plies below the root it looks, at least 1; further on the other policy plays alone."""

    kernels = {phases.pick: pick}

    def __post_init__(self) -> None:
        if not isinstance(self.otherwise, PlayoutPolicy) or isinstance(self.otherwise, Decisive):
            raise UsageError(f"otherwise is {self.otherwise!r}; it must be a PlayoutPolicy other than Decisive")
        self.require("horizon", self.horizon >= 1, "at least 1")

    @property
    def parts(self) -> tuple[Component, ...]:
        return (self, *self.otherwise.parts)

    @property
    def learns(self) -> bool:
        return self.otherwise.learns

    def cells(self, num_codes: int) -> int:
        return self.otherwise.cells(num_codes)

    @cached_property
    def numbers(self) -> dict[str, float]:
        return {**super().numbers, **self.otherwise.numbers}

    def bindings(self) -> Mapping[Any, Any]:
        others = self.otherwise.bindings()
        return {**others, otherwise: others[phases.pick], **self.kernels}

    def check(self, problem: Problem, search: MCTS) -> None:
        super().check(problem, search)
        self.otherwise.check(problem, search)
        if problem.pays_on_the_way:
            raise UnsuitableError(
                f"Decisive looks for the best return at the end, and {problem.name} pays on the way, or less for what "
                "is late; leave it out"
            )
