"""Trees written by hand: nested Python values become text, and text becomes a list of nodes.

The text is what a game is named by, since nested values that are deep can be neither printed nor pickled. Nothing here
is recursive. `monteverde.games.tree_game` describes both notations.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Iterable, Iterator
from numbers import Real
from typing import Any, NoReturn

from monteverde.errors import UsageError
from monteverde.game import CHANCE

TOKEN = re.compile(r"[{}\[\]:*]|[^\s{}\[\]:*]+")
LABEL = re.compile(r"[^\s{}\[\]:*,=]+")  # on the command line, commas and equals signs part a game's parameters
NATURE = "?"
ENDED = -3  # who chooses where the game has ended
PROBABILITY_TOLERANCE = 1e-9  # probabilities are rounded when they are written down
LONGEST_PATH = 8  # labels that a sentence has room for

Numbers = tuple[float, ...]


class Node:
    """One position of the tree, and the way into it."""

    def __init__(self, label: str, parent: Node | None, probability: float, reward: Numbers) -> None:
        self.label = label
        self.parent = parent
        self.probability = probability
        self.reward = reward
        """What is paid on the way in, as written; empty for nothing."""
        self.owner = ENDED
        """The player who chooses, CHANCE or ENDED."""
        self.payoff: Numbers = ()
        """What is paid at the end, as written; empty if somebody chooses."""
        self.children: dict[str, Node] = {}
        self.number = 0
        """Its place in the list of all nodes."""
        self.depth: int = 0 if parent is None else parent.depth + 1

    def place(self) -> str:
        """Return where this node is, in words."""
        labels: list[str] = []
        node = self
        while node.parent is not None and len(labels) <= LONGEST_PATH:
            labels.append(node.label)
            node = node.parent
        return _place(reversed(labels))


def _place(labels: Iterable[str]) -> str:
    path = list(labels)
    if len(path) > LONGEST_PATH:
        path[0] = "..."
    return f"at {' > '.join(path)}" if path else "at the root"


# -- from Python values to text ---------------------------------------------------------------------------------------


def as_text(tree: Any) -> str:
    """Return the text for nested Python values; text is returned as it is.

    Raises:
        UsageError: if a value is no node; the sentence says where.
    """
    if isinstance(tree, str):
        return tree
    words: list[str] = []
    waiting: list[str | _Value] = [_Value(tree)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            words.append(item)
        else:
            waiting.extend(reversed(list(item.parts())))
    return "".join(words)


class _Value:
    """A Python value that stands for a node, a pair of a reward and a node, or one of a probability and a node."""

    def __init__(self, value: Any, label: str = "", parent: _Value | None = None, is_drawn: bool = False) -> None:
        self.value = value
        self.label = label
        self.parent = parent
        self.is_drawn = is_drawn

    def parts(self) -> Iterator[str | _Value]:
        """Yield what to write in its place: text, and values that are to be written in turn."""
        if self.is_drawn:
            probability, node = self._pair("(probability, node)", tuple)
            yield f"{self._number(probability)}*"
            yield _Value(node, self.label, self.parent)
        elif isinstance(self.value, list):
            reward, node = self._pair("[reward, node]", list)
            yield f"[{self._payoff(reward)}]"
            yield _Value(node, self.label, self.parent)
        elif isinstance(self.value, tuple) and len(self.value) == 2 and isinstance(self.value[1], dict):
            yield from self._branches(*self.value)
        else:
            yield self._payoff(self.value)

    def _branches(self, who: Any, branches: dict[Any, Any]) -> Iterator[str | _Value]:
        is_chance = who == "chance"
        if not is_chance and (isinstance(who, bool) or not isinstance(who, int) or who < 0):
            self._complain(f"{who!r} is not who chooses; write the number of a player, from 0, or 'chance'")
        yield (NATURE if is_chance else str(who)) + "{"
        for number, (label, value) in enumerate(branches.items()):
            if not LABEL.fullmatch(str(label)):
                self._complain(f"{label!r} is no label; it must not have spaces, brackets or any of : * , = in it")
            yield f"{' ' if number else ''}{label}:"
            yield _Value(value, str(label), self, is_chance)
        yield "}"

    def _pair(self, expected: str, kind: type[list[Any] | tuple[Any, ...]]) -> Any:
        if not isinstance(self.value, kind) or len(self.value) != 2:
            self._complain(f"expected {expected}, got {reprlib.repr(self.value)}")
        return self.value

    def _payoff(self, value: Any) -> str:
        return "/".join(map(self._number, value if isinstance(value, tuple) and value else (value,)))

    def _number(self, value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, Real):
            self._complain(
                f"{reprlib.repr(value)} is neither a number nor a node; a node is a number, a tuple of numbers, "
                "(player, {label: node}) or ('chance', {label: (probability, node)})"
            )
        return f"{float(value)!r}".removesuffix(".0")

    def _complain(self, complaint: str) -> NoReturn:
        labels: list[str] = []
        value = self
        while value.parent is not None:
            labels.append(value.label)
            value = value.parent
        raise UsageError(f"tree_game, {_place(labels[: LONGEST_PATH + 1][::-1])}: {complaint}")


# -- from text to nodes -----------------------------------------------------------------------------------------------


def parse(text: str) -> list[Node]:
    """Return the nodes in the order in which they are written: the root first, parents before their children.

    Raises:
        UsageError: if the text is no tree; the sentence says where.
    """
    return _Parser(text).parse()


class _Parser:
    """Reads the text token by token; `here` is the node whose braces were opened last."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)[::-1]
        self.nodes: list[Node] = []
        self.here: Node | None = None

    def parse(self) -> list[Node]:
        self._read_node("", 1.0)
        while self.here is not None:
            if self._has("}"):
                self._close(self.here)
            else:
                self._read_branch(self.here)
        if self.tokens:
            self._complain(f"{self.tokens[-1]!r} follows, but the tree has ended")
        return self.nodes

    def _read_branch(self, parent: Node) -> None:
        label = self._take("a label or }")
        if not LABEL.fullmatch(label):
            self._complain(f"expected a label or }}, got {label!r}")
        if label in parent.children:
            self._complain(f"the label {label!r} is there twice")
        self._expect(":")
        probability = 1.0
        if parent.owner == CHANCE:
            probability = self._number(self._take("a probability"))
            self._expect("*")
            if not 0.0 < probability <= 1.0:
                self._complain(f"the probability of {label} is {probability:g}; it must be above 0 and at most 1")
        self._read_node(label, probability)

    def _read_node(self, label: str, probability: float) -> None:
        node = Node(label, self.here, probability, self._read_reward())
        head = self._take("a node")
        if self.here is not None:
            self.here.children[label] = node
        node.number = len(self.nodes)
        self.nodes.append(node)
        if self._has("{"):
            node.owner = self._owner(head)
            self.here = node
        else:
            node.payoff = self._numbers(head)

    def _read_reward(self) -> Numbers:
        if not self._has("["):
            return ()
        if self.here is None:
            self._complain("a reward is paid on the way into a node, and nothing leads to the root")
        reward = self._numbers(self._take("a reward"))
        self._expect("]")
        return reward

    def _close(self, node: Node) -> None:
        if not node.children:
            self._complain("there is nothing to choose from; write {label:node label:node}")
        total = math.fsum(child.probability for child in node.children.values())
        if node.owner == CHANCE and abs(total - 1.0) > PROBABILITY_TOLERANCE:
            self._complain(f"the probabilities add up to {total:g}, not to 1")
        self.here = node.parent

    def _owner(self, head: str) -> int:
        if head == NATURE:
            return CHANCE
        if not head.isdecimal():
            self._complain(f"{head!r} is not who chooses; write the number of a player, from 0, or {NATURE} for chance")
        return int(head)

    def _numbers(self, text: str) -> Numbers:
        return tuple(map(self._number, text.split("/")))

    def _number(self, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self._complain(f"{text!r} is not a number")
        return value

    def _has(self, token: str) -> bool:
        """Take the next token if it is `token`, and return whether it was."""
        if self.tokens and self.tokens[-1] == token:
            self.tokens.pop()
            return True
        return False

    def _take(self, expected: str) -> str:
        if not self.tokens:
            self._complain(f"expected {expected}, but the text ends")
        return str(self.tokens.pop())

    def _expect(self, token: str) -> None:
        got = self._take(repr(token))
        if got != token:
            self._complain(f"expected {token!r}, got {got!r}")

    def _complain(self, complaint: str) -> NoReturn:
        place = "at the root" if self.here is None else self.here.place()
        raise UsageError(f"tree_game, {place}: {complaint}")
