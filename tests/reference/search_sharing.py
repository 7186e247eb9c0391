"""RAVE, GRAVE, HRAVE and MCPS with every playout kept as a list and counted by looking. Slow, and obviously right.

It draws the same random numbers as the library, so both make the same tree. A playout is kept with the codes that it
played, ply by ply; a code is a pair of player and action. What a node's table says is found by going through the
playouts through the node; what is frozen, by going through those that were the last W when the node was frozen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from tests.reference.search_uct import Node, Uct

import monteverde as mv

Code = tuple[int, Any]


@dataclass
class Playout:
    """One simulation, from the root to its end."""

    codes: list[Code | None]
    """What was played at each ply; None where nature moved."""
    returns: list[list[float]] = field(default_factory=list)
    """What each player got from each node of the tree part on."""


@dataclass
class SharedNode(Node):
    """A node that remembers the playouts through it, since it has children, and how deep it lies."""

    depth: int = 0
    playouts: list[Playout] = field(default_factory=list)
    frozen: list[Playout] | None = None
    """The playouts that its permutations are counted in; None if it is not frozen."""


class SharedUct(Uct):
    """A search of `problem` that ranks all children by the weighted mean of what is known of them."""

    def __init__(
        self,
        problem: Any,
        draws: Any,
        *,
        ref: float = 0.0,
        bias: float = 0.0,
        equivalence: float = math.inf,
        window: int = 0,
        has_replies: bool = False,
    ) -> None:
        super().__init__(problem, draws)
        self.has_replies = has_replies
        self.ref, self.bias, self.equivalence, self.window = ref, bias, equivalence, window
        self.root = SharedNode()
        self.history: list[Playout] = []

    def simulate(self) -> None:
        """Run one simulation and remember it."""
        state, node = self.problem.clone(), self.root
        reference, playout = self.root, Playout([])
        path: list[tuple[SharedNode, int, list[float], float]] = []
        while not state.is_terminal():
            if not node.children:
                if node is not self.root and node.visits == 0:
                    break
                self._give_children(node, state, len(path))
            mover = state.to_move()
            if mover == mv.CHANCE:
                node = node.children[self._outcome(state)]
            else:
                reference = self._reference(node, reference, playout)
                before = playout.codes[-1] if playout.codes else None
                node = max(
                    node.children, key=lambda child: self._value(child, (mover, child.action), reference, before)
                )
            playout.codes.append(None if mover == mv.CHANCE else (mover, node.action))
            state.play(node.action)
            pays = self.problem.step_rewards or state.is_terminal()
            path.append((node, mover, state.rewards() if pays else [0.0] * len(self.totals), self._discount(state)))
        returns = self._playout(Noting(state, playout))
        self._remember(path, playout, returns)
        self._back_up(path, returns)

    def _give_children(self, node: SharedNode, state: Any, depth: int) -> None:
        node.children = [SharedNode(child.action) for child in self._expand(state)]
        node.depth = depth

    def _reference(self, node: SharedNode, reference: SharedNode, playout: Playout) -> SharedNode:
        """Return `node` if enough playouts went through it, and freeze it; else the reference so far."""
        if node is self.root or len(node.playouts) <= self.ref:
            return reference if node is not self.root else node
        if node.frozen is None and self.window:
            path = {code for code in playout.codes if code is not None}
            node.frozen = [p for p in self.history[-self.window :] if path <= set(p.codes)]
        return node

    def _value(self, child: SharedNode, code: Code, reference: SharedNode, before: Code | None) -> float:
        """Return the weighted mean of all values; rounded as the library rounds it."""
        amaf_count, amaf_sum = self.amaf(reference, code)
        if amaf_count == 0:
            return math.inf
        count, total = self.permutations(reference, code)
        own = (1.0 + self.bias * amaf_count) * (1.0 + 1.0 / self.equivalence * child.visits)
        held = self.held(before, code) if self.has_replies else 0
        total = held + total / 510.0 + amaf_sum
        return (own * child.value_sum + total) / (own * child.visits + (amaf_count + (count + held)))

    def held(self, before: Code | None, code: Code) -> int:
        """Return how often in a row `code` has been a good answer to `before`, if it is the one remembered."""
        if before is None:
            return 0
        played = [
            (p.codes[ply], self._unit(p.returns[0][p.codes[ply][0]]) > 0.5)
            for p in self.history
            for ply in range(1, len(p.codes))
            if p.codes[ply - 1] == before and p.codes[ply] is not None
        ]
        known, streak = None, 0
        for answer, is_good in played:
            if is_good:
                known, streak = answer, streak + 1 if answer == known else 1
            elif answer == known:
                known, streak = None, 0
        return streak if known == code else 0

    def amaf(self, node: SharedNode, code: Code) -> tuple[int, float]:
        """Return in how many playouts through `node` the code was played from there on, and what they were worth."""
        worth = [p.returns[node.depth][code[0]] for p in node.playouts if code in p.codes[node.depth :]]
        total = 0.0
        for value in worth:
            total += self._unit(value)
        return len(worth), total

    def permutations(self, node: SharedNode, code: Code) -> tuple[int, int]:
        """Return the same of the playouts that it was frozen with, at any ply; the sum in 510ths."""
        worth = [self._unit(p.returns[0][code[0]]) for p in node.frozen or [] if code in p.codes]
        return len(worth), sum(int(510 * x) if x in (0.0, 0.5, 1.0) else 2 * int(255 * x + 0.5) for x in worth)

    def _unit(self, value: float) -> float:
        low, high = self.problem.reward_range
        return (value - low) * (1.0 / (high - low))

    def _remember(self, path: list[Any], playout: Playout, returns: list[float]) -> None:
        """Keep the playout, with its returns from every node of the path, at all nodes with children."""
        playout.returns = [returns]
        for _, _, rewards, discount in reversed(path):
            returns = [reward + discount * g for reward, g in zip(rewards, returns, strict=True)]
            playout.returns.insert(0, returns)
        for node in (self.root, *(step[0] for step in path)):
            if node.children:
                node.playouts.append(playout)
        self.history.append(playout)


class Noting:
    """A state that notes what is played on it."""

    def __init__(self, state: Any, playout: Playout) -> None:
        self.state, self.playout = state, playout

    def play(self, action: Any) -> None:
        mover = self.state.to_move()
        self.playout.codes.append(None if mover == mv.CHANCE else (mover, action))
        self.state.play(action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def all_nodes(root: SharedNode) -> list[SharedNode]:
    """Return the nodes of a twin's tree in the order in which `differences` goes through them."""
    found, waiting = [], [root]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].children
    return found
