"""A search of one position: its tree, its clock, its threads. The Python side of the loop.

The kernels run in slices of a few milliseconds; between slices this looks at the clock, the stop flag and Ctrl-C, and
reports progress. So a search can be interrupted at any time, and its result so far is always whole.
"""

from __future__ import annotations

import functools
import math
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from monteverde.anytime import interruptible
from monteverde.budget import Budget, memory_in_bytes
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.game import Game, ObjectPosition, Position, position_of
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.search import stepwise
from monteverde.search.crew import Crew
from monteverde.search.endings import Decided, Ending, Full, Left, OnlyAction
from monteverde.search.evaluation import External
from monteverde.search.loop import simulate
from monteverde.search.loops import LoopKey, bind_loop, shared_loop
from monteverde.search.mcts import MCTS, Parameters, Progress
from monteverde.search.objects import ObjectProblem, withdraw_cut
from monteverde.search.problem import CompiledProblem, Problem, numbers_of
from monteverde.search.result import SearchResult, read_result
from monteverde.search.sharing.sizes import Sizes, divided
from monteverde.search.status import OK, SENTENCES
from monteverde.search.tree import MAX_VISITS, ROOT, Tree
from monteverde.search.workspace import NOBODY, Workspace

MOST_NODES = 2**31 - 1  # children are addressed by int32
EXTENSION_STEPS = 5  # in how many parts an undecided search is prolonged
UNDRAWN = np.random.default_rng(0)  # for final choices that never draw


def problem_of(position: Any) -> Problem:
    """Return `position`, whatever it is, as a problem to search.

    Raises:
        UsageError: if it is not a position, a game, a game's name or an object with the methods of a problem.
    """
    is_class = isinstance(position, type) and issubclass(position, Game)
    if is_class or isinstance(position, (str, Game, Position)):
        found = position_of(position)
        return ObjectProblem(found.object) if isinstance(found, ObjectPosition) else CompiledProblem(found)
    return ObjectProblem(position)


class Search:
    """One search, begun by `MCTS.start`. `run` it as often as you like, or step it with `gather` and `complete`."""

    def __init__(self, mcts: MCTS, position: Any, *, seed: int | None, expected: int | None) -> None:
        self.mcts = mcts
        self.problem = problem_of(position)
        mcts.check(self.problem)
        self.seed = secrets.randbits(63) if seed is None else _checked_seed(seed)
        self.kept = self.problem.kept_tree(mcts)
        """The tree while it is one that keeps states; `tree` turns it into the kernels' own."""
        self.sizes = self._shared_sizes(expected)
        self.capacity = self._capacity(expected)
        self._tree = None if self.kept else self.problem.new_tree(self.capacity, mcts.needs, self.sizes)
        self.workspaces = [self.problem.new_workspace(self.seed, stream, self.sizes) for stream in range(mcts.threads)]
        self.parameters = Parameters(*(self.problem.parameters(component) for component in mcts.components))
        self._seconds = 0.0
        self._begun: float | None = None  # when the present run began
        self.stopped_by = "not started"
        self._stop = threading.Event()
        self._batch: stepwise.Batch | None = None
        self._own_loops: dict[Any, Callable[..., Any]] = {}  # loops over Python objects belong to one search

    @property
    def tree(self) -> Tree:
        """The tree as arrays or lists. A search that keeps states in its tree gives them up here and goes on slower."""
        if self.kept is not None:
            self._tree, self.kept = self.kept.as_lists(), None
        assert self._tree is not None
        return self._tree

    # -- running -------------------------------------------------------------------------------------------------

    def run(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
        endings: Sequence[Ending] = (),
    ) -> None:
        """Search on, until `iterations` more simulations, `seconds` more, a tree of `nodes`, `stop()` or Ctrl-C.

        Whatever ends it ends it with the simulation at hand. A second Ctrl-C, while one playout takes very long, is
        raised as KeyboardInterrupt.

        Args:
            iterations: the most simulations, beside those before.
            seconds: the most wall time from now on.
            nodes: the nodes that the tree shall have in all. The last block of children may go beyond.
            progress: called with the result so far about ten times a second. It may raise: that ends the run.
            endings: what else may end the run; each is asked between slices.

        Raises:
            BudgetError: if a budget is not above zero, or more than the memory or the counters hold.
            GameError: if the problem breaks its contract; the tree stays valid.
        """
        budget = Budget(iterations, seconds, nodes)
        self._check(budget)
        if budget.nodes is not None:
            endings = (*endings, Full(budget.nodes))
        self._stop.clear()
        self.warm_up()
        self.interrupted = False
        with interruptible(self._interrupt):
            self._run_for(budget.iterations, budget.seconds, progress, endings)
            self._extend(budget, progress, endings)

    def _check(self, budget: Budget) -> None:
        """Raise BudgetError if the search cannot do what the budget asks for."""
        if budget.iterations is not None and budget.iterations > MAX_VISITS - self.num_simulations:
            raise BudgetError(f"iterations is {budget.iterations}; a tree counts up to {MAX_VISITS} simulations")
        if budget.nodes is None:
            return
        least = 1 + self.problem.root_branching
        if budget.nodes < least:
            raise BudgetError(
                f"nodes is {budget.nodes}, but the root of {self.problem.name} and its children are {least}; give more"
            )
        most = self._nodes_in_memory
        if budget.nodes > most:
            raise BudgetError(f"nodes is {budget.nodes}, but the memory holds {most}; give more memory, or fewer nodes")

    def _extend(self, budget: Budget, progress: Progress | None, endings: Sequence[Ending]) -> None:
        """Go on for a part of the budget while the final choice is undecided."""
        final, extension = self.mcts.final, self.mcts.final.extension
        seconds = None if budget.seconds is None else budget.seconds * extension / EXTENSION_STEPS
        left = math.ceil((budget.iterations or 0) * extension)
        for steps_left in range(EXTENSION_STEPS if extension > 0 else 0, 0, -1):
            if self.stopped_by not in ("iterations", "seconds") or not final.is_undecided(self.result().root):
                return
            iterations = None if budget.iterations is None else math.ceil(left / steps_left)
            left -= iterations or 0
            self._run_for(iterations, seconds, progress, endings)

    def stop(self) -> None:
        """Ask a running search, from another thread or a progress callback, to end with the simulation at hand."""
        self._stop.set()
        self.halt()

    def halt(self) -> None:
        """End the present slice of every thread with the simulation at hand."""
        for work in self.workspaces:
            work.halt[0] = 1

    @property
    def is_stopping(self) -> bool:
        """Whether `stop` was called, or Ctrl-C pressed, since the run began."""
        return self._stop.is_set()

    def _run_for(
        self, iterations: int | None, seconds: float | None, progress: Progress | None, endings: Sequence[Ending]
    ) -> None:
        self._begun = time.perf_counter()
        deadline = math.inf if seconds is None else self._begun + seconds
        if self.mcts.early_stop:
            done = self.num_simulations
            goal = math.inf if iterations is None else done + iterations
            left = Left(goal, self._begun, deadline, done)
            endings = (*endings, OnlyAction(), Decided(self.mcts.final, left))
        crew = Crew(self, iterations, deadline, progress, endings)
        try:
            self.stopped_by = crew.run()
        finally:
            self._seconds, self._begun = self.seconds, None

    def warm_up(self) -> None:
        """Compile the loop, or load it from the cache, before the clock starts.

        Ctrl-C is raised here: there is nothing found yet to keep, and compiling takes too long to wait for its end.
        """
        if isinstance(self.mcts.evaluation, External):
            self.gather(0)
        else:
            self.simulate(self.workspaces[0], 0)

    def simulate(self, work: Workspace, count: int, until: float = math.inf, stride: int = 1) -> None:
        """Run `count` simulations with the workspace of one thread, or fewer if told to halt meanwhile.

        Args:
            work: of the thread.
            count: how many.
            until: when to end with the simulation at hand, by `time.perf_counter`.
            stride: after how many simulations it looks whether it is to end.
        """
        work.halt[0], work.until[0], work.stride[0] = 0, until, stride
        if self.kept is not None:
            self.kept.simulate(work, count)
            return
        if work.leaders is not None:  # who knows what has happened to the tree meanwhile
            work.leaders.node.fill(NOBODY)
        with self._whole(work):
            status = self._bound(simulate)(self.tree, work, self.parameters, count, self.mcts.virtual_visits)
        self._raise_unless_ok(status)

    @contextmanager
    def _whole(self, work: Workspace) -> Iterator[None]:
        """Take the simulation in flight back if a method of a Python object raises in the middle of it."""
        try:
            yield
        except BaseException:
            waiting = 0 if self._batch is None else int(self._batch.count[0])
            known = self.num_simulations + waiting * self.mcts.virtual_visits
            if not self.problem.compiled and self.tree.visits[ROOT] > known:
                withdraw_cut(self.tree, work.path, self.mcts.virtual_visits)
            raise

    def _raise_unless_ok(self, status: int) -> None:
        if status < OK:
            raise GameError(SENTENCES[status].format(game=self.problem.name, max_length=self.problem.max_length))

    def _bound(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        key = LoopKey(self.problem, self.mcts, self.capacity)
        if self.problem.compiled:
            return shared_loop(kernel, key)
        if kernel not in self._own_loops:
            self._own_loops[kernel] = bind_loop(kernel, key)
        return self._own_loops[kernel]

    def _interrupt(self) -> None:
        """End as after `stop`, and remember why."""
        self.interrupted = True
        self.stop()

    interrupted = False

    # -- stepwise ------------------------------------------------------------------------------------------------

    def gather(self, limit: int) -> int:
        """Begin up to `limit` simulations, as far as the batch has room; return how many began.

        Their leaves are in `leaf_states`; value them and call `complete`, or call `abandon`. Simulations that reach
        the end of the game are complete already.
        """
        if self.mcts.selection.shares:
            raise UnsuitableError(
                f"{type(self.mcts.selection).__name__} learns from all actions of a playout, and leaves valued outside "
                "have none; run it, or gather with UCB1 or PUCT"
            )
        if self._batch is None:
            size = self.mcts.evaluation.batch if isinstance(self.mcts.evaluation, External) else max(limit, 1)
            self._batch = self.problem.new_batch(self.workspaces[0], size)
        elif self._batch.count[0]:
            raise GameError("a batch is in flight already; complete or abandon it first")
        kernel = self._bound(stepwise.gather)
        arguments = (self.parameters, self._batch, limit, self.mcts.virtual_visits)
        try:
            with self._whole(self.workspaces[0]):
                begun: int = kernel(self.tree, self.workspaces[0], *arguments)
        except BaseException:
            self.abandon()
            raise
        self._raise_unless_ok(begun)
        return begun

    @property
    def leaf_states(self) -> Any:
        """The states of the leaves in flight: an array of records, or a list of objects."""
        return [] if self._batch is None else self._batch.states[: self._batch.count[1]]

    def complete(self, values: Any, priors: Any = None) -> None:
        """Back up the value of each leaf in flight.

        Args:
            values: one row of num_players returns for each of `leaf_states`, in the problem's own units.
            priors: one row of num_actions weights for each (for objects: one mapping from action to weight).
        """
        if self._batch is None:
            raise GameError("no batch is in flight; gather one first")
        work, batch = self.workspaces[0], self._batch
        try:
            checked = _rows_of(values, int(batch.count[1]), self.problem.num_players)
            if priors is not None:
                self._write_priors(priors)
        except BaseException:
            self.abandon()
            raise
        kernel = self._bound(stepwise.complete)
        kernel(self.tree, work, batch, checked, self.parameters, self.mcts.virtual_visits)

    def _write_priors(self, priors: Any) -> None:
        """Give the children of each leaf in flight its priors from outside."""
        work, batch = self.workspaces[0], self._batch
        assert batch is not None
        rows = self.problem.prior_rows(priors, int(batch.count[1]))
        try:
            self._bound(stepwise.write_outside_priors)(self.tree, work, batch, rows)
        except KeyError as error:
            raise GameError(f"an evaluator gave no prior for the action {error}; give every legal action one") from None

    def abandon(self) -> None:
        """Take the batch in flight back, as if it had never been."""
        if self._batch is not None:
            self._bound(stepwise.abandon)(self.tree, self._batch, self.mcts.virtual_visits)

    def step(self, limit: int) -> int:
        """Gather one batch of at most `limit` simulations, value it, complete it; return how many ended."""
        is_external = isinstance(self.mcts.evaluation, External)
        # The root's own children have no priors before its first evaluation, so that goes alone.
        begun = self.gather(limit if self.num_simulations else 1)
        count = len(self.leaf_states)
        if not count:
            return begun
        try:
            if is_external:
                answer = self.mcts.evaluation.function(self.leaf_states)  # type: ignore[attr-defined]
                values, priors = answer if isinstance(answer, tuple) else (answer, None)
            else:
                values, priors = self._value_leaves(count), None
        except BaseException:
            self.abandon()
            raise
        self.complete(values, priors)
        return begun

    def _value_leaves(self, count: int) -> Any:
        values = np.zeros((count, self.problem.num_players))
        kernel = self._bound(stepwise.evaluate_leaves)
        rows: Any = values if self.problem.compiled else values.tolist()
        self._raise_unless_ok(kernel(self.workspaces[0], self.parameters, self._batch, rows))
        return rows

    def simulate_to_open_root(self) -> None:
        """Run the one simulation that gives the root its children, if none has."""
        if self.num_simulations == 0 and (self.kept is not None or self.mcts.selection.shares):
            self.simulate(self.workspaces[0], 1)
        elif self.num_simulations == 0:
            self.step(1)

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Wall time of all runs so far, the present one included."""
        return self._seconds + (time.perf_counter() - self._begun if self._begun is not None else 0.0)

    @property
    def num_simulations(self) -> int:
        """Simulations completed so far."""
        return sum(int(work.counters.simulations[0]) for work in self.workspaces)

    @property
    def num_nodes(self) -> int:
        """Nodes in the tree so far."""
        return int(self.tree.size[0]) if self.kept is None else self.kept.size

    def result(self) -> SearchResult:
        """Return what has been found so far."""
        return read_result(self, self._rng if self.mcts.final.draws else UNDRAWN)

    @functools.cached_property
    def _rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)

    @property
    def num_codes(self) -> int:
        """How many action codes there may be."""
        return int(self.problem.bindings(self.capacity)[NUM_ACTION_CODES])

    @property
    def shared_bytes(self) -> int:
        """Bytes of what is shared between moves, as far as it is in use."""
        shared = self.tree.shared
        return self.sizes.bytes_in_use(int(shared.used[0]), int(shared.frozen_used[0]))

    def shared_at_root(self, child: int) -> tuple[int, float]:
        """Return the count and the sum of unit values in the root's table for the action of one of its children."""
        code = self.tree.code[child]
        return int(self.tree.shared.counts[code]), float(self.tree.shared.sums[code])

    def _shared_sizes(self, expected: int | None) -> Sizes:
        """Return how much room what moves share gets of the memory."""
        selection, problem = self.mcts.selection, self.problem
        codes = problem.num_codes if selection.shares else 0
        least = selection.least_sizes(codes)._replace(extra=self.mcts.statistic.cells(codes, problem.num_players))
        if not selection.has_tables:
            return least
        most = math.inf if expected is None else expected * (1.0 + self.mcts.final.extension) + 1
        block = problem.root_branching * problem.node_bytes(self.mcts.needs)
        return divided(least, memory_in_bytes(self.mcts.memory), block, selection.numbers.get("ref", 0.0), most)

    @property
    def _nodes_in_memory(self) -> int:
        room = memory_in_bytes(self.mcts.memory) - self.sizes.all_bytes
        return min(room // self.problem.node_bytes(self.mcts.needs), MOST_NODES)

    def _capacity(self, expected: int | None) -> int:
        """Return how many nodes the memory holds, or fewer if `expected` simulations cannot use so many."""
        memory = memory_in_bytes(self.mcts.memory)
        each = self.problem.node_bytes(self.mcts.needs)
        nodes = self._nodes_in_memory
        needed = (1 + self.problem.num_root_actions) * each + (self.kept.kept_bytes if self.kept else 0)
        needed += self.sizes.fixed_bytes
        if memory < needed:
            raise BudgetError(
                f"memory is {memory} bytes, but the root of {self.problem.name} and its children need {needed}; "
                "give more"
            )
        branching = self.problem.max_branching
        if expected is None or branching is None or expected < 1:
            return nodes
        simulations = math.ceil(expected * (1.0 + self.mcts.final.extension))
        return min(nodes, 1 + (simulations + 1) * branching)  # at most one block of children a simulation


def _checked_seed(seed: Any) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise UsageError(f"seed is {seed!r}; it must be a whole number of at least 0")
    return int(seed)


def _rows_of(values: Any, count: int, num_players: int) -> Any:
    """Return `values` as `count` rows of finite numbers, one for each player, or raise GameError."""
    rows = numbers_of("values", values, (count, num_players))
    if not np.isfinite(rows).all():
        raise GameError("an evaluator gave a value that is not a finite number")
    return rows
