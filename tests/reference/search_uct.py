"""UCT as the textbook tells it: nodes are objects, children a list, one simulation a loop. Slow, and obviously right.

It draws the same random numbers in the same order as the library: children are shuffled by the same Fisher-Yates
draws when a node is expanded (of objects: drawn when one is tried), outcomes and playouts draw where the library's do.
So both make the same tree.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import monteverde as mv

MASK = 2**64 - 1


class SplitMix:
    """The generator of compiled searches, in Python's integers (Steele, Lea and Flood 2014)."""

    shuffles = True

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.counter = int(np.random.SeedSequence(seed, spawn_key=(stream,)).generate_state(1, np.uint64)[0])

    def next(self) -> int:
        """Return 64 random bits."""
        self.counter = (self.counter + 0x9E3779B97F4A7C15) & MASK
        z = self.counter
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return (self.next() >> 32) * n >> 32

    def uniform(self) -> float:
        """Return a number in [0, 1)."""
        return (self.next() >> 11) * 2.0**-53


class PythonDraws:
    """The generator of searches of Python objects; children are not shuffled, but drawn when one is tried."""

    shuffles = False

    def __init__(self, seed: int) -> None:
        self.generator = random.Random(f"{seed} 0")

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return self.generator.getrandbits(30) % n

    def uniform(self) -> float:
        """Return a number in [0, 1)."""
        return self.generator.random()


class PositionObject:
    """A position of a game, with the methods of a Python object that is a problem."""

    def __init__(self, position: mv.Position) -> None:
        game = position.game
        self.position = position
        self.num_players, self.reward_range = game.num_players, game.reward_range
        self.discount, self.step_rewards, self.max_length = game.discount, game.step_rewards, game.max_length

    def clone(self) -> PositionObject:
        """Return a copy; positions never change."""
        return PositionObject(self.position)

    def legal_actions(self) -> list[int]:
        """Return the actions in the order of the rules."""
        return self.position.legal_actions()

    def play(self, action: int) -> None:
        """Go on to the next position."""
        self.position = self.position.play(action)

    def is_terminal(self) -> bool:
        """Return whether it is over."""
        return self.position.is_terminal

    def rewards(self) -> list[float]:
        """Return what each player receives here."""
        return [float(reward) for reward in self.position.rewards]

    def to_move(self) -> int:
        """Return whose turn it is."""
        return self.position.to_move

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what nature may do."""
        return self.position.chance_outcomes()


@dataclass
class Node:
    """A node of the twin's tree."""

    action: Any = None
    visits: int = 0
    value_sum: float = 0.0
    children: list[Node] = field(default_factory=list)


Path = list[tuple[Node, int, list[float], float]]  # nodes, who entered them, what that paid, the discount


class Uct:
    """A search of `problem`, an object with the methods of a problem and all its facts as attributes."""

    def __init__(self, problem: Any, draws: Any, c: float = math.sqrt(2.0)) -> None:
        self.problem, self.draws, self.c = problem, draws, c
        self.root = Node()
        self.totals = [0.0] * problem.num_players

    def simulate(self) -> None:
        """Run one simulation: select, expand, evaluate, back up."""
        state, path = self._descend()
        self._back_up(path, self._playout(state))

    def _descend(self) -> tuple[Any, Path]:
        """Return the state at a leaf, and the way there."""
        state, node = self.problem.clone(), self.root
        path: Path = []
        while not state.is_terminal():
            if not node.children:
                if node is not self.root and node.visits == 0:
                    break
                node.children = self._expand(state)
            mover = state.to_move()
            node = node.children[self._outcome(state)] if mover == mv.CHANCE else self._best(node)
            state.play(node.action)
            pays = self.problem.step_rewards or state.is_terminal()
            path.append((node, mover, state.rewards() if pays else [0.0] * len(self.totals), self._discount(state)))
        return state, path

    def _expand(self, state: Any) -> list[Node]:
        """Return the children of a node: outcomes in their order, actions in random order."""
        if state.to_move() == mv.CHANCE:
            return [Node(outcome) for outcome, _ in state.chance_outcomes()]
        if not self.draws.shuffles:
            return [Node(action) for action in state.legal_actions()]
        children: list[Node] = []
        for action in state.legal_actions():  # Fisher and Yates, inside out
            index = self.draws.below(len(children) + 1)
            children.append(Node(action))
            children[index], children[-1] = children[-1], children[index]
        return children

    def _best(self, node: Node) -> Node:
        """Return the next untried child, or else the first of those with the highest upper confidence bound."""
        children = node.children
        num_tried = sum(child.visits > 0 for child in children)
        if num_tried < len(children):
            if not self.draws.shuffles:  # the one drawn, counted from the end, changes places with the first
                drawn = -1 - self.draws.below(len(children) - num_tried)
                children[num_tried], children[drawn] = children[drawn], children[num_tried]
            return children[num_tried]
        # Q + c * sqrt(ln N / n), rounded as the library rounds it, so that what ties there ties here.
        bonus = self.c * math.sqrt(math.log(node.visits))
        return max(children, key=lambda x: x.value_sum * (1.0 / x.visits) + bonus * math.sqrt(1.0 / x.visits))

    def _outcome(self, state: Any) -> int:
        """Return the index of the outcome that nature draws."""
        weights = [probability for _, probability in state.chance_outcomes()]
        rest = self.draws.uniform() * sum(weights)
        for index, weight in enumerate(weights):
            rest -= weight
            if rest < 0.0:
                return index
        return max(index for index, weight in enumerate(weights) if weight > 0.0)

    def _playout(self, state: Any) -> list[float]:
        """Play at random to the end; return the discounted sum of what is paid on the way."""
        returns, weight = [0.0] * len(self.totals), 1.0
        while not state.is_terminal():
            if state.to_move() == mv.CHANCE:
                state.play(state.chance_outcomes()[self._outcome(state)][0])
            else:
                actions = state.legal_actions()
                state.play(actions[self.draws.below(len(actions))])
            if self.problem.step_rewards or state.is_terminal():
                returns = [sum_ + weight * reward for sum_, reward in zip(returns, state.rewards(), strict=True)]
            weight *= self._discount(state)
        return returns

    def _discount(self, state: Any) -> float:
        """Return what later rewards are worth on entering `state`: less where a player is to move, and only there."""
        return 1.0 if state.is_terminal() or state.to_move() == mv.CHANCE else self.problem.discount

    def _back_up(self, path: Path, returns: list[float]) -> None:
        """Credit each node of the path with G = r + discount * G', as the player who moved into it sees it."""
        low, high = self.problem.reward_range
        for node, mover, rewards, discount in reversed(path):
            returns = [reward + discount * g for reward, g in zip(rewards, returns, strict=True)]
            node.visits += 1
            node.value_sum += (returns[max(mover, 0)] - low) * (1.0 / (high - low))
        self.root.visits += 1
        self.totals = [total + g for total, g in zip(self.totals, returns, strict=True)]


class LeafUct(Uct):
    """The same where a team of threads, each with draws of its own, plays from every leaf; here one after the other."""

    def __init__(self, problem: Any, draws: list[Any]) -> None:
        super().__init__(problem, draws[0])
        self.team = draws

    def simulate_together(self, most: int) -> int:
        """Run a simulation of each of the team from one leaf, `most` at most; return how many."""
        state, path = self._descend()
        for draws in self.team[:most]:
            self.draws = draws
            self._back_up(path, self._playout(state.clone()))
        self.draws = self.team[0]
        return min(most, len(self.team))


def differences(tree: Any, root: Node) -> list[str]:
    """Return where a tree of the library and the twin's differ, to the last bit; nothing if nowhere."""
    found: list[str] = []
    pairs = [(0, root)]
    while pairs:
        index, node = pairs.pop()
        first, count = int(tree.first_child[index]), int(tree.num_children[index])
        ours = (int(tree.visits[index]), float(tree.value_sum[index]), count)
        theirs = (node.visits, node.value_sum, len(node.children))
        if ours != theirs or any(tree.action[first + i] != child.action for i, child in enumerate(node.children)):
            found.append(f"node {index}: the library has {ours}, the twin {theirs}")
        pairs += [(first + i, child) for i, child in enumerate(node.children) if i < count]
    return found
