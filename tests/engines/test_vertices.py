"""Moves and scores as GTP writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monteverde.engines.vertices import action_of, compare_scores, score_of, vertex_of
from monteverde.game import load_game


def test_moves_have_names_that_others_read() -> None:
    """Capitals do not matter, and the swap has a long name."""
    hex_game = load_game("hex:size=3,swap=true")
    assert (action_of(hex_game, "B1"), action_of(hex_game, " c3 "), action_of(hex_game, "d1")) == (1, 8, None)
    assert action_of(hex_game, "swap-pieces") == action_of(hex_game, "SWAP") == 9
    assert (vertex_of("swap"), vertex_of("a1")) == ("swap-pieces", "a1")
    assert action_of(load_game("go:9"), "PASS") == 81
    assert action_of(load_game("go:9"), "I5") is None


@pytest.mark.parametrize(
    ("game", "moves", "score"),
    [
        ("go:size=3,komi=2.5", "B2 pass pass", "B+6.5"),
        ("go:size=3,komi=9", "B2 pass pass", "0"),
        ("go:size=3,komi=9.5", "B2 pass pass", "W+0.5"),
        ("hex:2", "a1 b1 a2", "B+"),
        ("tic_tac_toe", "a1 b2 a2 b1 c1 b3", "W+"),
    ],
)
def test_a_game_that_is_over_has_a_score(game: str, moves: str, score: str) -> None:
    """By points where they are counted: 9 cells for Black, less the komi."""
    position = load_game(game).initial().play_all(moves)
    assert position.is_terminal
    assert score_of(position) == score


@pytest.mark.parametrize(
    ("theirs", "ours", "compared"),
    [
        ("B+3.5", "B+3.5", (True, True)),
        ("b+3.50", "B+3.5", (True, True)),
        ("W+3.5", "B+3.5", (False, False)),
        ("B+4.5", "B+3.5", (True, False)),
        ("B+", "B+3.5", (True, True)),
        ("B+R", "B+", (True, True)),
        ("Black+16", "B+", (True, True)),
        ("0", "0", (True, True)),
        ("Draw", "0", (True, True)),
        ("0", "B+3.5", (False, False)),
        ("B+0.5", "0", (False, False)),
        ("cannot score", "B+3.5", (None, False)),
        ("", "0", (None, False)),
    ],
)
def test_scores_are_compared_as_far_as_they_go(theirs: str, ours: str, compared: tuple[bool | None, bool]) -> None:
    """Who has won, and by how much if both say so."""
    assert compare_scores(theirs, ours) == compared


@given(st.text())
def test_any_score_can_be_compared(text: str) -> None:
    """What is none is told so."""
    has_same_winner, is_same = compare_scores(text, "B+1")
    assert has_same_winner or not is_same
