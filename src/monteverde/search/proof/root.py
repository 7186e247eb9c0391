"""What is proven of a node that becomes the root: a root is closed where it is proven what whoever moves there gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monteverde.search.proof.bounds import OPEN
from monteverde.search.tree import NO_NODE, ROOT

if TYPE_CHECKING:
    from monteverde.search.tree import Tree


def prove_root(tree: Tree, mover: int, num_players: int) -> None:
    """Make what `tree` says of its root, a node further down until now, what is said of a root.

    Nothing is proven of one without children: there would be no action to name.

    Args:
        tree: changed in place.
        mover: whose turn it is at the root.
        num_players: how many players there are.
    """
    bounds = tree.bounds[ROOT]
    if tree.first_child[ROOT] <= NO_NODE:
        tree.proven[ROOT] = OPEN
        for player in range(num_players):
            bounds[player], bounds[num_players + player] = 0.0, 1.0
    tree.closed[ROOT] = int(bounds[mover] == bounds[num_players + mover])
