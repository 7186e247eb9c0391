"""Reuse: after any actions, the subtree that they lead to is the tree of the position that they lead to.

The subtree moves to the front of the arrays (`compact.py`), counts and values as they are. What a position allows is
asked of the position itself: if the actions at the new root are not those of the tree, the tree is given up. Whether
the game has ended is asked at every step of every simulation anyway, of a state that began as the new root's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from monteverde.compile import kernel
from monteverde.errors import GameError, UnsuitableError, UsageError
from monteverde.search.compact import clear, compact, is_in_arrays
from monteverde.search.decay import decay_counts
from monteverde.search.ordering import bound
from monteverde.search.proof.root import prove_root
from monteverde.search.result import tree_at_root
from monteverde.search.sharing.compaction import clear_window
from monteverde.search.tree import NO_NODE, ROOT, Tree

if TYPE_CHECKING:
    from monteverde.search.problem import Problem, Steps
    from monteverde.search.session import Search

NO_DECAY = 1.0


def advance(search: Search, actions: Sequence[Any], position: Any, decay: float) -> None:
    """Make the position after `actions` the root of `search`, with what the tree knows of it."""
    _refuse(search, decay)
    after, steps = search.problem.after(actions)
    if position is not None:
        after = after.moved_to(position)
    if search.kept is not None and (position is not None or decay != NO_DECAY):
        search.tree  # noqa: B018  (the states that it keeps are those before; lists have none)
    mean = _keep_subtree(search, after, steps)
    search.problem = after
    if mean is None or not _has_its_actions(search):
        search.past.dropped += mean is not None
        _begin_anew(search)
    elif decay != NO_DECAY:
        decay_counts(search.tree, decay)
    if search.mcts.solver:
        prove_root(search.tree, search.problem.to_move, search.problem.num_players)
    _reset(search)
    _remember_values(search, steps, mean)


def _refuse(search: Search, decay: float) -> None:
    """Raise unless the search is at rest, and its counts can be made smaller if they have to be."""
    if search.is_running:
        raise GameError("the search is running; stop it and wait for the end of its run before its root moves on")
    if search.has_batch_in_flight:
        raise GameError("a batch is in flight; complete or abandon it before the root moves on")
    if search.mcts.transpositions:
        raise UnsuitableError(
            "what is below an action is not there for itself in a search with transpositions; start a new search, or "
            "leave transpositions off"
        )
    if search.mcts.division.trees > 1:
        raise UnsuitableError(
            f"one tree moves on to a new root, and parallel={search.mcts.parallel!r} has {search.mcts.division.trees}; "
            "start a new search, or set parallel='tree'"
        )
    if not (isinstance(decay, (int, float)) and 0.0 <= decay <= 1.0):
        raise UsageError(f"decay is {decay!r}; it must be the share of the counts to keep, from 0 to 1")
    if decay != NO_DECAY and search.mcts.solver:
        raise UnsuitableError(
            "decay makes the counts of nodes smaller, and solver=True keeps what is proven; leave decay at 1, or the "
            "solver off"
        )
    if decay != NO_DECAY and search.mcts.selection.shares:
        raise UnsuitableError(
            f"decay makes the counts of nodes smaller, and {type(search.mcts.selection).__name__} counts actions in "
            "tables as well; leave decay at 1, or search with UCB1 or PUCT"
        )


def _keep_subtree(search: Search, after: Problem, steps: Steps) -> float | None:
    """Make the node that the steps lead to the root; return its mean unit value, or None if it was never visited."""
    if search.kept is not None:
        return search.kept.move_root([action for _, action in steps], after.root)
    tree, node = search.tree, ROOT
    for _, action in steps:
        found = _child(tree, node, action)
        if found is None or not tree.visits[found]:
            return None
        node = found
    mean = float(tree.value_sum[node]) / int(tree.visits[node]) if node != ROOT else math.nan
    compact(tree, node)
    return mean


def _child(tree: Tree, node: int, action: Any) -> int | None:
    """Return the child of `node` by that action, or None."""
    return next((child for child in _block(tree, node) if tree.action[child] == action), None)


def _block(tree: Tree, node: int) -> range:
    """Return the children of `node`, those not shown yet among them."""
    first = int(tree.first_child[node])
    counts = tree.total if len(tree.total) else tree.num_children
    return range(first, first + int(counts[node]) if first > NO_NODE else first)


def _has_its_actions(search: Search) -> bool:
    """Return whether the children of the root, if it has any, are what its position allows."""
    tree = tree_at_root(search)
    actions = [tree.action[child] for child in _block(tree, ROOT)]
    return not actions or Counter(actions) == Counter(search.problem.root_actions)


def _begin_anew(search: Search) -> None:
    """Forget the tree."""
    search.refuse_small_memory()
    if search.kept is not None:
        search.kept = search.problem.kept_tree(search.mcts)
    else:
        clear(search.tree)


def _reset(search: Search) -> None:
    """Make the threads ready for simulations from the new root, and count these from zero."""
    for work in search.workspaces:
        search.problem.write_root(work)
        for counter in work.counters:
            counter[0] = 0
        work.patience[0] = 1
        work.totals[:] = [0.0] * len(work.totals)
        work.path[:] = [ROOT] * len(work.path)
        if work.window:
            clear_window(work.window)
    work = search.workspaces[0]
    if search.kept is not None:
        work.counters.depth[0] = search.kept.depth
    else:
        tree = search.tree
        work.counters.depth[0] = bound(longest_path, is_in_arrays(tree))(tree, work.path, work.movers)
        work.path[:] = [ROOT] * len(work.path)
    search.set_clock()


def _remember_values(search: Search, steps: Steps, mean: float | None) -> None:
    """Note what the simulations that are kept were worth to whom, as far as the tree tells.

    A node's value is that of whoever moved into it; the children of the root hold that of the player to move there.
    Paid on the way in, or worth less one step later, the value of the root itself is another than the return from it.
    """
    problem, past, tree = search.problem, search.past, tree_at_root(search)
    past.forget()
    past.reused = int(tree.visits[ROOT])
    low, high = problem.reward_range
    children = _block(tree, ROOT)
    visits = sum(int(tree.visits[child]) for child in children)
    known = {}
    if steps and mean is not None and not problem.pays_on_the_way:
        known[max(steps[-1][0], 0)] = mean  # where nature moved, the first player's view is kept
    if visits:
        known[problem.to_move] = sum(float(tree.value_sum[child]) for child in children) / visits
    for player, unit_value in known.items():
        past.known[player] = past.reused
        past.returns[player] = past.reused * (low + (high - low) * unit_value)


@kernel
def longest_path(tree, cursors, ends):
    """Return how deep the deepest node lies that has been visited; the two arrays, one entry a depth, are scratch."""
    depth, deepest = 0, 0
    cursors[0], ends[0] = ROOT, ROOT + 1
    while depth >= 0:
        node = cursors[depth]
        if node == ends[depth]:
            depth -= 1
            continue
        cursors[depth] = node + 1
        if tree.visits[node] > 0 and depth > deepest:
            deepest = depth
        if tree.first_child[node] > NO_NODE:
            depth += 1
            cursors[depth] = tree.first_child[node]
            ends[depth] = tree.first_child[node] + tree.num_children[node]
    return deepest
