"""Searches by name: `uct`, `uct:c=1.0`, `puct`, `flat`, ... A selection rule's file makes its name known by itself.

uct         UCB1 selection, one child at a time, random playouts
flat        flat Monte Carlo: the budget spread evenly over the root's actions, the best mean chosen
NAME        any selection rule of the folder `selection`, with its own parameters
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from monteverde.errors import UnknownNameError, UsageError
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.expansion import AllChildren, AllChildrenLater, Expansion, OneChild, RootOnly
from monteverde.search.final import HighestValue
from monteverde.search.implicit import ImplicitMinimax
from monteverde.search.leaf_by_name import DEFAULTS as LEAF_PARAMETERS
from monteverde.search.leaf_by_name import LeafKinds, defaults_of
from monteverde.search.mcts import MCTS, Progress
from monteverde.search.result import SearchResult
from monteverde.search.room import STOP_GROWING
from monteverde.search.selection import Selection, selection_rules
from monteverde.search.selection.round_robin import RoundRobin
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.statistic import Statistic, statistics
from monteverde.spec import Spec, arguments_for, parse_spec

SEARCH_PARAMETERS: dict[str, Any] = {
    "threads": 0,
    "parallel": "tree",
    "trees": 0,
    "memory": "",
    "virtual_visits": 1,
    "solver": False,
    "transpositions": False,
    "on_full": STOP_GROWING,
    "early_stop": False,
    **LEAF_PARAMETERS,
}
"""What every named search takes beside its selection rule's own parameters."""

IMPLICIT_MINIMAX = "implicit_minimax"  # what UCB1 takes as well: the weight of a minimax value of the heuristic

STATISTIC = "statistic"  # what searches that share statistics between moves take as well

KEPT_SEARCHES = 64  # names whose searches are remembered; a search by name is a value, and reading the name takes time


def flat_monte_carlo(playouts: int = 1, **options: Any) -> MCTS:
    """Return the baseline: playouts spread evenly over the root's actions, the best mean chosen at the end."""
    return MCTS(
        selection=RoundRobin(),
        expansion=RootOnly(),
        evaluation=RandomPlayout(playouts),
        final=HighestValue(),
        **options,
    )


def algorithm_names() -> list[str]:
    """Return the names of the searches, sorted."""
    return sorted({"uct", "flat", *selection_rules()} - {RoundRobin().name})


@functools.lru_cache(maxsize=KEPT_SEARCHES)
def load_search(text: str) -> MCTS:
    """Return the search that `text` names.

    Raises:
        UnknownNameError: if nothing has that name, or it has no such parameter.
        UsageError: if a value is out of range.
    """
    spec = parse_spec(text)
    if spec.name not in algorithm_names():
        raise UnknownNameError("algorithm", spec.name, algorithm_names())
    rule = None if spec.name == "flat" else (UCB1 if spec.name == "uct" else selection_rules()[spec.name])
    return _build(spec, rule)


def _build(spec: Spec, rule: type[Selection] | None) -> MCTS:
    own, leaf = defaults_of(rule), LeafKinds.of(spec.arguments)
    for key in own.keys() & leaf.parameters.keys() & spec.arguments.keys():
        raise UsageError(f"{key} is a parameter of {spec.name} and of how its leaves are valued; configure an MCTS")
    always = {key: value for key, value in SEARCH_PARAMETERS.items() if key not in LEAF_PARAMETERS}
    extra: dict[str, Any] = {STATISTIC: ""} if rule is not None and rule.shares else {}
    extra |= {IMPLICIT_MINIMAX: 0.0} if rule is UCB1 else {}
    rest = always | leaf.parameters | extra
    arguments = arguments_for(_signature(own | {key: value for key, value in rest.items() if key not in own}), spec)
    chosen = {key: value for key, value in arguments.items() if key not in own}
    evaluation = leaf.take(chosen)
    if rule is None:
        return MCTS(RoundRobin(), RootOnly(), evaluation, final=HighestValue(), **chosen)
    selection = rule(**{key: value for key, value in arguments.items() if key in own})
    if alpha := chosen.pop(IMPLICIT_MINIMAX, 0.0):
        selection = ImplicitMinimax(**selection.numbers, alpha=alpha)
    expansion: Expansion = OneChild()
    if selection.ranks_unvisited:
        expansion = AllChildrenLater() if selection.shares else AllChildren()
    if chosen.get(STATISTIC):
        chosen[STATISTIC] = load_statistic(chosen[STATISTIC])
    return MCTS(selection=selection, expansion=expansion, evaluation=evaluation, **chosen)


def load_statistic(name: str) -> Statistic:
    """Return the further statistic of that name.

    Raises:
        UnknownNameError: if nothing has that name.
    """
    if name not in statistics():
        raise UnknownNameError("statistic", name, statistics())
    return statistics()[name]()


def _signature(defaults: dict[str, Any]) -> Callable[..., Any]:
    """Return a function whose parameters are `defaults`, for the grammar to read."""
    import inspect

    def factory(**_: Any) -> None: ...

    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, kind, default=default) for name, default in defaults.items()]
    factory.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return factory


def search(
    position: Any,
    *,
    algorithm: str | MCTS = "uct",
    iterations: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    memory: int | float | str | None = None,
    progress: Progress | None = None,
) -> SearchResult:
    """Search `position` and return what was found: the one call that does everything.

    Args:
        position: a Position, a Game (its initial position), a game's name (`"hex:11"`, `"mygame.py:Nim"`), or a
            Python object with legal_actions, play, is_terminal, rewards, to_move and clone.
        algorithm: a name such as "uct", "uct:c=1.0", "puct", "flat", or a configured `MCTS`.
        iterations: the most simulations.
        seconds: the most wall time.
        nodes: the most nodes in the tree, but for the last block of children. One second if no budget is given.
        seed: makes the search repeatable, on one thread; None draws one.
        threads: how many threads share the work; None: as the algorithm says.
        memory: the most memory for the tree, in bytes or as text ("512MB"); None: as the algorithm says.
        progress: called with the result so far about ten times a second.

    Raises:
        UsageError: for any argument that cannot be used (its subclasses say which kind).
        GameError: if the problem breaks its contract.
    """
    if not isinstance(algorithm, (str, MCTS)):
        raise UsageError(f"algorithm is {algorithm!r}; give a name such as 'uct' or a configured MCTS")
    configured = load_search(algorithm) if isinstance(algorithm, str) else algorithm
    changes: dict[str, Any] = {"threads": threads, "memory": memory}
    changes = {key: value for key, value in changes.items() if value is not None}
    if changes:
        configured = replace(configured, **changes)
    return configured.search(
        position, iterations=iterations, seconds=seconds, nodes=nodes, seed=seed, progress=progress
    )
