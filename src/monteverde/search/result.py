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
from monteverde.search.forest import merged_root, variation
from monteverde.search.graph.reading import most_visited_below, num_positions
from monteverde.search.phases import prepare, score
from monteverde.search.proof.verdict import candidates, final_choice, settling_child, verdict_on, verdict_text
from monteverde.search.sharing.slots import estimate
from monteverde.search.tree import ROOT, Tree
from monteverde.tabular import as_html, as_text, json_number, number_text

if TYPE_CHECKING:
    from monteverde.search.session import Search

SHOWN_VARIATION = 20  # plies of the principal variation in the text; more is more than anybody reads

ENDINGS = {
    "interrupted": "Ctrl-C",
    "stopped": "a call of stop()",
    "proven": "proof",
    "memory": "its memory being full",
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
    lower: float = math.nan
    """The least that it is proven to be worth; NaN unless the search is a solver."""
    upper: float = math.nan
    """The most."""
    distance: int | None = None
    """Plies to the end, it included, if it is proven what it is worth to everybody."""
    verdict: str | None = None
    """What is proven of it, for people: "win in 3"; empty if nothing is, None unless the search is a solver."""

    @property
    def score(self) -> float:
        """Q + U: what the selection rule compares."""
        return self.value + self.bonus


@dataclass(frozen=True)
class Statistics:
    """How the search went."""

    simulations: int
    """Simulations completed, from the present root on."""
    reused: int
    """Simulations before that went through it, kept when the root moved on; its visits are both together."""
    seconds: float
    """Wall time of the former, compilation not counted."""
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
    positions: int
    """Different positions in the graph; 0 without transpositions."""
    joined: int
    """How often a move that was new led to a position that was known by another path."""
    collisions: int
    """How often different positions had the same key, and were told apart."""
    cycles: int
    """How often a simulation ended because it came back to a position that it had come through."""
    equal_priors: int
    """How often priors put nothing on any legal action, and equal ones were used."""
    prunes: int
    """How often the part of the tree that was visited least was given up, because the memory was used up."""
    dropped: int
    """How often a tree was not reused because its root had other actions than the position has."""
    stopped_by: str
    """Why it ended: "iterations", "seconds", "nodes", "no_growth", "only_action", "decided", "clock", "proven",
    "memory", "stopped" or "interrupted"."""
    seed: int
    proven: float | None = None
    """What the root is worth to the player to move, in the problem's own units, if that is proven."""
    distance: int | None = None
    """Plies from the root to the end, if that is proven: in a win no more, if the winner plays best."""


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
                    "proven": line.verdict,
                    "lower": json_number(line.lower),
                    "upper": json_number(line.upper),
                    "distance": line.distance,
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
        has_verdicts = any(line.verdict is not None for line in self.actions)
        further = [*["prior"] * has_prior, *["N amaf", "Q amaf"] * has_amaf, *["proven"] * has_verdicts]
        yield ("action", "N", "Q", "U", "Q+U", *further)
        for line in self.actions[:most]:
            numbers = [number_text(n) for n in (line.value, line.bonus, line.score, *([line.prior] * has_prior))]
            shared = [f"{line.amaf_visits:,}", number_text(line.amaf_value)] if has_amaf else []
            verdict = [line.verdict or ""] * has_verdicts
            yield (line.name, f"{line.visits:,}", *numbers, *shared, *verdict)

    def summary(self) -> Iterator[str]:
        """Yield the lines below the table: the variation, the speed, and why the search ended."""
        s = self.statistics
        known = "value" if s.proven is None else f"proven {self[self.action].verdict}, value"
        yield f"best {self.action_name}, {known} {number_text(self[self.action].value)} for {self.player_name}"
        more = " ..." if len(self.principal_names) > SHOWN_VARIATION else ""
        yield f"principal variation {' '.join(self.principal_names[:SHOWN_VARIATION])}{more}"
        ending = ENDINGS.get(s.stopped_by, s.stopped_by)
        yield (
            f"{s.simulations:,} simulations in {s.seconds:.2f} s ({s.simulations_per_second:,.0f}/s), "
            f"{s.nodes:,} nodes ({s.memory / 2**20:.1f} MB), depth {s.depth}, stopped by {ending}"
        )
        if s.reused:
            yield f"{s.reused:,} simulations of earlier searches were reused"
        if s.dropped:
            yield f"{s.dropped:,} times a tree was not reused, because its actions were not those of the position"
        if s.prunes:
            yield f"the memory was used up: {s.prunes:,} times the least visited part of the tree was given up"
        if s.tree_full:
            yield f"the memory was used up: {s.tree_full:,} times a node got no children; give more memory"
        if s.unshared:
            yield f"the memory was used up: {s.unshared:,} times a node got no table to share; give more memory"
        if s.positions:
            yield f"{s.positions:,} positions; {s.joined:,} moves led to known ones; {s.cycles:,} simulations came back"
        if s.collisions:
            yield f"{s.collisions:,} times different positions had the same key; `monteverde check` may show why"
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
    visits = np.array([line.visits for line in lines], np.int64)
    root = RootStatistics(visits, values, candidates(search, tree, children))
    chosen = lines[final_choice(search, tree, children, root, rng)]
    principal = [chosen.action, *variation_below(search, lines.index(chosen))]
    simulations = search.num_simulations
    totals = [sum(map(float, column)) for column in zip(*(work.totals for work in search.workspaces), strict=True)]
    return SearchResult(
        action=chosen.action,
        action_name=chosen.name,
        value=tuple(search.past.value(player, total, simulations) for player, total in enumerate(totals)),
        player=problem.to_move,
        player_name=problem.player_name(problem.to_move),
        actions=tuple(sorted(lines, key=lambda line: (line.visits, line.value if line.visits else 0.0), reverse=True)),
        principal_variation=tuple(principal),
        principal_names=tuple(problem.action_name(action) for action in principal),
        statistics=_statistics(search, simulations, chosen),
        root=root,
        position=problem.position,
    )


def _statistics(search: Search, simulations: int, chosen: RootAction) -> Statistics:
    counters = [work.counters for work in search.workspaces]
    each = search.problem.node_bytes(search.mcts.needs)
    nodes = search.num_nodes
    return Statistics(
        simulations=simulations,
        reused=search.past.reused,
        seconds=search.seconds,
        simulations_per_second=simulations / search.seconds if search.seconds > 0 else 0.0,
        nodes=nodes,
        memory=nodes * each + search.shared_bytes if search.kept is None else search.kept.used,
        bytes_per_node=each,
        depth=max(int(c.depth[0]) for c in counters),
        playout_length=sum(int(c.plies[0]) for c in counters) / max(simulations, 1),
        tree_full=sum(int(c.full[0]) for c in counters),
        unshared=sum(int(c.unshared[0]) for c in counters),
        positions=num_positions(search.tree) if search.mcts.transpositions else 0,
        joined=sum(int(c.joined[0]) for c in counters),
        collisions=sum(int(c.collisions[0]) for c in counters),
        cycles=sum(int(c.cycles[0]) for c in counters),
        equal_priors=sum(int(c.uniform[0]) for c in counters),
        prunes=search.past.prunes,
        dropped=search.past.dropped,
        stopped_by=search.stopped_by,
        seed=search.seed,
        proven=chosen.lower if search.is_solved else None,
        distance=chosen.distance if search.is_solved else None,
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
    amaf_visits, amaf_sum = shared_at_root(tree, child) if search.mcts.selection.shares else (None, 0.0)
    return RootAction(
        action=int(action) if isinstance(action, np.integer) else action,
        name=problem.action_name(action),
        visits=visits,
        value=low + (high - low) * unit,
        bonus=bonus * (high - low),
        prior=float(tree.prior[child]) if len(tree.prior) else math.nan,
        amaf_visits=amaf_visits,
        amaf_value=low + (high - low) * amaf_sum / amaf_visits if amaf_visits else math.nan,
        **_proof_of(search, tree, child),
    )


def _proof_of(search: Search, tree: Tree, child: int) -> dict[str, Any]:
    """Return the fields of a root action that say what is proven of it."""
    if not search.mcts.solver:
        return {}
    low, high = search.problem.reward_range
    verdict = verdict_on(search, tree, child)
    return {
        "lower": low + (high - low) * verdict.lower,
        "upper": low + (high - low) * verdict.upper,
        "distance": verdict.distance,
        "verdict": verdict_text(search, verdict),
    }


def shared_at_root(tree: Tree, child: int) -> tuple[int, float]:
    """Return the count and the sum of unit values in the root's table for the action of one of its children."""
    code = tree.code[child]
    return int(tree.shared.counts[code]), float(tree.shared.sums[code])


def tree_at_root(search: Search) -> Tree:
    """Return the tree, or of one that keeps states, and of several trees, the root and its children alone."""
    if search.kept is not None:
        return search.kept.root_block()
    return search.tree if len(search.trees) == 1 else merged_root(search.trees)


def variation_below(search: Search, child: int) -> Iterator[Any]:
    """Yield at each step below child number `child` of the root the action that is proven best, or most visited."""
    if search.kept is not None:
        yield from search.kept.variation(child)
        return
    if len(search.trees) > 1:
        yield from variation(search.trees, child)
        return
    tree = search.tree
    settling = settling_child if search.mcts.solver else None
    for entry in most_visited_below(tree, int(tree.first_child[ROOT]) + child, settling):
        action = tree.action[entry]
        yield int(action) if isinstance(action, np.integer) else action
