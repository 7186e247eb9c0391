"""The Python side of minimax and alpha-beta: iterations, windows, clocks, and what is read from them.

A `ZeroSumSearch` belongs to one game and keeps its memory, and what its table knows, from one position to the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from monteverde.anytime import FINISHED, Clock, run_in_slices
from monteverde.compile import bind
from monteverde.exact.readout import bound
from monteverde.exact.status import DONE, raise_for
from monteverde.exact.variation import NO_ACTION, new_variations, until_end
from monteverde.exact.zero_sum.ordering import centrality, weights_of
from monteverde.exact.zero_sum.table import (
    AGES,
    ESTIMATED,
    EXACT,
    LOWER,
    NO_ENTRY,
    UPPER,
    copy_table,
    find_state,
    new_table,
)
from monteverde.exact.zero_sum.walk import FRAME, NOTES, Work, begin, walk
from monteverde.game import Game, Position

FIRST_TABLE = 2**20  # bytes that a table begins with: most positions need no more, and clearing memory takes time
TABLE_GROWTH = 8  # times that it grows at once


@dataclass(frozen=True)
class Settings:
    """How the tree is walked."""

    order: str = "plain"
    """Which ordering (`ordering.ORDERS`)."""
    table: int = 0
    """Bytes of the transposition table."""
    is_full_width: bool = False
    is_clamped: bool = False
    is_pvs: bool = False
    is_far_sighted: bool = False
    is_selective: bool = False
    is_quiescent: bool = True
    prefers_quick: bool = False
    """Whether the quickest of several wins is looked for, and plies to the end are counted."""


@dataclass(frozen=True)
class Line:
    """The score of one action at the root."""

    action: int
    score: float
    bound: int
    """EXACT, LOWER or UPPER."""
    is_estimated: bool


@dataclass(frozen=True)
class Iteration:
    """What one finished search of the root found."""

    depth: int
    score: float
    is_estimated: bool
    action: int
    variation: tuple[int, ...]
    lines: tuple[Line, ...]
    is_proof: bool
    """Whether no heuristic had a part in the score, or it is a win or a loss that none can change."""


class ZeroSumSearch:
    """A search of positions of one game, whose table stays warm."""

    def __init__(self, game: Game, settings: Settings, depth: int | None, method: str) -> None:
        self.game, self.settings, self.method = game, settings, method
        self.full_depth = game.max_length + 1
        may_extend = settings.is_quiescent and game.has("is_quiet")
        plies = self.full_depth if depth is None or may_extend else min(depth, self.full_depth)
        self.work = _new_work(game, settings, plies + 1)
        self.notes = self.work.notes[0]
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile the loop, or load it from the cache, before any clock starts."""
        self.work.states[0] = self.game.initial().states(1)[0]
        if not self.game.initial().is_terminal:
            self._raise_unless_fine(bound(begin, self.game)(self.work, -math.inf, math.inf, 1))
            bound(walk, self.game)(self.work, 0)

    # -- one search of the root ----------------------------------------------------------------------------------

    def search(
        self,
        position: Position,
        clock: Clock,
        *,
        depth: int | None = None,
        window: tuple[float, float] = (-math.inf, math.inf),
        progress: Callable[[], object] | None = None,
    ) -> Iteration | None:
        """Search `position` once, `depth` plies deep or to the end; return what came out, or None if time ran out."""
        self.work.states[0] = position.states(1)[0]
        plies = self.full_depth if depth is None else depth
        self._raise_unless_fine(bound(begin, self.game)(self.work, *window, plies))
        loop = bound(walk, self.game)

        def step(nodes: int) -> bool:
            status = loop(self.work, nodes)
            self._raise_unless_fine(status)
            self._make_room()
            return bool(status == DONE)

        if run_in_slices(step, clock, progress) != FINISHED:
            return None
        return self.read(plies)

    def _make_room(self) -> None:
        """Give the table more of the memory that it may have, once it is half full."""
        size = self.work.table.nbytes
        if 2 * self.notes.entries > len(self.work.table) and 2 * size <= self.settings.table:
            larger = new_table(min(TABLE_GROWTH * size, self.settings.table))
            bound(copy_table, self.game)(self.work.table, larger)
            self.work = self.work._replace(table=larger)

    def read(self, depth: int) -> Iteration:
        """Return what is at the root now."""
        frame, work = self.work.frames[0], self.work
        score = float(frame.best)
        plies = self.plies_of(score)
        return Iteration(
            depth=depth,
            score=score,
            # Beyond the depth, where the search goes on in unquiet positions alone, a quicker win may have been missed.
            is_proof=not frame.is_estimated or (abs(score) > 1.0 and (plies is None or plies <= depth)),
            is_estimated=bool(frame.is_estimated),
            action=int(frame.best_action),
            variation=tuple(until_end(work.variations[0])),
            lines=tuple(
                Line(
                    int(a),
                    float(work.root_scores[a]),
                    int(work.root_bounds[a]) & 3,
                    bool(work.root_bounds[a] & ESTIMATED),
                )
                for a in work.actions[0, : frame.count]
                if work.root_bounds[a]
            ),
        )

    def _raise_unless_fine(self, status: int) -> None:
        raise_for(status, self.method, self.game.spec, self.game.max_length)

    def grow_older(self) -> None:
        """Begin a new position: what the table holds of earlier ones is the first to be replaced."""
        self.notes.age = (self.notes.age + 1) % AGES
        self.work.killers[:] = NO_ACTION
        self.notes.nodes = self.notes.leaves = self.notes.estimates = self.notes.hits = self.notes.depth = 0

    @property
    def first_action(self) -> int:
        """The action at the root that the present ordering tries first."""
        ranks, count = self.work.ranks[0], int(self.work.frames[0].count)
        return int(self.work.actions[0, np.argmax(ranks[:count])])

    @property
    def share_done(self) -> float:
        """How much of the present search is done, as far as the first two plies tell, from 0 to 1."""
        done, weight = 0.0, 1.0
        for frame in self.work.frames[:2]:
            if frame.count <= 0:
                break
            done += weight * min(frame.index / frame.count, 1.0)
            weight /= frame.count
        return float(min(done, 1.0))

    # -- values --------------------------------------------------------------------------------------------------

    def returns_of(self, score: float, player: int) -> tuple[float, ...]:
        """Return what each player gets, in the problem's own units, where `score` is that of `player`."""
        low, high = map(float, self.game.reward_range)
        margin = max(-1.0, min(1.0, score))
        if self.game.num_players == 1:
            return (low + (margin + 1.0) * (high - low) / 2.0,)
        total = float(self.notes.total) if self.notes.has_total else low + high
        own = (total + margin * (high - low)) / 2.0
        return (own, total - own) if player == 0 else (total - own, own)

    def shifted(self, score: float, plies: int) -> float:
        """Return `score`, whose wins count plies from here, counted from `plies` plies higher up."""
        return score - math.copysign(plies * self.notes.weight, score) if abs(score) > 1.0 else score

    def plies_of(self, score: float) -> int | None:
        """Return in how many plies a score wins or loses; None if it does neither, or if plies are not counted."""
        if abs(score) <= 1.0 or not self.settings.prefers_quick:
            return None
        return round(1.0 + self.full_depth - abs(score))

    def known_variation(self, position: Position, variation: tuple[int, ...]) -> tuple[int, ...]:
        """Return `variation`, and how the table says that it goes on."""
        for action in variation:
            position = position.play(action)
        if not len(self.work.table) or self.game.has("canonical_key"):  # whose actions may be those of a mirror image
            return variation
        look_up = bind(find_state, self.game.bindings, compiled=False)
        going_on = list(variation)
        while not position.is_terminal and len(going_on) < self.full_depth:
            index = look_up(self.work.table, position.states(1)[0])
            entry = self.work.table[index]
            if index == NO_ENTRY or not _is_settled(entry) or entry.action not in position.legal_actions():
                break
            going_on.append(int(entry.action))
            position = position.play(going_on[-1])
        return tuple(going_on)


def _new_work(game: Game, settings: Settings, rows: int) -> Work:
    notes = np.zeros(1, NOTES).view(np.recarray)
    notes[0].weight = 1.0 if settings.prefers_quick else 0.0
    notes[0].is_full_width = settings.is_full_width
    notes[0].is_clamped = settings.is_clamped
    notes[0].is_pvs = settings.is_pvs
    notes[0].is_far_sighted = settings.is_far_sighted
    notes[0].is_selective = settings.is_selective
    notes[0].is_quiescent = settings.is_quiescent
    return Work(
        states=game.new_states(rows + 1),
        frames=np.zeros(rows + 1, FRAME).view(np.recarray),
        actions=np.zeros((rows + 1, game.num_actions), np.int64),
        ranks=np.zeros((rows + 1, game.num_actions)),
        variations=new_variations(rows + 2, rows),
        killers=np.full((rows + 1, 2), NO_ACTION, np.int64),
        history=np.zeros((game.num_players, game.num_actions), np.int64),
        nearness=centrality(game),
        weights=weights_of(settings.order),
        table=new_table(min(settings.table, FIRST_TABLE) if game.has("key") else 0),
        child_keys=np.zeros(game.num_actions, np.uint64),
        child_signs=np.zeros(game.num_actions, np.int64),
        returns=np.zeros(game.num_players),
        root_scores=np.zeros(game.num_actions),
        root_bounds=np.zeros(game.num_actions, np.int64),
        notes=notes,
    )


def _is_settled(entry: Any) -> bool:
    """Return whether an entry's action is a best one: its score is exact, or a bound that proves a win or a loss."""
    kind = entry.bound & 3
    return bool(kind == EXACT or (entry.score > 1.0 and kind == LOWER) or (entry.score < -1.0 and kind == UPPER))
