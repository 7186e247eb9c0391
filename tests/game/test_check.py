"""The conformance test passes good games, and says of a broken one which promise it breaks and how to get there."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from tests.game.nim_variations import MISSING, DiceNim, FullNim, Nim, PaidNim, varied

from monteverde.compile import below
from monteverde.compile.markers import slot
from monteverde.errors import UsageError
from monteverde.game import CHANCE, Game, load_game
from monteverde.game.check import Report, check
from monteverde.game.rules import SIMULTANEOUS
from monteverde.games.tic_tac_toe import NINE, ONE, TicTacToe
from monteverde.games.tree_game import tree_game


def _set(state: Any, **values: Any) -> None:
    """Set fields of a state, for rules written as one expression."""
    for name, value in values.items():
        state[name] = value


def _write(out: Any, *values: Any) -> int:
    """Write values to an array; return how many."""
    for i, value in enumerate(values):
        out[i] = value
    return len(values)


def _only(report: Report) -> tuple[str, str]:
    """Return the rule and the sentence of the one problem in a report."""
    assert len(report.problems) == 1, str(report)
    return report.problems[0].rule, report.problems[0].sentence


class Mirrored(TicTacToe):
    """Tic-tac-toe of which half a turn alone is known to be a symmetry."""

    num_symmetries = 2

    def symmetries(action, out):
        out[0], out[1] = action, 8 - action


class PastNim(Nim):
    """Who took one object first is paid nothing."""

    state = [("heap", np.int64), ("player", np.int64), ("past", np.int64)]

    def play(state, action):
        if action == 0 and state.past == 0:
            state.past = 1 + state.player
        state.heap -= action + 1
        state.player = 1 - state.player

    def rewards(state, out):
        out[0] = state.past != 1
        out[1] = state.past != 2

    def key(state):
        return np.uint64(3 * (2 * state.heap + state.player) + state.past)


def _key_of_heap_and_turn(state: Any) -> np.uint64:
    return np.uint64(2 * state.heap + state.player)


# -- good games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Nim, FullNim, DiceNim, PaidNim, Mirrored, PastNim])
def test_good_games_pass(game: type[Game]) -> None:
    """A game that keeps its promises has no problems, whatever rules it has, compiled too."""
    report = check(game(), games=30)
    assert report.problems == ()
    assert report.is_ok


def test_rules_may_be_marked_for_numba() -> None:
    """Whoever knows numba marks functions by habit; they are read as plain Python all the same."""
    assert check(varied(to_move=numba.njit(Nim.to_move), play=numba.njit(Nim.play)), games=5).is_ok


def test_a_good_game_has_no_notes(is_compiled: bool) -> None:
    """Nothing is remarked on a game that gives no reason."""
    assert is_compiled == (check(FullNim(), games=30).notes == ())


def test_the_same_seed_gives_the_same_report() -> None:
    """A problem that was found once can be found again."""
    assert check(Nim(), games=10, seed=5) == check(Nim(), games=10, seed=5)
    assert check(Nim(), games=10, seed=5) != check(Nim(), games=10, seed=6)


def test_the_figures_are_those_of_the_games() -> None:
    """Games of one legal action have known lengths, branching and winners."""
    one = varied(legal_actions=lambda state, out: _write(out, 0))
    report = check(one, games=5)
    assert (report.num_games, report.num_states, report.longest) == (5, 5 * 8, 7)
    assert (report.mean_length, report.mean_branching, report.state_bytes) == (7.0, 1.0, 16)
    assert report.win_rates == report.mean_returns == (1.0, 0.0)


def test_discounted_returns_are_reported() -> None:
    """Of seven objects taken one by one, player 1 gets 1 + 1/4 + 1/16 + 1/64 at discount 1/2, player 2 half less."""
    one = varied(PaidNim, legal_actions=lambda state, out: _write(out, 0))
    assert check(one, games=2).mean_returns == (1 + 1 / 4 + 1 / 16 + 1 / 64, 1 / 2 + 1 / 8 + 1 / 32)


def test_returns_are_discounted_where_a_player_comes_to_move() -> None:
    """A wheel between two choices takes no time: 1 + 2 + 8 / 2."""
    report = check(tree_game("0{a:[1]?{always:1*[2]0{x:8}}}", discount=0.5), games=2)
    assert (report.is_ok, report.mean_returns) == (True, (7.0,))


# -- facts and shapes ------------------------------------------------------------------------------------------------


SHAPES: Mapping[str, tuple[Mapping[str, Any], str, str]] = {
    "a fact is missing": ({"max_length": MISSING}, "max_length", "it is missing; add it as a class attribute"),
    "no state": ({"state": MISSING}, "state", "it is missing"),
    "a state that is no list of fields": ({"state": [("heap", "nonsense")]}, "state", "not a list of fields"),
    "a state without fields": ({"state": []}, "state", "it has no fields"),
    "a field of objects": ({"state": [("heap", object)]}, "state", "Python objects"),
    "a field that NumPy hides": ({"state": [("size", np.int64)]}, "state", "the field 'size' is hidden"),
    "no players": ({"num_players": 0}, "num_players", "it is 0; it must be 1 or more"),
    "a count that is text": ({"num_actions": "3"}, "num_actions", "it is '3'; it must be a whole number"),
    "a count that is a truth": ({"max_length": True}, "max_length", "it is True; it must be a whole number"),
    "more actions than a tree holds": ({"num_actions": 2**31}, "num_actions", "it must be below 2147483648"),
    "an empty range": ({"reward_range": (1.0, 1.0)}, "reward_range", "give (least, largest)"),
    "an endless range": ({"reward_range": (0.0, np.inf)}, "reward_range", "two finite numbers"),
    "a range that is one number": ({"reward_range": 1.0}, "reward_range", "give (least, largest)"),
    "a discount above 1": ({"discount": 1.5}, "discount", "it is 1.5; it must lie in (0, 1]"),
    "a discount that is text": ({"discount": "no"}, "discount", "it is 'no'"),
    "neither true nor false": ({"step_rewards": "no"}, "step_rewards", "it is 'no'; it must be True or False"),
    "too few names": ({"player_names": ("Ann",)}, "player_names", "it has 1 names for 2 players"),
    "a senseless number of symmetries": (
        {"symmetries": lambda action, out: 0, "num_symmetries": 0},
        "num_symmetries",
        "it is 0; it must be 1 or more",
    ),
    "a rule is missing": ({"play": MISSING}, "play", "the rule is missing; add it to the class body"),
    "a rule is misspelt": (
        {"is_terminal": MISSING, "is_terminated": lambda state: True},
        "is_terminal",
        "is 'is_terminated' meant to be it?",
    ),
    "a rule with self": ({"to_move": lambda self, state: 0}, "to_move", "it takes self; rules are plain functions"),
    "a rule of a class": ({"to_move": classmethod(lambda cls, state: 0)}, "to_move", "it is a class method"),
    "a parameter too few": (
        {"play": lambda state: None},
        "play",
        "is called with 2 arguments; write def play(state, action)",
    ),
    "a parameter too many": (
        {"to_move": lambda state, x: 0},
        "to_move",
        "is called with 1 argument; write def to_move",
    ),
    "a board that is no pair": ({"board": 3}, "board", "give (rows, columns)"),
    "a board larger than the actions": ({"board": (9, 9)}, "board", "it has 81 cells, but num_actions is"),
    "codes counted that no rule gives": (
        {"num_action_codes": 6},
        "num_action_codes",
        "the rule action_code, which is missing",
    ),
    "a senseless number of codes": (
        {"action_code": lambda state, action: 0, "num_action_codes": 0},
        "num_action_codes",
        "it is 0; it must be 1 or more",
    ),
    "an optional rule misshapen": ({"prior": lambda state: 0}, "prior", "write def prior(state, actions, n, out)"),
    "a builtin": ({"is_terminal": max}, "is_terminal", "not a plain function; write def is_terminal(state):"),
    "a call with some arguments": (
        {"play": functools.partial(lambda a, state, action: None, 1)},
        "play",
        "not a plain function",
    ),
    "names that are no names": ({"player_names": 2}, "player_names", "it is 2; it must be a tuple of names"),
    "one name for all": ({"player_names": "AB"}, "player_names", "it is 'AB'; it must be a tuple of names"),
    "no function": ({"rewards": 3}, "rewards", "it is 3, not a plain function"),
    "a name with self": ({"action_name": lambda self, action: ""}, "action_name", "it takes self"),
    "a drawing without a state": ({"render": lambda: ""}, "render", "write def render(state)"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_misshapen_games_are_told_how(name: str) -> None:
    """What can be seen without playing is said, and nothing is played."""
    changes, rule, sentence = SHAPES[name]
    report = check(varied(**changes))
    blamed, said = _only(report)
    assert blamed == rule
    assert sentence in said
    assert report.num_games == 0


def test_all_that_is_missing_is_said() -> None:
    """An empty class hears of every fact and rule that it lacks, in one go."""
    rules = {problem.rule for problem in check(type("Empty", (Game,), {})()).problems}
    assert {"state", "num_players", "num_actions", "max_length"} < rules
    assert {"start", "to_move", "legal_actions", "play", "is_terminal", "rewards"} < rules


# -- promises broken in play -----------------------------------------------------------------------------------------


def _counted(first: int) -> Callable[..., int]:
    """Return a rule that answers another number whenever it is asked."""
    counter = itertools.count(first)
    return lambda *_: next(counter)


def _starting_with(*heaps: int) -> Callable[..., None]:
    sizes = itertools.cycle(heaps)
    return lambda state: _set(state, heap=next(sizes))


def _legal(*values: Any, count: int | None = None) -> Callable[..., Any]:
    """Return a rule that writes these actions, and returns `count` or how many they are."""
    return lambda state, out: _write(out, *values) if count is None else (_write(out, *values), count)[1]


def _chance(outcomes: tuple[int, ...], probabilities: tuple[float, ...]) -> Callable[..., int]:
    def rule(state: Any, out: Any, weights: Any) -> int:
        _write(weights, *probabilities)
        return _write(out, *outcomes)

    return rule


def _paying(*values: float) -> Callable[..., Any]:
    return lambda state, out: _write(out, *values)


def _raise(error: Exception) -> Any:
    raise error


@slot
def never_bound(state: Any) -> int:
    """Nothing is ever bound to this."""
    return 0


BROKEN: Mapping[str, tuple[type[Game], Mapping[str, Any], str, str]] = {
    # start
    "start raises": (Nim, {"start": lambda state: _raise(ValueError("no"))}, "start", "it raises ValueError: no"),
    "start differs": (
        Nim,
        {"start": _starting_with(5, 6, 7)},
        "start",
        "it makes another state each time",
    ),
    # to_move
    "a player beyond the last": (Nim, {"to_move": lambda state: 2}, "to_move", "it answers 2; a player is 0 .. 1"),
    "a player below chance": (Nim, {"to_move": lambda state: -3}, "to_move", "it answers -3"),
    "a fraction of a player": (Nim, {"to_move": lambda state: 0.5}, "to_move", "it must return a whole number"),
    "no answer": (
        Nim,
        {"to_move": lambda state: None},
        "to_move",
        "it returns None; it must return a whole number; is a return",
    ),
    "chance without outcomes": (Nim, {"to_move": lambda state: CHANCE}, "to_move", "there is no rule chance_outcomes"),
    # legal_actions
    "no legal action": (
        Nim,
        {"legal_actions": _legal()},
        "legal_actions",
        "it finds none, though the game is not over",
    ),
    "an action beyond the last": (Nim, {"legal_actions": _legal(0, 3)}, "legal_actions", "it answers 3, outside 0 .."),
    "a negative action": (Nim, {"legal_actions": _legal(-1)}, "legal_actions", "it answers -1, outside 0 .."),
    "an action twice": (Nim, {"legal_actions": _legal(0, 0)}, "legal_actions", "it answers 'take1' more than once"),
    "writes beyond num_actions": (
        Nim,
        {"legal_actions": _legal(0, 1, 2, 0)},
        "legal_actions",
        "index 3 is outside 0 .. 2",
    ),
    "writes at a negative index": (
        Nim,
        {"legal_actions": lambda state, out: (out.__setitem__(-1, 0), 1)[1]},
        "legal_actions",
        "index -1 is outside 0 .. 2",
    ),
    "returns more than it writes": (
        Nim,
        {"legal_actions": _legal(0, count=2)},
        "legal_actions",
        "but writes only 1 of them",
    ),
    "returns more than there are": (
        Nim,
        {"legal_actions": _legal(0, count=9)},
        "legal_actions",
        "it returns 9, more than",
    ),
    "another order each time": (
        Nim,
        {
            "start": lambda state: _set(state, heap=100),
            "max_length": 100,
            "legal_actions": lambda state, out: (
                _write(out, *random.sample(range(2), 2)) if state.heap > 3 else _write(out, 0)
            ),
        },
        "legal_actions",
        "it answers differently when asked twice",
    ),
    # play
    "play raises": (Nim, {"play": lambda state, action: state.nothing}, "play", "it raises AttributeError"),
    "play with Python's numbers only": (
        Nim,
        {
            "play": lambda state, action: _set(
                state, heap=max(0, state.heap - int(np.uint64(1) << action)), player=1 - state.player
            )
        },
        "play",
        "it raises TypeError",
    ),
    "a game too long": (Nim, {"play": lambda state, action: None}, "max_length", "a game goes on after 7 plies"),
    # is_terminal
    "no truth": (
        Nim,
        {"is_terminal": lambda state: None},
        "is_terminal",
        "it returns None; it must return True or False",
    ),
    # rewards
    "a reward beyond the range": (
        Nim,
        {"rewards": _paying(2.0)},
        "rewards",
        "the reward of player 1 is 2, outside reward_range",
    ),
    "a reward below the range": (Nim, {"rewards": _paying(0.0, -1.0)}, "rewards", "the reward of player 2 is -1"),
    "a reward that is no number": (Nim, {"rewards": _paying(np.nan)}, "rewards", "rewards are finite numbers"),
    "a reward for nobody": (Nim, {"rewards": _paying(0.0, 0.0, 1.0)}, "rewards", "index 2 is outside 0 .. 1"),
    "a reward by a negative index": (
        Nim,
        {"rewards": lambda state, out: out.__setitem__(-1, 1.0)},
        "rewards",
        "index -1 is outside 0 .. 1",
    ),
    "a return beyond the range": (
        PaidNim,
        {"reward_range": (0.0, 2.5)},
        "rewards",
        "the sum of the discounted rewards from some state on of player",
    ),
    "rewards on the way that nobody declared": (
        Nim,
        {"rewards": lambda state, out: out.__setitem__(0, 1.0 if state.heap == 6 else 0.0)},
        "rewards",
        "it is 0 at the end of every game, but not before; declare step_rewards",
    ),
    # chance_outcomes
    "probabilities that sum to less": (
        DiceNim,
        {"chance_outcomes": _chance((1, 2), (0.5, 0.4))},
        "chance_outcomes",
        "sum to 0.9",
    ),
    "a negative probability": (
        DiceNim,
        {"chance_outcomes": _chance((1, 2), (1.5, -0.5))},
        "chance_outcomes",
        "must lie in [0, 1]",
    ),
    "a probability that is missing": (
        DiceNim,
        {"chance_outcomes": _chance((1, 2), (1.0,))},
        "chance_outcomes",
        "must lie in [0, 1]",
    ),
    "an outcome twice": (
        DiceNim,
        {"chance_outcomes": _chance((1, 1), (0.5, 0.5))},
        "chance_outcomes",
        "more than once",
    ),
    "an outcome beyond the last": (
        DiceNim,
        {"chance_outcomes": _chance((1, 3), (0.5, 0.5))},
        "chance_outcomes",
        "it answers 3",
    ),
    "no outcome": (
        DiceNim,
        {"chance_outcomes": _chance((), ())},
        "chance_outcomes",
        "it finds none where to_move answers CHANCE",
    ),
    # key
    "a key that counts": (FullNim, {"key": _counted(0)}, "key", "it differs for a copy"),
    "a key without the turn": (
        FullNim,
        {"key": lambda state: np.uint64(state.heap)},
        "key",
        "for two states that differ in whose turn it is",
    ),
    "a key without the end": (
        FullNim,
        {"key": lambda state: np.uint64(2 * max(state.heap, 1) + state.player)},
        "key",
        "for a state where the game is over and one where it is not",
    ),
    "a key without the heap": (
        FullNim,
        {"key": lambda state: np.uint64(2 * min(state.heap, 2) + state.player)},
        "key",
        "for two states with different legal actions",
    ),
    "a negative key": (FullNim, {"key": lambda state: -1 - state.heap}, "key", "it must be a uint64"),
    # what exact search asks
    "no candidate": (FullNim, {"candidate_actions": lambda state, out: 0}, "candidate_actions", "it answers 0 where"),
    "a candidate that is illegal": (
        FullNim,
        {"candidate_actions": lambda state, out: _write(out, 99)},
        "candidate_actions",
        "it writes [99], which legal_actions does not",
    ),
    "a candidate twice": (
        FullNim,
        {"candidate_actions": lambda state, out: _write(out, 0, 0) if state.heap > 1 else _write(out, 0)},
        "candidate_actions",
        "some of them twice",
    ),
    "a negative canonical key": (FullNim, {"canonical_key": lambda state: -1}, "canonical_key", "it must be a uint64"),
    "a canonical key without the heap": (
        FullNim,
        {"canonical_key": lambda state: np.uint64(state.player)},
        "canonical_key",
        "no symmetry does that",
    ),
    "no word on quiet": (FullNim, {"is_quiet": lambda state: None}, "is_quiet", "it must return True or False"),
    # heuristic
    "a heuristic beyond the range": (
        FullNim,
        {"heuristic": _paying(0.0, 3.0)},
        "heuristic",
        "it writes [0.0, 3.0], outside",
    ),
    "a heuristic that is no number": (
        FullNim,
        {"heuristic": _paying(np.nan)},
        "heuristic",
        "it writes [nan, 0.0], outside",
    ),
    # prior
    "a negative prior": (FullNim, {"prior": lambda s, a, n, out: out.fill(-1.0)}, "prior", "write a number >= 0"),
    "a prior that is no number": (
        FullNim,
        {"prior": lambda s, a, n, out: out.fill(np.nan)},
        "prior",
        "write a number >= 0",
    ),
    "a prior of nothing": (FullNim, {"prior": lambda s, a, n, out: out.fill(0.0)}, "prior", "all its weights are 0"),
    "a prior left out": (FullNim, {"prior": lambda s, a, n, out: _write(out, 1.0)}, "prior", "write a number >= 0"),
    "a prior by action": (
        varied(FullNim, legal_actions=lambda state, out: _write(out, min(state.heap, 3) - 1)).__class__,
        {"prior": lambda s, a, n, out: [out.__setitem__(a[i], 1.0) for i in range(n)], "sample_action": MISSING},
        "prior",
        "is outside 0 .. 0",
    ),
    "a prior that sorts": (
        FullNim,
        {"prior": lambda s, a, n, out: (out.fill(1.0), a.fill(0))},
        "prior",
        "changes the array of actions",
    ),
    # sample_action
    "an illegal draw": (
        FullNim,
        {"sample_action": lambda state, rng: below(rng, 3)},
        "sample_action",
        "which is not legal here: take1",
    ),
    "an action never drawn": (
        FullNim,
        {"sample_action": lambda state, rng: below(rng, min(2, state.heap))},
        "sample_action",
        "it never draws 'take3'; uniform play would have drawn it",
    ),
    "a draw from elsewhere": (
        FullNim,
        {"sample_action": lambda state, rng: random.randrange(min(3, state.heap))},
        "sample_action",
        "it draws differently from equal streams",
    ),
    # action_code
    "a negative code": (
        FullNim,
        {"action_code": lambda state, action: -1 - state.player},
        "action_code",
        "it answers -1, outside",
    ),
    "a code beyond those declared": (FullNim, {"num_action_codes": 5}, "action_code", "0 .. num_action_codes - 1 = 4"),
    "a code of both players": (
        FullNim,
        {"action_code": lambda state, action: action},
        "action_code",
        "for actions of two players; give each player codes of its own",
    ),
    # symmetries
    "an image outside": (
        Mirrored,
        {"symmetries": lambda action, out: _write(out, action, 9)},
        "symmetries",
        "the images of 'a1' are (0, 9), not all in 0 .. num_actions - 1 = 8",
    ),
    "an image too few": (
        Mirrored,
        {"symmetries": lambda action, out: _write(out, action)},
        "symmetries",
        "for 'a1' it writes fewer than num_symmetries = 2 images",
    ),
    "an image too many": (
        Mirrored,
        {"symmetries": lambda action, out: _write(out, action, action, action)},
        "symmetries",
        "it raises OutsideError",
    ),
    "the identity not first": (
        Mirrored,
        {"symmetries": lambda action, out: _write(out, 8 - action, action)},
        "symmetries",
        "the first image of 'a1' is 'c3'; it must be the action itself",
    ),
    "no permutation": (
        Mirrored,
        {"symmetries": lambda action, out: _write(out, action, 0)},
        "symmetries",
        "symmetry 1 leads to (no move), where 'b1' is legal, unlike its image here",
    ),
    "lines that are not kept": (
        Mirrored,
        {"symmetries": lambda action, out: _write(out, action, (action + 3) % 9)},
        "symmetries",
        "where the game goes on",
    ),
    "a symmetry that exchanges winners": (
        Mirrored,
        {"rewards": lambda state, out: _write(out, int(state.mover & ONE), 0.5)},
        "symmetries",
        "where the rewards are others",
    ),
    "a symmetry that exchanges players": (
        Mirrored,
        {"to_move": lambda state: (state.ply & 1) ^ int((state.mover | state.other) & ONE)},
        "symmetries",
        "where it is the turn of",
    ),
    "a canonical key of fewer symmetries": (
        Mirrored,
        {"canonical_key": lambda state: state.mover | state.other << NINE},
        "symmetries",
        "canonical_key differs, which must be the same",
    ),
    "outcomes that are no images": (
        DiceNim,
        {"num_symmetries": 2, "symmetries": lambda action, out: _write(out, action, (1, 0, 2)[action])},
        "symmetries",
        "is not legal, unlike its image here",
    ),
    "chances that are not kept": (
        DiceNim,
        {
            "num_symmetries": 2,
            "symmetries": lambda action, out: _write(out, action, (0, 2, 1)[action]),
            "chance_outcomes": _chance((1, 2), (0.25, 0.75)),
        },
        "symmetries",
        "the chance of the image of",
    ),
    # keys of enumerated states
    "a past that the key forgets": (PastNim, {"key": _key_of_heap_and_turn}, "key", "the rewards are not the same"),
    "a past that comes up later": (
        PastNim,
        {"key": lambda state: np.uint64(3 * _key_of_heap_and_turn(state) + (state.past if state.heap == 0 else 0))},
        "key",
        "one action leads to other keys; mix in what is missing",
    ),
    # presentation
    "two actions of one name": (
        Nim,
        {"action_name": lambda action: "Take" if action else "take"},
        "action_name",
        "it calls both",
    ),
    "a name that is a number": (Nim, {"action_name": lambda action: action}, "action_name", "it must return some text"),
    "a name that raises": (
        Nim,
        {"action_name": lambda action: "abc"[action + 2]},
        "action_name",
        "it raises IndexError",
    ),
    "a drawing that raises": (Nim, {"render": lambda state: state.board}, "render", "it raises AttributeError"),
    "a picture that raises": (Nim, {"picture": lambda state: state.board}, "picture", "it raises AttributeError"),
    "a picture of text": (Nim, {"picture": lambda state: "X"}, "picture", "it must return a Picture, or None"),
    "no drawing": (Nim, {"render": lambda state: None}, "render", "it returns None; it must return some text"),
    # what cannot even be bound
    "a slot of nobody": (
        Nim,
        {"to_move": lambda state: never_bound(state) + 0},
        "to_move",
        "nothing is bound to never_bound",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_said(name: str) -> None:
    """One promise is broken, and one problem is reported, of that rule and in those words."""
    base, changes, rule, sentence = BROKEN[name]
    blamed, said = _only(check(varied(base, **changes), games=40))
    assert blamed == rule
    assert sentence in said


PURE = {
    "to_move": lambda state: (_set(state, player=state.player), _set(state, heap=state.heap - 1), 0)[2],
    "legal_actions": lambda state, out: (_set(state, heap=state.heap - 1), _write(out, 0))[1],
    "is_terminal": lambda state: (_set(state, heap=state.heap - 1), state.heap < 0)[1],
    "rewards": lambda state, out: _set(state, heap=9),
    "key": lambda state: (_set(state, heap=state.heap + 1), 2 * state.heap + state.player)[1],
    "heuristic": lambda state, out: _set(state, heap=9),
    "prior": lambda state, actions, n, out: (_set(state, heap=9), out.fill(1.0)),
    "sample_action": lambda state, rng: (_set(state, heap=9), 0)[1],
    "action_code": lambda state, action: (_set(state, heap=9), 0)[1],
}


@pytest.mark.parametrize("rule", PURE)
def test_a_rule_that_writes_where_it_must_not_is_caught(rule: str) -> None:
    """Only start and play change the state; the field that was changed is named."""
    report = check(varied(FullNim, **{rule: PURE[rule]}), games=5)
    problem = next(problem for problem in report.problems if problem.rule == rule)
    assert problem.sentence.startswith("it changes the state (heap)")


def test_chance_outcomes_that_write_are_caught() -> None:
    """The rule that lists outcomes must not roll the dice itself."""
    outcomes = _chance((1, 2), (0.5, 0.5))
    game = varied(DiceNim, chance_outcomes=lambda state, out, p: (_set(state, rolled=1), outcomes(state, out, p))[1])
    assert _only(check(game, games=5)) == (
        "chance_outcomes",
        "it changes the state (rolled), as only start, play and step may",
    )


# -- how a problem is told -------------------------------------------------------------------------------------------


def test_the_moves_lead_to_the_problem() -> None:
    """Whoever plays the moves of a problem, by their names, stands where the promise breaks."""
    game = varied(rewards=lambda state, out: out.__setitem__(0, 5.0))
    problem = check(game, games=1).problems[0]
    assert game.initial().play_all(" ".join(problem.moves)).is_terminal


def test_the_move_that_fails_is_among_the_moves() -> None:
    """If play raises, the last of the moves is the one that it was given."""
    game = varied(play=lambda state, action: _raise(ValueError(f"action {action}")))
    problem = check(game, games=1).problems[0]
    assert problem.sentence.startswith(f"it raises ValueError: action {int(problem.moves[0][-1]) - 1}")


def test_an_exception_is_told_with_the_line(tmp_path: Path) -> None:
    """The file, the line and its text are those of the user's rule, not of the library."""
    source = (Path(__file__).parent / "nim_variations.py").read_text()
    broken = source.partition("\n\nclass FullNim")[0].replace("state.heap -= action + 1", "state.heap -= action / 0")
    file = tmp_path / "mygame.py"
    file.write_text(broken)
    line = broken[: broken.index("action / 0")].count("\n") + 1
    _, said = _only(check(load_game(f"{file}:Nim")))
    assert said == f"it raises ZeroDivisionError: division by zero, at {file}, line {line}: `state.heap -= action / 0`"


def test_a_problem_is_told_once() -> None:
    """A promise broken in every state of every game is one problem."""
    assert len(check(varied(action_name=lambda action: "x"), games=20).problems) == 1


def test_several_problems_are_all_told() -> None:
    """One broken promise does not hide another."""
    game = varied(FullNim, key=lambda state: np.uint64(0), heuristic=_paying(9.0), render=lambda state: 1)
    assert {problem.rule for problem in check(game, games=5).problems} == {"key", "heuristic", "render"}


def test_the_report_reads_as_text() -> None:
    """Printed, a report says the game, the verdict, the figures, and every problem with its moves."""
    text = str(check(varied(rewards=_paying(2.0)), games=3))
    assert text.startswith("nim: 1 broken promise\n  random play: 3 games, ")
    assert "\n1. rewards: the reward of player 1 is 2, outside reward_range = (0.0, 1.0); widen it\n" in text
    assert " moves: take" in text


def test_a_report_without_games_says_so() -> None:
    """A game that cannot be begun has problems and no figures."""
    text = str(check(varied(play=MISSING)))
    assert text.startswith(
        "nim: 1 broken promise\n  not played, for want of what is named below\n\n1. play: the rule is"
    )


def test_moves_without_names_are_told_by_numbers() -> None:
    """A problem can be retraced even where the names are a problem too."""
    game = varied(action_name=lambda action: _raise(KeyError(action)), rewards=_paying(2.0))
    problem = next(problem for problem in check(game, games=1).problems if problem.rule == "rewards")
    assert set(problem.moves) <= {"0", "1", "2"}


def test_rewards_that_cannot_be_asked_early_are_no_problem() -> None:
    """Rewards of 0 at every end are allowed, and nobody promised that others can be asked for before."""

    def rewards(state, out):
        if state.heap > 0:
            raise ValueError("too early")

    assert check(varied(rewards=rewards), games=5).is_ok


def test_a_good_report_says_so() -> None:
    """The verdict comes first."""
    assert str(check(Nim(), games=3)).startswith("nim: keeps its promises\n")


def test_a_long_way_is_cut_in_print() -> None:
    """Of a hundred moves the last twelve are printed; all are kept."""
    facts = {"start": lambda state: _set(state, heap=300), "max_length": 300}
    problem = check(varied(rewards=_paying(2.0), **facts), games=1).problems[0]
    assert len(problem.moves) > 99
    assert f"after {len(problem.moves)} moves: ..., {', '.join(problem.moves[-12:])}" in str(problem)


# -- what is allowed, but noted --------------------------------------------------------------------------------------


def test_actions_written_but_not_returned_are_noted() -> None:
    """A count one too low loses an action; a scan without branches writes over what it rejects. Both look like this."""
    report = check(varied(legal_actions=_legal(0, 1, count=1)), games=2)
    assert report.is_ok
    assert any(note.startswith("legal_actions writes more than it returns (it wrote 2 and re") for note in report.notes)


def test_informed_playouts_are_noted() -> None:
    """Playouts that prefer an action are allowed; how far they are from uniform is worth knowing."""
    game = varied(
        FullNim, sample_action=lambda state, rng: max(below(rng, min(3, state.heap)), below(rng, min(3, state.heap)))
    )
    report = check(game, games=60)
    assert report.is_ok
    assert any(note.startswith("sample_action is informed: it drew 'take") for note in report.notes)


def test_a_last_action_that_is_never_drawn_is_caught() -> None:
    """A bound one too low misses the last legal action, whichever that is: here the numbers go round."""
    wheel = {
        "legal_actions": lambda state, out: _write(out, *[(state.heap + i) % 3 for i in range(min(2, state.heap))]),
        "play": lambda state, action: _set(state, heap=state.heap - 1, player=1 - state.player),
        "sample_action": lambda state, rng: (state.heap + below(rng, max(1, min(2, state.heap) - 1))) % 3,
    }
    assert _only(check(varied(FullNim, **wheel, prior=MISSING), games=60)) == (
        "sample_action",
        "it never draws the last of several legal actions; below(rng, n) answers 0 .. n - 1",
    )


def test_few_draws_prove_nothing() -> None:
    """In one short game an action may be missed by luck, and nobody is blamed."""
    game = varied(FullNim, sample_action=lambda state, rng: 0)
    assert check(game, games=1).is_ok


def test_the_horizon_of_an_endless_problem_is_noted() -> None:
    """With rewards on the way a game may be cut at max_length; that is what the horizon is for."""
    report = check(varied(PaidNim, max_length=3), games=20)
    assert report.is_ok
    assert any("were cut at max_length = 3; right for an endless problem" in note for note in report.notes)


def test_simultaneous_moves_are_noted() -> None:
    """States in which all move at once are not looked at, and the report says so."""
    report = check(varied(to_move=lambda state: SIMULTANEOUS), games=2)
    assert report.is_ok
    assert "states in which all players move at once are not looked at" in report.notes


# -- compiled against plain Python -----------------------------------------------------------------------------------


BOOK = {0: 0, 1: 1}


@pytest.mark.compiled
def test_compiled_answers_that_differ_are_said() -> None:
    """Twice 100 does not fit an int8: NumPy's wraps, compiled code has room."""

    def play(state, action):
        state.heap -= action + 1
        state.player = 1 - state.player
        state.small = 100
        state.flag = state.small * 2 > 0

    state = [("heap", np.int64), ("player", np.int64), ("small", np.int8), ("flag", np.bool_)]
    rule, said = _only(check(varied(state=state, play=play), games=3))
    assert rule == "play"
    assert said.startswith("compiled it gives True in the field 'flag', as plain Python False; ")


@pytest.mark.compiled
def test_the_moves_lead_to_where_compiled_answers_differ() -> None:
    """The state in which the answers differ is told by its moves, as for other problems."""

    def play(state, action):
        state.heap -= action + 1
        state.player = 1 - state.player
        state.small = 100 if state.heap == 6 else 0

    def heuristic(state, out):
        out[0] = 0.5 if state.small * 2 >= 0 else 0.25

    fields = [("heap", np.int64), ("player", np.int64), ("small", np.int8)]
    problem = check(varied(FullNim, state=fields, play=play, heuristic=heuristic), games=30).problems[0]
    assert (problem.rule, problem.moves) == ("heuristic", ("take1",))


@pytest.mark.compiled
def test_a_rule_that_does_not_compile_is_explained() -> None:
    """The report has the sentence of the compile error."""

    def to_move(state):
        return BOOK[state.player]

    rule, said = _only(check(varied(to_move=to_move), games=3))
    assert rule == "to_move"
    assert said.startswith(f"the rule 'to_move' cannot be compiled: {Path(__file__)}, line ")


def test_compiled_rules_are_compared_where_there_is_a_compiler(new_process: Callable[..., str]) -> None:
    """In whatever mode the tests run, a process with the compiler on compares every rule of the good games."""
    source = f"""
        import sys
        sys.path.insert(0, {str(Path(__file__).parents[2])!r})
        import numpy as np
        from monteverde.game.check import check
        from tests.game.nim_variations import DiceNim, FullNim, PaidNim, varied
        book = {{0: 0, 1: 1}}

        def to_move(state):
            return book[state.player]


        def prior(state, actions, n, out):
            for i in range(n):
                out[i] = 1.0 if np.int8(100) * np.int8(2) > 0 else 0.5

        for game in (DiceNim(), PaidNim(), FullNim(), varied(to_move=to_move), varied(FullNim, prior=prior)):
            report = check(game, games=3)
            print(*(f"{{p.rule}}: {{p.sentence}}" for p in report.problems), sep="; ")
        """
    *good, broken, different = new_process(source, NUMBA_DISABLE_JIT="0").rstrip("\n").split("\n")
    assert good == ["", "", ""]
    assert broken.startswith("to_move: a rule cannot be compiled: <string>, line ")
    assert "the name 'book' is not a number" in broken
    assert different.startswith("prior: compiled it gives ")


def test_compiling_waits_for_the_other_problems() -> None:
    """Compiled code may go astray where plain Python complains, so it is tried when nothing else is wrong."""
    report = check(varied(FullNim, heuristic=_paying(9.0)), games=3)
    assert any("is tried when these problems are solved" in note for note in report.notes)


# -- arguments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [{"games": 0}, {"games": -1}, {"seed": -1}])
def test_senseless_arguments_are_refused(arguments: dict[str, int]) -> None:
    """The value that cannot be used is in the sentence."""
    with pytest.raises(UsageError, match="check needs games >= 1 and seed >= 0, got games="):
        check(Nim(), **arguments)


@pytest.mark.parametrize("thing", [Nim, "nim", None])
def test_what_is_no_game_is_refused(thing: Any) -> None:
    """A class is not a game yet."""
    with pytest.raises(UsageError, match=r"check takes a game, such as Nim\(\)"):
        check(thing)
