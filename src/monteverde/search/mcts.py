"""`MCTS`, a configured search: one component for each phase, checked against each other and against the problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from monteverde.budget import memory_in_bytes
from monteverde.errors import UnsuitableError, UsageError
from monteverde.search.backup import Backup, MeanBackup
from monteverde.search.component import Component
from monteverde.search.evaluation import Evaluation, External, RandomPlayout
from monteverde.search.expansion import Expansion, OneChild
from monteverde.search.final import Final, MostVisited
from monteverde.search.problem import Problem
from monteverde.search.selection import Selection
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.sharing.nothing import NOTHING_SHARED
from monteverde.search.statistic import NoStatistic, Statistic

if TYPE_CHECKING:
    from monteverde.search.result import SearchResult
    from monteverde.search.session import Search

MAX_THREADS = 1024
MAX_VIRTUAL_VISITS = 1000
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
    threads: int = 1
    """Threads on the one tree; with one, the same seed gives the same tree, bit for bit."""
    virtual_visits: int = 1
    """How many visits of the worst value a simulation in flight counts as (threads and batches), at least 1."""
    memory: int | float | str | None = None
    """The most memory for the tree, in bytes or as text ("512MB"); None: 1 GB, or a quarter of the machine if less."""

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
        for name, most in (("threads", MAX_THREADS), ("virtual_visits", MAX_VIRTUAL_VISITS)):
            value = getattr(self, name)
            if not isinstance(value, int) or not 1 <= value <= most:
                raise UsageError(f"{name} is {value!r}; it must be a whole number from 1 to {most}")
        if not isinstance(self.early_stop, bool):
            raise UsageError(f"early_stop is {self.early_stop!r}; it must be True or False")
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
        if isinstance(self.evaluation, External) and self.threads > 1:
            raise UnsuitableError("External evaluation takes batches of leaves; use its batch size, with threads=1")
        memory_in_bytes(self.memory)

    @property
    def components(self) -> tuple[Component, ...]:
        """The components, in the order of the phases."""
        return (self.selection, self.expansion, self.evaluation, self.backup, self.statistic)

    @property
    def needs(self) -> frozenset[str]:
        """The optional arrays of the tree that some component reads."""
        return frozenset().union(*(component.needs for component in self.components))

    def check(self, problem: Problem) -> None:
        """Raise UnsuitableError, naming both, if a component does not suit `problem`."""
        for component in self.components:
            component.check(problem, self)

    def bindings(self) -> Mapping[Any, Any]:
        """Return the kernel of every phase, by slot."""
        joined: dict[Any, Any] = dict(NOTHING_SHARED)
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
            seed: makes the search repeatable on one thread; None draws one.
            progress: called with the result so far about ten times a second.

        Raises:
            BudgetError, UsageError, UnsuitableError: before the search begins.
            GameError: if the problem breaks its contract on the way.
        """
        search = self.start(position, seed=seed, expected=iterations)
        search.run(iterations=iterations, seconds=seconds, nodes=nodes, progress=progress)
        return search.result()
