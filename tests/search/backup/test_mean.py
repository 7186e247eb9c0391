"""Mean backup: whose view, discount, rewards on the way, virtual visits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from monteverde.compile import bind
from monteverde.compile.atomics import ALONE
from monteverde.game import CHANCE, rules
from monteverde.search.backup.mean import back_up
from monteverde.search.proof import NOTHING_PROVEN
from monteverde.search.sharing.nothing import NOTHING_SHARED
from monteverde.search.tree import Tree, new_tree

DEPTH = 3


def backed_up(
    values: list[float],
    movers: list[int],
    *,
    low: float = 0.0,
    high: float = 1.0,
    discount: float = 1.0,
    paid: list[list[float]] | None = None,
    has_chance: bool = False,
    leaf_mover: int = 0,
    virtual_visits: int = 1,
    needs: Any = (),
) -> tuple[Tree, list[float]]:
    """Back `values` up a path of three plies, the nodes 1, 2, 3, into which `movers` moved; return tree and totals.

    `leaf_mover` is to move at node 3; CHANCE if nature is, or if the problem has ended there.
    """
    tree = new_tree(1 + DEPTH, needs)
    tree.visits[:] = virtual_visits
    work = SimpleNamespace(
        path=np.arange(1 + DEPTH),
        movers=np.array([0, *movers, leaf_mover]),
        values=np.array(values),
        rewards=np.array([[0.0] * len(values), *(paid or [])]),
        totals=np.zeros(len(values)),
    )
    facts = {
        rules.DISCOUNT: discount,
        rules.HAS_CHANCE: has_chance,
        rules.HAS_STEP_REWARDS: paid is not None,
        rules.LOWEST_RETURN: low,
        rules.NUM_PLAYERS: len(values),
        rules.RETURN_SCALE: 1.0 / (high - low),
    }
    bound = bind(back_up, {**facts, **ALONE, **NOTHING_SHARED, **NOTHING_PROVEN}, compiled=False)
    bound(tree, work, DEPTH, virtual_visits, None)
    return tree, work.totals.tolist()


def test_each_node_is_credited_to_whoever_moved_into_it() -> None:
    """The first player won: nodes that the second moved into are worth nothing to the second."""
    tree, totals = backed_up([1.0, 0.0], [0, 1, 0])
    assert tree.value_sum[1:].tolist() == [1.0, 0.0, 1.0]
    assert totals == [1.0, 0.0]


def test_a_player_who_moves_twice_is_credited_twice() -> None:
    """The view follows the movers, not the parity of the depth."""
    assert backed_up([1.0, 0.0], [0, 0, 1])[0].value_sum[1:].tolist() == [1.0, 1.0, 0.0]


def test_every_one_of_four_players_has_a_view() -> None:
    """The last player's payoff counts like the others'."""
    assert backed_up([0.1, 0.2, 0.3, 0.9], [3, 0, 2])[0].value_sum[1:].tolist() == [0.9, 0.1, 0.3]


def test_values_are_scaled_to_the_declared_range() -> None:
    """Payoffs from -2 to 6: 0 is a quarter of the way, and totals stay in the problem's units."""
    tree, totals = backed_up([0.0, 6.0], [0, 1, 0], low=-2.0, high=6.0)
    assert tree.value_sum[1:].tolist() == [0.25, 1.0, 0.25]
    assert totals == [0.0, 6.0]


def test_a_later_value_is_worth_less() -> None:
    """With discount .5 a return of 8 from the leaf on is 4 for the action into it, then 2, then 1."""
    tree, totals = backed_up([8.0], [0, 0, 0], high=8.0, discount=0.5)
    assert (tree.value_sum[1:] * 8.0).tolist() == [1.0, 2.0, 4.0]
    assert totals == [1.0]


def test_an_end_is_paid_in_full() -> None:
    """With discount .5 an 8 paid on entering node 3 is 8 for the ply into it, then 4, then 2."""
    tree, totals = backed_up([8.0], [0, 0, 0], high=8.0, discount=0.5, leaf_mover=CHANCE)
    assert (tree.value_sum[1:] * 8.0).tolist() == [2.0, 4.0, 8.0]
    assert totals == [2.0]


def test_nature_takes_no_time() -> None:
    """Nature is to move at node 2: 8 from the leaf on is 4 into node 3, 4 into node 2, and 2 into node 1."""
    tree, totals = backed_up([8.0], [0, 0, CHANCE], high=8.0, discount=0.5, has_chance=True)
    assert (tree.value_sum[1:] * 8.0).tolist() == [2.0, 4.0, 4.0]
    assert totals == [2.0]


def test_rewards_on_the_way_are_added_where_they_are_paid() -> None:
    """G = r + .5 G': with rewards 1, 2, 3 and 8 from the leaf on, 3 + 4 = 7, then 2 + 3.5 = 5.5, then 1 + 2.75."""
    tree, totals = backed_up([8.0], [0, 0, 0], high=10.0, discount=0.5, paid=[[1.0], [2.0], [3.0]])
    assert tree.value_sum[1:] * 10.0 == pytest.approx([3.75, 5.5, 7.0])
    assert totals == [3.75]


def test_rewards_on_the_way_are_each_players_own() -> None:
    """What the first player is paid does not enter the value of the second's nodes."""
    tree, _ = backed_up([0.0, 0.0], [0, 1, 0], high=10.0, paid=[[1.0, 0.0], [0.0, 5.0], [2.0, 0.0]])
    assert tree.value_sum[1:] * 10.0 == pytest.approx([3.0, 5.0, 2.0])


def test_nodes_that_nature_moved_into_hold_the_first_players_view() -> None:
    """Nobody chooses by them; reports read them."""
    assert backed_up([0.25, 0.75], [0, CHANCE, 1], has_chance=True)[0].value_sum[1:].tolist() == [0.25, 0.25, 0.75]


def test_virtual_visits_become_one_real_visit() -> None:
    """Three visits of value 0 are taken back for one with the value."""
    tree, _ = backed_up([1.0], [0, 0, 0], virtual_visits=3)
    assert tree.visits.tolist() == [1, 1, 1, 1]


def test_squares_are_summed_where_they_are_asked_for() -> None:
    """The sum of squared unit values, for rules that estimate a variance."""
    assert backed_up([0.5], [0, 0, 0], needs={"square_sum"})[0].square_sum.tolist() == [0.0, 0.25, 0.25, 0.25]
