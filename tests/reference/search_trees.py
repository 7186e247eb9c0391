"""Trees made by hand: problems small enough to be solved in the head, as Python objects and as a compiled game.

    p1(L=p2(x=+1, y=-1), R=0)          player 1 chooses L or R; a number is what player 1 wins and player 2 loses
    seat(2, a=(0, 1, 5), b=(0, 2, 0))  the player of that index chooses; a tuple has a payoff for each player
    chance(a=(0.9, 0), b=(0.1, 10))    nature draws; each outcome has its probability and what follows
    p1(a=...).paying(2)                entering this node pays 2, in problems that pay on the way

The compiled games carry the tree as a table in the state, so one compiled loop serves every tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import monteverde as mv

Payoff = float | tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Node:
    """One node of a tree made by hand; a node may have several parents."""

    mover: int
    """Who chooses here: the index of a player, or CHANCE."""
    children: Mapping[str, Node]
    """What each action leads to; none at the end."""
    weights: tuple[float, ...] = ()
    """At a chance node, the probability of each child."""
    paid: tuple[float, ...] = (0.0,)
    """What each player receives on entering; players beyond the last get 0."""
    estimate: tuple[float, ...] = (0.0,)
    """What the heuristic says of the node."""

    def paying(self, payoff: Payoff) -> Node:
        """Return a node like this one that pays on entering."""
        return replace(self, paid=_payoffs(payoff))

    def estimated(self, payoff: Payoff) -> Node:
        """Return a node like this one that the heuristic values so."""
        return replace(self, estimate=_payoffs(payoff))

    def reached(self) -> list[Node]:
        """Return this node and all below it, each once."""
        found = {self: None}
        for child in self.children.values():
            found.update(dict.fromkeys(child.reached()))
        return list(found)


Tree = Node | Payoff


def _payoffs(payoff: Payoff) -> tuple[float, ...]:
    return payoff if isinstance(payoff, tuple) else (payoff, -payoff)


def _node(tree: Tree) -> Node:
    return tree if isinstance(tree, Node) else Node(0, {}, paid=_payoffs(tree))


def seat(player: int, **children: Tree) -> Node:
    """Return a node where the player of that index chooses."""
    return Node(player, {name: _node(child) for name, child in children.items()})


def p1(**children: Tree) -> Node:
    """Return a node where the first player chooses."""
    return seat(0, **children)


def p2(**children: Tree) -> Node:
    """Return a node where the second player chooses."""
    return seat(1, **children)


def chance(**outcomes: tuple[float, Tree]) -> Node:
    """Return a node where nature draws one of `outcomes`, each (probability, what follows)."""
    children = {name: _node(child) for name, (_, child) in outcomes.items()}
    return Node(mv.CHANCE, children, tuple(probability for probability, _ in outcomes.values()))


class TreeObject:
    """A tree as a Python object with the methods of a problem; actions are the children's names."""

    def __init__(
        self,
        tree: Node,
        *,
        num_players: int = 2,
        reward_range: tuple[float, float] = (-1.0, 1.0),
        discount: float = 1.0,
        step_rewards: bool = False,
        max_length: int = 100,
    ) -> None:
        self.node = tree
        self.num_players, self.reward_range, self.discount = num_players, reward_range, discount
        self.step_rewards, self.max_length = step_rewards, max_length

    def clone(self) -> TreeObject:
        """Return a copy that can be played on."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        return copy

    def legal_actions(self) -> list[str]:
        """Return the names of the children."""
        return list(self.node.children)

    def play(self, action: str) -> None:
        """Go to a child."""
        self.node = self.node.children[action]

    def is_terminal(self) -> bool:
        """Return whether there are no children."""
        return not self.node.children

    def rewards(self) -> list[float]:
        """Return what each player receives on entering the node."""
        return self._padded(self.node.paid)

    def heuristic(self) -> list[float]:
        """Return what is estimated of the node."""
        return self._padded(self.node.estimate)

    def to_move(self) -> int:
        """Return who chooses."""
        return self.node.mover

    def _padded(self, payoffs: tuple[float, ...]) -> list[float]:
        return [*payoffs, *[0.0] * self.num_players][: self.num_players]


class ChanceTreeObject(TreeObject):
    """A tree in which nature may move; also without chance nodes this one is searched by the kernels themselves."""

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Return each child and its probability."""
        return list(zip(self.node.children, self.node.weights, strict=True))


def tree_object(tree: Node, **facts: Any) -> TreeObject:
    """Return `tree` as an object of the plainest kind that it allows."""
    has_chance = any(node.mover == mv.CHANCE and node.children for node in tree.reached())
    return (ChanceTreeObject if has_chance else TreeObject)(tree, **facts)


ROWS, WIDTH, PLAYERS = 40, 4, 4  # the most nodes, children of a node, and players


class TreeGame(mv.Game):
    """A tree as a table in the state; action i leads to child i."""

    state = [
        ("row", np.int64),
        ("mover", np.int8, (ROWS,)),
        ("num_children", np.int8, (ROWS,)),
        ("child", np.int8, (ROWS, WIDTH)),
        ("paid", np.float64, (ROWS, PLAYERS)),
        ("estimate", np.float64, (ROWS, PLAYERS)),
    ]
    num_players, num_actions, max_length = PLAYERS, WIDTH, ROWS
    reward_range = (-1.0, 1.0)

    def start(state):
        state.row = 0

    def to_move(state):
        return state.mover[state.row]

    def legal_actions(state, out):
        for i in range(state.num_children[state.row]):
            out[i] = i
        return state.num_children[state.row]

    def play(state, action):
        state.row = state.child[state.row, action]

    def is_terminal(state):
        return state.num_children[state.row] == 0

    def rewards(state, out):
        for player in range(PLAYERS):
            out[player] = state.paid[state.row, player]

    def heuristic(state, out):
        for player in range(PLAYERS):
            out[player] = state.estimate[state.row, player]


class ChanceTreeGame(TreeGame):
    """A tree in which nature may move, with payoffs from 0 to 10."""

    state = [*TreeGame.state, ("weight", np.float64, (ROWS, WIDTH))]
    reward_range = (0.0, 10.0)

    def chance_outcomes(state, outcomes, probabilities):
        for i in range(state.num_children[state.row]):
            outcomes[i] = i
            probabilities[i] = state.weight[state.row, i]
        return state.num_children[state.row]


class PayingTreeGame(TreeGame):
    """A tree that pays on entering every node, one half less a ply later."""

    reward_range = (-10.0, 10.0)
    discount = 0.5
    step_rewards = True


def table_position(tree: Node, game: mv.Game) -> mv.Position:
    """Return the position of a table game at the root of `tree`."""
    rows = {node: row for row, node in enumerate(tree.reached())}
    states = game.new_states(1)
    table = states[0]
    for node, row in rows.items():
        count = len(node.children)
        table.mover[row], table.num_children[row] = node.mover, count
        table.child[row, :count] = [rows[child] for child in node.children.values()]
        table.paid[row, : len(node.paid)] = node.paid
        table.estimate[row, : len(node.estimate)] = node.estimate
        if game.has("chance_outcomes"):
            table.weight[row, : len(node.weights)] = node.weights
    return mv.Position(game, states)
