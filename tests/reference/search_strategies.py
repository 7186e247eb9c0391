"""Random small trees for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests.reference.search_trees import Node

import monteverde as mv

NUM_PLAYERS = 3
WEIGHTS = {1: (1.0,), 2: (0.25, 0.75), 3: (0.5, 0.2, 0.3)}
QUARTERS = st.integers(0, 4).map(lambda n: n / 4)  # exact in binary, so sums are too
PAYOFFS = st.tuples(*[QUARTERS] * NUM_PLAYERS)


def ends() -> st.SearchStrategy[Node]:
    """Return a strategy for ends that pay each of three players from 0 to 1."""
    return PAYOFFS.map(lambda paid: Node(0, {}, paid=paid))


def inner(children: st.SearchStrategy[Node], *, chance: bool) -> st.SearchStrategy[Node]:
    """Return a strategy for nodes with one to three of `children`, where a player moves, or nature."""

    def node(mover: int, below: list[Node], paid: tuple[float, ...]) -> Node:
        return Node(mover, dict(zip("abc", below, strict=False)), WEIGHTS[len(below)], paid, paid)

    movers = st.integers(mv.CHANCE if chance else 0, NUM_PLAYERS - 1)
    return st.builds(node, movers, st.lists(children, min_size=1, max_size=3), PAYOFFS)


def trees(*, chance: bool = True, max_leaves: int = 12) -> st.SearchStrategy[Node]:
    """Return a strategy for trees whose root is a player's; inner nodes pay too, for problems that pay on the way."""
    below: Any = st.recursive(ends(), lambda children: inner(children, chance=chance), max_leaves=max_leaves)
    return inner(below, chance=False)
