"""Positions as people write them down: moves by their names, in one text."""

from __future__ import annotations

import numpy as np
import pytest

import monteverde as mv


class Counter(mv.Game):
    """Count up by one, two or ten; over after three moves."""

    state = [("total", np.int64), ("ply", np.int64)]
    num_players, num_actions, max_length = 1, 3, 3
    NAMES = ("add one", "add one, twice", "ten")

    def start(state):
        state.total = 0

    def to_move(state):
        return 0

    def legal_actions(state, out):
        for action in range(3):
            out[action] = action
        return 3

    def play(state, action):
        state.total += (1, 2, 10)[action]
        state.ply += 1

    def is_terminal(state):
        return state.ply == 3

    def rewards(state, out):
        out[0] = 1.0

    def action_name(action):
        return Counter.NAMES[action]


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("add one add one", (0, 0)),
        ("Add one, add one", (0, 0)),
        ("add one twice ten", (1, 2)),
        ("add one, twice, add one", (1, 0)),
        ("t, te, ten", (2, 2, 2)),
        ("", ()),
    ],
)
def test_a_list_of_moves_holds_names_with_spaces(text: str, history: tuple[int, ...]) -> None:
    """Of the legal names that the rest of the text begins with, the longest is meant."""
    assert Counter().initial().play_all(text).history == history


def test_a_wrong_move_in_a_list_is_counted() -> None:
    """The sentence says which move of the list it was, and what was legal."""
    with pytest.raises(mv.IllegalActionError, match=r"move 2 of 'ten zehn': 'zehn' is not legal .* add one, twice"):
        Counter().initial().play_all("ten zehn")
