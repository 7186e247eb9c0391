"""UCT on a plain Python object: one loop in the idioms that Python is fast at, over a tree that keeps states.

It does what the kernels of `loop.py` do when the search is UCB1, one child at a time, one random playout and mean
backup, and the problem has neither chance, step rewards nor discount: the same draws, the same tree to the last bit
(tests compare them). What differs is what it costs. A node with children keeps the state there, so a simulation
descends without playing and clones once where it leaves the tree; each node keeps the two numbers that its score is
made of; the rewards of an end are asked for once.

So it asks more of the object than the kernels do: what a state answers must follow from the actions that led to it.

Other searches, and the stepwise mode, go on from `as_lists`, which turns the tree into what the kernels read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from math import inf, log, nan, sqrt
from operator import add, attrgetter
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from monteverde.compile.random import PYTHON_BITS
from monteverde.errors import GameError
from monteverde.game.rules import SIMULTANEOUS
from monteverde.search.backup import MeanBackup
from monteverde.search.component import Component
from monteverde.search.evaluation import RandomPlayout
from monteverde.search.evaluation.base import PlayoutEvaluation
from monteverde.search.expansion import OneChild
from monteverde.search.policy.sample_action import SampleAction
from monteverde.search.selection.shares import NUM_KEPT, ROOT_LOGS, SHARES
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.statistic import NoStatistic
from monteverde.search.status import CHANCE_WITHOUT_OUTCOMES, NO_LEGAL_ACTION, SENTENCES, SIMULTANEOUS_MOVE, TOO_LONG
from monteverde.search.tree import Tree, new_object_tree
from monteverde.search.workspace import Counters, Workspace

if TYPE_CHECKING:
    from monteverde.search.mcts import MCTS

OFTEN = 128  # visits from which on it pays to ask first whether the child chosen last still leads
DOUBT = 1e-9  # far above what rounding does to a score, far below what tells scores apart
MOST_KNOWN = 1024  # different ends whose rewards are remembered
FIRST = 1  # the number of the first child of the root
SEQUENCES = (Sequence, np.ndarray)  # collections that an action can be drawn from by its number
ANYTHING = [None]
"""Stands for actions that nothing is wrong with."""
NOTHING: list[Any] = []
"""The untried actions of a node whose children have all been tried; told apart by identity."""

SHARE_AND_ROOT: list[tuple[float, float]] = [(share, root) for share, root in SHARES.tolist()]

Ends = tuple[list[float], tuple[float, ...]]
"""What an end pays each player: in unit value, and in the problem's own units."""


class Facts(Protocol):
    """What the loop asks of a problem that is an object."""

    name: str
    root: Any
    max_length: int

    @property
    def kept_bytes(self) -> int:
        """How many bytes a node with children takes beside those of the nodes."""

    def ends(self, paid: Any) -> Ends:
        """Return what an end pays, checked."""


@lru_cache(maxsize=16)
def bonuses(c: float) -> list[float]:
    """Return c * sqrt(ln N) for every small N: what the `root` of each child of a node of N visits is multiplied by."""
    return [c * root_log for root_log in ROOT_LOGS.tolist()]


def is_plain_uct(mcts: MCTS) -> bool:
    """Return whether the loop here does what `mcts` says."""
    kinds: tuple[type[Component], ...] = (UCB1, OneChild, RandomPlayout, MeanBackup, NoStatistic)
    has_kernels = all(part.kernels == kind.kernels for part, kind in zip(mcts.components, kinds, strict=True))
    is_plain = not mcts.solver and has_plain_playouts(mcts)
    return has_kernels and is_plain and mcts.evaluation.numbers["playouts"] == 1.0


def has_plain_playouts(mcts: MCTS) -> bool:
    """Return whether the actions of playouts, if there are any, are drawn as the problem itself draws."""
    return not isinstance(mcts.evaluation, PlayoutEvaluation) or type(mcts.evaluation.policy) is SampleAction


class Scored:
    """What the scores of a node's children are made of.

    The fields are in three classes because a class lays its own out after those that it inherits: what a scan reads
    comes first, in the cache line that holds the head of the object.
    """

    __slots__ = ("mean", "root")

    mean: float
    """`value_sum` / `visits`."""
    root: float
    """sqrt(1 / `visits`)."""


class Visited(Scored):
    """What a backup changes, or the descent asks of every node."""

    __slots__ = ("untried", "value_sum", "viewer", "visits")

    visits: int
    value_sum: float
    viewer: int
    """Who played the action that led here: whose unit values are summed."""
    untried: list[Any] | None
    """Actions without a child yet; None before the node is expanded, NOTHING when all are tried."""


class Node(Visited):
    """A node that has been visited."""

    __slots__ = ("action", "children", "ends", "first", "leader", "mover", "rival", "state")

    action: Any
    """The action that led here."""
    ends: Ends | None
    """What is paid here if the problem ends here."""
    state: Any
    """The state here; it is cloned, never played on. Set when the node is expanded, as is all below."""
    mover: int
    """Whose turn it is here."""
    children: list[Node]
    """In the order in which they were tried."""
    first: int
    """The number of its first child among all nodes."""
    leader: Node
    """The child that the last scan of all children chose."""
    rival: float
    """How high any other child may score by now, less what they share: if the leader is above it, it still leads."""


NOBODY = Node()
"""The leader of a node that has not been scanned for one."""
NOBODY.mean = NOBODY.root = 0.0


class KeptTree:
    """The tree of one search, and the loop over it."""

    def __init__(self, problem: Facts, c: float, waits: float, memory: int, node_bytes: int) -> None:
        """Start with the root alone.

        Args:
            problem: what to search.
            c: UCB1's exploration constant.
            waits: how many visits a node must have had before it gets children.
            memory: the most bytes for nodes and kept states.
            node_bytes: what is counted for a node, its state apart.
        """
        self.problem = problem
        self.c, self.waits = c, waits
        self.memory, self.node_bytes = memory, node_bytes
        self.kept_bytes = problem.kept_bytes
        self.most_used = memory - node_bytes - self.kept_bytes  # when the least that a node can get still fits
        self.used = node_bytes
        self.size = 1
        self.shared = bonuses(c)
        self.known: dict[Any, Ends] = {}
        self.root = root = Node()
        root.visits, root.ends, root.untried, root.children, root.state = 0, None, None, [], problem.root.clone()

    def simulate(self, work: Workspace, count: int) -> None:  # noqa: C901  (calling a function a step costs a tenth)
        """Run `count` simulations, or fewer if the time is up, with the random stream and the counters of `work`.

        A simulation that raises leaves no trace: all that may raise comes before the tree is changed. What is used
        often has a local name, and nothing is called that need not be: that is what costs time here.
        """
        root, known, shared_of, share_and_root, nothing = self.root, self.known, self.shared, SHARE_AND_ROOT, NOTHING
        num_kept, max_length, draw, bits = NUM_KEPT, self.problem.max_length, work.rng.getrandbits, PYTHON_BITS
        counters, num_plies, deepest, parent, actions = work.counters, 0, 0, root, ANYTHING
        halt, now, until = work.halt, perf_counter, work.until[0]
        returns: list[tuple[float, ...]] = []
        try:
            for _ in range(count):
                # 1. SELECT while every child of the node has been tried.
                node, path = root, []
                while node.untried is nothing:
                    parent = node
                    visits = node.visits
                    shared = shared_of[visits] if visits < num_kept else self.c * sqrt(log(visits))
                    if visits < OFTEN:
                        best = -1.0
                        for child in parent.children:
                            if (score := child.mean + shared * child.root) > best:
                                best = score
                                node = child
                    else:
                        node = parent.leader
                        if node.mean + shared * node.root <= parent.rival + shared:
                            best = second = -1.0
                            for child in parent.children:
                                if (score := child.mean + shared * child.root) > best:
                                    second = best
                                    best = score
                                    node = child
                                elif score > second:
                                    second = score
                            parent.leader = node
                            parent.rival = second - shared + DOUBT
                    path.append(node)
                # 2. EXPAND by an untried action; a node that has to wait for children is the leaf once more.
                ends = node.ends
                untried = None
                if ends is None:
                    depth = len(path)
                    untried = node.untried or self._expand(node, parent, counters)
                    if untried:
                        choice = draw(bits) % len(untried)
                        tried = untried[choice]
                        depth += 1
                        state = node.state.clone()
                        state.play(tried)
                        is_end = state.is_terminal()
                    else:
                        state = parent.state.clone()
                        state.play(node.action)
                        is_end = False
                    if depth > deepest:
                        deepest = depth
                    # 3. EVALUATE by playing on at random.
                    if not is_end:
                        for plies in range(1, max_length - depth + 1):  # noqa: B007  (it is used below)
                            actions = state.legal_actions()
                            state.play(actions[draw(bits) % len(actions)])
                            if state.is_terminal():
                                break
                        else:
                            raise self._failure(TOO_LONG)
                        num_plies += plies
                    paid = state.rewards()
                    try:
                        ends = known[paid]
                    except (KeyError, TypeError):  # new, or a list
                        ends = self._ends(paid)
                # 4. BACK UP. Nothing before this has changed the tree, but for an expanded node without children.
                unit_values, paid = ends
                if untried:
                    leaf = Node()
                    leaf.action = tried
                    leaf.viewer = viewer = node.mover
                    leaf.ends = ends if is_end else None
                    leaf.untried = None
                    leaf.mean = leaf.value_sum = unit_values[viewer]
                    leaf.root = 1.0
                    leaf.visits = 1
                    last = untried.pop()
                    if not untried:
                        node.untried = nothing
                    elif choice < len(untried):
                        untried[choice] = last
                    node.children.append(leaf)
                for node in path:
                    node.visits = visits = node.visits + 1
                    node.value_sum = value_sum = node.value_sum + unit_values[node.viewer]
                    if visits < num_kept:
                        share, node.root = share_and_root[visits]
                    else:
                        share = 1.0 / visits
                        node.root = sqrt(share)
                    node.mean = value_sum * share
                root.visits += 1
                returns.append(paid)
                if halt[0] or now() >= until:
                    break
        except (ZeroDivisionError, TypeError):
            self._explain(actions)
            raise
        finally:
            counters.simulations[0] += len(returns)
            counters.plies[0] += num_plies
            counters.depth[0] = max(counters.depth[0], deepest)
            for player, column in enumerate(zip(*returns, strict=True)):
                work.totals[player] = reduce(add, column, work.totals[player])

    def _expand(self, node: Node, parent: Node, counters: Counters) -> list[Any] | None:
        """Make `node` one that children can be added to; return its actions, or None if it must do without children."""
        if node is self.root:
            state = node.state
        elif node.visits < self.waits:
            return None
        elif self.used > self.most_used:
            counters.full[0] += 1
            return None
        else:
            state = parent.state.clone()
            state.play(node.action)
        mover = state.to_move()
        if mover < 0:
            raise self._failure(SIMULTANEOUS_MOVE if mover == SIMULTANEOUS else CHANCE_WITHOUT_OUTCOMES)
        untried = list(state.legal_actions())
        if not untried:
            raise self._failure(NO_LEGAL_ACTION)
        used = self.used + self.kept_bytes + len(untried) * self.node_bytes
        if used > self.memory:
            counters.full[0] += 1
            return None
        untried.reverse()
        node.state, node.mover, node.first = state, mover, self.size
        node.children, node.leader, node.rival = [], NOBODY, inf
        self.size += len(untried)
        self.used = used
        node.untried = untried  # last: this says that the rest is there
        return untried

    def _ends(self, paid: Any) -> Ends:
        """Return what an end that pays `paid` is worth, and remember it."""
        key = tuple(paid)
        if key in self.known:
            return self.known[key]
        ends = self.problem.ends(key)
        if len(self.known) < MOST_KNOWN:
            self.known[key] = ends
        return ends

    def _explain(self, actions: Any) -> None:
        """Raise GameError if what went wrong is that the loop drew one of these actions."""
        if not isinstance(actions, SEQUENCES):
            raise GameError(
                f"{self.problem.name}.legal_actions() gave a {type(actions).__name__}, but a sequence at the root; "
                "give a list everywhere"
            ) from None
        if len(actions) == 0:
            raise self._failure(NO_LEGAL_ACTION) from None

    def _failure(self, status: int) -> GameError:
        return GameError(SENTENCES[status].format(game=self.problem.name, max_length=self.problem.max_length))

    def move_root(self, actions: Sequence[Any], root: Any) -> float | None:
        """Make the node that `actions` lead to the root; return its mean value, or None if it was never visited.

        `root` is the state there, for a node that keeps none yet.
        """
        node = self.root
        for action in actions:
            children = [] if node.untried is None else node.children
            found = next((child for child in children if child.action == action), None)
            if found is None:
                return None
            node = found
        mean = nan if node is self.root else node.mean
        if node.untried is None:
            node.state = root.clone()
        self.root = node
        self._number()
        return mean

    def _number(self) -> None:
        """Number the nodes anew, in the order that they have, and count what they take."""
        self.size, self.used = 1, self.node_bytes
        for node in sorted(self._expanded(), key=attrgetter("first")):
            count = len(node.children) + len(node.untried or NOTHING)
            node.first = self.size
            self.size += count
            self.used += self.kept_bytes + count * self.node_bytes

    def _expanded(self) -> Iterator[Node]:
        """Yield the nodes that have children, or actions to make them of."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.untried is not None:
                yield node
                waiting += node.children

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def depth(self) -> int:
        """How deep the deepest node lies."""
        depth, level = -1, [self.root]
        while level:
            depth += 1
            level = [child for node in level if node.untried is not None for child in node.children]
        return depth

    def root_block(self) -> Tree:
        """Return the root and its children alone, as lists."""
        actions, children = self._block(self.root)
        tree = self._blank(1 + len(actions))
        if actions:
            _write(tree, 0, FIRST, actions, children)
        return tree

    def variation(self, child: int) -> Iterator[Any]:
        """Yield the most visited action at each step below child number `child` of the root."""
        children = self.root.children[child : child + 1]
        while children and children[0].untried is not None:
            children = sorted(children[0].children, key=attrgetter("visits"), reverse=True)
            yield from (best.action for best in children[:1])

    def as_lists(self) -> Tree:
        """Return the whole tree as the kernels read it, without the states."""
        tree = self._blank(self.size)
        waiting = [(0, self.root)]
        while waiting:
            index, node = waiting.pop()
            if node.untried is not None:
                _write(tree, index, node.first, *self._block(node))
                waiting += enumerate(node.children, node.first)
        return tree

    def _block(self, node: Node) -> tuple[list[Any], list[Node]]:
        """Return the actions at `node` in the order of its children, and those children that there are."""
        children = node.children.copy()  # another thread may add one meanwhile
        untried = (node.untried or NOTHING)[::-1]
        return [child.action for child in children] + untried, children

    def _blank(self, length: int) -> Tree:
        """Return lists of that many nodes, of which only the root has something in it."""
        tree = new_object_tree(())
        for column in (tree.visits, tree.first_child, tree.num_children, tree.action):
            column.extend([0] * (length - 1))
        tree.value_sum.extend([0.0] * (length - 1))
        tree.visits[0], tree.size[0] = self.root.visits, self.size
        return tree


def _write(tree: Tree, index: int, first: int, actions: list[Any], children: list[Node]) -> None:
    """Write the children of node number `index` of `tree`, from number `first` on."""
    tree.first_child[index], tree.num_children[index] = first, len(actions)
    tree.action[first : first + len(actions)] = actions
    for number, child in enumerate(children, first):
        tree.visits[number], tree.value_sum[number] = child.visits, child.value_sum
