"""Which of the methods for several players and chance is taken if none is asked for."""

from __future__ import annotations

import pytest
from tests.exact.chance_trees import chance_tree

from monteverde.exact import method_for
from monteverde.exact.methods.pns import Pns
from monteverde.exact.methods.star2 import Star2
from monteverde.game import Game


def without_key(game: Game) -> Game:
    """Return the game without its rule `key`."""
    base: type[Game] = type(game)
    return type("Keyless", (base,), {"key": None})()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("parameters", "name", "keyless"),
    [
        ({"players": 2, "chance": False}, "pvs", "pvs"),
        ({"players": 3, "chance": False}, "maxn", "maxn"),
        ({"players": 2}, "value_iteration", "star2"),
        ({"players": 3}, "value_iteration", "expectimax"),
        ({"players": 2, "steps": True}, "value_iteration", "expectimax"),
    ],
)
def test_a_method_that_suits(parameters: dict[str, int], name: str, keyless: str) -> None:
    """Pruning where it is possible; where nature moves all states, if they can be told apart, else the whole tree."""
    game = chance_tree(**parameters)
    assert method_for(game).method_name() == name
    assert method_for(without_key(game)).method_name() == keyless


def test_an_oracle_has_all_actions() -> None:
    """Methods that leave actions out can be told not to; proof-number search cannot."""
    assert Star2().for_all_actions() == Star2(actions="all")
    assert Pns().for_all_actions() == Pns()
