"""What a search found, as a value that explains itself."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from monteverde.compile import bind, kernel
from monteverde.game import Position
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.plotting import axes_for
from monteverde.search.final import RootStatistics
from monteverde.search.phases import prepare, score
from monteverde.search.sharing.slots import estimate
from monteverde.search.tree import ROOT, Tree
from monteverde.tabular import as_html, as_text, json_number, number_text

if TYPE_CHECKING:
    from monteverde.search.session import Search

SHOWN_VARIATION = 20  # plies of the principal variation in the text; more is more than anybody reads

ENDINGS = {
    "interrupted": "Ctrl-C",
    "stopped": "a call of stop()",
    "no_growth": "a tree that hardly grows any more",
    "only_action": "having one legal action",
    "decided": "a lead that cannot be caught up",
    "clock": "the clock of the game",
}  # what people are told instead of the word in data


@dataclass(frozen=True)
class RootAction:
    """One line of the root table. Values are in the problem's own units, for the player to move."""

    action: Any
    """The action."""
    name: str
    """What people call it."""
    visits: int
    """N: simulations through it."""
    value: float
    """Q: the mean return; NaN without visits."""
    bonus: float
    """U: what the selection rule adds; NaN if the rule has no score, infinite if unvisited."""
    prior: float
    """Its prior probability; NaN if the search uses none."""
    amaf_visits: int | None = None
    """N': simulations in which it was played, at the root or later; None if the search does not share statistics."""
    amaf_value: float = math.nan
    """Q': their mean return; NaN if there is none."""

    @property
    def score(self) -> float:
        """Q + U: what the selection rule compares."""
        return self.value + self.bonus


@dataclass(frozen=True)
class Statistics:
    """How the search went."""

    simulations: int
    """Simulations completed."""
    seconds: float
    """Wall time, compilation not counted."""
    simulations_per_second: float
    nodes: int
    """Nodes in the tree."""
    memory: int
    """Bytes that these nodes take."""
    bytes_per_node: int
    depth: int
    """The longest path in the tree, in plies."""
    playout_length: float
    """Plies played below the tree, per simulation."""
    tree_full: int
    """How often a node got no children because the memory was used up."""
    unshared: int
    """How often a node got nothing of its own to share, because the memory was used up; the one above serves it."""
    equal_priors: int
    """How often priors put nothing on any legal action, and equal ones were used."""
    stopped_by: str
    """Why it ended: "iterations", "seconds", "nodes", "no_growth", "only_action", "decided", "clock", "stopped" or
    "interrupted"."""
    seed: int


@dataclass(frozen=True)
class SearchResult:
    """What a search found. `str(result)` is a table for people, `result.to_dict()` is JSON-safe."""

    action: Any
    """The chosen action; play it with `position.play(result.action)`."""
    action_name: str
    """What people call it."""
    value: tuple[float, ...]
    """The mean return of each player over all simulations, in the problem's own units."""
    player: int
    """Whose turn it is."""
    player_name: str
    actions: tuple[RootAction, ...]
    """The root table, most visited first."""
    principal_variation: tuple[Any, ...]
    """The most visited action at each step from the root on."""
    principal_names: tuple[str, ...]
    """What people call these."""
    statistics: Statistics
    root: RootStatistics
    """The root table as arrays, in the order of the tree: what the final choice saw."""
    position: Position | None = field(default=None, repr=False, compare=False)
    """What was searched; None if it was a Python object."""

    @property
    def visits(self) -> dict[Any, int]:
        """Simulations through each root action."""
        return {line.action: line.visits for line in self.actions}

    @property
    def policy(self) -> dict[Any, float]:
        """The share of the visits of each root action; sums to one."""
        total = sum(line.visits for line in self.actions) or 1
        return {line.action: line.visits / total for line in self.actions}

    @property
    def simulations(self) -> int:
        """Simulations completed."""
        return self.statistics.simulations

    @property
    def seconds(self) -> float:
        """Wall time of the search."""
        return self.statistics.seconds

    @property
    def nodes(self) -> int:
        """Nodes in the tree."""
        return self.statistics.nodes

    def __getitem__(self, action: Any) -> RootAction:
        """Return the line of `action` (a number, or what people call it) in the root table."""
        for line in self.actions:
            if action in (line.action, line.name):
                return line
        raise KeyError(f"{action!r} is not an action at the root: {', '.join(line.name for line in self.actions)}")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain numbers, text, lists and dicts; what is not a finite number is None."""
        by_name = {line.name: line for line in self.actions}
        numbers = vars(self.statistics)
        return {
            "action": self.action_name,
            "action_number": int(self.action) if isinstance(self.action, (int, np.integer)) else None,
            "player": self.player_name,
            "value": json_number(self[self.action].value),
            "values": [json_number(v) for v in self.value],
            "visits": {name: line.visits for name, line in by_name.items()},
            "policy": {name: json_number(self.policy[line.action]) for name, line in by_name.items()},
            "root": [
                {
                    "action": line.name,
                    "N": line.visits,
                    "Q": json_number(line.value),
                    "U": json_number(line.bonus),
                    "Q+U": json_number(line.score),
                    "prior": json_number(line.prior),
                    "N_amaf": line.amaf_visits,
                    "Q_amaf": json_number(line.amaf_value),
                }
                for line in self.actions
            ],
            "principal_variation": list(self.principal_names),
            **{name: json_number(value) if isinstance(value, float) else value for name, value in numbers.items()},
        }

    def rows(self, most: int | None = None) -> Iterator[tuple[str, ...]]:
        """Yield the root table as text: the heads, then a row for each action (at most `most`)."""
        has_prior = any(not math.isnan(line.prior) for line in self.actions)
        has_amaf = any(line.amaf_visits is not None for line in self.actions)
        yield ("action", "N", "Q", "U", "Q+U", *(["prior"] * has_prior), *(["N amaf", "Q amaf"] * has_amaf))
        for line in self.actions[:most]:
            numbers = [number_text(n) for n in (line.value, line.bonus, line.score, *([line.prior] * has_prior))]
            shared = [f"{line.amaf_visits:,}", number_text(line.amaf_value)] if has_amaf else []
            yield (line.name, f"{line.visits:,}", *numbers, *shared)

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table: the variation, the speed, and why the search ended."""
        s = self.statistics
        yield f"best {self.action_name}, value {number_text(self[self.action].value)} for {self.player_name}"
        more = " ..." if len(self.principal_names) > SHOWN_VARIATION else ""
        yield f"principal variation {' '.join(self.principal_names[:SHOWN_VARIATION])}{more}"
        ending = ENDINGS.get(s.stopped_by, s.stopped_by)
        yield (
            f"{s.simulations:,} simulations in {s.seconds:.2f} s ({s.simulations_per_second:,.0f}/s), "
            f"{s.nodes:,} nodes ({s.memory / 2**20:.1f} MB), depth {s.depth}, stopped by {ending}"
        )
        if s.tree_full:
            yield f"the memory was used up: {s.tree_full:,} times a node got no children; give more memory"
        if s.unshared:
            yield f"the memory was used up: {s.unshared:,} times a node got no table to share; give more memory"
        if s.equal_priors:
            yield f"{s.equal_priors:,} times the priors put nothing on any legal action; equal ones were used"

    def __str__(self) -> str:
        return as_text(self.rows(), self.summary())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The board with the heat of the search, and the root table, for notebooks."""
        board = "" if self.position is None else self.position.svg(heat=self)
        return board + as_html(self.rows(), self.summary())

    def plot(self, axes: Any = None) -> Any:
        """Draw the visits and values of the root actions as bars; return the matplotlib axes.

        Raises:
            MissingExtraError: without matplotlib (the extra "plot").
        """
        axes = axes_for("a result", axes)
        names = [line.name for line in self.actions]
        bars = axes.bar(names, [line.visits for line in self.actions])
        axes.bar_label(bars, [number_text(line.value) for line in self.actions])
        axes.set(xlabel=f"action ({self.player_name} to move)", ylabel="visits (value above)")
        return axes


def read_result(search: Search, rng: np.random.Generator) -> SearchResult:
    """Return what `search` has found so far."""
    tree, problem = tree_at_root(search), search.problem
    first, count = int(tree.first_child[ROOT]), int(tree.num_children[ROOT])
    children = range(first, first + count) if first > 0 else range(0)
    if not children:  # nothing has run: no action has been looked at
        search.simulate_to_open_root()
        return read_result(search, rng)
    lines = list(map(_root_action, repeat(search), repeat(tree), children, _scores(search, tree, children)))
    low, high = problem.reward_range
    values = np.array([(line.value - low) / (high - low) for line in lines])
    root = RootStatistics(np.array([line.visits for line in lines], np.int64), values)
    chosen = lines[search.mcts.final.choose(root, rng)]
    variation = [chosen.action, *variation_below(search, lines.index(chosen))]
    simulations = search.num_simulations
    totals = [sum(map(float, column)) for column in zip(*(work.totals for work in search.workspaces), strict=True)]
    return SearchResult(
        action=chosen.action,
        action_name=chosen.name,
        value=tuple(total / max(simulations, 1) for total in totals),
        player=problem.to_move,
        player_name=problem.player_name(problem.to_move),
        actions=tuple(sorted(lines, key=lambda line: (line.visits, line.value if line.visits else 0.0), reverse=True)),
        principal_variation=tuple(variation),
        principal_names=tuple(problem.action_name(action) for action in variation),
        statistics=_statistics(search, simulations),
        root=root,
        position=problem.position,
    )


def _statistics(search: Search, simulations: int) -> Statistics:
    counters = [work.counters for work in search.workspaces]
    each = search.problem.node_bytes(search.mcts.needs)
    nodes = search.num_nodes
    return Statistics(
        simulations=simulations,
        seconds=search.seconds,
        simulations_per_second=simulations / search.seconds if search.seconds > 0 else 0.0,
        nodes=nodes,
        memory=nodes * each + search.shared_bytes if search.kept is None else search.kept.used,
        bytes_per_node=each,
        depth=max(int(c.depth[0]) for c in counters),
        playout_length=sum(int(c.plies[0]) for c in counters) / max(simulations, 1),
        tree_full=sum(int(c.full[0]) for c in counters),
        unshared=sum(int(c.unshared[0]) for c in counters),
        equal_priors=sum(int(c.uniform[0]) for c in counters),
        stopped_by=search.stopped_by,
        seed=search.seed,
    )


@kernel
def root_scores(tree, children, parent_visits, parameters):
    """Return what the selection rule makes of each child of the root."""
    shared = prepare(tree, ROOT, parent_visits, parameters)
    return [score(tree, child, shared, parameters) for child in children]


def _scores(search: Search, tree: Tree, children: range) -> list[float]:
    """Return the score of each child of the root, in unit value; NaN if the selection rule has none."""
    selection = search.mcts.selection
    if not selection.has_score:
        return [math.nan] * len(children)
    parts = (selection.kernels[prepare], selection.kernels[score], search.mcts.statistic.kernels[estimate])
    scores = _bound_scores(*parts, search.num_codes if selection.shares else 0)
    return [float(s) for s in scores(tree, children, int(tree.visits[ROOT]), search.parameters.selection[0])]


@functools.cache
def _bound_scores(
    prepare_kernel: Callable[..., Any],
    score_kernel: Callable[..., Any],
    estimate_kernel: Callable[..., Any],
    num_codes: int,
) -> Callable[..., Any]:
    kernels = {prepare: prepare_kernel, score: score_kernel, estimate: estimate_kernel}
    return bind(root_scores, {**kernels, NUM_ACTION_CODES: num_codes}, compiled=False)


def _root_action(search: Search, tree: Tree, child: int, child_score: float) -> RootAction:
    problem = search.problem
    low, high = problem.reward_range
    visits = int(tree.visits[child])
    unit = float(tree.value_sum[child]) / visits if visits else math.nan
    bonus = child_score - unit if visits or math.isnan(child_score) else math.inf
    action = tree.action[child]
    amaf_visits, amaf_sum = search.shared_at_root(child) if search.mcts.selection.shares else (None, 0.0)
    return RootAction(
        action=int(action) if isinstance(action, np.integer) else action,
        name=problem.action_name(action),
        visits=visits,
        value=low + (high - low) * unit,
        bonus=bonus * (high - low),
        prior=float(tree.prior[child]) if len(tree.prior) else math.nan,
        amaf_visits=amaf_visits,
        amaf_value=low + (high - low) * amaf_sum / amaf_visits if amaf_visits else math.nan,
    )


def tree_at_root(search: Search) -> Tree:
    """Return the tree, or of one that keeps states the root and its children alone."""
    return search.tree if search.kept is None else search.kept.root_block()


def variation_below(search: Search, child: int) -> Iterator[Any]:
    """Yield the most visited action at each step below child number `child` of the root."""
    if search.kept is not None:
        yield from search.kept.variation(child)
        return
    tree = search.tree
    node = int(tree.first_child[ROOT]) + child
    while (first := int(tree.first_child[node])) > 0:
        block = range(first, first + int(tree.num_children[node]))
        node = max(block, key=lambda child: tree.visits[child])
        if not tree.visits[node]:
            return
        action = tree.action[node]
        yield int(action) if isinstance(action, np.integer) else action
