"""What playout policies must be to the problem, to memory, to threads, and to what they are used with."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.reference.search_trees import ChanceTreeObject, TreeGame, TreeObject, chance, p1, p2, table_position

import monteverde as mv
from monteverde.compile import bind, kernel
from monteverde.compile.atomics import ALONE
from monteverde.errors import BudgetError, GameError, UnknownNameError, UnsuitableError, UsageError
from monteverde.game.rules import NUM_ACTION_CODES
from monteverde.search import phases
from monteverde.search.evaluation.random_playout import play_one
from monteverde.search.expansion import AllChildrenLater
from monteverde.search.experience.ngrams import MOST_CODES, NOWHERE, PROBES, claim, find
from monteverde.search.phases import pick
from monteverde.search.policy import PlayoutPolicy
from monteverde.search.problem import CompiledProblem
from monteverde.search.session import Search
from monteverde.search.sharing.nothing import NOTHING_SHARED
from monteverde.search.sharing.sparse import Sparse

Budget = Callable[..., int]
POSITION = mv.load_game("tic_tac_toe").initial()
TREE = p1(a=p2(x=-1, y=-0.5), b=p2(x=1, y=0.5), c=-1)
LEARNING = (mv.MAST(), mv.GibbsMAST(), mv.NST(), mv.LGRF())


def searched(policy: PlayoutPolicy, iterations: int, position: Any = POSITION, **options: Any) -> Search:
    """Return a search with such playouts that has run."""
    mcts = mv.MCTS(evaluation=mv.RandomPlayout(policy=policy), **options)
    search = mcts.start(position, seed=7, expected=iterations)
    search.run(iterations=iterations)
    return search


def mean_of(search: Search, player: int, action: str) -> float:
    """Return the mean value of an action in the table of a search of a Python object."""
    place = 2 * search.problem.codes[player, action]
    learned = search.workspaces[0].learned
    return learned[place + 1] / learned[place]


# -- MAST ------------------------------------------------------------------------------------------------------------


def test_one_simulation_fills_the_table_and_its_best_move_is_played() -> None:
    """With epsilon 0 the second simulation goes the way of the first, which won, and not an unknown one."""
    won_one_way = p1(start=p2(on=p1(a=p2(end=1), b=p2(end=1), c=p2(end=1), d=p2(end=1))))
    search = searched(mv.MAST(0.0), 1, TreeObject(won_one_way))
    first = {code for code in search.problem.codes if code[0] == 0 and counted(search, code)}
    assert len(first) == 2  # start, and one of the four
    search.run(iterations=1)  # the tree is two plies deep, so the choice among the four is still the playout's
    assert {code for code in search.problem.codes if code[0] == 0 and counted(search, code)} == first


def counted(search: Search, code: tuple[int, str]) -> bool:
    """Return whether the table has anything on a code."""
    return search.workspaces[0].learned[2 * search.problem.codes[code]] > 0


def test_credit_goes_to_the_player_who_moved() -> None:
    """`a` is what the first player played: its mean is that player's, whoever wins."""
    search = searched(mv.MAST(), 60, TreeObject(p1(a=p2(x=1), b=p2(x=-1))))
    assert (mean_of(search, 0, "a"), mean_of(search, 0, "b")) == (1.0, 0.0)
    assert mean_of(search, 1, "x") == pytest.approx(search.result()["b"].visits / 60)


def test_a_move_that_nothing_is_known_of_is_searched() -> None:
    """Its count is 0 and its worth finite, above whatever has ever lost: every action is played before long."""
    search = searched(mv.MAST(0.0), 12, TreeObject(p1(go=p2(on=p1(a=-1, b=-1, c=-1, d=1)))))
    assert {action for player, action in search.problem.codes if counted(search, (player, action))} == set(
        "go on a b c d".split()
    )
    assert all(math.isfinite(number) for number in search.workspaces[0].learned.values())


def test_nature_has_no_code() -> None:
    """Only what players choose is learned, and no sequence has nature in it."""
    tree = p1(a=chance(h=(0.5, p2(x=1)), t=(0.5, -1)), b=0)
    for policy in (mv.MAST(), mv.NST(), mv.LGRF()):
        search = searched(policy, 40, ChanceTreeObject(tree))
        assert set(search.problem.codes) == {(0, "a"), (0, "b"), (1, "x")}
        assert all(number <= 2 * 2**20 for number in search.workspaces[0].learned)  # single codes alone


@kernel
def draw_often(states, draws, work, parameters, counts):
    for _ in range(draws):
        status, action = pick(states[0], 0, work, parameters)
        counts[action] += 1
    return status


def test_gibbs_sampling_draws_by_the_exponential_of_the_mean(budget: Budget) -> None:
    """Means of 0, 1/2 and 1, and six unknown, at a temperature of 1/2: within four standard errors, compiled."""
    problem, policy, draws = CompiledProblem(POSITION), mv.GibbsMAST(0.5), budget(20_000, least=2000)
    work = problem.new_workspace(1, 0, learned=problem.new_learned(policy.cells(18)))
    for action, total in enumerate((0.0, 2.0, 4.0)):
        work.learned[2 * action : 2 * action + 2] = 4.0, total
    counts = np.zeros(9, np.int64)
    bound = bind(draw_often, {**problem.bindings(1), **policy.bindings()})
    assert bound(POSITION.states(1), draws, work, policy.record[0], counts) == 0
    weights = [math.exp(2.0 * mean) for mean in (0.0, 0.5, 1.0, *[1.0] * 6)]
    for count, weight in zip(counts, weights, strict=True):
        share = weight / sum(weights)
        assert count / draws == pytest.approx(share, abs=4 * (share * (1 - share) / draws) ** 0.5 + 1e-5)


def test_fading_forgets_what_is_old() -> None:
    """With decay 0 after every simulation nothing is left; with 1/2 after two, half of two and the third."""
    problem = TreeObject(p1(a=p2(x=1)))
    assert not any(searched(mv.MAST(decay=0.0, batch=1), 5, problem).workspaces[0].learned.values())
    search = searched(mv.MAST(decay=0.5, batch=2), 3, problem)
    assert search.workspaces[0].learned[2 * search.problem.codes[0, "a"]] == 2.0


# -- NST -------------------------------------------------------------------------------------------------------------


def test_sequences_of_one_are_mast(budget: Budget) -> None:
    """The same tree, whatever the rest of its table."""
    iterations = budget(300, least=60)
    one, other = (searched(policy, iterations, TreeObject(TREE)) for policy in (mv.NST(length=1), mv.MAST()))
    assert list(one.tree.visits) == list(other.tree.visits)


def test_the_least_counted_sequence_gives_way() -> None:
    """A table of 16 entries keeps those that come again and again, finds what it keeps, and nothing else."""
    bound = {**ALONE, NUM_ACTION_CODES: 10}
    claimed, found = (bind(kernel, bound, compiled=False) for kernel in (claim, find))
    learned, rng, bits = Sparse(), random.Random(1), 4
    faithful = claimed(learned, 3, 4, bits)
    learned[faithful + 1] = 100.0
    for _ in range(500):
        context, code = rng.randrange(1, 100), rng.randrange(10)
        entry = claimed(learned, context, code, bits)
        learned[entry + 1] += 1.0
        assert found(learned, context, code, bits) == entry
    assert found(learned, 3, 4, bits) == faithful
    assert found(learned, 10_000, 1, bits) == NOWHERE
    assert max(learned) < 2 * 10 + 3 * 2**bits
    assert 2**bits > PROBES


def test_small_tables_serve_a_search(budget: Budget) -> None:
    """With room for 16 sequences most are forgotten; the search goes on."""
    search = searched(mv.NST(bits=4, least=1.0), budget(300, least=60), TreeObject(TREE))
    assert search.result().action == "b"


@pytest.mark.parametrize("policy", [mv.NST(), mv.LGRF()])
def test_more_codes_than_can_be_told_apart_are_refused(policy: PlayoutPolicy) -> None:
    """A key of three codes must be exact."""

    class Vast(TreeGame):
        num_action_codes = MOST_CODES + 1

        def action_code(state, action):
            return action

    name = type(policy).__name__
    with pytest.raises(UnsuitableError, match=rf"{name} tells apart sequences of up to 200,000 action codes, and vast"):
        searched(policy, 1, table_position(TREE, Vast()))


# -- decisive moves ----------------------------------------------------------------------------------------------------


def test_a_win_at_once_is_played_and_none_is_left() -> None:
    """Of four actions one wins; where none does, the only one that leaves no win is played."""
    wins = p1(go=p2(on=p1(a=0, b=1, c=p2(x=-1), d=-1)))
    assert set(values_of(wins)) == {1.0}
    saves = p1(go=p2(on=p1(a=p2(x=-1, y=0), b=p2(x=0, y=-0.5), c=p2(x=-1))))
    assert set(values_of(saves)) <= {0.0, -0.5}


def values_of(tree: Any) -> list[float]:
    """Return what ten first simulations were worth to the first player."""
    mcts = mv.MCTS(evaluation=mv.RandomPlayout(policy=mv.Decisive()))
    return [mcts.search(TreeObject(tree), iterations=1, seed=seed).value[0] for seed in range(10)]


def test_beyond_the_horizon_nothing_is_looked_at() -> None:
    """Two plies below the root the choice is the other policy's again."""
    tree = p1(go=p2(on=p1(a=0, b=1, c=0, d=-1)))
    mcts = mv.MCTS(evaluation=mv.RandomPlayout(policy=mv.Decisive(horizon=2)))
    assert {mcts.search(TreeObject(tree), iterations=1, seed=seed).value[0] for seed in range(20)} == {0.0, 1.0, -1.0}


def test_where_every_action_leaves_a_win_the_chosen_one_is_played() -> None:
    """There is nothing better, and the search goes on."""
    lost = p1(go=p2(on=p1(a=p2(x=-1), b=p2(x=-1))))
    assert set(values_of(lost)) == {-1.0}


# -- the problem's own draw --------------------------------------------------------------------------------------------


class Second(TreeGame):
    """Its rules always draw the second action."""

    def sample_action(state, rng):
        return 1


@pytest.mark.parametrize(
    ("policy", "played"),
    [(mv.SampleAction(), {1}), (mv.Uniform(), {0, 1, 2}), (mv.MAST(0.0, draws=3), {1}), (mv.MAST(1.0), {1})],
)
def test_what_the_rules_leave_out(policy: PlayoutPolicy, played: set[int]) -> None:
    """`Uniform` plays it all the same; a policy that compares draws, or explores, does not."""
    problem = CompiledProblem(table_position(p1(a=1, b=0, c=-1), Second()))
    evaluation = mv.RandomPlayout(policy=policy)
    bound = bind(play_one, {**NOTHING_SHARED, **problem.bindings(10), **evaluation.bindings()}, compiled=False)
    found = set()
    for stream in range(20):
        states = problem.position.states()
        sizes = mv.MCTS(evaluation=evaluation).start(problem.position).sizes
        work = problem.new_workspace(1, stream, sizes, problem.new_learned(sizes.learned))
        assert bound(states[0], 0, work, evaluation.record[0]) == 0
        found.add(int(states[0].row) - 1)
    assert found == played


@pytest.mark.parametrize("policy", [*LEARNING, mv.MAST(0.0, draws=2), mv.Uniform(), mv.Decisive()])
def test_a_state_without_actions_is_a_failure(policy: PlayoutPolicy) -> None:
    """A problem that has nothing to play where it is not over is reported, not played on."""

    class Stuck(TreeObject):
        def legal_actions(self) -> list[str]:
            return [] if self.node is not self.root else super().legal_actions()

    problem = Stuck(p1(a=p2(x=1), b=p2(x=1)))
    problem.root = problem.node  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="has no legal action"):
        searched(policy, 5, problem)


@pytest.mark.parametrize("policy", [mv.MAST(0.0), mv.MAST(0.0, draws=1), mv.GibbsMAST(), mv.LGRF()])
def test_a_code_that_was_not_declared_is_reported(policy: PlayoutPolicy) -> None:
    """Rather than looked up outside the table."""
    kernels = {**NOTHING_SHARED, **policy.bindings()}
    rules = {mv.game.rules.action_code: lambda state, action: 5, NUM_ACTION_CODES: 5}
    rules |= {mv.game.rules.legal_actions: lambda state, out: 1, mv.game.rules.HAS_SAMPLE_ACTION: True}
    rules |= {mv.game.rules.sample_action: lambda state, rng: 0}
    from monteverde.compile.random import PYTHON_STREAMS
    from monteverde.search.status import BAD_CODE

    notes = SimpleNamespace(codes=[1])
    work = SimpleNamespace(actions=[0], learned=Sparse({1: 1 * 5 + 2 + 1}), notes=notes, rng=random.Random(1))
    pick = bind(kernels[phases.pick], {**kernels, **rules, **PYTHON_STREAMS}, compiled=False)
    assert pick(None, 1, work, SimpleNamespace(**policy.numbers))[0] == BAD_CODE


# -- with others -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", LEARNING, ids=lambda policy: policy.name)
@pytest.mark.parametrize("algorithm", ["uct", "puct", "grave", "mcps", "progressive_history"])
def test_every_selection_rule_goes_with_every_policy(policy: PlayoutPolicy, algorithm: str) -> None:
    """And finds the best action of a small tree."""
    search = mv.load_search(f"{algorithm}:playout={policy.name}")
    assert search.evaluation.policy == policy
    assert search.search(TreeObject(TREE), iterations=300, seed=1).action == "b"


def test_plain_playouts_by_another_name_make_the_same_tree() -> None:
    """The problem's own draw is uniform for an object, by the loop that keeps states and by the kernels."""
    kept, kernels = (searched(policy, 200, TreeObject(TREE)) for policy in (mv.SampleAction(), mv.Uniform()))
    assert kept.kept is not None
    assert kernels.kept is None
    assert kept.result().visits == kernels.result().visits


def test_threads_share_one_table(budget: Budget) -> None:
    """Every simulation of every thread is in it: an object's threads take turns."""
    search = searched(mv.MAST(), 101, TreeObject(TREE), threads=2)
    learned, codes = search.workspaces[0].learned, search.problem.codes
    assert learned is search.workspaces[1].learned
    assert sum(learned[2 * codes[0, action]] for action in "abc") == 101


@pytest.mark.compiled
def test_threads_lose_nothing_where_additions_are_atomic() -> None:
    """As many first moves as simulations: all of them go through the root, and no code of X comes twice."""
    iterations = 4000
    search = searched(mv.NST(decay=1.0), iterations, threads=2)
    learned = search.workspaces[0].learned
    last = sum(float(learned[2 * code]) for code in range(18))
    plies = sum(int(work.counters.plies[0]) for work in search.workspaces)
    assert search.num_simulations == iterations
    assert 5 * iterations <= last <= 9 * iterations
    assert last >= plies + iterations


def test_what_is_remembered_counts_as_memory() -> None:
    """2 numbers a code, 3 a sequence: too little memory is refused, and what is reported holds them."""
    bytes_of_nst = 8 * (2 * 18 + 3 * 2**16)
    search = mv.load_search("uct:playout=nst").start(POSITION, seed=1, expected=10)
    assert search.sizes.fixed_bytes == bytes_of_nst
    assert search.shared_bytes == bytes_of_nst
    with pytest.raises(BudgetError, match=f"the root of tic_tac_toe and its children need {bytes_of_nst + 240}"):
        mv.search(POSITION, algorithm="uct:playout=nst", iterations=1, memory=bytes_of_nst)
    assert mv.load_search("uct").start(POSITION, expected=10).sizes.fixed_bytes == 0


# -- names and refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "evaluation"),
    [
        ("uct:playout=mast", mv.RandomPlayout(policy=mv.MAST())),
        ("flat:playout=mast,epsilon=0.2", mv.RandomPlayout(policy=mv.MAST(0.2))),
        ("uct:playout=nst,draws=4,bits=10", mv.RandomPlayout(policy=mv.NST(draws=4, bits=10))),
        ("uct:decisive=6", mv.RandomPlayout(policy=mv.Decisive(horizon=6))),
        ("uct:playout=lgrf,before=1,decisive=6", mv.RandomPlayout(policy=mv.Decisive(mv.LGRF(1), 6))),
        ("uct:playout=uniform,playouts=3", mv.RandomPlayout(3, policy=mv.Uniform())),
        ("uct:evaluation=heuristic", mv.Heuristic()),
        ("uct:evaluation=lead_playout,lead=0.3,every=2", mv.LeadPlayout(0.3, 2)),
        ("uct:evaluation=truncated_playout,plies=3,playout=mast", mv.TruncatedPlayout(3, policy=mv.MAST())),
        ("epsilon_greedy:epsilon=0.2", mv.RandomPlayout()),
        ("epsilon_greedy:0.2", mv.RandomPlayout()),
        ("epsilon_greedy:playout=mast", mv.RandomPlayout(policy=mv.MAST())),
    ],
)
def test_a_name_says_how_leaves_are_valued(text: str, evaluation: Any) -> None:
    """The parameters of what is named stand beside it."""
    assert mv.load_search(text).evaluation == evaluation


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uct:playout=mats", "unknown playout policy 'mats'; did you mean mast"),
        ("uct:evaluation=heuristics", "unknown evaluation 'heuristics'; did you mean heuristic"),
        ("uct:epsilon=0.1", "unknown parameter of uct 'epsilon'"),
        ("uct:evaluation=heuristic,playouts=2", "unknown parameter of uct 'playouts'"),
    ],
)
def test_wrong_names_get_the_nearest_right_ones(text: str, sentence: str) -> None:
    """A parameter of what is not there is not known."""
    with pytest.raises(UnknownNameError, match=sentence):
        mv.load_search(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("uct:playout=mast,epsilon=2", "MAST: epsilon is 2.0; it must be a number from 0 to 1"),
        ("uct:playout=mast,draws=-1", "MAST: draws is -1; it must be at least 0"),
        ("uct:playout=mast,decay=1.5", "MAST: decay is 1.5; it must be a number from 0 to 1"),
        ("uct:playout=mast,batch=0", "MAST: batch is 0; it must be at least 1"),
        ("uct:playout=gibbs_mast,temperature=0", "GibbsMAST: temperature is 0.0; it must be a number of at least 0.01"),
        ("uct:playout=nst,length=4", "NST: length is 4; it must be 1, 2 or 3"),
        ("uct:playout=nst,least=0", "NST: least is 0.0; it must be a number above 0"),
        ("uct:playout=nst,bits=30", "NST: bits is 30; it must be a whole number from 4 to 24"),
        ("uct:playout=lgrf,before=3", "LGRF: before is 3; it must be 1 or 2"),
        ("uct:decisive=-1", "Decisive: horizon is -1; it must be at least 1"),
        ("uct:playout=decisive,decisive=3", "it must be a PlayoutPolicy other than Decisive"),
        ("uct:evaluation=heuristic,playout=mast", "heuristic plays nothing out; leave playout and decisive out"),
        ("epsilon_greedy:epsilon=0.1,playout=mast", "epsilon is a parameter of epsilon_greedy and of how its leaves"),
        ("uct:evaluation=lead_playout,lead=0", "LeadPlayout: lead is 0.0; it must be a number above 0 and at most 0.5"),
        ("uct:evaluation=lead_playout,every=0", "LeadPlayout: every is 0; it must be at least 1"),
    ],
)
def test_senseless_values_are_refused(text: str, sentence: str) -> None:
    """The sentence names the parameter, its value and what it must be."""
    with pytest.raises(UsageError, match=sentence):
        mv.load_search(text)


def test_a_policy_must_be_one() -> None:
    """A name is not."""
    with pytest.raises(UsageError, match="policy is 'mast'; it must be a PlayoutPolicy, such as SampleAction"):
        mv.RandomPlayout(policy="mast")  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", LEARNING, ids=lambda policy: policy.name)
def test_several_playouts_a_leaf_are_refused(policy: PlayoutPolicy) -> None:
    """A simulation has one list of actions; more simulations do what more playouts would."""
    name = type(policy).__name__
    with pytest.raises(UnsuitableError, match=f"{name} learns from one playout a simulation, got playouts=2"):
        mv.MCTS(evaluation=mv.RandomPlayout(2, policy=mv.Decisive(policy))).start(POSITION)
    assert mv.MCTS(evaluation=mv.RandomPlayout(2, policy=mv.Uniform())).start(POSITION).sizes.learned == 0


def test_leaves_cannot_be_valued_outside() -> None:
    """A result can be asked for all the same; a policy that learns nothing can be stepped."""
    search = mv.load_search("uct:playout=mast").start(TreeObject(TREE))
    with pytest.raises(UnsuitableError, match="MAST learns from all actions of a playout"):
        search.gather(1)
    assert search.result().simulations == 1
    stepped = mv.load_search("uct:decisive=4").start(TreeObject(TREE), seed=1)
    assert [stepped.step(2), stepped.step(2)] == [1, 2]


@pytest.mark.parametrize("facts", [{"step_rewards": True}, {"discount": 0.5}])
@pytest.mark.parametrize("evaluation", [mv.LeadPlayout(), mv.RandomPlayout(policy=mv.Decisive())])
def test_problems_that_pay_on_the_way_are_refused(evaluation: Any, facts: dict[str, Any]) -> None:
    """What looks for the best end needs an end that decides; the sentence says what to do."""
    with pytest.raises(UnsuitableError, match="and TreeObject pays on the way, or less for what is late; "):
        mv.MCTS(evaluation=evaluation).start(TreeObject(TREE, **facts))


def test_sharing_rules_learn_beside_a_policy(budget: Budget) -> None:
    """Both read the same notes: tables and means are those of the simulations that were run."""
    mcts = mv.MCTS(mv.GRAVE(), AllChildrenLater(), mv.RandomPlayout(policy=mv.MAST()))
    search = mcts.start(TreeObject(TREE), seed=2)
    search.run(iterations=50)
    codes, learned, shared = search.problem.codes, search.workspaces[0].learned, search.tree.shared
    for code in codes.values():  # no action can come twice here
        assert (learned[2 * code], learned[2 * code + 1]) == (shared.counts[code], shared.sums[code])
