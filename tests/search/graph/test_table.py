"""The table of positions against a dict."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from monteverde.compile.binding import interpret
from monteverde.search.graph.positions import BUCKETS, UNKNOWN, USED, Graph, Room, new_graph, new_sparse_graph
from monteverde.search.graph.table import bucket_of, find, insert

FIND, INSERT, BUCKET_OF = (interpret(function, {}) for function in (find, insert, bucket_of))
RNG = random.Random(1)
KEYS = {
    "random": [RNG.getrandbits(64) for _ in range(300)],
    "small": list(range(300)),
    "alike in their low bits": [number << 40 for number in range(300)],
    "with zero and the largest": [0, 2**64 - 1, 2**63],
}


@pytest.mark.parametrize("new", [new_graph, new_sparse_graph])
@pytest.mark.parametrize("keys", KEYS.values(), ids=KEYS)
def test_what_is_put_in_is_found_and_nothing_else(new: Any, keys: list[int]) -> None:
    """After each of some insertions, which split the buckets in turn."""
    graph: Graph = new(Room(numbers=len(keys) + 1, players=2))
    known: dict[int, int] = {}
    for key in keys:
        assert FIND(graph, np.uint64(key), np.uint32(1)) == (UNKNOWN, False)
        known[key] = int(INSERT(graph, np.uint64(key), np.uint32(1)))
    assert sorted(known.values()) == list(range(1, len(keys) + 1))
    assert {key: FIND(graph, np.uint64(key), np.uint32(1))[0] for key in keys} == known
    assert graph.counts[USED] == graph.counts[BUCKETS] == len(keys) + 1
    longest = max(np.bincount([BUCKET_OF(graph, np.uint64(key)) for key in keys]))
    assert longest <= 8  # of 300 keys in 300 buckets, at random, the fullest has about five


@pytest.mark.parametrize("new", [new_graph, new_sparse_graph])
def test_one_key_and_two_signatures_are_two_positions(new: Any) -> None:
    """Each is found by its own; a third one learns that the key is taken."""
    graph: Graph = new(Room(numbers=4, players=2))
    first, second = (INSERT(graph, np.uint64(7), np.uint32(signature)) for signature in (1, 2))
    assert FIND(graph, np.uint64(7), np.uint32(1)) == (first, True)
    assert FIND(graph, np.uint64(7), np.uint32(2)) == (second, True)
    assert FIND(graph, np.uint64(7), np.uint32(3)) == (UNKNOWN, True)
