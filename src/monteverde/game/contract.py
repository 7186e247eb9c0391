"""What can be said against a game without playing it: facts that make no sense, rules that are missing or misshapen.

`Game` raises the first complaint when it is first used; the conformance test (`check.py`) reports them all.
"""

from __future__ import annotations

import difflib
import inspect
import types
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from monteverde.game import rules

Complaint = tuple[str, str]
"""The fact or the rule that it is about, and a sentence that goes on from there."""

MANY_ACTIONS = 2**31  # actions are kept as int32 in the tree
PRESENTATION = {"render": ("state",), "picture": ("state",), "action_name": ("action",)}
SET_UP = ("state", "stones", "player")
COUNTED = (("num_action_codes", None, "action_code"), ("num_symmetries", 1, "symmetries"))
"""Facts that count what an optional rule answers, and their defaults."""
EXAMPLES = {
    "state": 'state = [("heap", np.int64)]',
    "num_players": "num_players = 2",
    "num_actions": "num_actions = 3",
    "max_length": "max_length = 15",
}


def complaints(game: type[Any]) -> Iterator[Complaint]:
    """Yield what is wrong with the facts and the rules of the class `game`, facts first."""
    yield from _state_complaints(game)
    yield from _number_complaints(game)
    for name in rules.SLOTS:
        yield from _rule_complaints(game, name)
    for name, parameters in PRESENTATION.items():
        yield from _shape_complaints(name, getattr(game, name), parameters)
    if game.set_up is not None:
        yield from _shape_complaints("set_up", game.set_up, SET_UP)


def _state_complaints(game: type[Any]) -> Iterator[Complaint]:
    if not hasattr(game, "state"):
        yield "state", _missing("state")
        return
    try:
        dtype = np.dtype([tuple(field) for field in game.state], align=True)
    except (TypeError, ValueError) as error:
        yield "state", f"it is not a list of fields, each (name, type) or (name, type, shape): {error}"
        return
    if not dtype.names:
        yield "state", f"it has no fields; give at least one, such as {EXAMPLES['state']}"
    if dtype.hasobject:
        yield "state", "a field holds Python objects; use numbers and arrays of numbers"
    for name in dtype.names or ():
        if hasattr(np.record, name):
            yield "state", f"the field {name!r} is hidden by what NumPy itself calls {name!r} on a record; rename it"


def _number_complaints(game: type[Any]) -> Iterator[Complaint]:
    for name, most in (("num_players", MANY_ACTIONS), ("num_actions", MANY_ACTIONS), ("max_length", None)):
        if not hasattr(game, name):
            yield name, _missing(name)
        else:
            yield from _count_complaints(name, getattr(game, name), most)
    for name, default, rule in COUNTED:
        value = getattr(game, name)
        if value != default:
            yield from _count_complaints(name, value, MANY_ACTIONS)
            if getattr(game, rule, None) is None:
                yield name, f"it counts the answers of the rule {rule}, which is missing; add it, or leave this out"
    try:
        low, high = map(float, game.reward_range)
        is_range = bool(low < high and np.isfinite([low, high]).all())
    except (TypeError, ValueError):
        is_range = False
    if not is_range:
        yield "reward_range", f"it is {game.reward_range!r}; give (least, largest) return, two finite numbers"
    if not (isinstance(game.discount, (int, float, np.number)) and 0.0 < game.discount <= 1.0):
        yield "discount", f"it is {game.discount!r}; it must lie in (0, 1]"
    if not isinstance(game.step_rewards, bool):
        yield "step_rewards", f"it is {game.step_rewards!r}; it must be True or False"
    if game.board is not None:
        yield from _board_complaints(game)
    names = game.player_names
    if not isinstance(names, (tuple, list)) or not all(isinstance(name, str) for name in names):
        yield "player_names", f"it is {names!r}; it must be a tuple of names"
    elif names and len(names) != getattr(game, "num_players", len(names)):
        yield "player_names", f"it has {len(names)} names for {game.num_players} players; give one for each, or none"


def _board_complaints(game: type[Any]) -> Iterator[Complaint]:
    board = game.board
    is_pair = isinstance(board, (tuple, list)) and len(board) == 2
    if not is_pair or not all(isinstance(side, (int, np.integer)) and side >= 1 for side in board):
        yield "board", f"it is {board!r}; give (rows, columns), two whole numbers from 1, or None"
    elif board[0] * board[1] > getattr(game, "num_actions", MANY_ACTIONS):
        yield "board", f"it has {board[0] * board[1]} cells, but num_actions is {game.num_actions}; a cell is an action"


def _count_complaints(name: str, value: Any, most: int | None) -> Iterator[Complaint]:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        yield name, f"it is {value!r}; it must be a whole number"
    elif value < 1:
        yield name, f"it is {value}; it must be 1 or more"
    elif most is not None and value >= most:
        yield name, f"it is {value}; it must be below {most}"


def _rule_complaints(game: type[Any], name: str) -> Iterator[Complaint]:
    function = getattr(game, name, None)
    if function is not None:
        yield from _shape_complaints(name, function, tuple(inspect.signature(rules.SLOTS[name]).parameters))
    elif rules.SLOTS[name] in rules.REQUIRED and not _is_simulator(game, name):
        near = _nearest(name, vars(game))
        advice = f"is {near!r} meant to be it?" if near else "add it to the class body, without self"
        yield name, f"the rule is missing; {advice}"


def _is_simulator(game: type[Any], name: str) -> bool:
    """Return whether the rule that is missing is `play`, and `step` stands in for it."""
    return name == "play" and getattr(game, "step", None) is not None


def _shape_complaints(name: str, function: Any, parameters: tuple[str, ...]) -> Iterator[Complaint]:
    wanted = f"def {name}({', '.join(parameters)}):"
    if not isinstance(getattr(function, "py_func", function), (types.FunctionType, types.MethodType)):
        yield name, f"it is {function!r}, not a plain function; write {wanted}"
        return
    given = tuple(inspect.signature(function).parameters)
    if given[:1] == ("self",):
        yield name, f"it takes self; rules are plain functions, so write {wanted}"
    elif inspect.ismethod(function):
        yield name, f"it is a class method; rules are plain functions, so write {wanted}"
    elif not _accepts(function, len(parameters)):
        count = f"{len(parameters)} argument{'s' if len(parameters) != 1 else ''}"
        yield name, f"it takes ({', '.join(given)}), but is called with {count}; write {wanted}"


def _accepts(function: Any, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    return True


def _missing(fact: str) -> str:
    return f"it is missing; add it as a class attribute, such as {EXAMPLES[fact]}"


def _nearest(name: str, attributes: Mapping[str, Any]) -> str | None:
    """Return the function in a class body whose name is most like `name`, and is not itself a rule."""
    others = [key for key, value in attributes.items() if callable(value) and key not in rules.SLOTS]
    return next(iter(difflib.get_close_matches(name, others, n=1, cutoff=0.7)), None)
