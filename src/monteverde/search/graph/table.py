"""From a key to the position that has it: buckets of positions, one more bucket with each position.

A new position splits one bucket in two, in turn, so the table grows with what is in it: a short search touches little
memory, a long one is never held up while all is sorted anew. Of the mixed key as many bits count as the number of
buckets has; a bucket that is not there yet is still in the one that lacks its highest bit.
Source: Litwin, *Linear hashing: a new tool for file and table addressing*, VLDB 1980.
"""

import numpy as np

from monteverde.compile import kernel
from monteverde.compile.bits import mix_bits
from monteverde.search.graph.positions import BUCKETS, HALF, UNKNOWN, USED

SIGN_BIT = np.uint64(1)


@kernel
def find(graph, name, signature):
    """Return (the position of that key and signature or UNKNOWN, whether there is one of that key at all)."""
    number = np.int64(graph.head[bucket_of(graph, name)])
    is_named = False
    while number != UNKNOWN:
        position = graph.positions[number]
        if position.key == name:
            if position.signature == signature:
                return number, True
            is_named = True
        number = np.int64(position.next)
    return number, is_named


@kernel
def insert(graph, name, signature):
    """Return the number of a new position; there must be room for one."""
    split(graph)
    number = graph.counts[USED]
    graph.counts[USED] = number + 1
    graph.positions[number].key = name
    graph.positions[number].signature = signature
    put_first(graph, bucket_of(graph, name), number)
    return number


@kernel
def bucket_of(graph, name):
    """Return the bucket of a key."""
    half = graph.counts[HALF]
    place = np.int64(mix_bits(name) >> SIGN_BIT) & (2 * half - 1)
    return place if place < graph.counts[BUCKETS] else place - half


@kernel
def put_first(graph, bucket, number):
    graph.positions[number].next = graph.head[bucket]
    graph.head[bucket] = number


@kernel
def split(graph):
    """Add a bucket, and move to it what belongs there."""
    new = graph.counts[BUCKETS]
    if new == 2 * graph.counts[HALF]:
        graph.counts[HALF] = new
    graph.counts[BUCKETS] = new + 1
    old = new - graph.counts[HALF]
    number = np.int64(graph.head[old])
    graph.head[old] = UNKNOWN
    while number != UNKNOWN:
        following = np.int64(graph.positions[number].next)
        put_first(graph, bucket_of(graph, graph.positions[number].key), number)
        number = following
