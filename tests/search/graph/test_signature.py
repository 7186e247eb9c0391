"""What tells states of one key apart."""

from __future__ import annotations

from typing import Any

import pytest
from tests.reference.search_graph import GraphObject, Place

import monteverde as mv
from monteverde.compile import new_stream
from monteverde.compile.binding import interpret
from monteverde.search.graph.signature import signature_of, signature_of_object
from monteverde.search.workspace import new_workspace


def signature(name: str, moves: str) -> int:
    """Return the signature of a position of a game."""
    position = mv.load_game(name).initial().play_all(moves)
    game = position.game
    work = new_workspace(game, position.states(), new_stream(1))
    return int(interpret(signature_of, game.bindings)(work.roots[0], work))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a1 b2", "a1 c3"),  # other moves are legal
        ("a1 b1", "a1 b1 c1"),  # more of them are
        ("a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3 b3"),  # another player has won
        ("a1 b1 a2 b2 a3", "a1 b1 a2 b2 c3"),  # it is not over
    ],
)
def test_different_states_have_different_ones(one: str, other: str) -> None:
    """By what is legal, who moves, and what is paid at the end."""
    assert signature("tic_tac_toe", one) != signature("tic_tac_toe", other)


def test_equal_states_have_equal_ones() -> None:
    """Whatever order the moves came in."""
    assert signature("tic_tac_toe", "a1 b2 c3 c2") == signature("tic_tac_toe", "c3 c2 a1 b2")


def test_who_moves_counts_where_the_moves_are_the_same() -> None:
    """Nim with two objects left, both ways."""
    assert signature("nim:4", "2") != signature("nim:4", "1 1")


PLACES = [
    Place(0, (5, 6)),
    Place(1, (5, 6)),
    Place(0, (5, 6, 7)),
    Place(mv.CHANCE, (5, 6), (0.5, 0.5)),
    Place(paid=(1.0, 0.0, 0.0)),
    Place(paid=(0.0, 1.0, 0.0)),
]


def test_of_objects() -> None:
    """The mover, the moves and the rewards make different ones; the places themselves do not count."""
    signatures = [signature_of_object(GraphObject(PLACES, number), None) for number in range(len(PLACES))]
    assert len(set(signatures)) == len(PLACES)
    twins: Any = [*PLACES, Place(0, (6, 5))]
    assert signature_of_object(GraphObject(twins, 6), None) == signatures[0]
