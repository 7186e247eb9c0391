"""How the threads of a search share its work, by name.

    tree     one tree, and all threads on it, without locks
    root     a tree for each thread, merged when somebody looks
    hybrid   several trees, merged, and a team of threads on each
    leaf     one tree; one thread goes down it, and from the leaf each of them plays a playout

Each is a number of trees and of threads: thread i works on tree i modulo their number. Only leaf parallelism is
something else, since its threads do not descend by themselves.
Source: Chaslot, Winands and van den Herik, *Parallel Monte-Carlo tree search*, 2008; leaf parallelism: Cazenave and
Jouandeau, *On the parallelization of UCT*, 2007.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from monteverde.errors import UsageError

TREE, ROOT, HYBRID, LEAF = "tree", "root", "hybrid", "leaf"
WAYS = (TREE, ROOT, HYBRID, LEAF)

AUTOMATIC = 0  # as many threads, or trees, as fit
HYBRID_TREES = 2  # the fewest that need merging: more of them see less each
ANYWHERE = 64  # threads that are accepted on any machine, so that a study file can move
MOST_PER_CORE = 4  # beyond, threads only wait for each other


class Division(NamedTuple):
    """How many threads there are, on how many trees."""

    threads: int
    trees: int
    is_leaf: bool

    @property
    def is_shared(self) -> bool:
        """Whether several threads change the same tree."""
        return self.threads > self.trees

    @property
    def largest_team(self) -> int:
        """How many threads the busiest tree has."""
        return -(-self.threads // self.trees)

    def tree_of(self, thread: int) -> int:
        """Return the number of the tree that a thread works on."""
        return thread % self.trees


def divided(way: str, threads: int, trees: int) -> Division:
    """Return how `threads` share the work; `trees` is for the hybrid way alone (AUTOMATIC: HYBRID_TREES)."""
    if threads == 1 or way == TREE:
        return Division(threads, 1, is_leaf=False)
    if way == HYBRID:
        return Division(threads, min(trees or HYBRID_TREES, threads), is_leaf=False)
    return Division(threads, threads if way == ROOT else 1, is_leaf=way == LEAF)


def check_division(way: Any, threads: Any, trees: Any) -> None:
    """Raise UsageError unless there is such a way, and its numbers make sense."""
    if way not in WAYS:
        raise UsageError(f"parallel is {way!r}; it must be one of {', '.join(map(repr, WAYS))}")
    most = most_threads()
    if not _is_count(threads) or not 0 <= threads <= most:
        raise UsageError(
            f"threads is {threads!r}; it must be a whole number from 1 to {most} (this machine has {num_cores()} "
            f"cores, and more threads would only wait for each other), or {AUTOMATIC} for as many as fit"
        )
    if not _is_count(trees) or trees < 0:
        raise UsageError(f"trees is {trees!r}; it must be a whole number of at least 2, or {AUTOMATIC}: {HYBRID_TREES}")
    if trees != AUTOMATIC and way != HYBRID:
        raise UsageError(f"trees is {trees}, but parallel={way!r} decides that itself; use parallel={HYBRID!r}")
    if trees != AUTOMATIC and threads != AUTOMATIC and not 2 <= trees <= threads:
        raise UsageError(f"trees is {trees}; with threads={threads} it must be from 2 to {threads}, a team for each")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def num_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # pragma: no cover  # not on Linux


def most_threads() -> int:
    """Return the most threads that make sense here."""
    return max(ANYWHERE, MOST_PER_CORE * num_cores())
