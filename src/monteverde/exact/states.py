"""Every state that can be reached from a position, each once, with what leads where: breadth first, compiled.

States are told apart by the rule `key`, or else by the bytes of their fields. The kernel owns no memory: where its
arrays are full it says so, Python makes larger ones, and it goes on. What entering a state pays is kept with the state,
so two states that pay differently must have different keys.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from monteverde.anytime import FINISHED, Clock, run_in_slices
from monteverde.compile import bind, kernel
from monteverde.compile.binding import interpret
from monteverde.compile.bits import mix_bits
from monteverde.errors import BudgetError
from monteverde.exact.status import (
    BAD_PROBABILITIES,
    CHANCE_WITHOUT_OUTCOMES,
    DONE,
    NO_LEGAL_ACTION,
    RUNNING,
    SIMULTANEOUS_MOVE,
    raise_for,
)
from monteverde.game import Game, Position
from monteverde.game.rules import (
    CHANCE,
    HAS_CHANCE,
    HAS_KEY,
    HAS_STEP_REWARDS,
    NUM_ACTIONS,
    SIMULTANEOUS,
    chance_outcomes,
    is_terminal,
    key,
    legal_actions,
    play,
    rewards,
    to_move,
)

ENDED = -3  # the mover of a terminal state
FIRST_CAPACITY = 1024
PROBABILITY_TOLERANCE = 1e-6  # how far the probabilities of a chance node may sum from one

FULL = 2  # beside RUNNING and DONE


class StateTable(NamedTuple):
    """States by number, in the order in which they were found; the position's own is number 0."""

    states: Any
    """The states."""
    raw: Any
    """uint8[states, bytes of a state]: the same memory."""
    keys: Any
    """uint64[states]: the key of each, or what its bytes are mixed to."""
    movers: Any
    """int32[states]: who is to move: a player, CHANCE or ENDED."""
    gains: Any
    """float64[states, players]: what entering it pays."""
    first_edge: Any
    """int64[states + 1]: where the edges of each begin."""
    edge_action: Any
    """int32[edges]: the action, or the outcome of chance."""
    edge_target: Any
    """int32[edges]: the state that it leads to."""
    edge_probability: Any
    """float64[edges]: the probability of an outcome; 1 for an action."""
    slots: Any
    """int32[a power of 2, at least twice the states]: 1 + a state, at or behind the slot that its key is mixed to."""
    fields: Any
    """int64: which bytes of a state belong to its fields (between them is padding)."""
    counts: Any
    """int64[3]: how many states there are, how many of them have their edges, how many edges there are."""
    actions: Any
    """int64[num_actions], scratch."""
    weights: Any
    """float64[num_actions], scratch."""
    played: Any
    """One state, scratch."""
    played_raw: Any
    """uint8[1, bytes of a state]: the same memory."""

    @property
    def num_states(self) -> int:
        """How many states were found."""
        return int(self.counts[0])


def list_states(position: Position, max_states: int, clock: Clock, method: str) -> tuple[StateTable, str]:
    """Return all states that can be reached from `position`, and why it ended: FINISHED, or as `clock` says.

    Raises:
        BudgetError: if there are more than `max_states`.
        GameError: if the problem breaks its contract.
        UnsuitableError: if all players move at once somewhere.
    """
    game = position.game
    table = _new_table(game, FIRST_CAPACITY, FIRST_CAPACITY)
    table.played[0] = position.state
    _interpreted(game, add_state)(table)
    expand = _expander(game)
    status = RUNNING

    def work(units: int) -> bool:
        nonlocal status
        status = int(expand(table, units, max_states))
        return status != RUNNING

    while True:
        ending = run_in_slices(work, clock)
        if ending != FINISHED or status == DONE:
            return table, ending
        if status < 0:
            raise_for(status, method, game.spec, game.max_length)
        if table.num_states > max_states:
            raise BudgetError(
                f"{method} found {table.num_states:,} states of {game.spec} and had not seen all of them; its limit is "
                f"max_states={max_states}: raise it, or use what needs no list of states: sparse_sampling, rollout, or "
                "tree search"
            )
        table = _grown(game, table)


def compile_for(game: Game) -> None:
    """Compile what lists the states of `game`, so that its time is not counted as theirs."""
    _expander(game)(_new_table(game, 1, 1), 0, 1)
    _filler()(np.zeros(0, np.uint64), np.zeros(1, np.int32))


def find_state(game: Game, table: StateTable, position: Position) -> int:
    """Return the number of a position's state, or -1 if it is not in the table."""
    table.played[0] = position.state
    return int(_interpreted(game, find_played)(table))


@functools.cache
def _expander(game: Game) -> Callable[..., int]:
    return bind(expand_states, game.bindings)


@functools.cache
def _filler() -> Callable[..., None]:
    return bind(fill_slots, {})


@functools.cache
def _interpreted(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel as plain Python: for what is done once, or for one position, compiling takes longer."""
    return interpret(function, game.bindings)


def _new_table(game: Game, capacity: int, edges: int) -> StateTable:
    states, played = game.new_states(capacity), game.new_states(1)
    return StateTable(
        states=states,
        raw=_raw(states),
        keys=np.zeros(capacity, np.uint64),
        movers=np.zeros(capacity, np.int32),
        gains=np.zeros((capacity, game.num_players)),
        first_edge=np.zeros(capacity + 1, np.int64),
        edge_action=np.zeros(edges, np.int32),
        edge_target=np.zeros(edges, np.int32),
        edge_probability=np.zeros(edges),
        slots=np.zeros(2 * capacity, np.int32),
        fields=_bytes_of_fields(game.dtype),
        counts=np.zeros(3, np.int64),
        actions=np.zeros(game.num_actions, np.int64),
        weights=np.zeros(game.num_actions),
        played=played,
        played_raw=_raw(played),
    )


def _raw(states: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    return states.view(np.ndarray).view(np.uint8).reshape(len(states), -1)


def _bytes_of_fields(dtype: np.dtype[Any]) -> npt.NDArray[np.int64]:
    """Return the offsets of the bytes that are not padding."""
    assert dtype.fields is not None
    spans = [range(offset, offset + kind.itemsize) for kind, offset, *_ in dtype.fields.values()]
    return np.array(sorted(byte for span in spans for byte in span), np.int64)


def _grown(game: Game, table: StateTable) -> StateTable:
    """Return a table with twice the room for whatever is short of it."""
    states, _, edges = table.counts
    room = 2 * game.num_actions
    capacity = _doubled(len(table.states), int(states) + room)
    larger = _new_table(game, capacity, _doubled(len(table.edge_target), int(edges) + room))
    for name in ("states", "keys", "movers", "gains", "first_edge", "edge_action", "edge_target", "edge_probability"):
        old = getattr(table, name)
        getattr(larger, name)[: len(old)] = old
    larger.counts[:] = table.counts
    _filler()(larger.keys[:states], larger.slots)
    return larger


def _doubled(length: int, wanted: int) -> int:
    """Return `length`, or the first of its doubles that holds `wanted`."""
    while length < wanted:
        length *= 2
    return length


# -- kernels -------------------------------------------------------------------------------------------------------


@kernel
def expand_states(table, units, max_states):
    """Give `units` states their edges; return RUNNING, DONE, FULL (short of room, or beyond the limit) or a failure."""
    for _ in range(units):
        number = table.counts[1]
        if number == table.counts[0]:
            return DONE
        is_full = table.counts[0] + NUM_ACTIONS > len(table.states) or table.counts[0] > max_states
        if is_full or table.counts[2] + NUM_ACTIONS > len(table.edge_target):
            return FULL
        mover = table.movers[number]
        if mover != ENDED:
            count = moves_of(table, number, mover)
            if count < 0:
                return count
            for i in range(count):
                add_edge(table, number, i, mover == CHANCE)
        table.counts[1] += 1
        table.first_edge[number + 1] = table.counts[2]
    return RUNNING


@kernel
def moves_of(table, number, mover):
    """Write what can happen at a state, and how likely, to scratch memory; return how many, or a failure."""
    if mover == SIMULTANEOUS:
        return SIMULTANEOUS_MOVE
    if mover != CHANCE:
        count = legal_actions(table.states[number], table.actions)
        return count if count > 0 else NO_LEGAL_ACTION
    if not HAS_CHANCE:
        return CHANCE_WITHOUT_OUTCOMES
    count = chance_outcomes(table.states[number], table.actions, table.weights)
    total = 0.0
    for i in range(count):
        total += table.weights[i]
    if not abs(total - 1.0) <= PROBABILITY_TOLERANCE:  # so that NaN is noticed too
        return BAD_PROBABILITIES
    return count


@kernel
def add_edge(table, number, i, is_chance):
    """Add the edge of the i-th move of a state, and the state that it leads to if that is new."""
    probability = 1.0
    if is_chance:
        probability = table.weights[i]
        if probability <= 0.0:
            return
    table.played[0] = table.states[number]
    play(table.played[0], table.actions[i])
    edge = table.counts[2]
    table.edge_action[edge] = table.actions[i]
    table.edge_target[edge] = add_state(table)
    table.edge_probability[edge] = probability
    table.counts[2] = edge + 1


@kernel
def add_state(table):
    """Return the number of the state in `played`, after giving it one if it is new."""
    name = name_of_played(table)
    slot = slot_of_played(table, name)
    if table.slots[slot] > 0:
        return table.slots[slot] - 1
    number = table.counts[0]
    table.counts[0] = number + 1
    table.slots[slot] = number + 1
    table.states[number] = table.played[0]
    table.keys[number] = name
    is_over = is_terminal(table.played[0])
    table.movers[number] = ENDED if is_over else to_move(table.played[0])
    if is_over or HAS_STEP_REWARDS:
        rewards(table.played[0], table.gains[number])
    return number


@kernel
def find_played(table):
    """Return the number of the state in `played`, or -1."""
    return table.slots[slot_of_played(table, name_of_played(table))] - 1


@kernel
def name_of_played(table):
    """Return the key of the state in `played`, or its bytes mixed to as many bits."""
    if HAS_KEY:
        return key(table.played[0])
    name = np.uint64(0)
    for byte in table.fields:
        name = mix_bits(name ^ np.uint64(table.played_raw[0, byte])) + np.uint64(1)
    return name


@kernel
def slot_of_played(table, name):
    """Return the slot where the state in `played` is, or an empty one where it belongs."""
    last = len(table.slots) - 1
    slot = np.int64(mix_bits(name) & np.uint64(last))
    while table.slots[slot] > 0 and not is_played(table, table.slots[slot] - 1, name):
        slot = (slot + 1) & last
    return slot


@kernel
def is_played(table, number, name):
    """Return whether a state is the one in `played`."""
    if table.keys[number] != name:
        return False
    if not HAS_KEY:
        for byte in table.fields:
            if table.raw[number, byte] != table.played_raw[0, byte]:
                return False
    return True


@kernel
def fill_slots(keys, slots):
    """Enter the states that have these keys in the slots, which are empty."""
    last = len(slots) - 1
    for number in range(len(keys)):
        slot = np.int64(mix_bits(keys[number]) & np.uint64(last))
        while slots[slot] > 0:
            slot = (slot + 1) & last
        slots[slot] = number + 1
