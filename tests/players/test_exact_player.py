"""The player that solves."""

from __future__ import annotations

import pytest

import monteverde as mv
from monteverde.arena import match
from monteverde.players import ExactPlayer, RandomPlayer, load_player


def test_it_plays_a_best_action_whichever() -> None:
    """Here four of five moves keep the draw, and in many games all four are played, and never the fifth."""
    position = mv.load_game("tic_tac_toe").initial().play_all("b2 a1 a2 c2")
    player, chosen = ExactPlayer("alphabeta"), set()
    for seed in range(60):
        player.start_game(position.game, seed)
        chosen.add(position.action_name(player.choose(position)))
    assert chosen == {"b1", "c1", "b3", "c3"}


def test_it_never_loses_what_is_drawn() -> None:
    """Against random play in tic-tac-toe it wins or draws every game, in both seats."""
    result = match([ExactPlayer("pvs"), RandomPlayer()], mv.load_game("tic_tac_toe"), 20, seed=1)
    assert result.standings[0].losses == 0


def test_it_has_a_name_and_a_budget() -> None:
    """The text names the method with its parameters; seconds are taken from the budget of a move."""
    player = load_player("alphabeta:order=centre", seconds=0.5)
    assert isinstance(player, ExactPlayer)
    assert (player.name, player.method.spec, player.seconds) == (
        "alphabeta:order=centre",
        "alphabeta:order=centre",
        0.5,
    )


def test_unsuitable_game_is_refused() -> None:
    """Not a lost game but a sentence."""
    with pytest.raises(mv.UnsuitableError, match="pvs cannot solve rolit"):
        ExactPlayer("pvs").choose(mv.load_game("rolit").initial())
