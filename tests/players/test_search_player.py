"""A player that searches each position anew."""

from __future__ import annotations

import signal

import pytest

import monteverde as mv
from monteverde.players import SearchPlayer

TIC_TAC_TOE = mv.load_game("tic_tac_toe")


def test_it_takes_the_win() -> None:
    """X to move with two in the top row and the third cell free plays there."""
    position = TIC_TAC_TOE.initial().play_all("a1 a2 b1 b2")
    action = SearchPlayer(iterations=300, seed=0).choose(position)
    assert position.action_name(action) == "c1"


def test_what_it_found_can_be_asked_for() -> None:
    """The result of the last search is that of the action it chose, with the budget it was given."""
    player = SearchPlayer(iterations=50, seed=0)
    action = player.choose(TIC_TAC_TOE.initial())
    assert player.result is not None
    assert player.result.action == action
    assert player.result.simulations == 50


def test_the_only_move_needs_no_search() -> None:
    """Where one action is legal it is played at once, and there is no result."""
    last = TIC_TAC_TOE.initial().play_all("a1 b1 c1 a2 c2 b2 a3 c3")
    player = SearchPlayer(seconds=60)
    assert player.choose(last) == last.legal_actions()[0]
    assert player.result is None


def test_a_game_is_repeated_from_its_seed() -> None:
    """What it searched before does not matter after a new start with the same seed."""
    player = SearchPlayer(iterations=50)
    visits = []
    for _ in range(2):
        player.start_game(TIC_TAC_TOE, 7)
        player.choose(TIC_TAC_TOE.initial())
        assert player.result is not None
        visits.append(player.result.visits)
    assert visits[0] == visits[1]


def test_each_move_has_a_seed_of_its_own() -> None:
    """The same position met twice in one game is searched with other random numbers."""
    player = SearchPlayer(iterations=50, seed=0)
    visits = []
    for _ in range(2):
        player.choose(TIC_TAC_TOE.initial())
        assert player.result is not None
        visits.append(player.result.visits)
    assert visits[0] != visits[1]


def test_ctrl_c_is_raised_with_the_result_kept() -> None:
    """Whoever runs the game must learn of Ctrl-C; what was found until then is there."""
    player = SearchPlayer(seconds=60, progress=lambda _: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        player.choose(TIC_TAC_TOE.initial())
    assert player.result is not None
    assert player.result.statistics.stopped_by == "interrupted"


def test_it_is_called_by_what_it_was_made_from() -> None:
    """A name serves as its own; a configured search is "search" unless it is given a name."""
    assert SearchPlayer("uct:c=1.0").name == "uct:c=1.0"
    assert SearchPlayer(mv.MCTS()).name == "search"
    assert repr(SearchPlayer(mv.MCTS(), name="mine")) == "<player mine>"


def test_an_impossible_budget_is_refused_at_once() -> None:
    """Not when the first move is asked for."""
    with pytest.raises(mv.BudgetError):
        SearchPlayer(iterations=0)
