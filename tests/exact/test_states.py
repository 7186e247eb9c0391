"""All states that can be reached: how many there are, told apart by key or by bytes, room that grows, and limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.exact.random_processes import Keyless, Solo, process_of
from tests.reference.value_iteration import Twin

import monteverde as mv
from monteverde.anytime import FINISHED, Clock
from monteverde.errors import BudgetError, GameError, UnsuitableError
from monteverde.exact.states import ENDED, find_state, list_states
from monteverde.game import CHANCE, Position

LIMIT = 100_000


def listed(position: Position, max_states: int = LIMIT) -> Any:
    """Return the table of all states."""
    table, ending = list_states(position, max_states, Clock(), "this method")
    assert ending == FINISHED
    return table


def test_tic_tac_toe_has_5478_states() -> None:
    """Of which 958 are ends: published, and with 16,167 moves from one to another."""
    table = listed(mv.load_game("tic_tac_toe").initial())
    movers = table.movers[: table.num_states]
    assert (len(movers), int((movers == ENDED).sum()), int(table.counts[2])) == (5478, 958, 16167)


def test_states_are_those_of_the_twin() -> None:
    """Of a process with chance: as many states in which a player moves as a dict of positions has."""
    position = mv.load_game("frozen_lake").initial()
    table, twin = listed(position), Twin(position)
    movers = table.movers[: table.num_states]
    assert int((movers >= 0).sum()) == len(twin.numbers)
    assert int((movers == CHANCE).sum()) == 4 * len(twin.numbers)
    assert all(movers[find_state(position.game, table, known)] == 0 for known in twin.positions)


@pytest.mark.parametrize("seed", range(3))
def test_bytes_tell_states_apart_as_keys_do(seed: int) -> None:
    """Padding between the fields does not count."""
    by_key, by_bytes = (listed(process_of(game, seed)) for game in (Solo(), Keyless()))
    assert by_key.num_states == by_bytes.num_states
    assert np.array_equal(by_key.edge_target[: by_key.counts[2]], by_bytes.edge_target[: by_bytes.counts[2]])
    padded = process_of(Keyless(), seed).states()
    padded.view(np.ndarray).view(np.uint8).reshape(-1)[9:16] = 77  # between `action` and `num_actions`
    assert find_state(Keyless(), by_bytes, Position(Keyless(), padded)) == 0


def test_outcomes_that_cannot_happen_lead_nowhere() -> None:
    """Only edges of positive probability, and they sum to one at every chance node."""
    table = listed(process_of(Solo(), 1))
    edges = slice(0, int(table.counts[2]))
    assert (table.edge_probability[edges] > 0.0).all()
    for number in np.flatnonzero(table.movers[: table.num_states] == CHANCE):
        own = slice(int(table.first_edge[number]), int(table.first_edge[number + 1]))
        assert table.edge_probability[own].sum() == pytest.approx(1.0)


def test_a_position_that_was_not_reached_is_not_found() -> None:
    """The first stone has been placed, so the empty board is not below it."""
    start = mv.load_game("tic_tac_toe").initial()
    table = listed(start.play("a1"))
    assert find_state(start.game, table, start) == -1
    assert find_state(start.game, table, start.play("a1")) == 0


def test_the_limit_is_kept_and_named() -> None:
    """The count so far, the limit, and what to use instead."""
    start = mv.load_game("tic_tac_toe").initial()
    assert listed(start, 5478).num_states == 5478
    with pytest.raises(BudgetError) as error:
        listed(start, 5477)
    assert str(error.value) == (
        "this method found 5,478 states of tic_tac_toe and had not seen all of them; its limit is max_states=5477: "
        "raise it, or use what needs no list of states: sparse_sampling, rollout, or tree search"
    )


def test_a_clock_ends_it() -> None:
    """Then not all states have their edges."""
    clock = Clock()
    clock.interrupt()
    table, ending = list_states(mv.load_game("tic_tac_toe").initial(), LIMIT, clock, "this method")
    assert ending == "interrupted"
    assert table.counts[1] < table.num_states


TOGETHER, STUCK, LOADED = 11, 12, 13


class Broken(Solo):
    """Breaks its contract in the way that the number of actions in the end cell says."""

    def to_move(state):
        return -2 if state.num_actions[0] == TOGETHER else 0 if state.action == -1 else -1

    def legal_actions(state, out):
        out[0] = 0
        return 0 if state.num_actions[0] == STUCK else 1

    def chance_outcomes(state, outcomes, probabilities):
        outcomes[0], probabilities[0] = 0, 0.5
        return 1


class Undrawn(Solo):
    """Chance nodes without outcomes."""

    chance_outcomes = None


@pytest.mark.parametrize(
    ("game", "how", "error", "sentence"),
    [
        (Broken(), TOGETHER, UnsuitableError, "players move at once"),
        (Broken(), STUCK, GameError, "not over and has no legal action"),
        (Broken(), LOADED, GameError, "probabilities do not sum to one"),
        (Undrawn(), 0, GameError, "has a chance node but no rule 'chance_outcomes'"),
    ],
)
def test_broken_problems_are_refused(game: mv.Game, how: int, error: type[Exception], sentence: str) -> None:
    """Each in one sentence."""
    states = process_of(game, 1).states()
    states[0].num_actions[0] = how
    with pytest.raises(error, match=sentence):
        listed(Position(game, states))
