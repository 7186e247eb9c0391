"""`MCTS`, a configured search: one component for each phase, checked against each other and against the problem."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from monteverde.budget import Budget, memory_in_bytes
from monteverde.errors import UnknownNameError, UnsuitableError, UsageError
from monteverde.search.backup import Backup, MeanBackup, RecomputedBackup
from monteverde.search.component import Component
from monteverde.search.evaluation import Evaluation, External, RandomPlayout
from monteverde.search.expansion import Expansion, OneChild
from monteverde.search.final import Final, MostVisited
from monteverde.search.graph.suited import check_transpositions
from monteverde.search.parallel import AUTOMATIC, TREE, Division, check_division, divided, num_cores
from monteverde.search.problem import Problem
from monteverde.search.proof import NOTHING_PROVEN, PROOF, PROOF_NEEDS, check_proof
from monteverde.search.room import ON_FULL, STOP_GROWING, pausing_kernel
from monteverde.search.selection import Selection
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.sharing.nothing import NOTHING_SHARED
from monteverde.search.statistic import NoStatistic, Statistic

if TYPE_CHECKING:
    from monteverde.search.result import SearchResult
    from monteverde.search.session import Search

MAX_VIRTUAL_VISITS = 1000
LEAST_SECONDS = 1e-9  # for one simulation, where setting up took as long as there was
Progress = Callable[["SearchResult"], object]


class Parameters(NamedTuple):
    """The numbers of each component, one record each, as the kernels read them."""

    selection: Any
    expansion: Any
    evaluation: Any
    backup: Any
    statistic: Any


@dataclass(frozen=True)
class MCTS:
    """Monte Carlo tree search: select, expand, evaluate, back up, again; then choose.

    The defaults are UCT with one uniform playout a leaf. Values, rewards and heuristics are in the problem's own
    units; exploration constants are for rewards in [0, 1] and are scaled by the problem's declared range.
    """

    selection: Selection = field(default_factory=UCB1)
    """Which child to go to."""
    expansion: Expansion = field(default_factory=OneChild)
    """When and how a node gets children."""
    evaluation: Evaluation = field(default_factory=RandomPlayout)
    """What a leaf is worth."""
    backup: Backup = field(default_factory=MeanBackup)
    """How that value goes up the tree."""
    final: Final = field(default_factory=MostVisited)
    """Which action to choose at the end."""
    statistic: Statistic = field(default_factory=NoStatistic)
    """What else is known of an action, for selection rules that share statistics between moves."""
    threads: int = AUTOMATIC
    """How many threads share the work. AUTOMATIC (0): all cores where nothing could be repeated anyway, in a `search`
    for `seconds` without a seed, and wherever `parallel` is given; else one, and the same seed gives the same tree."""
    parallel: str = TREE
    """How they share it: "tree" (one for all), "root" (one each), "hybrid" (one a team), "leaf" (playouts alone)."""
    trees: int = AUTOMATIC
    """How many trees a hybrid search has, from 2 to `threads`; AUTOMATIC (0): 2."""
    virtual_visits: int = 1
    """Virtual loss: how many visits of the worst value a simulation in flight counts as (threads and batches), from 0.
    With 0 it does not count before it is over."""
    memory: int | float | str | None = None
    """The most memory for the tree, in bytes or as text ("512MB"); None: 1 GB, or a quarter of the machine if less."""
    transpositions: bool = False
    """Whether positions of equal `key` are one, whatever path leads to them (a graph in place of the tree)."""

    solver: bool = False
    """Whether to prove values, by bounds on what each node is worth; the search ends when the root is solved."""

    on_full: str = STOP_GROWING
    """When the memory is full: "stop_growing" (leaves stay leaves), "prune" (what is visited least goes) or "stop"."""

    early_stop: bool = False
    """Whether to end before the budget does when one action is legal, or when the choice cannot change any more.

    With a budget of simulations the choice is that of the full search; with one of seconds that is nearly certain.
    Final choices other than `MostVisited` do not end early for the second reason: one simulation may change them.
    """

    def __post_init__(self) -> None:
        kinds = {
            "selection": Selection,
            "expansion": Expansion,
            "evaluation": Evaluation,
            "backup": Backup,
            "final": Final,
            "statistic": Statistic,
        }
        for name, kind in kinds.items():
            if not isinstance(getattr(self, name), kind):
                raise UsageError(f"{name} is {getattr(self, name)!r}; it must be a {kind.__name__}, such as {kind()!r}")
        visits = self.virtual_visits
        if not isinstance(visits, int) or not 0 <= visits <= MAX_VIRTUAL_VISITS:
            raise UsageError(f"virtual_visits is {visits!r}; it must be a whole number from 0 to {MAX_VIRTUAL_VISITS}")
        check_division(self.parallel, self.threads, self.trees)
        for name in ("solver", "transpositions", "early_stop"):
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name} is {getattr(self, name)!r}; it must be True or False")
        if self.selection.ranks_unvisited and self.expansion.tries_all_first:
            raise UnsuitableError(
                f"{type(self.selection).__name__} ranks unvisited actions, but {type(self.expansion).__name__} tries "
                "each of them first; use AllChildren or AllChildrenLater expansion with it"
            )
        if not (self.selection.shares or isinstance(self.statistic, NoStatistic)):
            raise UnsuitableError(
                f"{type(self.statistic).__name__} joins what moves share, and {type(self.selection).__name__} shares "
                "nothing; use it with RAVE, GRAVE, HRAVE or MCPS"
            )
        if isinstance(self.evaluation, External) and self.division.threads > 1:
            raise UnsuitableError("External evaluation takes batches of leaves; use its batch size, with threads=1")
        if self.division.is_leaf:
            self._check_leaf()
        if self.transpositions:
            check_transpositions(self)
        memory_in_bytes(self.memory)
        if self.on_full not in ON_FULL:
            raise UnknownNameError("on_full", str(self.on_full), ON_FULL)
        if self.parallel != TREE:
            self._check_one_tree()

    def _check_one_tree(self) -> None:
        """Raise UnsuitableError if something is asked for that needs threads to share one tree, each by itself."""
        wishes = {"solver=True": self.solver, f"on_full={self.on_full!r}": self.on_full != STOP_GROWING}
        for wish in (wish for wish, is_asked in wishes.items() if is_asked):
            raise UnsuitableError(
                f"{wish} looks after one tree at each simulation, and parallel={self.parallel!r} does not work that "
                "way; use parallel='tree'"
            )

    def _check_leaf(self) -> None:
        """Raise UnsuitableError unless several threads can each play a playout from one leaf."""
        if self.learner is not None:
            raise UnsuitableError(
                f"{type(self.learner).__name__} learns from whole simulations, and with parallel='leaf' several have "
                "their beginning in common; use parallel='tree' or 'root'"
            )
        if not self.evaluation.is_drawn:
            raise UnsuitableError(
                f"{type(self.evaluation).__name__} says the same of a leaf each time, and parallel='leaf' asks it "
                "several times; use parallel='tree' or 'root'"
            )

    @cached_property
    def division(self) -> Division:
        """How many threads there are, on how many trees. AUTOMATIC is one thread, unless `parallel` asks for more."""
        threads = self.threads or (1 if self.parallel == TREE else num_cores())
        return divided(self.parallel, threads, self.trees)

    def on_all_cores(self) -> MCTS:
        """Return this search with a thread for each core, if it left their number open and can use them."""
        is_alone = any(component.alone_because for component in self.components)
        if self.threads != AUTOMATIC or is_alone or isinstance(self.evaluation, External):
            return self
        return replace(self, threads=num_cores())

    @property
    def components(self) -> tuple[Component, ...]:
        """The components, in the order of the phases."""
        backup = RecomputedBackup() if self.transpositions else self.backup
        return (self.selection, self.expansion, self.evaluation, backup, self.statistic)

    @property
    def learner(self) -> Component | None:
        """The component that learns from the actions of whole simulations, if there is one."""
        if self.selection.shares:
            return self.selection
        return self.evaluation.parts[-1] if self.evaluation.learns else None

    @property
    def needs(self) -> frozenset[str]:
        """The optional arrays of the tree that some component reads."""
        proof = PROOF_NEEDS if self.solver else frozenset()
        return proof.union(*(component.needs for component in self.components))

    def check(self, problem: Problem) -> None:
        """Raise UnsuitableError, naming both, if a component does not suit `problem`."""
        for component in self.components:
            component.check(problem, self)
        if self.solver:
            check_proof(problem)
        if self.parallel != TREE and not problem.compiled:
            raise UnsuitableError(
                f"parallel={self.parallel!r} is for compiled games, and {problem.name} is a Python object, whose "
                "methods run one at a time anyway; leave it out"
            )

    def bindings(self) -> Mapping[Any, Any]:
        """Return the kernel of every phase, by slot."""
        proof = PROOF if self.solver else NOTHING_PROVEN
        joined: dict[Any, Any] = {**NOTHING_SHARED, **proof, **pausing_kernel(self.on_full)}
        for component in self.components:
            joined.update(component.bindings())
        return joined

    def start(self, position: Any, *, seed: int | None = None, expected: int | None = None) -> Search:
        """Return a search of `position` that has not run yet, to be run in parts or stepwise.

        Args:
            position: a Position, a Game (its initial position), a game's name, or a problem that is a Python object.
            seed: makes the search repeatable; None draws one.
            expected: the simulations it will be asked for in all, if known: then no more memory is set aside than
                these can use.

        Raises:
            UsageError: if `position` cannot be searched.
            UnsuitableError: if it lacks a rule that a component needs.
        """
        from monteverde.search.session import Search

        return Search(self, position, seed=seed, expected=expected)

    def search(
        self,
        position: Any,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Search `position` and return what was found.

        Args:
            position: a Position, a Game (its initial position), a game's name, or a problem that is a Python object.
            iterations: the most simulations; at least 1.
            seconds: the most wall time; above 0.
            nodes: the most nodes in the tree, but for the last block of children. One second if no budget is given.
            seed: makes the search repeatable, on one thread; None draws one.
            progress: called with the result so far about ten times a second.

        Raises:
            BudgetError, UsageError, UnsuitableError: before the search begins.
            GameError: if the problem breaks its contract on the way.
        """
        from monteverde.search.session import Search

        is_repeatable = not (seed is None and iterations is None and nodes is None)
        begun, budget = time.perf_counter(), Budget(iterations, seconds, nodes)
        search = Search(self, position, seed=seed, expected=iterations, is_repeatable=is_repeatable)
        seconds = budget.seconds
        if seconds is not None:  # setting the tree up is part of them, compiling is not
            seconds = max(seconds - (time.perf_counter() - begun), LEAST_SECONDS)
        search.run(iterations=iterations, seconds=seconds, nodes=nodes, progress=progress)
        return search.result()
