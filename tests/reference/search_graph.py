"""UCT on a graph as the papers tell it: positions in a dict by key, edges with counts of their own. Slow, obvious.

The draws are those of `search_uct.Uct`, so both make the same graph; and problems that are graphs, for tests.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tests.reference.search_uct import Uct

import monteverde as mv


@dataclass(eq=False)
class Edge:
    """A move from one position to another."""

    action: Any
    visits: int = 0
    value_sum: float = 0.0
    target: Spot | None = None


@dataclass(eq=False)
class Spot:
    """A position: where several moves may lead."""

    own: list[float]
    value: list[float]
    visits: int = 0
    num_own: int = 0
    children: list[Edge] = field(default_factory=list)

    def recompute(self, viewer: int) -> None:
        """Value the position from its own evaluations and its edges: the formula, and nothing else."""
        for edge in self.children:
            edge.value_sum = edge.visits * edge.target.value[viewer] if edge.target else 0.0
        known = [edge for edge in self.children if edge.target]
        assert self.visits == self.num_own + sum(edge.visits for edge in known)
        for player, own in enumerate(self.own):
            total = own
            for edge in known:
                assert edge.target
                total += edge.visits * edge.target.value[player]
            self.value[player] = total / self.visits


class GraphUct(Uct):
    """A search of `problem`, an object with the methods of a problem, all its facts as attributes, and `key()`."""

    def __init__(self, problem: Any, draws: Any, c: float = math.sqrt(2.0)) -> None:
        super().__init__(problem, draws, c)
        self.spots: dict[int, Spot] = {}
        self.start = self.spot_of(problem)
        self.num_cycles = self.num_simulations = 0

    def spot_of(self, state: Any) -> Spot:
        """Return the position of that key."""
        players = self.problem.num_players
        return self.spots.setdefault(state.key(), Spot([0.0] * players, [0.0] * players))

    def simulate(self) -> None:
        """Run one simulation."""
        state, spot = self.problem.clone(), self.start
        path: list[tuple[Spot, int, Edge]] = []
        is_round = False
        while not (is_round or state.is_terminal()):
            if not spot.children:
                if path and spot.visits == 0:
                    break
                spot.children = [Edge(node.action) for node in self._expand(state)]
            mover = state.to_move()
            edge: Any = spot.children[self._outcome(state)] if mover == mv.CHANCE else self._best(spot)  # type: ignore[arg-type]  # has what a node has
            state.play(edge.action)
            edge.target = edge.target or self.spot_of(state)
            path.append((spot, mover, edge))
            spot = edge.target
            is_round = any(spot is before for before, _, _ in path)
        self.num_simulations += 1
        if is_round and spot.visits > 0:
            self.num_cycles += 1
        else:
            self._evaluate(spot, state)
        for before, mover, edge in reversed(path):
            edge.visits += 1
            before.visits += 1
            before.recompute(max(mover, 0))

    def _evaluate(self, spot: Spot, state: Any) -> None:
        low, high = self.problem.reward_range
        returns = state.rewards() if state.is_terminal() else self._playout(state)
        spot.own = [own + (value - low) * (1.0 / (high - low)) for own, value in zip(spot.own, returns, strict=True)]
        spot.visits += 1
        spot.num_own += 1
        if not any(edge.visits for edge in spot.children):
            spot.value = [own / spot.visits for own in spot.own]


def graph_differences(tree: Any, start: Spot) -> list[str]:
    """Return where a graph of the library and the twin's differ, to the last bit; nothing if nowhere."""
    found: list[str] = []
    number_of: dict[int, Spot] = {}
    pairs = [(int(tree.target[0]), start)]
    while pairs:
        number, spot = pairs.pop()
        if number in number_of:
            if number_of[number] is not spot:
                found.append(f"position {number} is two of the twin's")
            continue
        number_of[number] = spot
        position = tree.graph.positions[number]
        own, value = ([float(n) for n in numbers] for numbers in (position.own, position.value))
        ours = (int(position.visits), own, value)
        if ours != (spot.visits, spot.own, spot.value):
            found.append(f"position {number}: the library has {ours}, the twin {spot.visits, spot.own, spot.value}")
        node = int(position.entry)
        first, count = int(tree.first_child[node]), int(tree.num_children[node])
        if count != len(spot.children):
            found.append(f"position {number}: the library has {count} moves, the twin {len(spot.children)}")
            continue
        for entry, edge in enumerate(spot.children, first):
            edge_here = (tree.action[entry], int(tree.visits[entry]), float(tree.value_sum[entry]))
            if edge_here != (edge.action, edge.visits, edge.value_sum) or bool(tree.target[entry]) != bool(edge.target):
                found.append(f"an edge from {number}: the library has {edge_here}, the twin {edge}")
            elif edge.target:
                pairs.append((int(tree.target[entry]), edge.target))
    return found


@dataclass(frozen=True)
class Place:
    """A node of a graph made by hand: who moves, where to, how probable that is, and what is paid if it is an end."""

    mover: int = 0
    successors: tuple[int, ...] = ()
    weights: tuple[float, ...] = ()
    paid: tuple[float, ...] = (0.0, 0.0, 0.0)


class GraphObject:
    """A graph as a Python object with the methods of a problem; action i leads to successor i."""

    num_players, reward_range, discount, step_rewards, max_length = 3, (0.0, 1.0), 1.0, False, 1_000_000

    def __init__(self, places: Sequence[Place], number: int = 0) -> None:
        self.places, self.number = places, number

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.places[self.number]

    def clone(self) -> GraphObject:
        """Return a copy that can be played on."""
        return type(self)(self.places, self.number)

    def legal_actions(self) -> list[int]:
        """Return the numbers of the successors."""
        return list(range(len(self.place.successors)))

    def play(self, action: int) -> None:
        """Go there."""
        self.number = self.place.successors[action]

    def is_terminal(self) -> bool:
        """Return whether nothing follows."""
        return not self.place.successors

    def rewards(self) -> list[float]:
        """Return what each player receives."""
        return list(self.place.paid)

    def to_move(self) -> int:
        """Return who chooses."""
        return self.place.mover

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each successor and its probability."""
        return list(enumerate(self.place.weights))

    def key(self) -> int:
        """Return the number."""
        return self.number


ROWS, WIDTH, PLAYERS = 104, 4, 3  # the most places, successors of one, and players


class GraphGame(mv.Game):
    """The same, compiled, without chance: the graph is a table in the state."""

    state = [
        ("row", np.int64),
        ("mover", np.int8, (ROWS,)),
        ("num_children", np.int8, (ROWS,)),
        ("child", np.int8, (ROWS, WIDTH)),
        ("paid", np.float64, (ROWS, PLAYERS)),
    ]
    num_players, num_actions, max_length = PLAYERS, WIDTH, 1_000_000

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

    def key(state):
        return np.uint64(state.row)


def graph_position(places: Sequence[Place]) -> mv.Position:
    """Return a graph as a position of the compiled game."""
    game = GraphGame()
    states = game.new_states(1)
    table = states[0]
    for row, place in enumerate(places):
        count = len(place.successors)
        table.mover[row], table.num_children[row] = place.mover, count
        table.child[row, :count] = place.successors
        table.paid[row, : len(place.paid)] = place.paid
    return mv.Position(game, states)


NUM_LAYERS = 8


def random_graph(seed: int, *, cycles: bool, chance: bool = False) -> list[Place]:
    """Return a random graph of layers; each place leads to the next layer and, with cycles, to any before as well."""
    rng = random.Random(seed)
    places: list[Place] = []
    for first in range(1, NUM_LAYERS * WIDTH, WIDTH):  # of the layer below
        below = [*range(first, first + WIDTH)]
        for _ in range(WIDTH if places else 1):
            anywhere = [*below, *range(first)] if cycles else below
            others = [rng.choice(anywhere) for _ in range(rng.randint(0, 2))]
            successors = (rng.choice(below), *others)
            mover = rng.randint(mv.CHANCE if chance and places else 0, 2)
            places.append(Place(mover, successors, (1.0 / len(successors),) * len(successors)))
    return places + [Place(paid=tuple(rng.randint(0, 4) / 4 for _ in range(3))) for _ in range(WIDTH)]


def counter(last: int, start: int) -> list[Place]:
    """Return a walk between 0, which pays nothing, and `last`, which pays 1; action 0 is +1, action 1 is -1.

    Place 0 is the start, so that searches begin there: place i of the walk is `i - start`, modulo its length.
    """
    length = last + 1
    places = []
    for index in range(length):
        at = (index + start) % length
        successors = () if at in (0, last) else ((index + 1) % length, (index - 1) % length)
        places.append(Place(0, successors, paid=(float(at == last), 0.0, 0.0)))
    return places
