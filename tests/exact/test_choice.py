"""Which of the methods for several players and chance is taken if none is asked for."""

from __future__ import annotations

import pytest
from tests.exact.chance_trees import chance_tree

from monteverde.exact import method_for
from monteverde.exact.methods.pns import Pns
from monteverde.exact.methods.star2 import Star2


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"players": 2}, "star2"),
        ({"players": 3, "chance": False}, "maxn"),
        ({"players": 3}, "expectimax"),
        ({"players": 2, "steps": True}, "expectimax"),
    ],
)
def test_a_method_that_suits(parameters: dict[str, int], name: str) -> None:
    """Pruning where it is possible, else the whole tree."""
    assert method_for(chance_tree(**parameters)).method_name() == name


def test_an_oracle_has_all_actions() -> None:
    """Methods that leave actions out can be told not to; proof-number search cannot."""
    assert Star2().for_all_actions() == Star2(actions="all")
    assert Pns().for_all_actions() == Pns()
