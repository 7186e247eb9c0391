"""What a search tree proves, the slow, obvious way: by recursion over the whole tree, with the states played anew.

Of two players the bounds of one are one less those of the other. And what a tree made by hand is worth: all the
payoffs that it may come to if every player chooses what is best, however ties are broken.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from tests.reference.search_trees import Node

import monteverde as mv


@dataclass(frozen=True)
class Proven:
    """What is known of a node: for each player the least and the most, and the plies to the end if all is known."""

    lower: tuple[float, ...]
    upper: tuple[float, ...]
    plies: int | None

    @property
    def is_settled(self) -> bool:
        """Whether nothing is open."""
        return self.lower == self.upper


@dataclass
class ProofTwin:
    """The proofs of all nodes of a tree, by node; and which children are out of the question."""

    tree: Any
    state: Any

    def __post_init__(self) -> None:
        self.low, self.high = self.state.reward_range
        self.players = self.state.num_players
        self.known: dict[int, Proven] = {}
        self.closed: dict[int, bool] = {}
        self.prove(0, self.state)

    def prove(self, node: int, state: Any) -> Proven:
        """Return, and keep, what the subtree of `node` proves."""
        self.known[node] = self.proof_of(node, state)
        return self.known[node]

    def proof_of(self, node: int, state: Any) -> Proven:
        """Work it out."""
        if state.is_terminal():
            if not self.tree.visits[node]:  # nobody has looked
                return Proven((0.0,) * self.players, (1.0,) * self.players, None)
            paid = [(reward - self.low) / (self.high - self.low) for reward in state.rewards()]
            return Proven(tuple(paid[: self.players]), tuple(paid[: self.players]), 0)
        first = self.tree.first_child[node]
        if first <= 0:
            return Proven((0.0,) * self.players, (1.0,) * self.players, None)
        numbers = range(first, first + self.tree.num_children[node])
        children = {}
        for number in numbers:
            after = state.clone()
            after.play(self.tree.action[number])
            children[number] = self.prove(number, after)
        hidden = len(self.tree.total) > 0 and self.tree.total[node] > len(numbers)
        mover = state.to_move()
        if mover == mv.CHANCE:
            return self.mean(list(children.values()), [odds for _, odds in state.chance_outcomes()])
        return self.choice(node, children, mover, hidden)

    def mean(self, children: list[Proven], odds: list[float]) -> Proven:
        """Return the bounds of a chance node."""
        pairs = list(zip(children, odds, strict=True))
        lower = tuple(sum(p * child.lower[i] for child, p in pairs) for i in range(self.players))
        upper = tuple(sum(p * child.upper[i] for child, p in pairs) for i in range(self.players))
        settled = all(child.plies is not None for child in children)
        return Proven(lower, upper, 1 + max(child.plies or 0 for child in children) if settled else None)

    def choice(self, node: int, children: dict[int, Proven], mover: int, hidden: bool) -> Proven:
        """Return the bounds of a node where a player chooses."""
        trivial = Proven((0.0,) * self.players, (1.0,) * self.players, None)
        everything = [*children.values(), *[trivial] * hidden]
        least = max(child.lower[mover] for child in everything)
        most = max(child.upper[mover] for child in everything)
        lower, upper = [], []
        for player in range(self.players):
            if player == mover:
                lower.append(least)
                upper.append(most)
            elif self.players == 2:
                lower.append(1.0 - most)
                upper.append(1.0 - least)
            else:
                possible = [child for child in everything if child.upper[mover] >= least]
                lower.append(min(child.lower[player] for child in possible))
                upper.append(max(child.upper[player] for child in possible))
        self.close(children, trivial if hidden else None, mover, most)
        if node == 0:  # at the root what is known needs no more visits
            self.closed |= {n: True for n, c in children.items() if c.lower[mover] == c.upper[mover] < most}
        plies = None
        if lower == upper:
            best = [c.plies for c in children.values() if c.plies is not None and c.lower[mover] == least]
            plies = 1 + (min(best) if least > 0.5 else max(best))
        return Proven(tuple(lower), tuple(upper), plies)

    def close(self, children: dict[int, Proven], hidden: Proven | None, mover: int, most: float) -> None:
        """Note which children have a sibling that is as good whatever comes, where something else may be better.

        Of several that are known to be worth the same the first one stays.
        """
        rivals = {**children, **({-1: hidden} if hidden else {})}
        for number, child in children.items():
            beaten = False
            for key, other in rivals.items():
                is_as_good = other.lower[mover] >= child.upper[mover]
                is_same = (other.lower[mover], other.upper[mover]) == (child.lower[mover], child.upper[mover])
                beaten = beaten or (is_as_good and (key < number if is_same else True))
            self.closed[number] = beaten and child.upper[mover] < most


def worths(node: Node, players: int) -> set[tuple[float, ...]]:
    """Return all that `node` may be worth to everybody under best play, one tuple for each way to break ties."""
    if not node.children:
        return {tuple([*node.paid, *[0.0] * players][:players])}
    below = [worths(child, players) for child in node.children.values()]
    found = set()
    for values in itertools.product(*below):
        if node.mover == mv.CHANCE:
            pairs = list(zip(node.weights, values, strict=True))
            found.add(tuple(sum(p * value[i] for p, value in pairs) for i in range(players)))
        else:
            best = max(value[node.mover] for value in values)
            found |= {value for value in values if value[node.mover] == best}
    return found
