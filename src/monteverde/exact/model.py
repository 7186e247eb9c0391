"""A decision process as matrices: for each state and action the expected reward, and how likely each next state is.

    enumerate (states.py)  ->  fold nature's moves into the actions before them  ->  rows (state, action) of matrices

    Q(s, a) = r(s, a) + d * sum over s' of T(s, a, s') V(s')

The states are those in which a player moves; the end is none, so a row of T sums to the probability that it goes on.
The discount d is for decisions: nature takes no time (see `Game.discount`). With several players every value is one
number for each of them, and whoever moves chooses by its own: a stochastic game with turns (Shapley, *Stochastic
games*, 1953; Littman 1994). `max_length`, the horizon of searches, means nothing here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from monteverde.anytime import Clock
from monteverde.compile import bind, kernel
from monteverde.errors import GameError, UnsuitableError, UsageError
from monteverde.exact import sparse
from monteverde.exact.sparse import Floats, Integers, Matrix
from monteverde.exact.states import StateTable, find_state, list_states
from monteverde.game import CHANCE, Game, Position

MOST_MOVES_OF_NATURE = 100  # in a row; each is a product of matrices
GOES_ON = 1e-9  # a row of T that sums to more than one less this has no way out
MAX_STATES = 5_000_000


@dataclass(frozen=True)
class Model:
    """The states that can be reached, in which a player moves, and what their actions lead to.

    `rows` are the pairs (state, action): those of state i are `first_row[i]` to `first_row[i + 1]`, in the order of the
    rules. Values are in the problem's own units, an array of (states, players).
    """

    game: Game
    table: StateTable
    """All states, chance nodes and ends included."""
    state_of: Integers
    """For each state of the table its number here, or -1."""
    first_row: Integers
    """int64[states + 1]"""
    actions: Integers
    """int32[rows]"""
    transitions: Matrix
    """T, sparse: (rows, states)."""
    rewards: Floats
    """r, (rows, players): expected, nature's moves included."""

    @property
    def num_states(self) -> int:
        """How many states there are in which a player moves."""
        return len(self.first_row) - 1

    @property
    def discount(self) -> float:
        """The problem's discount, once a decision."""
        return float(self.game.discount)

    @cached_property
    def movers(self) -> Integers:
        """int32[states]: who moves in each."""
        movers = self.table.movers[: self.table.num_states]
        return np.asarray(movers[movers >= 0])

    @cached_property
    def row_states(self) -> Integers:
        """int64[rows]: the state of each row."""
        return np.repeat(np.arange(self.num_states), np.diff(self.first_row))

    def has(self, position: Position) -> bool:
        """Return whether a position is among the states that were listed."""
        return position.game == self.game and find_state(self.game, self.table, position) >= 0

    def index(self, position: Position) -> int:
        """Return the number of a position's state.

        Raises:
            UsageError: if no player moves there, or it cannot be reached from where the model begins.
        """
        if position.game != self.game:
            raise UsageError(f"this is a model of {self.game.spec}, not of {position.game.spec}")
        found = find_state(self.game, self.table, position)
        if found < 0 or self.state_of[found] < 0:
            what = "it is not among the states that were listed" if found < 0 else "no player moves there"
            raise UsageError(f"this position of {self.game.spec} has no actions with values: {what}")
        return int(self.state_of[found])

    # -- values and policies -----------------------------------------------------------------------------------------

    def action_values(self, values: Floats) -> Floats:
        """Return Q, (rows, players), where V is `values`."""
        return np.asarray(self.rewards + self.discount * (self.transitions @ values))

    def greedy(self, action_values: Floats) -> Integers:
        """Return of each state the row that is best for its mover, the first of several."""
        rows = np.zeros(self.num_states, np.int64)
        best_rows()(action_values, self.first_row, self.movers, rows)
        return rows

    def uniform_policy(self) -> Floats:
        """Return a policy: each action of a state with the same probability."""
        return np.repeat(1.0 / np.diff(self.first_row), np.diff(self.first_row))

    def policy_of(self, rows: Integers) -> Floats:
        """Return the policy that takes these rows, one for each state."""
        policy = np.zeros(len(self.actions))
        policy[rows] = 1.0
        return policy

    def under(self, policy: Floats) -> tuple[Matrix, Floats]:
        """Return the transitions (states, states) and the expected rewards (states, players) under a policy."""
        weights = sparse.from_rows(policy, np.arange(len(policy)), self.first_row, len(policy))
        return weights @ self.transitions, np.asarray(weights @ self.rewards)

    def evaluate(self, policy: Floats, horizon: int | None = None) -> Floats:
        """Return what a policy is worth in each state: (states, players).

        Args:
            policy: float64[rows], the probability of each action; those of a state sum to one.
            horizon: how many decisions are made; None: as many as there are, which is solved exactly.

        Raises:
            UnsuitableError: if, without discount or horizon, the policy goes on for ever and is paid for it.
        """
        transitions, rewards = self.under(policy)
        if horizon is None:
            return self._solved(transitions, rewards)
        values = np.zeros_like(rewards)
        for _ in range(horizon):
            values = rewards + self.discount * (transitions @ values)
        return values

    def _solved(self, transitions: Matrix, rewards: Floats) -> Floats:
        """Return the values of a policy for ever, from what it makes of the matrices."""
        if self.discount < 1.0:
            return sparse.solve_values(transitions, self.discount, rewards)
        leaves = leads_out(transitions)
        if rewards[~leaves].any():
            raise UnsuitableError(
                f"a policy in {self.game.spec} goes on for ever and is paid for it, so without a discount its value "
                "is infinite; use a discount below 1, or finite_horizon"
            )
        values = np.zeros_like(rewards)
        if leaves.any():
            values[leaves] = sparse.solve_values(transitions[leaves][:, leaves], 1.0, rewards[leaves])
        return values


class Sweeps:
    """Values that are improved sweep by sweep: each state's from the values before the sweep, in compiled slices.

    `values` are those of so many decisions to go as there were sweeps.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.values = np.zeros((model.num_states, model.game.num_players))
        self.count = 0
        self.change = np.inf
        """How much the last sweep changed a value at most."""
        self._spare = self.values.copy()
        matrix = model.transitions
        self._arrays = matrix.data, matrix.indices, matrix.indptr, model.rewards, model.first_row, model.movers

    def run(self, count: int, enough: float) -> bool:
        """Sweep `count` times, or until a sweep changes no value by more than `enough`; return whether one did."""
        change = np.array([self.change])
        done = sweep_often()(*self._arrays, self.model.discount, self.values, self._spare, count, enough, change)
        if done % 2:
            self.values, self._spare = self._spare, self.values
        self.count += int(done)
        self.change = float(change[0])
        return self.change <= enough

    def next(self) -> tuple[Floats, Floats, float]:
        """Return the values after one sweep more, those of the actions that give them, and the change."""
        action_values = self.model.action_values(self.values)
        values = np.ascontiguousarray(action_values[self.model.greedy(action_values)])
        return values, action_values, float(np.abs(values - self.values).max())


def compile_for_models() -> None:
    """Compile what sweeps, and what chooses among actions."""
    index, number, values = np.array([0, 1]), np.zeros(1, np.int32), np.zeros((1, 1))
    best_rows()(values, index, number, np.zeros(1, np.int64))
    arrays = np.zeros(0), number[:0], np.zeros(2, np.int32), values, index, number
    sweep_often()(*arrays, 1.0, values.copy(), values.copy(), 1, 0.0, np.zeros(1))


@functools.cache
def sweep_often() -> Callable[..., int]:
    """Return `sweep`, compiled."""
    return bind(sweep, {})


@functools.cache
def best_rows() -> Callable[..., None]:
    """Return `find_best`, compiled."""
    return bind(find_best, {})


@kernel
def sweep(data, indices, indptr, rewards, first_row, movers, discount, values, spare, count, enough, change):
    """Improve `values` up to `count` times, through `spare` and back; return how often.

    It ends after a sweep that changes no value by more than `enough`; how much the last one changed is written to
    `change`. After an odd number of sweeps the values are in `spare`.
    """
    for done in range(count):
        largest = 0.0
        for state in range(len(movers)):
            mover = movers[state]
            best, best_value = first_row[state], -np.inf
            for row in range(first_row[state], first_row[state + 1]):
                total = row_value(data, indices, indptr, rewards, discount, values, row, mover)
                if total > best_value:
                    best, best_value = row, total
            for player in range(values.shape[1]):
                if player == mover:
                    total = best_value
                else:
                    total = row_value(data, indices, indptr, rewards, discount, values, best, player)
                largest = max(largest, abs(total - values[state, player]))
                spare[state, player] = total
        change[0] = largest
        if largest <= enough:
            return done + 1
        values, spare = spare, values
    return count


@kernel
def row_value(data, indices, indptr, rewards, discount, values, row, player):
    """Return what one action in one state is worth to `player`."""
    total = 0.0
    for entry in range(indptr[row], indptr[row + 1]):
        total += data[entry] * values[indices[entry], player]
    return rewards[row, player] + discount * total


@kernel
def find_best(action_values, first_row, movers, rows):
    """Write for each state the first of its rows that has the highest value for who moves."""
    for state in range(len(movers)):
        best, mover = first_row[state], movers[state]
        for row in range(best + 1, first_row[state + 1]):
            if action_values[row, mover] > action_values[best, mover]:
                best = row
        rows[state] = best


def leads_out(transitions: Matrix) -> npt.NDArray[np.bool_]:
    """Return of which states the end can be reached, under a policy's transitions."""
    leaves = np.asarray(transitions.sum(axis=1)).ravel() < 1.0 - GOES_ON
    while True:
        more = leaves | ((transitions @ leaves.astype(float)) > 0.0)
        if (more == leaves).all():
            return leaves
        leaves = more


def build_model(position: Position, max_states: int, clock: Clock, method: str) -> Model | str:
    """Return the model of all that can be reached from `position`, or why the clock ended it before that.

    Raises:
        BudgetError: if there are more than `max_states` states.
        GameError: if the problem breaks its contract.
        MissingExtraError: without SciPy (the extra "mdp").
        UnsuitableError: if the problem cannot be enumerated.
    """
    sparse.from_rows(np.zeros(0), np.zeros(0, int), np.zeros(1, int), 1)  # complain before the work, not after it
    table, ending = list_states(position, max_states, clock, method)
    if table.counts[1] < table.num_states:
        return ending
    return _model(position.game, table)


def _model(game: Game, table: StateTable) -> Model:
    count, num_edges = table.num_states, int(table.counts[2])
    movers, gains = table.movers[:count], table.gains[:count]
    edges = _Edges(
        sources=np.repeat(np.arange(count), np.diff(table.first_edge[: count + 1])),
        targets=table.edge_target[:num_edges],
        probabilities=table.edge_probability[:num_edges],
    )
    state_of, num_states = _numbered(movers >= 0)
    rows = movers[edges.sources] >= 0
    targets = edges.targets[rows]
    rewards = gains[targets]
    to_state = state_of[targets] >= 0
    transitions = sparse.from_entries(
        np.ones(int(to_state.sum())), np.flatnonzero(to_state), state_of[targets[to_state]], (len(targets), num_states)
    )
    if (movers == CHANCE).any():
        onward, paid, chance_of = _fold(game, edges, movers, gains, state_of, num_states)
        to_chance = np.flatnonzero(chance_of[targets] >= 0)
        ones = np.ones(len(to_chance))
        entering = sparse.from_entries(ones, to_chance, chance_of[targets[to_chance]], (len(targets), len(paid)))
        transitions = transitions + entering @ onward
        rewards = rewards + entering @ paid
    num_rows = np.diff(table.first_edge[: count + 1])[movers >= 0]
    return Model(
        game=game,
        table=table,
        state_of=state_of,
        first_row=np.concatenate([[0], np.cumsum(num_rows)]),
        actions=table.edge_action[:num_edges][rows],
        transitions=transitions.tocsr(),
        rewards=np.asarray(rewards),
    )


@dataclass(frozen=True)
class _Edges:
    """What leads where, in the numbers of the table."""

    sources: Integers
    targets: Integers
    probabilities: Floats


def _numbered(chosen: npt.NDArray[np.bool_]) -> tuple[Integers, int]:
    """Return the rank of each item among the chosen ones, -1 for the others, and how many are chosen."""
    numbers = np.where(chosen, np.cumsum(chosen) - 1, -1)
    return numbers, int(chosen.sum())


def _fold(
    game: Game, edges: _Edges, movers: Integers, gains: Floats, state_of: Integers, num_states: int
) -> tuple[Matrix, Floats, Integers]:
    """Return where nature's moves end, what they pay until then, and the number of each chance node or -1.

    The first is (chance nodes, states), the second (chance nodes, players): sums over all ways through chance nodes,
    P + P' P + P' P' P + ..., where P leads out of nature's hands and P' from chance node to chance node.
    """
    chance_of, num_chance = _numbered(movers == CHANCE)
    drawn = movers[edges.sources] == CHANCE
    sources, targets, probabilities = chance_of[edges.sources[drawn]], edges.targets[drawn], edges.probabilities[drawn]

    def part(numbers: Integers, width: int) -> Matrix:
        chosen = numbers[targets] >= 0
        entries = probabilities[chosen], sources[chosen], numbers[targets[chosen]]
        return sparse.from_entries(*entries, (num_chance, width))

    outward, among = part(state_of, num_states), part(chance_of, num_chance)
    paid_once = sparse.from_entries(probabilities, sources, targets, (num_chance, len(movers))) @ gains
    onward, paid, ways = outward, paid_once, among
    for _ in range(MOST_MOVES_OF_NATURE):
        if ways.nnz == 0:
            return onward, np.asarray(paid), chance_of
        onward, paid = onward + ways @ outward, paid + ways @ paid_once
        ways = ways @ among
    raise GameError(
        f"in {game.spec} nature can move more than {MOST_MOVES_OF_NATURE} times in a row; let a player move in "
        "between, or make one chance node of several"
    )
