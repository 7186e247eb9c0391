"""The Python side of paranoid search, Star1 and Star2 (`one_against_all.py`): parameters, checks, and the result."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from monteverde.anytime import FINISHED, Clock
from monteverde.errors import UnknownNameError
from monteverde.exact.method import Method, Progress
from monteverde.exact.one_against_all import EXACT as KNOWN
from monteverde.exact.one_against_all import UPPER, Work, new_work, walk
from monteverde.exact.readout import action_values, ending_note, new_result, outcome_of, run_walk, statistics_of
from monteverde.exact.result import AT_MOST, ESTIMATE, EXACT, UNKNOWN, SolveResult
from monteverde.exact.variation import NO_ACTION, until_end
from monteverde.exact.zero_sum.fit import check_depth
from monteverde.game import CHANCE, Game, Position

ONE, ALL = "one", "all"
MOST_PLAYERS = 2  # whose interests can be opposite


@dataclass(frozen=True)
class WindowMethod(Method):
    """A method that looks for the value of one player, with windows, and so does not know every action's value."""

    probes: ClassVar[bool] = False
    """Whether chance nodes are probed before they are searched."""
    is_zero_sum: ClassVar[bool] = True
    """Whether the others must lose what the one gains; then there may be no more than two."""
    instead: ClassVar[str] = "expectimax"
    """What to use for problems that this cannot do."""

    depth: int = 0
    """How many plies to look ahead, chance included, before `heuristic` is asked; 0: to the end."""
    actions: str = ONE
    """"one" best action, or the value of "all"; then no action helps to prune another."""

    def __post_init__(self) -> None:
        self.require("depth", self.depth >= 0, "at least 1 ply, or 0 for the whole game")
        if self.actions not in (ONE, ALL):
            raise UnknownNameError(f"actions of {self.method_name()}", self.actions, (ONE, ALL))

    def for_all_actions(self) -> Method:
        return replace(self, actions=ALL)

    def check(self, game: Game) -> None:
        super().check(game)
        check_depth(self, game, self.depth)
        is_many = self.is_zero_sum and game.num_players > MOST_PLAYERS
        self.refuse(game, is_many, f"it has {game.num_players} players", "expectimax, maxn or paranoid")
        self.refuse(game, game.step_rewards, "rewards are paid on every ply, outside of its windows", self.instead)
        self.refuse(game, game.discount != 1.0, "rewards are discounted, outside of its windows", self.instead)

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        game = position.game
        work = new_work(
            game,
            min(self.depth or game.max_length, game.max_length),
            player=max(position.to_move, 0),
            probes=self.probes,
            is_zero_sum=self.is_zero_sum and game.num_players == MOST_PLAYERS,
            is_open=self.actions == ALL,
        )

        def read(clock: Clock, ending: str) -> SolveResult:
            return self._read(position, work, clock, ending)

        return run_walk(walk, work, position, self.method_name(), seconds, progress, read)

    def _read(self, position: Position, work: Work, clock: Clock, ending: str) -> SolveResult:
        counted, frame = work.notes[0], work.frames[0]
        actions = work.actions[0, : frame.count]
        is_choice, is_finished = position.to_move != CHANCE, ending == FINISHED
        known = EXACT if not counted.estimates else ESTIMATE
        if is_choice:
            values = work.root_values[: frame.count].tolist()
            words = {KNOWN: known, UPPER: AT_MOST}
            bounds = [words.get(int(bound), UNKNOWN) for bound in work.root_bounds[: frame.count]]
            value = float(counted.best) if frame.index else math.nan
        else:
            values = work.lower[0, : frame.count].tolist()
            is_known = work.lower[0, : frame.count] == work.upper[0, : frame.count]
            bounds = [known if each else UNKNOWN for each in is_known]
            value = float(counted.value) if is_finished else math.nan
        variation = until_end(work.variations[0])
        return new_result(
            self.spec,
            position,
            action=NO_ACTION if not is_choice else variation[0] if variation else int(actions[0]),
            value=self._values(position.game, value, counted),
            is_proven=is_finished and not counted.estimates,
            outcome=outcome_of(position.game, value) if self.is_zero_sum else None,
            lines=action_values(position, actions, values, bounds),
            variation=variation,
            statistics=statistics_of(counted, work.frames, clock, ending, {"cuts": int(counted.cuts)}),
            notes=(*ending_note(is_finished), *self.remarks(position.game)),
        )

    def remarks(self, game: Game) -> tuple[str, ...]:
        """Return what else a reader should know of the values."""
        return ()

    def _values(self, game: Game, value: float, counted: np.record) -> list[float]:
        """Return what each player gets; NaN for those of whom this method knows nothing."""
        player = int(counted.player)
        values = [math.nan] * game.num_players
        values[player] = value
        if self.is_zero_sum and game.num_players == MOST_PLAYERS:
            values[1 - player] = (float(counted.total) if counted.has_total else sum(game.reward_range)) - value
        return values
