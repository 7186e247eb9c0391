"""The player that solves."""

from __future__ import annotations

import pytest

import monteverde as mv
from monteverde.arena import match
from monteverde.players import ExactPlayer, RandomPlayer, load_player


def test_it_plays_a_best_action_whichever() -> None:
    """From the empty board of tic-tac-toe all nine draw, and in many games all of them are played."""
    player, root = ExactPlayer("alphabeta"), mv.load_game("tic_tac_toe").initial()
    chosen = set()
    for seed in range(60):
        player.start_game(root.game, seed)
        chosen.add(player.choose(root))
    assert chosen == set(range(9))


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
