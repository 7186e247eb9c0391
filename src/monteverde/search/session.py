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
from monteverde.memory import apart
from monteverde.search import leaf, stepwise
from monteverde.search.archive import FilePath
from monteverde.search.crew import Crew, runs_free_of_the_interpreter
from monteverde.search.endings import Decided, Ending, Full, Left, OnlyAction
from monteverde.search.evaluation import External
from monteverde.search.graph.positions import NO_GRAPH, Room, with_numbers
from monteverde.search.graph.reading import position_bytes
from monteverde.search.leaf import Team
from monteverde.search.loop import simulate
from monteverde.search.loops import LoopKey, bind_loop, shared_loop
from monteverde.search.mcts import MCTS, Parameters, Progress
from monteverde.search.objects import ObjectProblem, withdraw_cut
from monteverde.search.past import Past
from monteverde.search.problem import CompiledProblem, Problem, numbers_of
from monteverde.search.proof import check_sums
from monteverde.search.reroot import NO_DECAY, advance
from monteverde.search.result import SearchResult, read_result
from monteverde.search.room import PRUNE, STOP_GROWING, call_in, make_room, warm_up
from monteverde.search.saved import load, save
from monteverde.search.sharing.sizes import Sizes, divided
from monteverde.search.status import OK, SENTENCES
from monteverde.search.tree import MAX_VISITS, NO_NODE, ROOT, Tree
from monteverde.search.workspace import NOBODY, Workspace, new_held

MOST_NODES = 2**31 - 1  # children are addressed by int32
EXTENSION_STEPS = 5  # in how many parts an undecided search is prolonged
NOT_STARTED = "not started"
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

    def __init__(
        self,
        mcts: MCTS,
        position: Any,
        *,
        seed: int | None,
        expected: int | None,
        is_repeatable: bool = True,
        room: tuple[Sizes, int] | None = None,
    ) -> None:
        self.problem = problem_of(position)
        self.mcts = mcts if is_repeatable or not runs_free_of_the_interpreter(self.problem) else mcts.on_all_cores()
        mcts = self.mcts
        mcts.check(self.problem)
        self.seed = secrets.randbits(63) if seed is None else _checked_seed(seed)
        self.kept = self.problem.kept_tree(mcts)
        """The tree while it is one that keeps states; `tree` turns it into the kernels' own."""
        self.sizes, self.capacity = room or self._room(expected)
        graph_room = self._graph_room(expected)
        self._tree = None if self.kept else self._new_tree(graph_room)
        self._more_trees = tuple(self._new_tree(graph_room) for _ in range(1, mcts.division.trees))
        learned = self.problem.new_learned(self.sizes.learned)
        self.workspaces = [self._new_workspace(stream, learned) for stream in range(mcts.division.threads)]
        self.team = Team(self.workspaces) if mcts.division.is_leaf else None
        """Those who play from one leaf, by leaf parallelism."""
        self.parameters = Parameters(*(self.problem.parameters(component) for component in mcts.components))
        self._seconds = 0.0
        self._begun: float | None = None  # when the present run began
        self.stopped_by = NOT_STARTED
        self.past = Past(self.problem.num_players)
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

    @property
    def trees(self) -> tuple[Tree, ...]:
        """All trees; more than one by root and hybrid parallelism, which a result merges."""
        return (self.tree, *self._more_trees)

    def _new_tree(self, room: Room) -> Tree:
        tree = self.problem.new_tree(self.capacity, self.mcts.needs, self.sizes, room)
        return tree._replace(size=apart(tree.size)) if self.problem.compiled else tree

    def _new_workspace(self, stream: int, learned: Any) -> Workspace:
        work = self.problem.new_workspace(self.seed, stream, self.sizes, learned)
        is_alone = not self.problem.compiled or self.mcts.division.threads == 1
        if is_alone:
            return work
        held = new_held() if self.mcts.division.is_shared else work.held
        moved: Workspace = apart(work._replace(held=held))
        return moved._replace(learned=learned)  # what is learnt is for all threads

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
        call_in(self)
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
        elif self.team is not None:
            self.team.close()
            self.follow(1)
            self.lead(0)
        else:
            self.simulate(self.workspaces[0], 0)
        if self.mcts.on_full == PRUNE:
            warm_up(self.tree)

    def lead(self, count: int, until: float = math.inf) -> None:
        """Run `count` simulations with the whole team, whose other threads `follow`, or fewer as `simulate` does."""
        assert self.team is not None
        work, gate = self.workspaces[0], self.team.gate
        work.halt[0], work.until[0] = 0, until
        status = self._bound(leaf.lead)(self.tree, work, gate, self.parameters, count, self.mcts.virtual_visits)
        self._raise_unless_ok(status)

    def follow(self, member: int) -> None:
        """Play from each leaf that another thread comes to in `lead`, until the team's gate closes."""
        assert self.team is not None
        arguments = (self.workspaces[member], self.workspaces[0], self.team.gate, member, self.parameters)
        self._bound(leaf.follow)(self.tree, *arguments, self.mcts.virtual_visits)

    def simulate(
        self, work: Workspace, count: int, tree: Tree | None = None, until: float = math.inf, stride: int = 1
    ) -> None:
        """Run `count` simulations with the workspace of one thread, or fewer if told to halt meanwhile.

        Args:
            work: of the thread.
            count: how many.
            tree: on which; the first if none is given.
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
            tree = self.tree if tree is None else tree
            status = self._bound(simulate)(tree, work, self.parameters, count, self.mcts.virtual_visits)
        self._raise_unless_ok(status)

    @contextmanager
    def _whole(self, work: Workspace) -> Iterator[None]:
        """Take the simulation in flight back if a method of a Python object raises in the middle of it."""
        try:
            yield
        except BaseException:
            waiting = 0 if self._batch is None else int(self._batch.count[0])
            known = self.past.reused + self.num_simulations + waiting * self.mcts.virtual_visits
            is_in_flight = self.mcts.virtual_visits == 0 or self.tree.visits[ROOT] > known
            if not self.problem.compiled and is_in_flight:
                withdraw_cut(self.tree, work.path, self.mcts.virtual_visits)
                self._forget_passed()
            raise

    def _forget_passed(self) -> None:
        """Forget what simulations that did not end have passed by."""
        for work in self.workspaces:
            work.passed[:] = [NO_NODE] * len(work.passed)

    @property
    def is_solved(self) -> bool:
        """Whether it is proven which action is best, so that there is nothing left to search."""
        return self.mcts.solver and bool(self.tree.closed[ROOT])

    def _raise_unless_ok(self, status: int) -> None:
        if self.mcts.solver:
            check_sums(self)
        if status < OK:
            self._forget_passed()
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
        learner = self.mcts.learner
        if learner is not None:
            raise UnsuitableError(
                f"{type(learner).__name__} learns from all actions of a playout, and leaves valued outside "
                "have none; run it, or gather with UCB1 or PUCT and playouts that do not learn"
            )
        if self.mcts.transpositions:
            raise UnsuitableError(
                "a search with transpositions values one leaf at a time, and gather makes batches; run it instead"
            )
        if self._more_trees:
            raise UnsuitableError(
                f"leaves are gathered from one tree, and parallel={self.mcts.parallel!r} has {len(self.trees)}; "
                "run it, or gather with parallel='tree'"
            )
        if self._batch is None:
            size = self.mcts.evaluation.batch if isinstance(self.mcts.evaluation, External) else max(limit, 1)
            self._batch = self.problem.new_batch(self.workspaces[0], size)
        elif self.has_batch_in_flight:
            raise GameError("a batch is in flight already; complete or abandon it first")
        self.make_room()
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
        begun = self.gather(limit if self.num_simulations or self.past.reused else 1)
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
        is_fused = self.mcts.learner is not None or self.mcts.transpositions or self.mcts.division.trees > 1
        if self.num_simulations == 0 and self.team is not None:
            self.team.dismiss()
            self.lead(1)
        elif self.num_simulations == 0 and (self.kept is not None or is_fused):
            self.simulate(self.workspaces[0], 1)
        elif self.num_simulations == 0:
            self.step(1)

    # -- moving on ----------------------------------------------------------------------------------------------

    def advance(self, *actions: Any, position: Any = None, decay: float = NO_DECAY) -> int:
        """Make the position after `actions` the root, and go on with what the tree knows of it.

        The subtree keeps its counts and values as they are. Where an action was never tried, or the actions of the tree
        are not those of the position any more, a fresh tree begins. Simulations and seconds count from zero again.

        Args:
            actions: what has been played, by whoever and by nature; as numbers, or what people call them.
            position: what the actions have led to, if it is not quite what the rules say; a problem that drifts.
            decay: the share of the counts to keep, from 0 to 1, for such problems. Counts stay whole numbers.

        Returns:
            how many of the simulations so far are kept: the visits of the new root.

        Raises:
            IllegalActionError: if an action is not legal. Nothing has changed then, nor in the cases that follow.
            UsageError: if the game is over after them, or nature is to move.
            GameError: if the search is running, or a batch is in flight.
            UnsuitableError: for a decay in a search that shares statistics between moves.
        """
        advance(self, actions, position, decay)
        return self.past.reused

    @property
    def wants_room(self) -> bool:
        """Whether nodes go without children for want of memory, and the search is to do something about it."""
        is_full = any(int(work.counters.full[0]) >= int(work.patience[0]) for work in self.workspaces)
        return is_full and self.mcts.on_full != STOP_GROWING

    def make_room(self) -> None:
        """Prune the tree if it wants room, and this is what the search does about it. Nothing may be in flight."""
        if self.wants_room and self.mcts.on_full == PRUNE:
            make_room(self)

    @property
    def is_running(self) -> bool:
        """Whether a run is under way."""
        return self._begun is not None

    @property
    def has_batch_in_flight(self) -> bool:
        """Whether simulations have been begun by `gather` and not ended."""
        return self._batch is not None and int(self._batch.count[0]) > 0

    def set_clock(self, seconds: float = 0.0, stopped_by: str = NOT_STARTED) -> None:
        """Count seconds on from `seconds`, after a run that ended for that reason."""
        self._seconds, self.stopped_by = seconds, stopped_by

    # -- in a file -----------------------------------------------------------------------------------------------

    def save(self, path: FilePath) -> None:
        """Write the search to a file, from which `Search.load` goes on; what is there is replaced in one stroke.

        Between two runs, or from the progress callback of a search on one thread.

        Raises:
            UnsuitableError: if it is a search of a Python object.
            GameError: if a batch is in flight.
            UsageError: if the file cannot be written.
        """
        save(self, path)

    @classmethod
    def load(cls, path: FilePath, *, game: Any = None, algorithm: MCTS | str | None = None) -> Search:
        """Return the search in a file, ready to be run on.

        With one thread it goes on, bit for bit, as if it had never been interrupted.

        Args:
            path: what `save` wrote.
            game: what it must be a search of, as a Game, its class or its name; needed unless it is built in.
            algorithm: what it must have been made by, as an MCTS or a name; needed if some part of that is not one of
                the library's own.

        Raises:
            UsageError: if the file cannot be read, is cut short or damaged or of another version, or if it is a search
                of another game, of other rules, or by another algorithm.
        """
        from monteverde.search.algorithms import load_search

        return load(path, game, load_search(algorithm) if isinstance(algorithm, str) else algorithm)

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
        """Nodes in the tree, or in all trees, so far."""
        if self.kept is not None:
            return self.kept.size
        reserved = sum(int(work.held.room[1] - work.held.room[0]) for work in self.workspaces if work.held)
        return sum(int(tree.size[0]) for tree in self.trees) - reserved

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
        """Bytes of what is shared between moves and between paths, as far as it is in use."""
        shared = [tree.shared for tree in self.trees]
        used = sum(self.sizes.bytes_in_use(int(part.used[0]), int(part.frozen_used[0])) for part in shared)
        return used + position_bytes(self.tree)

    def _room(self, expected: int | None) -> tuple[Sizes, int]:
        """Return how large what moves share is, and how many nodes there may be."""
        self.sizes = self._shared_sizes(expected)
        return self.sizes, self._capacity(expected)

    def _shared_sizes(self, expected: int | None) -> Sizes:
        """Return how much room what moves share gets of the memory."""
        selection, problem = self.mcts.selection, self.problem
        codes = problem.num_codes if self.mcts.learner is not None else 0
        least = selection.least_sizes(codes)._replace(
            codes=codes,
            extra=self.mcts.statistic.cells(codes, problem.num_players),
            learned=self.mcts.evaluation.cells(codes),
        )
        if not selection.has_tables:
            return least
        most = math.inf if expected is None else expected * (1.0 + self.mcts.final.extension) + 1
        block = problem.root_branching * problem.node_bytes(self.mcts.needs)
        return divided(least, self._memory_of_a_tree, block, selection.numbers.get("ref", 0.0), most)

    @property
    def _memory_of_a_tree(self) -> int:
        return memory_in_bytes(self.mcts.memory) // self.mcts.division.trees

    def _graph_room(self, expected: int | None) -> Room:
        """Return how much room the positions of a graph get of the memory: what the edges leave."""
        if not self.mcts.transpositions:
            return NO_GRAPH
        problem, memory = self.problem, memory_in_bytes(self.mcts.memory)
        room = Room(0, problem.num_players, memory, problem.node_bytes(self.mcts.needs), problem.position_bytes)
        return with_numbers(
            room, math.inf if expected is None else math.ceil(expected * (1.0 + self.mcts.final.extension)) + 2
        )

    @property
    def _nodes_in_memory(self) -> int:
        room = self._memory_of_a_tree - self.sizes.all_bytes
        return min(room // self.problem.node_bytes(self.mcts.needs), MOST_NODES)

    def _capacity(self, expected: int | None) -> int:
        """Return how many nodes the memory holds, or fewer if `expected` simulations cannot use so many."""
        division, nodes = self.mcts.division, self._nodes_in_memory
        self.refuse_small_memory()
        branching = self.problem.max_branching
        if expected is None or branching is None or expected < 1:
            return nodes
        simulations = math.ceil(expected * (1.0 + self.mcts.final.extension))
        if division.trees > 1:  # each thread runs the same number, one more or less
            simulations = (simulations // division.threads + EXTENSION_STEPS + 1) * division.largest_team
        return min(nodes, 1 + (simulations + 1) * branching)  # at most one block of children a simulation

    def refuse_small_memory(self) -> None:
        """Raise BudgetError if the memory does not even hold the root and its children."""
        memory, trees = self._memory_of_a_tree, self.mcts.division.trees
        needed = (1 + self.problem.num_root_actions) * self.problem.node_bytes(self.mcts.needs)
        needed += (self.kept.kept_bytes if self.kept else 0) + self.sizes.fixed_bytes
        if self.mcts.transpositions:
            needed += (2 + self.problem.num_root_actions) * self.problem.position_bytes
        if memory < needed:
            raise BudgetError(
                f"memory is {memory} bytes{' for each tree' if trees > 1 else ''}, but the root of "
                f"{self.problem.name} and its children need {needed}; give more"
            )


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
