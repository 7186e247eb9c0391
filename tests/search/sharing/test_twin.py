"""The trees and the tables of searches that share statistics, against a twin that counts by looking."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.search_sharing import SharedNode, SharedUct
from tests.reference.search_strategies import NUM_PLAYERS, trees
from tests.reference.search_trees import Node, tree_object
from tests.reference.search_uct import PositionObject, PythonDraws, SplitMix, differences

import monteverde as mv
from monteverde.search.expansion import AllChildrenLater
from monteverde.search.selection import Selection
from monteverde.search.session import Search

SEEDS = st.integers(0, 2**32)
RULES: list[tuple[Selection, dict[str, float]]] = [
    (mv.RAVE(bias=0.01), {"bias": 0.01}),
    (mv.GRAVE(ref=4, bias=0.0, equivalence=20.0), {"ref": 4, "equivalence": 20.0}),
    (mv.HRAVE(bias=0.1), {"ref": math.inf, "bias": 0.1}),
    (mv.MCPS(rho=3, window=25), {"ref": 3, "window": 25}),
    (mv.MCPS(rho=6, window=70, equivalence=8.0), {"ref": 6, "window": 70, "equivalence": 8.0}),
]


class ShuffledDraws(PythonDraws):
    """The draws of a search of an object that makes all children at once: these are shuffled."""

    shuffles = True


def check(problem: Any, twin: SharedUct, rule: Selection, seed: int, iterations: int, **options: Any) -> Search:
    """Search both ways; compare the trees, and every table with what is found by looking."""
    search = mv.MCTS(rule, AllChildrenLater(), **options).start(problem, seed=seed, expected=iterations)
    search.run(iterations=iterations)
    for _ in range(iterations):
        twin.simulate()
    assert differences(search.tree, twin.root) == []
    assert table_differences(search, twin) == []
    return search


def table_differences(search: Search, twin: SharedUct) -> list[str]:
    """Return where a table or frozen counts of the library are not those of the twin."""
    found: list[str] = []
    pairs: list[tuple[int, SharedNode]] = [(0, twin.root)]
    shared, stride = search.tree.shared, search.num_codes
    codes = {code for playout in twin.history for code in playout.codes if code is not None}
    while pairs:
        index, node = pairs.pop()
        first = int(search.tree.first_child[index])
        pairs += [(first + i, child) for i, child in enumerate(node.children)]
        table, has_all = int(search.tree.table[index]), search.mcts.selection.has_tables
        if not node.children or (index and not (table and has_all)):
            continue
        frozen = int(shared.frozen_of[table])
        for code in codes:
            number = code_number(search, code)
            place = table * stride + number
            ours = [int(shared.counts[place]), float(shared.sums[place])]
            theirs = [*twin.amaf(node, code)]
            if node.frozen is not None:
                place = frozen * stride + number
                ours += [int(shared.frozen_counts[place]), int(shared.frozen_sums[place])]
                theirs += twin.permutations(node, code)
            if ours != theirs:
                found.append(f"node {index}, code {code}: the library has {ours}, the twin {theirs}")
        if (frozen > 0) != (node.frozen is not None):
            found.append(f"node {index}: frozen {frozen}, but the twin says {node.frozen is not None}")
    return found


def code_number(search: Search, code: tuple[int, Any]) -> int:
    """Return the number of a pair of player and action."""
    if search.problem.compiled:
        return code[0] * search.problem.game.num_actions + code[1]
    return search.problem.codes[code]


@pytest.mark.parametrize(("rule", "options"), RULES)
@given(tree=trees(), seed=SEEDS)
@settings(max_examples=8)
def test_trees_of_objects(rule: Selection, options: dict[str, Any], tree: Node, seed: int) -> None:
    """Any number of players, chance anywhere, any rewards: every count and every sum is the twin's."""
    problem = tree_object(tree, num_players=NUM_PLAYERS)
    check(problem, SharedUct(problem, ShuffledDraws(seed), **options), rule, seed, 60)


@given(tree=trees(), seed=SEEDS, pays=st.booleans())
@settings(max_examples=8)
def test_discounted_trees_of_objects(tree: Node, seed: int, pays: bool) -> None:
    """A table holds returns from its own node on: what was paid on the way there does not count."""
    facts = {"reward_range": (-2, 6), "discount": 0.5, "step_rewards": pays}
    problem = tree_object(tree, num_players=NUM_PLAYERS, **facts)
    check(problem, SharedUct(problem, ShuffledDraws(seed), ref=2), mv.GRAVE(ref=2, bias=0.0), seed, 60)


@pytest.mark.parametrize(("rule", "options"), RULES)
def test_tic_tac_toe(rule: Selection, options: dict[str, Any], budget: Callable[..., int]) -> None:
    """Draws are worth a half; the window is full many times over."""
    position = mv.load_game("tic_tac_toe").initial()
    twin = SharedUct(PositionObject(position), SplitMix(5), **options)
    search = check(position, twin, rule, 5, budget(300, least=80))
    if "window" in options:
        assert search.workspaces[0].window.pushed[0] > options["window"] - 1
        assert search.tree.shared.frozen_used[0] > 1


WITH_REPLIES = [
    (mv.GRAVE(ref=2, bias=0.0), {"ref": 2}),
    (mv.MCPS(rho=3, window=25, equivalence=9.0), {"ref": 3, "window": 25, "equivalence": 9.0}),
]


@pytest.mark.parametrize(("rule", "options"), WITH_REPLIES)
@given(tree=trees(), seed=SEEDS)
@settings(max_examples=8)
def test_good_replies_in_trees_of_objects(rule: Selection, options: dict[str, Any], tree: Node, seed: int) -> None:
    """The further statistic: how long each last good reply has held, found by going through all simulations."""
    problem = tree_object(tree, num_players=NUM_PLAYERS)
    twin = SharedUct(problem, ShuffledDraws(seed), has_replies=True, **options)
    check(problem, twin, rule, seed, 60, statistic=mv.LastGoodReply())


def test_good_replies_make_a_difference() -> None:
    """So that the test above can fail; and in tic-tac-toe, uncompiled, they are the twin's as well."""
    problem = PositionObject(mv.load_game("tic_tac_toe").initial())
    search = check(
        problem,
        SharedUct(problem, ShuffledDraws(4), ref=2, has_replies=True),
        mv.GRAVE(ref=2, bias=0.0),
        4,
        80,
        statistic=mv.LastGoodReply(),
    )
    without = mv.MCTS(mv.GRAVE(ref=2, bias=0.0), AllChildrenLater()).start(problem, seed=4)
    without.run(iterations=80)
    assert list(search.tree.visits) != list(without.tree.visits)
