"""The tree's memory: room, blocks of children, and their order."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from monteverde.compile import bind, kernel, new_stream
from monteverde.compile.atomics import ALONE, SHARED
from monteverde.compile.random import STREAMS
from monteverde.search.phases import allocate, is_full
from monteverde.search.tree import (
    ARRAY_MEMORY,
    FULL,
    LINK_BYTES,
    LINKS,
    ROOT,
    Tree,
    bytes_per_node,
    list_memory,
    new_object_tree,
    new_tree,
    write_in_random_order,
)

MEMORIES = [
    pytest.param(new_tree(8, ()), {**ARRAY_MEMORY, **ALONE}, id="arrays"),
    pytest.param(new_object_tree(()), list_memory(8), id="lists"),
]


def call(slot: Any, memory: Any, *arguments: Any) -> Any:
    """Call what a memory binds to `slot`, as plain Python."""
    return bind(memory[slot], memory, compiled=False)(*arguments)


def copied(tree: Tree) -> Tree:
    """Return a copy, so that a test can change it."""
    return deepcopy(tree)


def test_a_plain_node_takes_24_bytes() -> None:
    """The count that the design promises; each optional array adds its own."""
    assert bytes_per_node(()) == 24
    assert bytes_per_node({"prior"}) == 28
    assert bytes_per_node({"prior", "square_sum"}) == 36


def test_the_promised_bytes_are_the_bytes_of_the_arrays() -> None:
    """What the budget counts is what is allocated."""
    tree = new_tree(1000, {"prior"})
    per_node = [values for name, values in tree._asdict().items() if name not in ("size", "shared", "graph")]
    assert sum(values.nbytes for values in per_node) == 1000 * bytes_per_node({"prior"})


def test_links_lie_as_the_loop_promises_the_compiler() -> None:
    """The machine code relies on it, and reads something else if it is not so."""
    tree = new_tree(100, ())
    assert all(getattr(tree, name).strides == (LINK_BYTES,) for name in LINKS)


def test_unused_arrays_have_length_zero() -> None:
    """So one compiled type serves every search, and nobody pays for what nobody reads."""
    tree = new_tree(5, {"square_sum"})
    assert (len(tree.visits), len(tree.prior), len(tree.square_sum)) == (5, 0, 5)
    assert (len(new_object_tree({"prior"}).prior), len(new_object_tree({"prior"}).square_sum)) == (1, 0)


@pytest.mark.parametrize(("tree", "memory"), MEMORIES)
def test_blocks_are_adjacent_and_behind_the_root(tree: Tree, memory: Any) -> None:
    """Each block begins where the one before ended."""
    tree = copied(tree)
    assert [call(allocate, memory, tree, count) for count in (3, 1, 2)] == [1, 4, 5]
    assert tree.size[0] == 7


@pytest.mark.parametrize(("tree", "memory"), MEMORIES)
def test_the_last_node_can_be_used(tree: Tree, memory: Any) -> None:
    """A block that just fits is given, and then it is full."""
    tree = copied(tree)
    assert not call(is_full, memory, tree)
    assert call(allocate, memory, tree, 7) == 1
    assert call(is_full, memory, tree)


@pytest.mark.parametrize(("tree", "memory"), MEMORIES)
def test_a_block_that_does_not_fit_is_refused_without_a_trace(tree: Tree, memory: Any) -> None:
    """FULL is returned, nothing is reserved, and a smaller block still fits."""
    tree = copied(tree)
    assert call(allocate, memory, tree, 8) == FULL
    assert tree.size[0] == 1
    assert call(allocate, memory, tree, 7) == 1


def test_lists_grow_with_what_is_allocated() -> None:
    """Every column in use is as long as the tree, and zero."""
    tree = new_object_tree({"prior"})
    call(allocate, list_memory(8), tree, 4)
    assert [len(tree.visits), len(tree.action), len(tree.prior), len(tree.square_sum)] == [5, 5, 5, 0]
    assert tree.visits[1:] == [0] * 4


def test_every_order_is_equally_likely(budget: Callable[..., int]) -> None:
    """Of 3 items there are 6 orders; each comes a sixth of the time, within four standard errors."""
    rng, rounds = new_stream(1), budget(6000, least=1200)
    write = bind(write_in_random_order, STREAMS, compiled=False)
    target = np.zeros(5, np.int64)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(rounds):
        write(target, 1, np.array([7, 8, 9]), 3, rng)
        counts[tuple(target.tolist())] += 1
    assert len(counts) == 6
    assert all(order[0] == order[4] == 0 and sorted(order[1:4]) == [7, 8, 9] for order in counts)
    expected = rounds / 6
    assert all(abs(count - expected) < 4 * (expected * 5 / 6) ** 0.5 for count in counts.values())


def test_the_root_is_node_zero() -> None:
    """So 0 can mean that there are no children: nothing points to the root."""
    assert ROOT == 0
    assert new_tree(3, ()).size[0] == 1


@kernel
def take_blocks(tree, seed, firsts, counts):
    """Reserve blocks of one to eight nodes as long as there is any room; return how many."""
    taken = 0
    for attempt in range(len(firsts)):
        count = 1 + (seed + 5 * attempt) % 8
        first = allocate(tree, count)
        if first != FULL:
            firsts[taken], counts[taken] = first, count
            taken += 1
    return taken


@pytest.mark.compiled
def test_blocks_of_threads_never_overlap() -> None:
    """Also where the room ends, and some are refused while others, smaller, still fit."""
    taking = bind(take_blocks, {**ARRAY_MEMORY, **SHARED})
    for seed in range(200):
        tree = new_tree(40, ())
        firsts, counts = np.zeros((2, 2, 400), np.int64)
        taken = [0, 0]

        def take(
            thread: int,
            tree: Tree = tree,
            seed: int = seed,
            firsts: Any = firsts,
            counts: Any = counts,
            taken: list[int] = taken,
        ) -> None:
            taken[thread] = taking(tree, seed + 3 * thread, firsts[thread], counts[thread])

        threads = [threading.Thread(target=take, args=(thread,)) for thread in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        blocks = [(firsts[t, i], counts[t, i]) for t in (0, 1) for i in range(taken[t])]
        nodes = sorted(node for first, count in blocks for node in range(first, first + count))
        assert nodes == list(range(1, int(tree.size[0])))
