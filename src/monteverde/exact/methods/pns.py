"""Proof-number search, as df-pn: can the player to move get at least so much? (Allis 1994, Nagai 2002)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from monteverde.anytime import FINISHED, Clock
from monteverde.budget import memory_in_bytes
from monteverde.exact.ends import RANGE_TOLERANCE
from monteverde.exact.method import Method, Progress
from monteverde.exact.proof_numbers import Work, begin, new_work, walk, with_room
from monteverde.exact.readout import action_values, bound, drive, ending_note, new_result, outcome_of
from monteverde.exact.result import AT_LEAST, AT_MOST, EXACT, UNKNOWN, SolveResult, SolveStatistics
from monteverde.exact.status import DONE, raise_for
from monteverde.exact.zero_sum.fit import check_zero_sum
from monteverde.game import Game, Position

VALUE = "value"


@dataclass(frozen=True)
class Pns(Method):
    """Whether the player to move can win; if not, whether that player loses; and so on, until the value is known.

    Best where there are few ways to prove something, as with forced wins. The table must be large enough to hold the
    proof, or the search becomes slow.
    """

    goal: str | float = VALUE
    """A number: whether the player to move gets at least that; or "value": as many such questions as it takes."""
    table: str = "256MB"
    """Memory of the table of positions."""
    epsilon: float = 0.25
    """How much longer than necessary the search stays where it is, as a share of the second best number."""

    def __post_init__(self) -> None:
        self.require("goal", self.goal == VALUE or math.isfinite(self.number), "a number, or 'value'")
        self.require("epsilon", 0.0 <= self.epsilon < math.inf, "0 or more")
        memory_in_bytes(self.table)

    @property
    def number(self) -> float:
        """The goal as a number; NaN if it is not one."""
        try:
            return float(self.goal)
        except ValueError:
            return math.nan

    def check(self, game: Game) -> None:
        super().check(game)
        check_zero_sum(self, game)

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        inquiry = _Inquiry(self, position, seconds)
        for goal in inquiry.goals():
            inquiry.ask(goal, progress)
        return inquiry.read(inquiry.ending)


class _Inquiry:
    """Question after question, and what is known between them: of the root and of each action, the least and the most.

    The leaves that said yes in a proof are all worth at least the least of them, and so is the root; those that said no
    in a disproof likewise. So a question narrows the value down to what leaves are worth, not only to its goal.
    """

    def __init__(self, method: Pns, position: Position, seconds: float | None) -> None:
        self.method, self.position, self.game = method, position, position.game
        low, high = map(float, self.game.reward_range)
        self.slack = RANGE_TOLERANCE * (high - low)
        self.least, self.most = low, high
        self.low, self.high = low, high
        self.memory = memory_in_bytes(method.table)
        self.work: Work = new_work(self.game, player=position.to_move, epsilon=method.epsilon)
        self.work.states[0] = position.states()[0]
        self.actions = position.legal_actions()
        self.bounds = {action: [low, high] for action in self.actions}
        self.ending = FINISHED
        self._begin(high)
        self._step(0)  # compiles, before the clock starts
        for counted in ("nodes", "leaves", "expansions"):
            self.work.notes[0][counted] = 0
        self.clock = Clock(seconds)

    @property
    def is_known(self) -> bool:
        """Whether the value is known."""
        return self.most - self.least <= self.slack

    def goals(self) -> Iterator[float]:
        """Yield the next question until nothing is left to ask, or time is up."""
        if self.method.goal != VALUE:
            yield self.method.number - self.slack
            return
        for goal in (self.high - self.slack, self.low + 2 * self.slack):
            if self.is_known or self.ending != FINISHED:
                return
            yield goal
        while not self.is_known and self.ending == FINISHED:
            yield (self.least + self.most) / 2

    def ask(self, goal: float, progress: Progress | None) -> None:
        """Find out whether the player to move gets at least `goal`, and note what that says."""
        self._begin(goal)
        self.ending = drive(self._step, self.clock, progress, self.read)
        if self.ending == FINISHED:
            self._learn()

    def _begin(self, goal: float) -> None:
        self.work = begin(self.work, goal, self.memory)

    def _step(self, nodes: int) -> bool:
        """Look at so many positions, give the table room, return whether the question is answered."""
        status = bound(walk, self.game)(self.work, nodes)
        raise_for(status, self.method.method_name(), self.game.spec, self.game.max_length)
        self.work = with_room(self.work, self.memory)
        return bool(status == DONE)

    def _learn(self) -> None:
        notes, frame = self.work.notes[0], self.work.frames[0]
        if frame.proof == 0:
            self.least = max(self.least, float(notes.least_yes))
        else:
            self.most = min(self.most, float(notes.most_no))
        for index in range(frame.count):
            known = self.bounds[int(self.work.actions[0, index])]
            if self.work.proofs[0, index] == 0:
                known[0] = max(known[0], float(notes.least_yes))
            if self.work.disproofs[0, index] == 0:
                known[1] = min(known[1], float(notes.most_no))

    def read(self, ending: str) -> SolveResult:
        """Return what is known by now."""
        notes, frame = self.work.notes[0], self.work.frames[0]
        is_finished = ending == FINISHED
        lines = action_values(self.position, self.actions, *self._lines())
        likely = int(self.work.actions[0, frame.chosen])
        action = next((line.action for line in lines if line.is_best), likely)
        value = self.least if self.is_known else math.nan
        details: dict[str, Any] = {"expansions": int(notes.expansions), "table_hits": int(notes.hits)}
        return new_result(
            self.method.spec,
            self.position,
            action=action,
            value=self._values(value),
            is_proven=self.is_known,
            outcome=outcome_of(self.game, value),
            lines=lines,
            variation=(action,),
            statistics=SolveStatistics(
                nodes=int(notes.nodes),
                leaves=int(notes.leaves),
                seconds=self.clock.seconds,
                depth=int(notes.depth),
                stopped_by=ending,
                details=details,
            ),
            notes=(*self._known(), *ending_note(is_finished)),
        )

    def _known(self) -> Iterator[str]:
        """Yield what is proven of a value that is not known."""
        name = self.game.player_name(self.position.to_move)
        if self.least > self.low and not self.is_known:
            yield f"it is proven that {name} gets at least {self.least:g}"
        if self.most < self.high and not self.is_known:
            yield f"it is proven that {name} gets at most {self.most:g}"

    def _lines(self) -> tuple[list[float], list[str]]:
        values, words = [], []
        for action in self.actions:
            least, most = self.bounds[action][0], min(self.bounds[action][1], self.most)
            if most - least <= self.slack:
                values.append(least)
                words.append(EXACT)
            elif least > self.low:
                values.append(least)
                words.append(AT_LEAST)
            else:
                values.append(most)
                words.append(AT_MOST if most < self.high else UNKNOWN)
        return values, words

    def _values(self, value: float) -> list[float]:
        player, notes = self.position.to_move, self.work.notes[0]
        if self.game.num_players == 1:
            return [value]
        other = float(notes.total) - value if notes.has_total else math.nan
        return [value, other] if player == 0 else [other, value]
