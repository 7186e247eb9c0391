"""What the rules that share statistics must be to each other, to the problem, and to what they are used with."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.reference.search_bandits import scores
from tests.reference.search_trees import ChanceTreeObject, TreeObject, p1, p2

import monteverde as mv
from monteverde.errors import BudgetError, GameError, UnknownNameError, UnsuitableError, UsageError
from monteverde.search.expansion import AllChildrenLater
from monteverde.search.selection import Selection
from monteverde.search.session import Search
from monteverde.search.sharing.mean import sources_of_root
from monteverde.search.tree import new_tree

Budget = Callable[..., int]
POSITION = mv.load_game("tic_tac_toe").initial()
TREE = p1(a=p2(x=-1, y=-0.5), b=p2(x=1, y=0.5), c=-1)
SHARING = (mv.RAVE(), mv.ScheduledRAVE(), mv.GRAVE(), mv.HRAVE(), mv.MCPS())


def searched(rule: Selection, iterations: int, position: Any = POSITION, **options: Any) -> Search:
    """Return a search by `rule` that has run."""
    search = mv.MCTS(rule, AllChildrenLater(), **options).start(position, seed=7, expected=iterations)
    search.run(iterations=iterations)
    return search


def are_alike(one: Search, other: Search) -> bool:
    """Return whether two trees have the same nodes with the same visits and values."""
    columns = ("visits", "value_sum", "action", "first_child", "num_children")
    trees = (one.tree._asdict(), other.tree._asdict())
    size = int(one.tree.size[0])
    equal = all(np.array_equal(trees[0][name][:size], trees[1][name][:size]) for name in columns)
    return equal and size == int(other.tree.size[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (mv.GRAVE(ref=0, bias=0.02), mv.RAVE(bias=0.02)),
        (mv.GRAVE(ref=math.inf, bias=0.02), mv.HRAVE(bias=0.02)),
        (mv.MCPS(rho=5, window=0), mv.GRAVE(ref=5, bias=0.0)),
        (mv.MCPS(rho=5, window=0, equivalence=9.0), mv.GRAVE(ref=5, bias=0.0, equivalence=9.0)),
    ],
)
def test_members_of_the_family_that_are_the_same(one: Selection, other: Selection, budget: Budget) -> None:
    """GRAVE is RAVE with every node as a reference, HRAVE with the root alone, MCPS without permutations."""
    iterations = budget(3000, least=60)
    assert are_alike(searched(one, iterations), searched(other, iterations))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (mv.MCPS(rho=5), mv.MCPS(rho=5, window=0)),
        (mv.GRAVE(ref=5), mv.GRAVE(ref=20)),
        (mv.RAVE(), mv.RAVE(equivalence=3.0)),
    ],
)
def test_members_that_are_not(one: Selection, other: Selection, budget: Budget) -> None:
    """So that the test above can fail."""
    iterations = budget(3000, least=90)
    assert not are_alike(searched(one, iterations), searched(other, iterations))


# -- formulas ------------------------------------------------------------------------------------------------------


def bandit_with_table(children: list[tuple[int, float]], amaf: list[tuple[int, float]]) -> Any:
    """Return a root, its children (visits, value sum) with the codes 0, 1, ..., and their (count, sum) in its table."""
    tree = new_tree(1 + len(children), {"code", "table"})
    tree.first_child[0], tree.num_children[0] = 1, len(children)
    for index, (visits, value_sum) in enumerate(children):
        tree.visits[1 + index], tree.value_sum[1 + index], tree.code[1 + index] = visits, value_sum, index
    counts, sums = np.array([c for c, _ in amaf], np.int32), np.array([s for _, s in amaf])
    frozen = {"frozen_counts": np.zeros(len(amaf), np.int32), "frozen_sums": np.zeros(len(amaf), np.int32)}
    return tree._replace(shared=tree.shared._replace(counts=counts, sums=sums, **frozen))


def scores_of(rule: Selection, tree: Any, visits: int) -> list[float]:
    """Return the scores at the root of a search without a further statistic."""
    return scores(rule, tree, visits, mv.NoStatistic().kernels)


def test_the_schedule_of_least_error() -> None:
    """Q = .5 of 4, Q' = .75 of 16: beta = 16 / (4 + 16 + .125 * 4 * 16) = 16/28, so .5 + .25 * 16/28 = .642857."""
    tree = bandit_with_table([(4, 2.0)], [(16, 12.0)])
    assert scores_of(mv.RAVE(bias=0.125), tree, 4) == pytest.approx([0.6428571], abs=5e-8)


def test_the_hand_selected_schedule() -> None:
    """After k visits of the node both count alike: sqrt(k / 4k) = 1/2, so Q = .5 and Q' = .75 make .625."""
    tree = bandit_with_table([(4, 2.0), (0, 0.0)], [(16, 12.0), (8, 2.0)])
    assert scores_of(mv.ScheduledRAVE(k=100.0), tree, 100) == pytest.approx([0.625, 0.25])


def test_the_weights_are_the_counts_and_sum_to_one() -> None:
    """Equal means stay what they are, whatever the counts, the bias and the equivalence."""
    tree = bandit_with_table([(4, 1.0), (40, 10.0), (0, 0.0)], [(16, 4.0), (44, 11.0), (8, 2.0)])
    for rule in (mv.MCPS(), mv.MCPS(equivalence=3.0), mv.GRAVE(bias=0.3), mv.RAVE(0.1, 5.0), mv.ScheduledRAVE(9.0)):
        assert scores_of(rule, tree, 44) == pytest.approx([0.25] * 3)


def test_what_is_shared_fades_with_own_visits() -> None:
    """E = 4 and n = 4 halve it: (2 * 2 + 12) / (2 * 4 + 16) = 2/3 in place of 14/20."""
    tree = bandit_with_table([(4, 2.0)], [(16, 12.0)])
    assert scores_of(mv.MCPS(), tree, 4) == pytest.approx([0.7])
    assert scores_of(mv.MCPS(equivalence=4.0), tree, 4) == pytest.approx([2 / 3])


@pytest.mark.parametrize("rule", SHARING)
def test_an_action_that_nothing_is_known_of_goes_first(rule: Selection) -> None:
    """Infinite, and not a number divided by zero."""
    assert scores_of(rule, bandit_with_table([(0, 0.0)], [(0, 0.0)]), 0) == [math.inf]


# -- what is counted -----------------------------------------------------------------------------------------------


def test_credit_goes_to_the_player_who_moved() -> None:
    """`a` is what the first player played, whoever wins: a table never turns a value around."""
    search = searched(mv.RAVE(), 60, TreeObject(p1(a=p2(x=1), b=p2(x=-1))))
    table, codes = search.tree.shared, search.problem.codes
    worth = {code: table.sums[number] / table.counts[number] for code, number in codes.items()}
    assert (worth[0, "a"], worth[0, "b"]) == (1.0, 0.0)
    assert worth[1, "x"] == pytest.approx(search.result()["b"].visits / 60)


def test_nature_has_no_code() -> None:
    """Only what players choose is counted."""
    from tests.reference.search_trees import chance

    search = searched(mv.MCPS(rho=1), 40, ChanceTreeObject(p1(a=chance(h=(0.5, p2(x=1)), t=(0.5, -1)), b=0)))
    assert set(search.problem.codes) == {(0, "a"), (0, "b"), (1, "x")}


def test_an_object_may_give_codes_of_its_own() -> None:
    """Here all moves of a player are one: its table has one entry for each player."""

    class Coarse(TreeObject):
        def action_code(self, action: str) -> str:
            return "any"

    assert set(searched(mv.GRAVE(), 30, Coarse(TREE)).problem.codes) == {(0, "any"), (1, "any")}


def test_a_node_is_frozen_once(budget: Budget) -> None:
    """What was counted when it became a reference is what its descendants read ever after."""
    search = mv.MCTS(mv.MCPS(rho=4, window=50), AllChildrenLater()).start(POSITION, seed=3, expected=2000)
    search.run(iterations=budget(1000, least=60))
    shared, stride = search.tree.shared, search.num_codes
    used = int(shared.frozen_used[0])
    before = shared.frozen_counts[: used * stride].copy(), shared.frozen_sums[: used * stride].copy()
    frozen_of = shared.frozen_of[: int(shared.used[0])].copy()
    search.run(iterations=budget(1000, least=60))
    assert used > 1
    assert int(shared.frozen_used[0]) > used
    assert np.array_equal(before[0], shared.frozen_counts[: used * stride])
    assert np.array_equal(before[1], shared.frozen_sums[: used * stride])
    assert np.array_equal(frozen_of[frozen_of > 0], shared.frozen_of[: len(frozen_of)][frozen_of > 0])
    assert not shared.frozen_counts[:stride].any()  # the root has none


# -- strength where the truth is known -------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("rule", [mv.RAVE(), mv.GRAVE(equivalence=50.0), mv.MCPS(equivalence=50.0)])
@pytest.mark.parametrize("moves", ["", "b2", "a1 b2 c3", "a1 c3"])
def test_perfect_moves_of_tic_tac_toe(rule: Selection, moves: str, budget: Budget) -> None:
    """With enough time every consistent member plays one."""
    position = POSITION.play_all(moves)
    result = mv.MCTS(rule, AllChildrenLater()).search(position, iterations=budget(20_000), seed=1)
    assert mv.Oracle("tic_tac_toe").is_perfect(position, result.action)


# -- memory ----------------------------------------------------------------------------------------------------------


def test_tables_count_as_memory(budget: Budget) -> None:
    """Nodes, tables, frozen counts and the window: what is reported is no more than what was given."""
    statistics = searched(mv.MCPS(rho=3), budget(2000, least=100), memory="3MB").result().statistics
    assert statistics.bytes_per_node == 32
    assert statistics.nodes * 32 + 157 * 8 * 18 < statistics.memory <= 3 * 2**20


@pytest.mark.parametrize("rule", [mv.RAVE(), mv.MCPS(rho=3, window=64)])
def test_when_the_tables_are_used_up_the_node_above_is_the_reference(rule: Selection, budget: Budget) -> None:
    """The search goes on, and says how often a node got none."""
    result = searched(rule, budget(3000, least=400), memory=20_000).result()
    assert result.statistics.unshared > 0
    assert "got no table to share; give more memory" in str(result)
    assert result.statistics.memory <= 20_000


def test_too_little_memory_for_the_first_table_is_refused() -> None:
    """The sentence says how much it must be."""
    with pytest.raises(BudgetError, match="memory is 2000 bytes, but the root of tic_tac_toe and its children need"):
        mv.search(POSITION, algorithm="mcps", iterations=1, memory=2000)


# -- pairs that are refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"evaluation": mv.External(lambda states: states)}, "External evaluation has none"),
        ({"evaluation": mv.RandomPlayout(2)}, "learns from one playout a simulation, got playouts=2"),
        ({"threads": 2}, "MCPS keeps one window of playouts, got threads=2 on 1 tree; use threads=1"),
    ],
)
def test_pairs_that_do_not_go_together(options: dict[str, Any], sentence: str) -> None:
    """With the reason, before anything is searched."""
    with pytest.raises(UnsuitableError, match=sentence):
        mv.MCTS(mv.MCPS(), AllChildrenLater(), **options).start(POSITION)


def test_children_must_not_be_tried_one_by_one() -> None:
    """The default expansion does; the sentence says which does not."""
    with pytest.raises(UnsuitableError, match="use AllChildren or AllChildrenLater expansion with it"):
        mv.MCTS(mv.GRAVE())


@pytest.mark.parametrize("facts", [{"step_rewards": True}, {"discount": 0.5}])
def test_permutations_of_what_is_paid_on_the_way_are_refused(facts: dict[str, Any]) -> None:
    """In another order it would have been paid at another time; GRAVE does without."""
    problem = TreeObject(TREE, **facts)
    with pytest.raises(UnsuitableError, match="MCPS compares whole playouts in any order, and TreeObject pays on the"):
        mv.search(problem, algorithm="mcps", iterations=1)
    assert mv.search(problem, algorithm="grave", iterations=50, seed=1).simulations == 50


def test_leaves_cannot_be_valued_outside() -> None:
    """A result can be asked for all the same, before the search has run."""
    search = mv.load_search("grave").start(TreeObject(TREE))
    with pytest.raises(UnsuitableError, match="GRAVE learns from all actions of a playout"):
        search.gather(1)
    assert search.result().simulations == 1


def test_a_further_statistic_needs_something_to_join() -> None:
    """UCB1 has no mean of several estimates."""
    with pytest.raises(UnsuitableError, match="LastGoodReply joins what moves share, and UCB1 shares nothing"):
        mv.MCTS(statistic=mv.LastGoodReply())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("grave:ref=-1", "GRAVE: ref is -1.0; it must be a number of at least 0"),
        ("grave:bias=nan", "GRAVE: bias is nan; it must be a number of at least 0"),
        ("rave:equivalence=0", "RAVE: equivalence is 0.0; it must be a number above 0"),
        ("rave:-1", "RAVE: bias is -1.0; it must be a number of at least 0"),
        ("hrave:bias=inf", "HRAVE: bias is inf; it must be a number of at least 0"),
        ("hrave:equivalence=-2", "HRAVE: equivalence is -2.0; it must be a number above 0"),
        ("scheduled_rave:0", "ScheduledRAVE: k is 0.0; it must be a number above 0"),
        ("mcps:rho=inf", "MCPS: rho is inf; it must be a number of at least 0"),
        ("mcps:window=-1", "MCPS: window is -1; it must be a whole number from 0 to 4,194,304"),
        ("mcps:equivalence=nan", "MCPS: equivalence is nan; it must be a number above 0"),
    ],
)
def test_senseless_numbers_are_refused(text: str, sentence: str) -> None:
    """The sentence names the parameter, its value and what it must be."""
    with pytest.raises(UsageError, match=sentence):
        mv.load_search(text)


def test_an_unknown_statistic_gets_the_nearest_right_one() -> None:
    """As every name does."""
    with pytest.raises(UnknownNameError, match=r"unknown statistic 'last_god_reply'; did you mean last_good_reply"):
        mv.load_search("mcps:statistic=last_god_reply")
    assert mv.load_search("mcps:statistic=last_good_reply").statistic == mv.LastGoodReply()


def test_a_code_that_was_not_declared_is_reported() -> None:
    """Rather than written outside the table."""

    class Undeclared(type(mv.load_game("tic_tac_toe"))):  # type: ignore[misc]
        num_action_codes = 9

        def action_code(state, action):
            return action + 4

    with pytest.raises(GameError, match="answers action_code with a number that is not in 0"):
        mv.search(Undeclared(), algorithm="rave", iterations=50)


# -- reports -----------------------------------------------------------------------------------------------------------


def test_the_root_table_shows_what_is_shared() -> None:
    """A column for the count and one for the mean, in the text and in the data; without sharing there is none."""
    result = searched(mv.RAVE(), 100, TreeObject(TREE)).result()
    heads = next(result.rows())
    assert heads == ("action", "N", "Q", "U", "Q+U", "N amaf", "Q amaf")
    line = result["b"]
    assert line.amaf_visits == line.visits  # nobody can play it later
    assert line.amaf_value == pytest.approx(line.value)
    assert result.to_dict()["root"][0]["N_amaf"] == result.actions[0].amaf_visits
    plain = mv.search(TreeObject(TREE), iterations=20, seed=1)
    assert "amaf" not in str(plain)
    assert plain.actions[0].amaf_visits is None


def test_the_score_of_a_report_is_the_one_that_chooses() -> None:
    """Q + U is the weighted mean, at the root with the root's own table."""
    search = searched(mv.MCPS(rho=2), 80, TreeObject(TREE))
    line = search.result()["b"]
    mean = (line.value * line.visits + line.amaf_value * line.amaf_visits) / (line.visits + line.amaf_visits)
    assert line.score == pytest.approx(mean)
    assert sources_of_root(None, 0, 5, mv.MCPS().record[0])[:2] == (0, 0)
