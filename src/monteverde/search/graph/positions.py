"""The positions of a graph: records beside the tree, whose entries are the edges.

An entry of the tree keeps what belongs to the edge: its action, its own visits, and the value of what it leads to.
The children of a position hang on the first entry that led to it. Numbers begin at 1: an entry whose `target` is
UNKNOWN has not been visited.

A step of a search needs all of a position, and positions come in no order, so each is one record: with two players just
one line of a processor's cache.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from monteverde.compile import kernel
from monteverde.memory import zeros
from monteverde.search.sharing.sparse import Sparse

UNKNOWN = 0
BUCKET_BYTES = 4


def position_type(players: int) -> np.dtype[Any]:
    """Return the type of a record."""
    fields: list[Any] = [
        ("key", np.uint64),  # the game's key
        ("own", np.float64, (players,)),  # U, the sum of its own evaluations, in unit value
        ("value", np.float64, (players,)),  # Q, recomputed from U and the edges, in unit value
        ("signature", np.uint32),  # the state once more, by other means (`signature.py`)
        ("entry", np.int32),  # where its children hang
        ("visits", np.int32),  # N, the descents that came to it, by whichever edge, unless they had come through it
        ("seen", np.int32),  # the last descent that came through it
        ("next", np.int32),  # the next position in the same bucket, or UNKNOWN
    ]
    return np.dtype(fields, align=True)


class Graph(NamedTuple):
    """What is known of positions; of length zero in searches without transpositions."""

    positions: Any
    """`position_type`: the records."""
    head: Any
    """int32[buckets]: the first position of each bucket."""
    counts: Any
    """int64[4]: positions in use, buckets in use, the largest power of two in these, descents."""
    limits: Any
    """int64[4]: numbers for positions; bytes for edges and positions together, and what one of each takes."""


USED, BUCKETS, HALF, DESCENTS = 0, 1, 2, 3  # in `counts`
NUMBERS, ALL_BYTES, EDGE_BYTES, POSITION_BYTES = 0, 1, 2, 3  # in `limits`
AT_FIRST = (1, 1, 1, 0)  # counts: UNKNOWN is in use, and there is one bucket


class Room(NamedTuple):
    """How many positions there may be."""

    numbers: int = 0
    """Numbers for positions, UNKNOWN among them; 0 in searches without transpositions."""
    players: int = 1
    all_bytes: int = 0
    """For edges and positions together: which of them use it up is not known beforehand."""
    edge_bytes: int = 0
    position_bytes: int = 0

    @property
    def limits(self) -> tuple[int, int, int, int]:
        """What kernels are told of it."""
        return self.numbers, self.all_bytes, self.edge_bytes, self.position_bytes


NO_GRAPH = Room()
"""Of searches without transpositions."""


def bytes_per_position(players: int) -> int:
    """Return the bytes that a position takes."""
    return position_type(players).itemsize + BUCKET_BYTES


def with_numbers(room: Room, most: float) -> Room:
    """Return `room` with as many positions as its bytes give, but at most `most`."""
    count = room.all_bytes // (room.edge_bytes + room.position_bytes)  # each but the root's has an edge that led there
    return room._replace(numbers=int(min(count, most)) + 1)


@kernel
def is_too_much(tree, edges, positions):
    """Return whether so many more edges and positions do not fit into the memory that both have together."""
    graph = tree.graph
    edge_bytes = (tree.size[0] + edges) * graph.limits[EDGE_BYTES]
    return edge_bytes + (graph.counts[USED] + positions) * graph.limits[POSITION_BYTES] > graph.limits[ALL_BYTES]


def new_graph(room: Room) -> Graph:
    """Return a graph without positions."""
    return Graph(
        positions=zeros(room.numbers, position_type(room.players)).view(np.recarray),
        head=zeros(room.numbers, np.int32),
        counts=np.array(AT_FIRST, np.int64),
        limits=np.array(room.limits, np.int64),
    )


class SparsePositions(dict[int, SimpleNamespace]):
    """What stands for the records where the problem is a Python object."""

    def __init__(self, players: int) -> None:
        self.players = players

    def __missing__(self, number: int) -> SimpleNamespace:
        nothing = dict.fromkeys(position_type(1).names or (), 0)
        values = {"own": [0.0] * self.players, "value": [0.0] * self.players}
        self[number] = position = SimpleNamespace(**(nothing | values))
        return position


def new_sparse_graph(room: Room) -> Graph:
    """Return the same for Python objects."""
    return Graph(SparsePositions(room.players), Sparse(), counts=[*AT_FIRST], limits=[*room.limits])
