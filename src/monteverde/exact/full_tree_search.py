"""The Python side of max^n and expectimax (`full_tree.py`): parameters, checks, and what is read from the arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monteverde.anytime import FINISHED, Clock
from monteverde.exact.full_tree import Work, new_work, walk
from monteverde.exact.method import Method, Progress
from monteverde.exact.readout import action_values, ending_note, new_result, outcome_of, run_walk, statistics_of
from monteverde.exact.result import ESTIMATE, EXACT, UNKNOWN, SolveResult
from monteverde.exact.variation import NO_ACTION, until_end
from monteverde.exact.zero_sum.fit import check_depth
from monteverde.game import CHANCE, Game, Position


@dataclass(frozen=True)
class FullTreeMethod(Method):
    """A method that looks at every position down to the ends of the game, or to a depth."""

    depth: int = 0
    """How many plies to look ahead, chance included, before `heuristic` is asked; 0: to the end."""

    def __post_init__(self) -> None:
        self.require("depth", self.depth >= 0, "at least 1 ply, or 0 for the whole game")

    def check(self, game: Game) -> None:
        super().check(game)
        check_depth(self, game, self.depth)

    def run(self, position: Position, seconds: float | None, progress: Progress | None) -> SolveResult:
        game = position.game
        work = new_work(game, min(self.depth or game.max_length, game.max_length))

        def read(clock: Clock, ending: str) -> SolveResult:
            return self._read(position, work, clock, ending)

        return run_walk(walk, work, position, self.method_name(), seconds, progress, read)

    def _read(self, position: Position, work: Work, clock: Clock, ending: str) -> SolveResult:
        game, mover, counted = position.game, position.to_move, work.notes[0]
        is_finished = ending == FINISHED
        is_proven = is_finished and not counted.estimates
        frame = work.frames[0]
        actions = work.actions[0, : frame.count]
        viewer = max(mover, 0)  # the outcomes of nature are shown as player 0 sees them
        known = EXACT if not counted.estimates else ESTIMATE
        bounds = [known if index < frame.index else UNKNOWN for index in range(frame.count)]
        lines = action_values(position, actions, work.root_values[: frame.count, viewer].tolist(), bounds)
        variation = until_end(work.variations[0])
        value = (
            work.values[0] if is_finished or (mover != CHANCE and frame.index) else np.full(game.num_players, np.nan)
        )
        action = NO_ACTION if mover == CHANCE else variation[0] if variation else int(actions[0])
        return new_result(
            self.spec,
            position,
            action=action,
            value=value.tolist(),
            is_proven=is_proven,
            outcome=outcome_of(game, float(value[viewer])),
            lines=lines,
            variation=variation,
            statistics=statistics_of(counted, work.frames, clock, ending, {}),
            notes=self._notes(game, counted, is_finished),
        )

    def _notes(self, game: Game, counted: np.record, is_finished: bool) -> tuple[str, ...]:
        said = ending_note(is_finished)
        if counted.horizons:
            said += (
                f"the game goes on after {game.max_length} plies, its max_length: what is paid later does not count",
            )
        return said
