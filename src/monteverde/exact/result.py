"""What an exact method found, as a value that explains itself."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from monteverde.tabular import as_html, as_text, json_number, number_text

SHOWN_VARIATION = 20  # plies of the principal variation in the text
EXACT, AT_MOST, AT_LEAST, UNKNOWN, ESTIMATE = "exact", "at most", "at least", "unknown", "estimate"
"""How a value is meant: proven, a bound (from the view of the player to move), nothing known, a heuristic's word."""
SIGNS = {EXACT: "", AT_MOST: "≤ ", AT_LEAST: "≥ ", UNKNOWN: "", ESTIMATE: "~ "}
ENDINGS = {"finished": "", "seconds": ", stopped by seconds", "interrupted": ", stopped by Ctrl-C"}


@dataclass(frozen=True)
class ActionValue:
    """What is known of one action. Values are in the problem's own units, for the player to move."""

    action: int
    name: str
    """What people call it."""
    value: float
    """What it leads to under best play; NaN if nothing is known."""
    bound: str = EXACT
    """"exact"; or what `value` is instead: "at most", "at least", "estimate", "unknown"."""
    is_best: bool = False
    """Whether no other action is better, as far as is known."""
    distance: int | None = None
    """Plies to the end under best play (the quickest win, the slowest loss), where the method counts them."""


@dataclass(frozen=True)
class SolveStatistics:
    """How it went."""

    nodes: int
    """Positions visited, the first one included; states, for methods that enumerate them."""
    leaves: int
    """Those of them that were valued: ends of the game, and positions at the depth limit."""
    seconds: float
    """Wall time, compilation not counted."""
    depth: int
    """How many plies the search looked ahead."""
    stopped_by: str = "finished"
    """Why it ended: "finished", "seconds" or "interrupted"."""
    details: Mapping[str, int | float | str] = field(default_factory=dict)
    """What else the method counts, by name."""

    @property
    def nodes_per_second(self) -> float:
        """Positions visited in a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class SolveResult:
    """What a position is worth. `str(result)` is a table for people, `result.to_dict()` is JSON-safe."""

    method: str
    """The method, as its name is written: "alphabeta:depth=8"."""
    game: str
    """The problem, as its name is written."""
    player: int
    """Whose turn it is."""
    player_name: str
    action: int
    """A best action; play it with `position.play(result.action)`."""
    action_name: str
    value: tuple[float, ...]
    """What each player gets under best play, in the problem's own units."""
    is_proven: bool
    """Whether that is exact; else it rests on a heuristic, on samples, or on a search that was cut short."""
    outcome: str | None
    """"win", "draw" or "loss" for the player to move, where that is proven; None for other problems."""
    distance: int | None
    """Plies to the end under best play, where the method counts them."""
    actions: tuple[ActionValue, ...]
    """What is known of each action, best first."""
    principal_variation: tuple[int, ...]
    """Best play for all players, as far as it is known."""
    principal_names: tuple[str, ...]
    statistics: SolveStatistics
    notes: tuple[str, ...] = ()
    """What a reader of the numbers should know, a sentence each."""

    @property
    def best_actions(self) -> tuple[int, ...]:
        """The actions that no other is known to be better than."""
        return tuple(line.action for line in self.actions if line.is_best)

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return self.statistics.nodes

    @property
    def leaves(self) -> int:
        """Positions valued."""
        return self.statistics.leaves

    @property
    def seconds(self) -> float:
        """Wall time."""
        return self.statistics.seconds

    def __getitem__(self, action: int | str) -> ActionValue:
        """Return what is known of `action`: a number, or what people call it."""
        for line in self.actions:
            if action in (line.action, line.name):
                return line
        raise KeyError(f"{action!r} is not an action here: {', '.join(line.name for line in self.actions)}")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts; what is not a finite number is None."""
        s = self.statistics
        return {
            "game": self.game,
            "method": self.method,
            "player": self.player_name,
            "action": self.action_name,
            "action_number": self.action,
            "value": json_number(self.value[self.player]) if self.player >= 0 else None,
            "values": [json_number(v) for v in self.value],
            "outcome": self.outcome,
            "distance": self.distance,
            "proven": self.is_proven,
            "best_actions": [line.name for line in self.actions if line.is_best],
            "actions": [
                {
                    "action": line.name,
                    "value": json_number(line.value),
                    "bound": line.bound,
                    "best": line.is_best,
                    "distance": line.distance,
                }
                for line in self.actions
            ],
            "principal_variation": list(self.principal_names),
            "nodes": s.nodes,
            "leaves": s.leaves,
            "seconds": s.seconds,
            "nodes_per_second": s.nodes_per_second,
            "depth": s.depth,
            "stopped_by": s.stopped_by,
            **s.details,
            "notes": list(self.notes),
        }

    def rows(self, most: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield the actions as text: the heads, then a row for each (at most `most`)."""
        has_distance = any(line.distance is not None for line in self.actions)
        yield ("action", "value", *(("plies",) if has_distance else ()), "")
        for line in self.actions[:most]:
            text = f"{SIGNS[line.bound]}{number_text(line.value)}" if not math.isnan(line.value) else "?"
            plies = ("" if line.distance is None else str(line.distance),) if has_distance else ()
            yield (line.name, text, *plies, "best" if line.is_best else "")

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table: the value, the variation, the work, and what to know of it."""
        best = ", ".join(line.name for line in self.actions if line.is_best) or self.action_name
        worth = ", ".join(number_text(v) for v in self.value if not math.isnan(v)) or "unknown"
        known = "value" if self.is_proven or worth == "unknown" else "unproven value"
        ending = f", a {self.outcome}" if self.outcome else ""
        plies = f" in {self.distance} plies" if self.outcome in ("win", "loss") and self.distance is not None else ""
        yield f"{self.player_name} to move: best {best}; {known} {worth}{ending}{plies}"
        if self.principal_names:
            more = " ..." if len(self.principal_names) > SHOWN_VARIATION else ""
            yield f"best play {' '.join(self.principal_names[:SHOWN_VARIATION])}{more}"
        s = self.statistics
        yield (
            f"{self.method}: {s.nodes:,} nodes, {s.leaves:,} leaves in {s.seconds:.2f} s ({s.nodes_per_second:,.0f}/s)"
            f", depth {s.depth}{ENDINGS.get(s.stopped_by, s.stopped_by)}"
        )
        if s.details:
            yield ", ".join(f"{name.replace('_', ' ')} {_detail(value)}" for name, value in s.details.items())
        yield from self.notes

    def __str__(self) -> str:
        return as_text(self.rows(), self.summary())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The actions for notebooks."""
        return as_html(self.rows(), self.summary())


def _detail(value: int | float | str) -> str:
    return value if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else f"{value:.3g}"
