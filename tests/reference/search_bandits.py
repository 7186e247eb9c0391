"""One node and its children with statistics filled in by hand, and what a selection rule says of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from monteverde.compile import bind, kernel, new_stream
from monteverde.compile.random import STREAMS
from monteverde.search.phases import prepare, score, select
from monteverde.search.proof import NOTHING_PROVEN
from monteverde.search.selection import Selection
from monteverde.search.tree import ROOT, Tree, new_tree

CHILD_1 = 1  # the first child lies right behind the root


def bandit(
    children: Sequence[tuple[int, float]], *, priors: Sequence[float] = (), square_sums: Sequence[float] = ()
) -> Tree:
    """Return a tree of a root and `children`, each (visits, sum of unit values)."""
    tree = new_tree(1 + len(children), {"prior", "square_sum"})
    tree.size[0] = 1 + len(children)
    tree.first_child[ROOT], tree.num_children[ROOT] = CHILD_1, len(children)
    for index, (visits, value_sum) in enumerate(children):
        tree.visits[CHILD_1 + index], tree.value_sum[CHILD_1 + index] = visits, value_sum
        tree.action[CHILD_1 + index] = index
    tree.visits[ROOT] = tree.visits[CHILD_1:].sum()
    tree.prior[CHILD_1 : CHILD_1 + len(priors)] = priors
    tree.square_sum[CHILD_1 : CHILD_1 + len(square_sums)] = square_sums
    return tree


@kernel
def write_scores(tree, parent_visits, parameters, out):
    shared = prepare(tree, ROOT, parent_visits, parameters)
    for index in range(tree.num_children[ROOT]):
        out[index] = score(tree, tree.first_child[ROOT] + index, shared, parameters)


@kernel
def select_at_root(tree, parent_visits, parameters, work):
    return select(tree, ROOT, parent_visits, parameters, work)


def scores(rule: Selection, tree: Tree, parent_visits: int, kernels: Mapping[Any, Any] = {}) -> list[float]:
    """Return the score of each child when the node has had `parent_visits`; the rule may need further kernels."""
    out = [math.nan] * int(tree.num_children[ROOT])
    bind(write_scores, {**rule.bindings(), **kernels}, compiled=False)(tree, parent_visits, rule.record[0], out)
    return out


def chosen(rule: Selection, tree: Tree, parent_visits: int, rng: Any = None) -> int:
    """Return the index of the child that `rule` selects."""
    rng = new_stream(1) if rng is None else rng
    bound = bind(select_at_root, {**STREAMS, **NOTHING_PROVEN, **rule.bindings()}, compiled=False)
    return int(bound(tree, parent_visits, rule.record[0], SimpleNamespace(rng=rng))) - CHILD_1
