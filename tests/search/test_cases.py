"""Trees on which search libraries have failed, each as a Python object and compiled; solved in the head."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.reference.search_trees import Node, TreeObject, chance, p1, p2, seat
from tests.search.conftest import Solver

import monteverde as mv
from monteverde.search.evaluation import Heuristic
from monteverde.search.result import SearchResult
from monteverde.search.selection.ucb1 import UCB1
from monteverde.search.tree import ROOT

Budget = Callable[..., int]


def test_the_opponent_is_no_friend(solve: Solver, budget: Budget) -> None:
    """L would win if the opponent chose x; it will choose y, so the sure draw is better."""
    tree = p1(L=p2(x=+1, y=-1), R=p2(x=0, y=0))
    found = solve(tree, budget(2000, least=500))
    assert found.action == "R"
    assert found.values["R"] == 0.0
    assert found.values["L"] < -0.6


def test_values_of_a_refuted_action_tend_to_the_loss(solve: Solver, budget: Budget) -> None:
    """The longer the search, the nearer to -1."""
    tree = p1(L=p2(x=+1, y=-1), R=p2(x=0, y=0))
    short, long = (solve(tree, budget(n, least=n // 10)).values["L"] for n in (500, 20_000))
    assert -1.0 < long < short


def test_a_win_that_needs_the_opponents_help_is_not_believed(solve: Solver, budget: Budget) -> None:
    """Three of four replies to the gamble lose for the opponent, who will find the fourth."""
    tree = p1(gamble=p2(a=1, b=1, c=1, d=-1), safe=p2(a=p1(x=0.2), b=p1(x=0.2)))
    assert solve(tree, budget(2000, least=500)).action == "safe"


def nim(heap: int) -> Node:
    """Return Nim with one heap, take 1 to 3, whoever takes the last wins, as one node for each heap and player."""
    known: dict[tuple[int, int], Node] = {}
    for left in range(heap + 1):
        for player in (0, 1):
            children = {f"take {n}": known[left - n, 1 - player] for n in (1, 2, 3) if n <= left}
            won_by_the_other = 1 if player else -1
            known[left, player] = seat(player, **children) if left else p1().paying(won_by_the_other)
    return known[heap, 0]


def test_nim_of_fifteen_is_won_by_taking_three(solve: Solver, budget: Budget) -> None:
    """A heap that is a multiple of four is lost for whoever must move; the value tends to a win."""
    found = solve(nim(15), budget(20_000, least=5000), mcts=mv.MCTS(UCB1(c=0.5)))
    assert found.action == "take 3"
    assert found.values["take 3"] > 0.5


def test_the_same_player_may_move_twice(solve: Solver, budget: Budget) -> None:
    """+1 if the first player chooses 1 twice: the sign must not flip with every ply."""
    tree = p1(zero=p1(zero=-1, one=-1), one=p1(zero=-1, one=+1))
    found = solve(tree, budget(1000, least=300))
    assert found.action == "one"
    assert found.result.principal_names[1] in ("one", "1")
    assert found.values["one"] > 0.8


def test_the_last_of_four_players_is_paid_too(solve: Solver, budget: Budget) -> None:
    """Player 4 takes what pays it, and the value of the root says so."""
    found = solve(seat(3, first=(0, 0, 0, 1), second=(0, 0, 0, 0)), budget(1000, least=100))
    assert found.action == "first"
    assert found.values == {"first": 1.0, "second": 0.0}
    assert found.value[3] == pytest.approx(found.visits["first"] / found.result.simulations)


def test_each_of_three_players_maximises_its_own_payoff(solve: Solver, budget: Budget) -> None:
    """Player 2 chooses 2 over 1, whatever that does to player 3: (0, 2, 0) is backed up."""
    tree = p1(on=seat(1, a=(0, 1, 5), b=(0, 2, 0)))
    value = solve(tree, budget(5000, least=1000), reward_range=(0.0, 10.0)).value
    assert value[1] > 1.6
    assert value[2] < 2.0


@pytest.mark.parametrize("player", range(4))
def test_one_search_serves_every_seat_of_a_table(solve: Solver, player: int) -> None:
    """The same configured search, given four positions, finds what pays whoever is to move."""
    best = tuple(float(seat_number == player) for seat_number in range(4))
    tree = seat(player, others=tuple(1.0 - share for share in best), own=best)
    assert solve(tree, 50).action == "own"


def test_payoffs_are_averaged_and_not_counted(solve: Solver) -> None:
    """One move, 10 or 0, for everybody alike: Q is 10 and 0."""
    found = solve(p1(a=(10, 10, 10, 10), b=(0, 0, 0, 0)), 100, reward_range=(0.0, 10.0))
    assert found.action == "a"
    assert found.values == {"a": 10.0, "b": 0.0}


def test_more_than_the_sign_is_kept(solve: Solver) -> None:
    """Of .4 and .9 the larger."""
    found = solve(p1(a=0.4, b=0.9), 100)
    assert found.action == "b"
    assert found.values == pytest.approx({"a": 0.4, "b": 0.9})


def test_a_draw_is_better_than_a_loss(solve: Solver) -> None:
    """All but one action lose; the draw is found."""
    assert solve(p1(a=-1, b=p2(x=-1, y=-1), c=p2(x=0, y=0), d=-1), 200).action == "c"


def test_outcomes_are_weighted_by_their_probability(solve: Solver, budget: Budget) -> None:
    """.9 of 0 and .1 of 10 are worth 1, less than a sure 2 (taken as equally likely: 5)."""
    tree = p1(X=chance(a=(0.9, (0,)), b=(0.1, (10,))), Y=(2,))
    found = solve(tree, budget(5000, least=1000), reward_range=(0.0, 10.0))
    assert found.action == "Y"
    assert found.values["Y"] == pytest.approx(2.0)


def test_the_mean_over_outcomes_is_learnt(solve: Solver, budget: Budget) -> None:
    """Behind a chance node the player to move still chooses well: .5 of 4 and .5 of the better of 0 and 8 is 6."""
    tree = p1(go=chance(a=(0.5, (4,)), b=(0.5, p1(x=(0,), y=(8,)))))
    found = solve(tree, budget(5000, least=1000), reward_range=(0.0, 10.0))
    assert found.value[0] == pytest.approx(6.0, abs=0.6)


def test_chance_nodes_keep_their_outcomes_in_order(solve: Solver, budget: Budget) -> None:
    """Visits of outcomes are in proportion to their probabilities, within four standard errors."""
    iterations = budget(4000, least=500)
    mcts = mv.MCTS()
    tree = p1(go=chance(a=(0.1, (1,)), b=(0.6, (2,)), c=(0.3, (3,))))
    search = mcts.start(solve.problem(tree, reward_range=(0.0, 10.0)), seed=1)
    search.run(iterations=iterations)
    node = search.tree.first_child[ROOT]
    first, total = search.tree.first_child[node], search.tree.visits[node]
    shares = [search.tree.visits[first + outcome] / total for outcome in range(3)]
    assert shares == pytest.approx([0.1, 0.6, 0.3], abs=4 * 0.5 / total**0.5)
    values = [search.tree.value_sum[first + outcome] / search.tree.visits[first + outcome] for outcome in range(3)]
    assert values == pytest.approx([0.1, 0.2, 0.3])


def test_a_better_estimate_beats_an_end_that_is_known(solve: Solver, budget: Budget) -> None:
    """A pays 1 at once, B leads to ten plies whose ends all pay 9: after 300 simulations, B."""
    deep: Node | tuple[float] = (9.0,)
    for ply in range(10):
        deep = seat(ply % 2, a=deep, b=deep)
    found = solve(p1(A=(1,), B=deep), 300, reward_range=(0.0, 10.0))
    assert found.action == "B"
    assert found.values == pytest.approx({"A": 1.0, "B": 9.0})


def test_a_win_now_is_better_than_a_win_later(solve: Solver, budget: Budget) -> None:
    """Both are sure; playouts make the slow one look worse, so the fast one is chosen."""
    slow = p2(a=p1(x=1, y=-1), b=p1(x=1, y=-1))
    found = solve(p1(slow=slow, fast=1), budget(1000, least=200))
    assert found.action == "fast"
    assert found.values["fast"] == 1.0


def test_ends_below_the_root_are_visited_again(solve: Solver) -> None:
    """Two terminal children and 1,000 simulations: 1,000 visits."""
    found = solve(p1(a=1, b=0), 1000)
    assert sum(found.visits.values()) == 1000
    assert found.result.simulations == 1000


def test_one_legal_action_is_chosen(solve: Solver) -> None:
    """Whatever follows; every simulation goes through it."""
    found = solve(p1(only=p2(a=-1, b=-1)), 50)
    assert (found.action, found.visits) == ("only", {"only": 50})


@pytest.mark.parametrize("iterations", [1, 2, 3])
def test_the_smallest_budgets_give_a_legal_action(solve: Solver, iterations: int) -> None:
    """A visited one, even if it is not the best."""
    found = solve(p1(a=1, b=0, c=-1), iterations)
    assert found.visits[found.action] == 1
    assert sum(found.visits.values()) == iterations


class Kept:
    """What a search by hand looks at: nodes by the way that leads to them, values in the problem's own units."""

    def __init__(self, solve: Solver, tree: Node, mcts: mv.MCTS, seed: int) -> None:
        self.root, self.names = tree, not solve.is_compiled
        self.search = mcts.start(solve.problem(tree), seed=seed, expected=10)

    def at(self, *way: str) -> tuple[int, float]:
        """Return visits and mean value of the node that the actions lead to."""
        tree, node, below = self.search.tree, ROOT, self.root
        for name in way:
            action = name if self.names else list(below.children).index(name)
            block = range(tree.first_child[node], tree.first_child[node] + tree.num_children[node])
            node, below = next(child for child in block if tree.action[child] == action), below.children[name]
        visits = int(tree.visits[node])
        return visits, 2.0 * tree.value_sum[node] / visits - 1.0 if visits else 0.0


def test_four_simulations_worked_by_hand(solve: Solver) -> None:
    """After one of a (+1) and one of b (-1), the third goes a then c, and the fourth a then d; b does not change."""
    tree = p1(a=p1(c=+1, d=0).estimated(+1), b=p1(c=0, d=0).estimated(-1))
    for seed in range(20):
        kept = Kept(solve, tree, mv.MCTS(evaluation=Heuristic()), seed)
        kept.search.run(iterations=2)
        assert (kept.at("a"), kept.at("b")) == ((1, 1.0), (1, -1.0))
        kept.search.run(iterations=1)
        if kept.at("a", "c")[0] == 0:
            continue  # untried children come in random order, and this is the other one
        assert (kept.at("a"), kept.at("a", "c"), kept.at("b")) == ((2, 1.0), (1, 1.0), (1, -1.0))
        kept.search.run(iterations=1)
        assert (kept.at("a", "c"), kept.at("a", "d"), kept.at("b")) == ((1, 1.0), (1, 0.0), (1, -1.0))
        assert kept.at("a") == (3, pytest.approx(0.66667, abs=5e-6))
        return
    pytest.fail("no seed of twenty tried c first")


@pytest.mark.parametrize(("scale", "shift"), [(100.0, 0.0), (1.0, 7.0), (100.0, 7.0), (0.001, -3.0)])
def test_scaled_and_shifted_payoffs_give_the_same_visits(scale: float, shift: float) -> None:
    """The exploration constant is for unit values, so the units of the payoffs do not matter."""

    def search(scale: float, shift: float) -> SearchResult:
        def pay(payoff: float) -> tuple[float, float]:
            return (payoff * scale + shift, -payoff * scale + shift)

        tree = p1(
            a=p2(x=pay(0.25), y=pay(-0.5), z=p1(u=pay(1), v=pay(-1))),
            b=p2(x=pay(0), y=pay(0.125), z=p1(u=pay(0.5), v=pay(0.75))),
            c=p2(x=pay(-1), y=pay(1)),
        )
        problem = TreeObject(tree, reward_range=(shift - scale, shift + scale))
        return mv.search(problem, iterations=500, seed=5)

    plain, changed = search(1.0, 0.0), search(scale, shift)
    assert changed.visits == plain.visits
    assert [line.value for line in changed.actions] == pytest.approx([q.value * scale + shift for q in plain.actions])


def test_both_colours_spread_a_batch_alike() -> None:
    """Virtual visits are losses for whoever chooses, so a mirrored problem gives mirrored counts."""

    def visits(player: int) -> dict[str, int]:
        tree = seat(player, **{x: seat(1 - player, **dict.fromkeys("uvw", (0, 0))) for x in "abc"})
        search = mv.MCTS().start(TreeObject(tree), seed=1)
        search.gather(20)
        search.complete([[0.0, 0.0]] * len(search.leaf_states))
        return search.result().visits

    assert visits(0) == visits(1)


def test_a_search_leaves_nothing_behind_for_the_next(solve: Solver) -> None:
    """The same configuration twice: n simulations each time, and the same tree."""
    mcts, tree = mv.MCTS(), p1(a=p2(x=1, y=-1), b=0)
    first, second = (solve(tree, 100, mcts=mcts) for _ in range(2))
    assert first.result.simulations == second.result.simulations == 100
    assert first.visits == second.visits
