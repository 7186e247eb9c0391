"""Df-pn: games with known winners, minimax on random trees, tables of any size, one question at a time, bad input."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable

import numpy as np
import pytest
from tests.exact.broken_game import (
    AT_ONCE,
    DRAWS,
    ENDLESS,
    NO_ACTIONS,
    NOT_OPPOSITE,
    TOO_MUCH,
    BrokenWithoutChance,
    broken,
)
from tests.exact.chance_trees import chance_tree
from tests.exact.seeded_trees import GAME, RESULTS, tree_of
from tests.reference.exact import Recursion
from tests.reference.kayles import GRUNDY_NUMBERS

from monteverde.compile import bind
from monteverde.errors import BudgetError, GameError, UnsuitableError, UsageError
from monteverde.exact import load_method
from monteverde.exact.methods.maxn import MaxN
from monteverde.exact.methods.pns import Pns
from monteverde.exact.proof_numbers import (
    BUCKET,
    FIRST_TABLE,
    INFINITE,
    begin,
    copy_table,
    first_of_bucket,
    keep,
    new_table,
    new_work,
    walk,
    with_room,
)
from monteverde.exact.status import RUNNING
from monteverde.game import Game, Position
from monteverde.games.connect_four import connect_four
from monteverde.games.kayles import kayles
from monteverde.games.nim import nim
from monteverde.games.tic_tac_toe import TicTacToe
from monteverde.games.tree_game import tree_game

Budget = Callable[..., int]
Trees = Callable[[int, int], list[Position]]


class WinLoss(Game):
    """The trees of `chance_tree` without chance, won, lost or drawn, and without a key."""

    _model = type(chance_tree(2, chance=False))
    state, num_players, num_actions, max_length = _model.state, 2, _model.num_actions, _model.max_length
    start, to_move, legal_actions = _model.start, _model.to_move, _model.legal_actions
    play, is_terminal = _model.play, _model.is_terminal
    _three = np.array([0.0, 0.0, 0.0, 0.5, 0.5, 1.0, 1.0, 1.0])

    def rewards(state, out):
        out[0] = THREE[(state.path >> np.uint64(24)) & np.uint64(7)]
        out[1] = 1.0 - out[0]


THREE = WinLoss._three


def tree_roots(game: Game, count: int) -> list[Position]:
    """Roots of random trees of `game`, whose seeds are in the states."""
    states = game.new_states(count)
    states.path = np.random.default_rng(1).integers(2**63, size=count, dtype=np.uint64)
    return [Position(game, states[i : i + 1]) for i in range(count)]


# -- known games -------------------------------------------------------------------------------------------------------


def test_nim(budget: Budget) -> None:
    """Any number a turn, the player to move wins unless the xor is zero (Bouton), by making it zero."""
    start = nim("3-4-5", take=0).initial()
    layer = [start, *map(start.play, start.legal_actions()[:: 1 if budget(10) == 10 else 4])]
    for position in layer:
        result = Pns().solve(position)
        is_won = functools.reduce(operator.xor, position.state.heaps) != 0
        assert result.outcome == ("win" if is_won else "loss")
        assert result.value[position.to_move] == float(is_won)
        assert result.is_proven
        if is_won:
            after = position.play(result.action).state.heaps
            assert functools.reduce(operator.xor, after) == 0
        else:
            assert len(result.best_actions) == len(position.legal_actions())


def test_kayles(is_compiled: bool) -> None:
    """The player to move loses exactly if the published Grundy numbers of the rows cancel."""
    start = kayles("6-5" if is_compiled else "4-3").initial()
    for position in [start, *map(start.play, start.legal_actions())]:
        is_won = functools.reduce(operator.xor, (GRUNDY_NUMBERS[row] for row in position.state.rows)) != 0
        assert Pns().solve(position).outcome == ("win" if is_won else "loss")


def test_tic_tac_toe_is_a_draw(is_compiled: bool) -> None:
    """Two questions, whether X wins and whether X loses, and both answers are no."""
    result = Pns().solve(TicTacToe().initial().play_all("" if is_compiled else "b2 a1"))
    assert result.outcome == "draw"
    assert result.value == (0.5, 0.5)
    assert result.is_proven
    assert {line.bound for line in result.actions} <= {"exact", "at most"}


@pytest.mark.compiled
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4)])
def test_small_connect_four_is_a_draw(width: int, height: int) -> None:
    """As published for these boards."""
    assert Pns().solve(connect_four(width, height).initial()).outcome == "draw"


def test_a_forced_win_is_found_with_few_positions() -> None:
    """X completes three in a row: one expansion is enough, and the other actions stay unknown."""
    result = Pns().solve(TicTacToe().initial().play_all("a1 a2 b1 b2"))
    assert (result.outcome, result.action_name) == ("win", "c1")
    assert result.statistics.details["expansions"] == 1
    assert result["a3"].bound == "unknown"


# -- random trees ------------------------------------------------------------------------------------------------------


def test_agrees_with_recursion_without_a_key(budget: Budget) -> None:
    """Won, lost or drawn trees of any shape, each path a position of its own."""
    game = WinLoss()
    for position in tree_roots(game, budget(250, least=15)):
        value = Recursion(game).values(position)
        result = Pns().solve(position)
        assert list(result.value) == value
        assert result.outcome == {1.0: "win", 0.5: "draw", 0.0: "loss"}[value[position.to_move]]
        after = {a: v[position.to_move] for a, v in Recursion(game).action_values(position).items()}
        for line in result.actions:
            check = {"exact": operator.eq, "at most": operator.le, "at least": operator.ge}.get(line.bound)
            assert check is None or check(after[line.action], line.value)
            assert not line.is_best or after[line.action] == value[position.to_move]


def test_agrees_with_minimax_on_real_values(late_trees: Trees, budget: Budget) -> None:
    """As many questions as it takes narrow the value of a P-game down to what its leaves are worth."""
    for position in late_trees(budget(400, least=4), 5):
        result = Pns().solve(position)
        assert result.value == MaxN().solve(position).value
        assert result.is_proven
        assert result.action in MaxN().solve(position).best_actions


def test_positions_that_are_reached_in_several_ways(budget: Budget) -> None:
    """In graphs, where numbers are counted too high, the value is still that of minimax, and the table is used."""
    num_hits = 0
    for seed in range(budget(200, least=12)):
        result = Pns().solve(tree_of(RESULTS, seed))
        assert result.value == pytest.approx(Recursion(GAME).values(tree_of(RESULTS, seed)))
        num_hits += result.statistics.details["table_hits"]
    assert num_hits > 0


@pytest.mark.parametrize("epsilon", [0.0, 3.0])
def test_any_epsilon_gives_the_same_answer(epsilon: float, budget: Budget) -> None:
    """It only decides for how long the search stays where it is."""
    for position in tree_roots(WinLoss(), budget(60, least=10)):
        assert Pns(epsilon=epsilon).solve(position).value == Pns().solve(position).value


def test_a_table_of_one_bucket_gives_the_same_answer(late_trees: Trees, budget: Budget) -> None:
    """What is forgotten costs time, never the progress."""
    looked_at = {"1": 0, "1MB": 0}
    for position in late_trees(budget(10, least=2), 6):
        is_reached = set()
        for table in looked_at:
            result = Pns(goal=0.0, table=table).solve(position)
            is_reached.add("at least" in result.notes[0])
            looked_at[table] += result.nodes
        assert len(is_reached) == 1
    assert looked_at["1"] > looked_at["1MB"]


def test_one_position_at_a_time_gives_the_same(late_trees: Trees, budget: Budget) -> None:
    """However the work is cut into slices, the same positions are looked at and the same answer is found."""
    for position in late_trees(budget(10, least=2), 4):
        bound = bind(walk, position.game.bindings)
        counts = []
        for units in (1, 10**6):
            work = new_work(position.game, player=0, epsilon=0.25)
            work.states[0] = position.states()[0]
            work = begin(work, 10.0, FIRST_TABLE)
            while bound(work, units) == RUNNING:
                assert units == 1
            counts.append((work.notes[0].nodes, work.frames[0].proof))
        assert counts[0] == counts[1]
        assert counts[0][1] in (0, INFINITE)


class TwoHeaps(Game):
    """Nim with two heaps, which are the same position whichever of them is the larger."""

    state = [("heaps", np.int64, (2,)), ("player", np.int64)]
    num_players, num_actions, max_length = 2, 8, 8

    def start(state):
        state.heaps[0] = 4
        state.heaps[1] = 3

    def to_move(state):
        return state.player

    def legal_actions(state, out):
        count = 0
        for heap in range(2):
            for taken in range(1, state.heaps[heap] + 1):
                out[count] = 4 * heap + taken - 1
                count += 1
        return count

    def play(state, action):
        state.heaps[action // 4] -= action % 4 + 1
        state.player = 1 - state.player

    def is_terminal(state):
        return state.heaps.sum() == 0

    def rewards(state, out):
        out[1 - state.player] = 1.0

    def canonical_key(state):
        larger, smaller = max(state.heaps[0], state.heaps[1]), min(state.heaps[0], state.heaps[1])
        return np.uint64(16 * larger + 2 * smaller + state.player)


@pytest.mark.usefixtures("as_python")
def test_positions_that_are_the_same_up_to_a_symmetry() -> None:
    """With `canonical_key` they share what is known, and the answers stay right: equal heaps lose."""
    start = TwoHeaps().initial()
    for position in [start, *map(start.play, start.legal_actions())]:
        heaps = position.state.heaps
        assert Pns().solve(position).outcome == ("loss" if heaps[0] == heaps[1] else "win")
    assert Pns().solve(start).statistics.details["table_hits"] > 0


# -- one question ------------------------------------------------------------------------------------------------------


def test_one_question(late_trees: Trees) -> None:
    """A goal below the value is proven to be reached, one above it to be out of reach; the value stays unknown."""
    (position,) = late_trees(1, 5)
    value = MaxN().solve(position).value[1]
    yes, no = Pns(goal=value - 1.0).solve(position), Pns(goal=value + 1.0).solve(position)
    assert yes.notes[0].startswith("it is proven that Min gets at least")
    assert no.notes[0].startswith("it is proven that Min gets at most")
    assert not yes.is_proven
    assert math.isnan(yes.value[1])
    assert "at least" in {line.bound for line in yes.actions}
    assert {line.bound for line in no.actions} == {"at most"}


@pytest.mark.usefixtures("as_python")
def test_a_goal_that_settles_the_value() -> None:
    """If the most is reached, or not even the least but one, the value is known."""
    won = tree_game("0{a:1{x:1 y:1} b:1{x:-1 y:1}}").initial()
    assert Pns(goal=1).solve(won).outcome == "win"
    lost = tree_game("0{a:1{x:1 y:-1} b:1{x:-1 y:1}}").initial()
    result = Pns(goal=0).solve(lost)
    assert (result.outcome, result.value) == ("loss", (-1.0, 1.0))


@pytest.mark.usefixtures("as_python")
def test_one_player() -> None:
    """Alone, the question is whether there is a way."""
    result = Pns().solve(tree_game("0{a:0{x:1 y:5} b:0{x:3 y:2}}").initial())
    assert (result.value, result.action_name) == ((5.0,), "a")


# -- the table ---------------------------------------------------------------------------------------------------------


def test_a_full_bucket_forgets_what_took_the_least_work() -> None:
    """Four entries in a bucket; a fifth replaces the one of the least work; the same position adds its work up."""
    table, put = new_table(0), bind(keep, {})
    assert len(table) == BUCKET
    codes = [np.uint64(code) for code in range(1, 6)]
    assert [put(table, code, 1, 2, 10 - number) for number, code in enumerate(codes[:4])] == [1] * 4
    assert put(table, codes[0], 3, 4, 5) == 0
    assert put(table, codes[4], 7, 8, 1) == 0
    assert {int(e.code): (int(e.proof), int(e.work)) for e in table} == {1: (3, 15), 2: (1, 9), 3: (1, 8), 5: (7, 1)}


def test_a_table_grows_with_all_that_it_holds() -> None:
    """Once half full it is copied into a larger one, as far as the memory goes."""
    work = begin(new_work(nim("4"), player=0, epsilon=0.0), 1.0, FIRST_TABLE)
    put, found = bind(keep, {}), bind(first_of_bucket, {})
    codes = [np.uint64(code * 7919 + 1) for code in range(200)]
    work = work._replace(table=new_table(24 * 256))
    work.notes[0].entries = sum(put(work.table, code, 5, 6, 3) for code in codes)
    assert with_room(work, memory=work.table.nbytes) is work
    larger = with_room(work, memory=2**20)
    assert len(larger.table) == 8 * 256
    assert larger.notes[0].entries == (larger.table.work > 0).sum() == (work.table.work > 0).sum()
    kept = work.table.code[work.table.work > 0]
    for code in kept:
        first = found(larger.table, code)
        assert code in larger.table.code[first : first + BUCKET]
    assert with_room(larger, memory=2**20) is larger
    assert bind(copy_table, {})(larger.table, new_table(2**16)) == larger.notes[0].entries


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("as_python")
@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (NO_ACTIONS, GameError, "has no legal action"),
        (ENDLESS, GameError, "still going on after max_length = 4 plies"),
        (TOO_MUCH, GameError, "outside of its reward_range; pns relies on that"),
        (AT_ONCE, UnsuitableError, "players move at once"),
        (DRAWS, UnsuitableError, "nature moves in it"),
    ],
)
def test_a_problem_that_does_not_suit_is_refused(fault: int, kind: type[Exception], words: str) -> None:
    """What is wrong is said in a sentence."""
    for ply in (0, 2) if fault != DRAWS else (0,):
        with pytest.raises(kind, match=words):
            Pns().solve(broken(fault, BrokenWithoutChance, ply))


@pytest.mark.usefixtures("as_python")
def test_rewards_that_are_not_opposite_are_refused() -> None:
    """If two ends that are looked at pay both players together differently, the sentence says what to use instead."""
    with pytest.raises(UnsuitableError, match="what one player gains the other does not lose"):
        Pns(goal=0.0).solve(broken(NOT_OPPOSITE, BrokenWithoutChance))


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"players": 2}, "nature moves in it; use expectimax"),
        ({"players": 3, "chance": False}, "it has 3 players; use maxn or paranoid"),
        ({"chance": False, "steps": True}, "rewards are paid on the way"),
        ({"chance": False, "discount": 0.5}, "rewards are discounted"),
    ],
)
def test_what_it_cannot_do_is_refused(parameters: dict, words: str) -> None:
    """The sentence says why, and what to use instead."""
    with pytest.raises(UnsuitableError, match=f"pns cannot solve chance_tree.*: {words}"):
        Pns().solve(chance_tree(**parameters).initial())


def test_senseless_parameters_are_refused() -> None:
    """A goal that is no number, a negative epsilon, a table of no size."""
    for goal in ("much", "nan", "inf"):
        with pytest.raises(UsageError, match=f"pns: goal is '{goal}'; it must be a number, or 'value'"):
            Pns(goal=goal)
    with pytest.raises(UsageError, match="pns: epsilon is -1"):
        Pns(epsilon=-1.0)
    with pytest.raises(BudgetError):
        Pns(table="-3")


def test_names() -> None:
    """The goal is the first parameter."""
    assert load_method("pns:0.5") == Pns(goal="0.5")
    assert load_method("pns:table=1GB,epsilon=0").spec == "pns:table=1GB,epsilon=0.0"
