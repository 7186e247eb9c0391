"""What is proven when another node becomes the root."""

from __future__ import annotations

import monteverde as mv
from monteverde.search.proof.bounds import OPEN
from monteverde.search.proof.root import prove_root
from monteverde.search.tree import ROOT, new_tree


def test_a_root_is_closed_where_its_mover_knows():
    """Bounds of 1 and 1 for the player to move close it; those of the other player alone do not."""
    tree = new_tree(8, {"bounds", "closed", "proven"}, num_players=2)
    tree.first_child[ROOT], tree.num_children[ROOT] = 1, 2
    tree.bounds[ROOT] = [1.0, 0.0, 1.0, 0.5]
    prove_root(tree, 0, 2)
    assert tree.closed[ROOT] == 1
    prove_root(tree, 1, 2)
    assert tree.closed[ROOT] == 0


def test_nothing_is_proven_of_a_root_without_children():
    """Else there would be no action to name."""
    tree = new_tree(8, {"bounds", "closed", "proven"}, num_players=2)
    tree.bounds[ROOT], tree.proven[ROOT], tree.closed[ROOT] = [1.0, 0.0, 1.0, 0.0], 4, 1
    prove_root(tree, 0, 2)
    assert (tree.bounds[ROOT].tolist(), tree.proven[ROOT], tree.closed[ROOT]) == ([0.0, 0.0, 1.0, 1.0], OPEN, 0)


def test_proofs_go_with_the_game():
    """Tic-tac-toe is solved as a draw; after a blunder of the opponent the search that moved on finds the win."""
    search = mv.load_search("uct:solver=true").start("tic_tac_toe", seed=1)
    search.run(iterations=300)
    search.advance("b2", "b1")
    assert not search.is_solved
    search.run(iterations=60_000)
    result = search.result()
    assert result.statistics.stopped_by == "proven"
    assert result.statistics.proven == 1.0
    search.advance(result.action, 0 if result.action != 0 else 2)
    search.run(iterations=60_000)
    assert search.result().statistics.proven == 1.0
